DROP INDEX "deliveries_reminder";--> statement-breakpoint
DROP INDEX "deliveries_sent_at";--> statement-breakpoint
CREATE INDEX "deliveries_sent_at" ON "deliveries" USING brin ("sent_at");--> statement-breakpoint
-- A claim changes no column of any index: with room left in the page it writes no index either.
ALTER TABLE "reminders" SET (fillfactor = 75);--> statement-breakpoint
ALTER TABLE "users" SET (fillfactor = 80);
