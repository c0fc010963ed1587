/**
 * How long the database may take, in milliseconds. A query waits for a connection, free or new, then for its
 * answer: with a database that is silent it fails after both together, 14 s.
 */
export const WAIT_FOR_CONNECTION_MS = 4_000;
/** A connection on which no answer comes for so long is dropped. */
export const SILENCE_LIMIT_MS = 10_000;
/** A connection that nobody uses ends before SILENCE_LIMIT_MS would take it for a silent one. */
export const IDLE_MS = 7_000;
/** What queries under way are given when a pool closes. */
export const CLOSE_LIMIT_MS = 5_000;

/**
 * How long a statement may run before the database ends it, which is before the connection would be
 * dropped; and how long a transaction may stand open while its client says nothing. `db:migrate` writes these two into a database that has
 * none; to change them in one that has, alter its setting (docs/operations.md).
 */
export const STATEMENT_LIMIT_MS = 8_000;
export const IDLE_TRANSACTION_MS = 30_000;
