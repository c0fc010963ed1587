CREATE TABLE "erasures" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"erased_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "inactivity_retry_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "inactivity_tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "deliveries_sent" ON "deliveries" USING btree ("sent_at");--> statement-breakpoint
DROP INDEX "deliveries_sent_at";
