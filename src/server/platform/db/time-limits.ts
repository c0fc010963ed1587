/**
 * Milliseconds. A query waits for a connection, then for its answer: with a silent database it fails after
 * both, 14 s.
 */
export const WAIT_FOR_CONNECTION_MS = 4_000;
/** The same for a migration, and for tests: other work may keep the machine busy. */
export const PATIENT_WAIT_MS = 30_000;
/** A connection on which no answer comes for so long is dropped. */
export const SILENCE_LIMIT_MS = 10_000;
/** A connection that nobody uses ends before SILENCE_LIMIT_MS would take it for a silent one. */
export const IDLE_MS = 7_000;
/** Queries under way are given so long when a pool closes. */
export const CLOSE_LIMIT_MS = 5_000;

/**
 * How long a statement may run, and a transaction stand open with a silent client. `db:migrate` writes
 * both into a database that has none; else alter its setting (docs/operations.md).
 */
export const STATEMENT_LIMIT_MS = 8_000;
export const IDLE_TRANSACTION_MS = 30_000;

/**
 * The clocks of two instances may differ by so much, together with the time that a claim takes to
 * reach the database: without this, the slower one would take a fresh lease for one from the future.
 */
export const CLOCKS_APART_MS = 30_000;
