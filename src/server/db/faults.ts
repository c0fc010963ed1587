import 'server-only';

/** PostgreSQL and driver codes that mean "no database right now", not "a wrong statement". */
const DOWN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ENOENT',
  'ETIMEDOUT',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '53300', // too_many_connections
  '08000',
  '08001',
  '08003',
  '08006',
]);

/** The code of the innermost fault: drivers and Drizzle wrap one another. */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const inner = 'cause' in error ? codeOf(error.cause) : undefined;
  return inner ?? ('code' in error && typeof error.code === 'string' ? error.code : undefined);
}

/** Whether a fault says that the database cannot be reached or is going down. */
export const isDatabaseDown = (error: unknown): boolean => DOWN.has(codeOf(error) ?? '');

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
