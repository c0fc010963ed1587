CREATE TABLE "creation_tally" (
	"slot" timestamp (3) with time zone NOT NULL,
	"what" text NOT NULL,
	"created" integer NOT NULL,
	CONSTRAINT "creation_tally_slot_what_pk" PRIMARY KEY("slot","what")
);
--> statement-breakpoint
CREATE TABLE "delivery_tally" (
	"slot" timestamp (3) with time zone NOT NULL,
	"kind" "delivery_kind" NOT NULL,
	"outcome" "delivery_outcome" NOT NULL,
	"lateness_step" smallint NOT NULL,
	"attempts" integer NOT NULL,
	CONSTRAINT "delivery_tally_slot_kind_outcome_lateness_step_pk" PRIMARY KEY("slot","kind","outcome","lateness_step")
);
--> statement-breakpoint
CREATE TABLE "notice_claims" (
	"user_id" bigint NOT NULL,
	"notice_id" bigint NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone,
	"not_before" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "notice_claims_user_id_notice_id_pk" PRIMARY KEY("user_id","notice_id")
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
CREATE TABLE "tally_cursors" (
	"source" text PRIMARY KEY NOT NULL,
	"counted_to" bigint DEFAULT 0 NOT NULL,
	"seen_to" bigint DEFAULT 0 NOT NULL,
	"ran_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notice_claims" ADD CONSTRAINT "notice_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_claims" ADD CONSTRAINT "notice_claims_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_draft" ON "notices" USING btree ("created_by") WHERE "notices"."state" = 'draft';--> statement-breakpoint
CREATE UNIQUE INDEX "notices_running" ON "notices" USING btree ("state") WHERE "notices"."state" = 'running';--> statement-breakpoint
CREATE INDEX "users_unreachable" ON "users" USING btree ("id") WHERE "users"."unreachable_since" is not null;