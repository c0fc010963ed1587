CREATE TABLE "quiet_digests" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"items" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "quiet_digests" ADD CONSTRAINT "quiet_digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quiet_digests_due" ON "quiet_digests" USING btree ("due_at");