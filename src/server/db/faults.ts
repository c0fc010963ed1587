import 'server-only';

/** SQLSTATE: two characters of class, three of detail. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Classes 22 (data exception) and 23 (integrity constraint violation). */
const BLAMES_DATA = /^2[23]/;
/** What node and postgres.js say of a connection: ECONNREFUSED, EAI_AGAIN, CONNECT_TIMEOUT, CONNECTION_CLOSED… */
const CONNECTION = /^(E(?!RR_)[A-Z_]+|CONNECT_TIMEOUT|CONNECTION_[A-Z]+)$/;

/** The code of the innermost fault: drivers and Drizzle wrap one another. */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const inner = 'cause' in error ? codeOf(error.cause) : undefined;
  return inner ?? ('code' in error && typeof error.code === 'string' ? error.code : undefined);
}

/** Whether PostgreSQL refused the values that were to be written: the same row will be refused again. */
export const isDataFault = (error: unknown): boolean => {
  const code = codeOf(error) ?? '';
  return SQLSTATE.test(code) && BLAMES_DATA.test(code);
};

/**
 * Whether the database, or the way to it, kept a statement from being carried out: gone, overloaded,
 * full, read-only, deadlocked, in the middle of a migration. The same statement may succeed later, so
 * nothing is to be given up for it. Everything that has a code is such a fault unless it blames the
 * data (isDataFault); a fault without one is a bug of ours.
 */
export const isPassingFault = (error: unknown): boolean => {
  const code = codeOf(error) ?? '';
  return CONNECTION.test(code) || (SQLSTATE.test(code) && !BLAMES_DATA.test(code));
};

/**
 * What may be logged of a fault: names and codes. Messages are left out, since a failed query's
 * message quotes its parameters, which are users' texts.
 */
export function safeFault(error: unknown): { name: string; code?: string; at?: string } {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = codeOf(error);
  const at = error.stack
    ?.split('\n')
    .find((line) => line.trimStart().startsWith('at '))
    ?.trim();
  return { name: error.name, ...(code && { code }), ...(at && { at }) };
}
