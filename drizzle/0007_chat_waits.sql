ALTER TABLE "pace" ADD COLUMN "refused_chats" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "pace" ADD COLUMN "refused_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "processed_updates" ADD COLUMN "attempts" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "reachable_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "chat_silent_until" timestamp (3) with time zone;