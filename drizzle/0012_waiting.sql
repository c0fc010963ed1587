CREATE TYPE "public"."occurrence_outcome" AS ENUM('done', 'skipped', 'unanswered');--> statement-breakpoint
CREATE TABLE "occurrences" (
	"reminder_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"occurrence_at" timestamp (3) with time zone NOT NULL,
	"outcome" "occurrence_outcome" NOT NULL,
	"came_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "occurrences_reminder_id_occurrence_at_pk" PRIMARY KEY("reminder_id","occurrence_at")
);
--> statement-breakpoint
-- Their index, "reminders_waiting", comes with 0016.
ALTER TABLE "reminders" ADD COLUMN "waiting_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "done_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "occurrences" ADD CONSTRAINT "occurrences_reminder_id_reminders_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "public"."reminders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "occurrences_ended_at" ON "occurrences" USING btree ("ended_at");
