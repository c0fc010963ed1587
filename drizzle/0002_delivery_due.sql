DROP INDEX "reminders_due";--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "not_before" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "due_at" timestamp (3) with time zone GENERATED ALWAYS AS (case when next_fire_at is not null then greatest(next_fire_at, not_before) end) STORED;--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "nag_due" boolean GENERATED ALWAYS AS (open_occurrence_at is not null and snoozed_until is null and (rule is null or next_fire_at is distinct from date_time)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "chat_tail_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "reminders_failed" ON "reminders" USING btree ("id") WHERE "reminders"."delivery_state" = 'failed';--> statement-breakpoint
CREATE INDEX "reminders_due" ON "reminders" USING btree ("nag_due","due_at") WHERE "reminders"."due_at" is not null and "reminders"."delivery_state" = 'scheduled' and "reminders"."deleted_at" is null;--> statement-breakpoint
-- Room on each page for the claim's HOT update and the settle that follows it.
ALTER TABLE "reminders" SET (fillfactor = 80);--> statement-breakpoint
ALTER TABLE "users" SET (fillfactor = 90);
