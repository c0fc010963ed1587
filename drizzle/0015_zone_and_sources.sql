ALTER TABLE "drafts" ADD COLUMN "source_message_id" bigint;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "answer_message_id" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone_assumed" boolean DEFAULT false NOT NULL;