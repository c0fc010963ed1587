CREATE TABLE "early_messages" (
	"user_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"text" text NOT NULL,
	"forwarded" boolean NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "early_messages_user_id_message_id_pk" PRIMARY KEY("user_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "undo" jsonb;--> statement-breakpoint
CREATE INDEX "early_messages_received_at" ON "early_messages" USING btree ("received_at");