ALTER TYPE "public"."delivery_kind" ADD VALUE 'pre-alert';--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "pre_alerts" jsonb DEFAULT '[]'::jsonb NOT NULL;