CREATE TABLE "chat_messages" (
	"user_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"reminder_id" bigint NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chat_messages_user_id_message_id_pk" PRIMARY KEY("user_id","message_id")
);
--> statement-breakpoint
-- What hangs in chats already: replies to it find their reminder.
INSERT INTO "chat_messages" ("user_id", "message_id", "reminder_id", "sent_at")
  SELECT "user_id", "live_message_id", "id", now() FROM "reminders" WHERE "live_message_id" IS NOT NULL
  ON CONFLICT DO NOTHING;--> statement-breakpoint
DROP INDEX "deliveries_user";--> statement-breakpoint
-- On a ledger of many millions of rows add this column and make the index "deliveries_message"
-- beforehand, with CREATE INDEX CONCURRENTLY: then nothing waits here.
ALTER TABLE "deliveries" ADD COLUMN IF NOT EXISTS "message_id" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "expects_reminder_id" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "expects_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_messages_sent_at" ON "chat_messages" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "deliveries_message" ON "deliveries" USING btree ("user_id","message_id");