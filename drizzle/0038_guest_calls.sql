CREATE TABLE "guest_calls" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"query_id" text NOT NULL,
	"draft_id" bigint,
	"reminder_id" bigint,
	"shared" jsonb,
	"taken" smallint DEFAULT 0 NOT NULL,
	"outcome" text,
	"inline_message_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guest_calls_query_id_unique" UNIQUE("query_id")
);
--> statement-breakpoint
ALTER TABLE "guest_calls" ADD CONSTRAINT "guest_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guest_calls_of_user" ON "guest_calls" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "guest_calls_created_at" ON "guest_calls" USING btree ("created_at");