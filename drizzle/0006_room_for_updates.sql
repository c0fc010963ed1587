-- Room on its page for a second version of every row: then a claim writes no index even where
-- everything on a page falls due at once.
ALTER TABLE "reminders" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "users" SET (fillfactor = 50);
