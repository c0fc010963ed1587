ALTER TABLE "occurrences" ADD COLUMN "ticked" jsonb;--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "counter_left" smallint;--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "counter_low" smallint;--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "ticked" jsonb;