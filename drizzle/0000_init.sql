CREATE TYPE "public"."delivery_kind" AS ENUM('first', 'nag', 'snooze', 'notice');--> statement-breakpoint
CREATE TYPE "public"."delivery_outcome" AS ENUM('sent', 'retry', 'unreachable', 'rejected', 'failed');--> statement-breakpoint
CREATE TYPE "public"."delivery_state" AS ENUM('scheduled', 'parked', 'failed');--> statement-breakpoint
CREATE TABLE "categories" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "categories_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "cron_runs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"job" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"counts" jsonb,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"reminder_id" bigint,
	"kind" "delivery_kind" NOT NULL,
	"occurrence_at" timestamp (3) with time zone NOT NULL,
	"scheduled_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"outcome" "delivery_outcome" NOT NULL,
	"error_code" text
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"category_id" integer NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"date_time" timestamp (3) with time zone NOT NULL,
	"create_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "pace" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"next_slot_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paused_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "processed_updates" (
	"update_id" bigint PRIMARY KEY NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_permits" (
	"key" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "rate_permits_key_window_start_pk" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "reminder_types" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "reminder_types_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"type_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	"text" text NOT NULL,
	"first_wall_time" text NOT NULL,
	"time_zone" text NOT NULL,
	"rule" jsonb,
	"flood_interval" smallint,
	"date_time" timestamp (3) with time zone NOT NULL,
	"completed" boolean DEFAULT false NOT NULL,
	"next_fire_at" timestamp (3) with time zone,
	"open_occurrence_at" timestamp (3) with time zone,
	"nag_count" smallint DEFAULT 0 NOT NULL,
	"snoozed_until" timestamp (3) with time zone,
	"live_message_id" bigint,
	"delivery_state" "delivery_state" DEFAULT 'scheduled' NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"last_error" text,
	"version" integer DEFAULT 1 NOT NULL,
	"create_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY NOT NULL,
	"username" text,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text,
	"photo_url" text,
	"adult_confirmed_at" timestamp (3) with time zone,
	"terms_version" text,
	"terms_accepted_at" timestamp (3) with time zone,
	"time_zone" text DEFAULT 'Europe/Moscow' NOT NULL,
	"time_zone_manual" boolean DEFAULT false NOT NULL,
	"tutorial_step" smallint DEFAULT 1 NOT NULL,
	"unreachable_since" timestamp (3) with time zone,
	"chat_free_at" timestamp (3) with time zone,
	"last_active_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"inactivity_warned_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_type_id_reminder_types_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."reminder_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cron_runs_started_at" ON "cron_runs" USING btree ("job","started_at");--> statement-breakpoint
CREATE INDEX "deliveries_sent_at" ON "deliveries" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "deliveries_reminder" ON "deliveries" USING btree ("reminder_id");--> statement-breakpoint
CREATE INDEX "deliveries_user" ON "deliveries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notes_of_user" ON "notes" USING btree ("user_id","date_time") WHERE "notes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "notes_deleted" ON "notes" USING btree ("deleted_at") WHERE "notes"."deleted_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notes_create_key" ON "notes" USING btree ("user_id","create_key");--> statement-breakpoint
CREATE INDEX "processed_updates_received_at" ON "processed_updates" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "rate_permits_window" ON "rate_permits" USING btree ("window_start");--> statement-breakpoint
CREATE INDEX "reminders_due" ON "reminders" USING btree ("next_fire_at") WHERE "reminders"."next_fire_at" is not null and "reminders"."delivery_state" = 'scheduled' and "reminders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "reminders_of_user" ON "reminders" USING btree ("user_id","date_time") WHERE "reminders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "reminders_deleted" ON "reminders" USING btree ("deleted_at") WHERE "reminders"."deleted_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reminders_create_key" ON "reminders" USING btree ("user_id","create_key");--> statement-breakpoint
CREATE INDEX "users_last_active_at" ON "users" USING btree ("last_active_at");