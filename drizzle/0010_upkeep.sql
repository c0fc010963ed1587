-- PostgreSQL vacuums a table once a fifth of it is dead: with 5,000,000 reminders after 1,000,000
-- updates, so that 200,000 sends of a morning passed without one, and each claim walked over what they
-- had left at the front of the index. A fiftieth, and at least a thousand rows, keeps that short; the
-- ledger, which only grows and loses its oldest rows, is looked at as often so that its old part is
-- frozen and marked as visible piece by piece.
ALTER TABLE "reminders" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 1000);--> statement-breakpoint
ALTER TABLE "users" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 1000);--> statement-breakpoint
ALTER TABLE "deliveries" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 10000, autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 10000);--> statement-breakpoint
-- Tables whose rows come and go all day. The pace's one row needs nothing: 50 updates are due as it is.
ALTER TABLE "processed_updates" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);--> statement-breakpoint
ALTER TABLE "rate_permits" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);--> statement-breakpoint
ALTER TABLE "drafts" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);--> statement-breakpoint
ALTER TABLE "notes" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
