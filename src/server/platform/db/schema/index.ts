/*
 * Not in here, since Drizzle cannot express it, but at the end of migration 0000: the fill factor of
 * `reminders` and `users`, and when autovacuum runs.
 */

export * from './stored';
export * from './sharing';
export * from './drafts';
export * from './work';
