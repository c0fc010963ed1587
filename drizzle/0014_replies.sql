CREATE TABLE "chat_messages" (
	"user_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"reminder_id" bigint NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chat_messages_user_id_message_id_pk" PRIMARY KEY("user_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_messages_sent_at" ON "chat_messages" USING btree ("sent_at");--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN IF NOT EXISTS "message_id" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "expects_reminder_id" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "expects_until" timestamp (3) with time zone;--> statement-breakpoint
-- Outside a transaction
-- What hangs in chats already: replies to it find their reminder. Each batch is committed by itself.
DO $$
DECLARE
  done bigint := 0;
  upto bigint;
BEGIN
  LOOP
    SELECT max("id") INTO upto
      FROM (SELECT "id" FROM "reminders" WHERE "id" > done ORDER BY "id" LIMIT 5000) AS "batch";
    EXIT WHEN upto IS NULL;
    INSERT INTO "chat_messages" ("user_id", "message_id", "reminder_id", "sent_at")
      SELECT "user_id", "live_message_id", "reminders"."id", now()
      FROM "reminders" JOIN "users" ON "users"."id" = "user_id"
      WHERE "reminders"."id" > done AND "reminders"."id" <= upto AND "live_message_id" IS NOT NULL
      FOR KEY SHARE OF "users"
      ON CONFLICT DO NOTHING;
    COMMIT;
    done := upto;
  END LOOP;
END $$;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "deliveries_message" ON "deliveries" USING btree ("user_id","message_id");--> statement-breakpoint
DROP INDEX "deliveries_user";
