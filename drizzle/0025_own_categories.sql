CREATE TABLE "own_categories" (
	"id" integer PRIMARY KEY DEFAULT nextval('categories_id_seq') NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"folded" text NOT NULL,
	"color" text NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notes" DROP CONSTRAINT "notes_category_id_categories_id_fk";
--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_category_id_categories_id_fk";
--> statement-breakpoint
ALTER TABLE "own_categories" ADD CONSTRAINT "own_categories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "own_categories_name" ON "own_categories" USING btree ("user_id","folded");