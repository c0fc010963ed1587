CREATE TABLE "joint_members" (
	"user_id" bigint NOT NULL,
	"joint_id" bigint NOT NULL,
	"reminder_id" bigint NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"news" text,
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
CREATE TABLE "refused_people" (
	"user_id" bigint NOT NULL,
	"refused_id" bigint NOT NULL,
	"refused_at" timestamp (3) with time zone NOT NULL,
	"complained_at" timestamp (3) with time zone,
	CONSTRAINT "refused_people_user_id_refused_id_pk" PRIMARY KEY("user_id","refused_id")
);
--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "joint_id" bigint;--> statement-breakpoint
ALTER TABLE "joint_members" ADD CONSTRAINT "joint_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "joint_members" ADD CONSTRAINT "joint_members_joint_id_joints_id_fk" FOREIGN KEY ("joint_id") REFERENCES "public"."joints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "joint_members" ADD CONSTRAINT "joint_members_reminder_id_reminders_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "public"."reminders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "joints" ADD CONSTRAINT "joints_owner_reminder_id_reminders_id_fk" FOREIGN KEY ("owner_reminder_id") REFERENCES "public"."reminders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_people" ADD CONSTRAINT "refused_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_people" ADD CONSTRAINT "refused_people_refused_id_users_id_fk" FOREIGN KEY ("refused_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "joint_members_of_joint" ON "joint_members" USING btree ("joint_id");--> statement-breakpoint
CREATE INDEX "joint_members_due" ON "joint_members" USING btree ("due_at") WHERE "joint_members"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "refused_people_refused" ON "refused_people" USING btree ("refused_id");--> statement-breakpoint
-- The column is new and empty: there is nothing to read for it.
ALTER TABLE "shares" ADD CONSTRAINT "shares_joint_id_joints_id_fk" FOREIGN KEY ("joint_id") REFERENCES "public"."joints"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shares_of_joint" ON "shares" USING btree ("joint_id") WHERE "shares"."joint_id" is not null;