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
ALTER TABLE "called_off" ADD CONSTRAINT "called_off_reminder_id_reminders_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "public"."reminders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "called_off_at" ON "called_off" USING btree ("at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "deliveries_of_reminder" ON "deliveries" USING btree ("user_id","reminder_id","message_id");--> statement-breakpoint
DROP INDEX "deliveries_message";
