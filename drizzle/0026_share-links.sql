CREATE TABLE "inline_drafts" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"payload" jsonb NOT NULL,
	"reminder_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"reminder_id" bigint NOT NULL,
	"print" text NOT NULL,
	"text" text NOT NULL,
	"type_id" integer NOT NULL,
	"first_wall_time" text NOT NULL,
	"time_zone" text NOT NULL,
	"rule" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "inline_drafts" ADD CONSTRAINT "inline_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_reminder_id_reminders_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "public"."reminders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_type_id_reminder_types_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."reminder_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inline_drafts_of_user" ON "inline_drafts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "inline_drafts_created_at" ON "inline_drafts" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "shares_of_reminder" ON "shares" USING btree ("reminder_id","print");--> statement-breakpoint
CREATE INDEX "shares_of_user" ON "shares" USING btree ("user_id");