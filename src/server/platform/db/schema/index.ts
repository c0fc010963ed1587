/*
 * Not in here, since Drizzle cannot express it: the fill factor of `reminders` and `users` (migration
 * 0006: a claim finds room for a row's new version on the same page, and writes no index) and when
 * autovacuum runs (0010: after a fiftieth of the rows, so that claims never walk over many dead ones).
 */

export * from './stored';
export * from './work';
