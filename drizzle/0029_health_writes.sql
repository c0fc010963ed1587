CREATE TABLE "health_writes" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"written_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
