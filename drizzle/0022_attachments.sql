ALTER TABLE "drafts" ADD COLUMN "attachment" jsonb;--> statement-breakpoint
ALTER TABLE "early_messages" ADD COLUMN "attachment" jsonb;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "attachment" jsonb;--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "attachment" jsonb;--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "brought" jsonb;