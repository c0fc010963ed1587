CREATE TYPE "public"."delivery_state" AS ENUM('scheduled', 'parked', 'failed');--> statement-breakpoint
CREATE TYPE "public"."occurrence_outcome" AS ENUM('done', 'skipped', 'unanswered');--> statement-breakpoint
CREATE TYPE "public"."delivery_kind" AS ENUM('first', 'nag', 'snooze', 'notice', 'pre-alert', 'agenda', 'review');--> statement-breakpoint
CREATE TYPE "public"."delivery_outcome" AS ENUM('sent', 'retry', 'unreachable', 'rejected', 'failed');--> statement-breakpoint
CREATE TABLE "acts" (
	"reminder_id" bigint PRIMARY KEY NOT NULL,
	"act_id" uuid NOT NULL,
	"by_reminder_id" bigint,
	"name" text NOT NULL,
	"key" text,
	"at" timestamp (3) with time zone NOT NULL,
	"version" integer NOT NULL,
	"next_fire_at" timestamp (3) with time zone,
	"partners" bigint[],
	"before" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_links" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"refused_at" timestamp with time zone,
	CONSTRAINT "calendar_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" bigint,
	"name" text NOT NULL,
	"folded" text NOT NULL,
	"color" text,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "categories_color" CHECK (("categories"."user_id" is null) = ("categories"."color" is null))
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"message_id" bigint,
	"payload" jsonb NOT NULL,
	"attachment" jsonb,
	"state" text NOT NULL,
	"reminder_id" bigint,
	"source_message_id" bigint,
	"answer_message_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "early_messages" (
	"user_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"text" text NOT NULL,
	"attachment" jsonb,
	"forwarded" boolean NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "early_messages_user_id_message_id_pk" PRIMARY KEY("user_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "guest_calls" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"query_id" text NOT NULL,
	"draft_id" bigint,
	"reminder_id" bigint,
	"shared" jsonb,
	"taken" smallint DEFAULT 0 NOT NULL,
	"outcome" text,
	"inline_message_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guest_calls_query_id_unique" UNIQUE("query_id")
);
--> statement-breakpoint
CREATE TABLE "inline_drafts" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"payload" jsonb NOT NULL,
	"reminder_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "joint_members" (
	"user_id" bigint NOT NULL,
	"joint_id" bigint NOT NULL,
	"reminder_id" bigint NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"news" text,
	"news_by" bigint,
	"due_at" timestamp (3) with time zone,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "joint_members_user_id_joint_id_pk" PRIMARY KEY("user_id","joint_id"),
	CONSTRAINT "joint_members_reminder_id_unique" UNIQUE("reminder_id")
);
--> statement-breakpoint
CREATE TABLE "joints" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"owner_reminder_id" bigint NOT NULL,
	CONSTRAINT "joints_owner_reminder_id_unique" UNIQUE("owner_reminder_id")
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"category_id" integer NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"attachment" jsonb,
	"date_time" timestamp (3) with time zone NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"create_key" text,
	"create_print" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "occurrences" (
	"reminder_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"occurrence_at" timestamp (3) with time zone NOT NULL,
	"outcome" "occurrence_outcome" NOT NULL,
	"came_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"ticked" jsonb,
	CONSTRAINT "occurrences_reminder_id_occurrence_at_pk" PRIMARY KEY("reminder_id","occurrence_at")
);
--> statement-breakpoint
CREATE TABLE "refused_people" (
	"user_id" bigint NOT NULL,
	"refused_id" bigint NOT NULL,
	"refused_at" timestamp (3) with time zone NOT NULL,
	"complained_at" timestamp (3) with time zone,
	CONSTRAINT "refused_people_user_id_refused_id_pk" PRIMARY KEY("user_id","refused_id")
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
	"attachment" jsonb,
	"counter_left" smallint,
	"counter_low" smallint,
	"ticked" jsonb,
	"first_wall_time" text NOT NULL,
	"time_zone" text NOT NULL,
	"rule" jsonb,
	"flood_interval" smallint,
	"pre_alerts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"date_time" timestamp (3) with time zone NOT NULL,
	"completed" boolean DEFAULT false NOT NULL,
	"next_fire_at" timestamp (3) with time zone,
	"open_occurrence_at" timestamp (3) with time zone,
	"waiting_since" timestamp (3) with time zone,
	"nag_count" smallint DEFAULT 0 NOT NULL,
	"snoozed_until" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"paused_from" timestamp (3) with time zone,
	"paused_until" timestamp (3) with time zone,
	"paused_with_all" boolean DEFAULT false NOT NULL,
	"live_message_id" bigint,
	"brought" jsonb,
	"delivery_state" "delivery_state" DEFAULT 'scheduled' NOT NULL,
	"not_before" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone GENERATED ALWAYS AS (case when next_fire_at is not null then greatest(next_fire_at, not_before) end) STORED,
	"nag_due" boolean GENERATED ALWAYS AS (open_occurrence_at is not null and snoozed_until is null and (rule is null or next_fire_at is distinct from date_time)) STORED NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"last_error" text,
	"version" integer DEFAULT 1 NOT NULL,
	"create_key" text,
	"create_print" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"note_id" bigint,
	CONSTRAINT "reminders_completed" CHECK (not "reminders"."completed" or ("reminders"."next_fire_at" is null and "reminders"."snoozed_until" is null and "reminders"."paused_from" is null)),
	CONSTRAINT "reminders_done" CHECK ("reminders"."done_at" is null or ("reminders"."completed" and "reminders"."open_occurrence_at" is null)),
	CONSTRAINT "reminders_put_off" CHECK ("reminders"."snoozed_until" is null or "reminders"."open_occurrence_at" is not null),
	CONSTRAINT "reminders_waits" CHECK (("reminders"."waiting_since" is not null) = ("reminders"."open_occurrence_at" is not null and "reminders"."snoozed_until" is null and not "reminders"."completed")),
	CONSTRAINT "reminders_pause" CHECK ("reminders"."paused_until" is null or "reminders"."paused_from" is not null),
	CONSTRAINT "reminders_lease" CHECK (("reminders"."lease_token" is null) = ("reminders"."lease_until" is null))
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"reminder_id" bigint NOT NULL,
	"joint_id" bigint,
	"print" text NOT NULL,
	"text" text NOT NULL,
	"type_id" integer NOT NULL,
	"first_wall_time" text NOT NULL,
	"time_zone" text NOT NULL,
	"rule" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY NOT NULL,
	"username" text,
	"first_name" text NOT NULL,
	"last_name" text,
	"photo_url" text,
	"adult_confirmed_at" timestamp (3) with time zone,
	"terms_version" text,
	"terms_accepted_at" timestamp (3) with time zone,
	"terms_refused_at" timestamp (3) with time zone,
	"time_zone" text DEFAULT 'Europe/Moscow' NOT NULL,
	"time_zone_manual" boolean DEFAULT false NOT NULL,
	"time_zone_assumed" boolean DEFAULT false NOT NULL,
	"time_zone_before" text,
	"settings" jsonb,
	"tutorial_step" smallint DEFAULT 1 NOT NULL,
	"unreachable_since" timestamp (3) with time zone,
	"reachable_since" timestamp (3) with time zone,
	"chat_free_at" timestamp (3) with time zone,
	"chat_silent_until" timestamp (3) with time zone,
	"last_active_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"inactivity_warned_at" timestamp (3) with time zone,
	"inactivity_tries" smallint DEFAULT 0 NOT NULL,
	"inactivity_retry_at" timestamp (3) with time zone,
	"expects" text,
	"expects_reminder_id" bigint,
	"expects_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "called_off" (
	"reminder_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"scheduled_at" timestamp (3) with time zone NOT NULL,
	"occurrence_at" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "called_off_reminder_id_kind_scheduled_at_pk" PRIMARY KEY("reminder_id","kind","scheduled_at")
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"user_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"reminder_id" bigint,
	"print" text,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chat_messages_user_id_message_id_pk" PRIMARY KEY("user_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "creation_tally" (
	"slot" timestamp (3) with time zone NOT NULL,
	"what" text NOT NULL,
	"created" integer NOT NULL,
	CONSTRAINT "creation_tally_slot_what_pk" PRIMARY KEY("slot","what")
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
CREATE TABLE "day_messages" (
	"user_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"day" text NOT NULL,
	"items" jsonb NOT NULL,
	"shown" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"live_until" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"revision" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "day_messages_user_id_message_id_pk" PRIMARY KEY("user_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "day_plans" (
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"told_day" text,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "day_plans_user_id_kind_pk" PRIMARY KEY("user_id","kind")
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
	"error_code" text,
	"message_id" bigint,
	"overtook" integer
);
--> statement-breakpoint
CREATE TABLE "delivery_sums" (
	"span" text NOT NULL,
	"slot" timestamp (3) with time zone NOT NULL,
	"kind" "delivery_kind" NOT NULL,
	"outcome" "delivery_outcome" NOT NULL,
	"lateness_step" smallint NOT NULL,
	"within_s" smallint NOT NULL,
	"attempts" integer NOT NULL,
	"messages" integer NOT NULL,
	"longest_ms" bigint NOT NULL,
	CONSTRAINT "delivery_sums_span_slot_kind_outcome_lateness_step_within_s_pk" PRIMARY KEY("span","slot","kind","outcome","lateness_step","within_s")
);
--> statement-breakpoint
CREATE TABLE "down_minutes" (
	"minute" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "down_minutes_minute_by_pk" PRIMARY KEY("minute","by")
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"erased_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "health_writes" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"written_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_recipients" (
	"user_id" bigint NOT NULL,
	"notice_id" bigint NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "notice_recipients_user_id_notice_id_pk" PRIMARY KEY("user_id","notice_id")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"state" text NOT NULL,
	"created_by" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"previewed_at" timestamp (3) with time zone,
	"recipients" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"cursor" bigint DEFAULT 0 NOT NULL,
	"claim_after" timestamp (3) with time zone,
	"sent" integer DEFAULT 0 NOT NULL,
	"unreachable" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pace" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"next_slot_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"halted_until" timestamp (3) with time zone,
	"refused_chats" bigint[] DEFAULT '{}' NOT NULL,
	"refused_since" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "processed_updates" (
	"update_id" bigint PRIMARY KEY NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quiet_digests" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"items" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_permits" (
	"key" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "rate_permits_key_window_start_pk" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "tally_cursors" (
	"source" text PRIMARY KEY NOT NULL,
	"counted_to" bigint DEFAULT 0 NOT NULL,
	"seen_to" bigint DEFAULT 0 NOT NULL,
	"ran_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_reminder_id_reminders_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "public"."reminders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_by_reminder_id_reminders_id_fk" FOREIGN KEY ("by_reminder_id") REFERENCES "public"."reminders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_links" ADD CONSTRAINT "calendar_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_reminder_id_reminders_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "public"."reminders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_calls" ADD CONSTRAINT "guest_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_calls" ADD CONSTRAINT "guest_calls_draft_id_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."drafts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_calls" ADD CONSTRAINT "guest_calls_reminder_id_reminders_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "public"."reminders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inline_drafts" ADD CONSTRAINT "inline_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inline_drafts" ADD CONSTRAINT "inline_drafts_reminder_id_reminders_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "public"."reminders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "joint_members" ADD CONSTRAINT "joint_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "joint_members" ADD CONSTRAINT "joint_members_joint_id_joints_id_fk" FOREIGN KEY ("joint_id") REFERENCES "public"."joints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "joint_members" ADD CONSTRAINT "joint_members_reminder_id_reminders_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "public"."reminders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "joint_members" ADD CONSTRAINT "joint_members_news_by_reminders_id_fk" FOREIGN KEY ("news_by") REFERENCES "public"."reminders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "joints" ADD CONSTRAINT "joints_owner_reminder_id_reminders_id_fk" FOREIGN KEY ("owner_reminder_id") REFERENCES "public"."reminders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrences" ADD CONSTRAINT "occurrences_reminder_id_reminders_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "public"."reminders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_people" ADD CONSTRAINT "refused_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_people" ADD CONSTRAINT "refused_people_refused_id_users_id_fk" FOREIGN KEY ("refused_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_type_id_reminder_types_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."reminder_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_note_id_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."notes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_reminder_id_reminders_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "public"."reminders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_joint_id_joints_id_fk" FOREIGN KEY ("joint_id") REFERENCES "public"."joints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_type_id_reminder_types_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."reminder_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_expects_reminder_id_reminders_id_fk" FOREIGN KEY ("expects_reminder_id") REFERENCES "public"."reminders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "called_off" ADD CONSTRAINT "called_off_reminder_id_reminders_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "public"."reminders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_messages" ADD CONSTRAINT "day_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_plans" ADD CONSTRAINT "day_plans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_recipients" ADD CONSTRAINT "notice_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_recipients" ADD CONSTRAINT "notice_recipients_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiet_digests" ADD CONSTRAINT "quiet_digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "acts_by_reminder" ON "acts" USING btree ("by_reminder_id");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_of_all" ON "categories" USING btree ("folded") WHERE "categories"."user_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "categories_of_user" ON "categories" USING btree ("user_id","folded");--> statement-breakpoint
CREATE INDEX "drafts_of_user" ON "drafts" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "drafts_of_reminder" ON "drafts" USING btree ("reminder_id") WHERE "drafts"."reminder_id" is not null;--> statement-breakpoint
CREATE INDEX "drafts_expires_at" ON "drafts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "early_messages_received_at" ON "early_messages" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "guest_calls_of_user" ON "guest_calls" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "guest_calls_of_draft" ON "guest_calls" USING btree ("draft_id") WHERE "guest_calls"."draft_id" is not null;--> statement-breakpoint
CREATE INDEX "guest_calls_of_reminder" ON "guest_calls" USING btree ("reminder_id") WHERE "guest_calls"."reminder_id" is not null;--> statement-breakpoint
CREATE INDEX "guest_calls_created_at" ON "guest_calls" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "inline_drafts_of_reminder" ON "inline_drafts" USING btree ("reminder_id") WHERE "inline_drafts"."reminder_id" is not null;--> statement-breakpoint
CREATE INDEX "inline_drafts_of_user" ON "inline_drafts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "inline_drafts_created_at" ON "inline_drafts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "joint_members_of_joint" ON "joint_members" USING btree ("joint_id");--> statement-breakpoint
CREATE INDEX "joint_members_news_by" ON "joint_members" USING btree ("news_by") WHERE "joint_members"."news_by" is not null;--> statement-breakpoint
CREATE INDEX "joint_members_due" ON "joint_members" USING btree ("due_at") WHERE "joint_members"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "notes_of_user" ON "notes" USING btree ("user_id","date_time") WHERE "notes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "notes_of_category" ON "notes" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "notes_deleted" ON "notes" USING btree ("deleted_at") WHERE "notes"."deleted_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notes_create_key" ON "notes" USING btree ("user_id","create_key");--> statement-breakpoint
CREATE INDEX "occurrences_ended_at" ON "occurrences" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "refused_people_refused" ON "refused_people" USING btree ("refused_id");--> statement-breakpoint
CREATE INDEX "reminders_due" ON "reminders" USING btree ("nag_due","due_at") WHERE "reminders"."due_at" is not null and "reminders"."delivery_state" = 'scheduled' and "reminders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "reminders_turns" ON "reminders" USING btree (("user_id" + 0),("nag_due" or "next_fire_at" < coalesce("snoozed_until", "date_time")),"next_fire_at") WHERE "reminders"."not_before" > "reminders"."next_fire_at" and "reminders"."last_error" is null and "reminders"."delivery_state" = 'scheduled' and "reminders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "reminders_waiting" ON "reminders" USING btree ("waiting_since") WHERE "reminders"."waiting_since" is not null and "reminders"."next_fire_at" is null and not "reminders"."completed" and "reminders"."deleted_at" is null and ("reminders"."rule" ->> 'afterDone') is null;--> statement-breakpoint
CREATE INDEX "reminders_paused" ON "reminders" USING btree ("paused_until") WHERE "reminders"."paused_until" is not null;--> statement-breakpoint
CREATE INDEX "reminders_failed" ON "reminders" USING btree ("id") WHERE "reminders"."delivery_state" = 'failed';--> statement-breakpoint
CREATE INDEX "reminders_of_user" ON "reminders" USING btree ("user_id","date_time") WHERE "reminders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "reminders_of_category" ON "reminders" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "reminders_of_note" ON "reminders" USING btree ("note_id") WHERE "reminders"."note_id" is not null;--> statement-breakpoint
CREATE INDEX "reminders_deleted" ON "reminders" USING btree ("deleted_at") WHERE "reminders"."deleted_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reminders_create_key" ON "reminders" USING btree ("user_id","create_key");--> statement-breakpoint
CREATE UNIQUE INDEX "shares_of_reminder" ON "shares" USING btree ("reminder_id","print");--> statement-breakpoint
CREATE INDEX "shares_of_user" ON "shares" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "shares_of_joint" ON "shares" USING btree ("joint_id") WHERE "shares"."joint_id" is not null;--> statement-breakpoint
CREATE INDEX "users_last_active_at" ON "users" USING btree ("last_active_at");--> statement-breakpoint
CREATE INDEX "users_unreachable" ON "users" USING btree ("id") WHERE "users"."unreachable_since" is not null;--> statement-breakpoint
CREATE INDEX "users_expect" ON "users" USING btree ("expects_reminder_id") WHERE "users"."expects_reminder_id" is not null;--> statement-breakpoint
CREATE INDEX "users_refused" ON "users" USING btree ("terms_refused_at") WHERE "users"."terms_refused_at" is not null;--> statement-breakpoint
CREATE INDEX "called_off_at" ON "called_off" USING btree ("at");--> statement-breakpoint
CREATE INDEX "chat_messages_sent_at" ON "chat_messages" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "cron_runs_started_at" ON "cron_runs" USING btree ("job","started_at");--> statement-breakpoint
CREATE INDEX "day_messages_due" ON "day_messages" USING btree ("due_at") WHERE "day_messages"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "day_messages_sent_at" ON "day_messages" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "day_plans_due" ON "day_plans" USING btree ("due_at") WHERE "day_plans"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_sent" ON "deliveries" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "deliveries_of_reminder" ON "deliveries" USING btree ("user_id","reminder_id","message_id");--> statement-breakpoint
CREATE INDEX "notice_recipients_due" ON "notice_recipients" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notices_draft" ON "notices" USING btree ("created_by") WHERE "notices"."state" = 'draft';--> statement-breakpoint
CREATE UNIQUE INDEX "notices_running" ON "notices" USING btree ("state") WHERE "notices"."state" = 'running';--> statement-breakpoint
CREATE INDEX "processed_updates_received_at" ON "processed_updates" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "quiet_digests_due" ON "quiet_digests" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "rate_permits_window" ON "rate_permits" USING btree ("window_start");--> statement-breakpoint
-- What follows Drizzle cannot express. Half of a page stays free for a second version of each of its rows: then a
-- claim writes no index, even where everything on the page falls due at once.
ALTER TABLE "reminders" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "users" SET (fillfactor = 50);--> statement-breakpoint
-- By itself PostgreSQL vacuums a table once a fifth of it is dead: with 5,000,000 reminders after 1,000,000 updates,
-- so that 200,000 sends of a morning passed without one, and each claim walked over what they had left at the front
-- of the index. A fiftieth, and at least a thousand rows, keeps that short. The ledger only grows and loses its
-- oldest rows; it is looked at as often so that its old part is frozen and marked as visible piece by piece.
ALTER TABLE "reminders" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 1000);--> statement-breakpoint
ALTER TABLE "users" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 1000);--> statement-breakpoint
ALTER TABLE "deliveries" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 10000, autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 10000);--> statement-breakpoint
-- Tables whose rows come and go all day. The pace's one row needs nothing: 50 updates are due as it is.
ALTER TABLE "processed_updates" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);--> statement-breakpoint
ALTER TABLE "rate_permits" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);--> statement-breakpoint
ALTER TABLE "drafts" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);--> statement-breakpoint
ALTER TABLE "notes" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
