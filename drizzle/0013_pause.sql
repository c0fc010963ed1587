ALTER TABLE "reminders" ADD COLUMN "paused_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "paused_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "reminders_paused" ON "reminders" USING btree ("paused_until") WHERE "reminders"."paused_until" is not null;