ALTER TYPE "public"."delivery_kind" ADD VALUE 'agenda';--> statement-breakpoint
ALTER TYPE "public"."delivery_kind" ADD VALUE 'review';--> statement-breakpoint
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
ALTER TABLE "day_messages" ADD CONSTRAINT "day_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_plans" ADD CONSTRAINT "day_plans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "day_messages_due" ON "day_messages" USING btree ("due_at") WHERE "day_messages"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "day_messages_sent_at" ON "day_messages" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "day_plans_due" ON "day_plans" USING btree ("due_at") WHERE "day_plans"."due_at" is not null;