CREATE TABLE "down_minutes" (
	"minute" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "down_minutes_minute_by_pk" PRIMARY KEY("minute","by")
);
--> statement-breakpoint
CREATE TABLE "punctuality" (
	"span" text NOT NULL,
	"slot" timestamp (3) with time zone NOT NULL,
	"within_s" smallint NOT NULL,
	"lateness_step" smallint NOT NULL,
	"messages" integer NOT NULL,
	"longest_ms" bigint NOT NULL,
	CONSTRAINT "punctuality_span_slot_within_s_lateness_step_pk" PRIMARY KEY("span","slot","within_s","lateness_step")
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "overtook" integer;