ALTER TABLE "notes" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "create_print" text;--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "create_print" text;