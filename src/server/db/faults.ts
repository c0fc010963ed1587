import 'server-only';
import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { codeOfFault, connectionCause } from './connection-cause';

/** SQLSTATE: two characters of class, three of detail. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Classes 22 (data exception) and 23 (integrity constraint violation). */
const BLAMES_DATA = /^2[23]/;
/** What Node, OpenSSL and ./connection-cause say of a connection: ECONNREFUSED, ERR_TLS_…, CERT_HAS_EXPIRED, CONNECTION_CLOSED… */
const CONNECTION =
  /^(E(?!RR_(?!TLS_|SSL_))[A-Z_]+|(CERT|SELF|UNABLE|DEPTH)_[A-Z_]+|CONNECT_TIMEOUT|CONNECTION_[A-Z]+)$/;

/** Causes may refer to one another in a circle. */
const CAUSES_MAX = 5;

/** A fault and what it was caused by, outermost first: drivers and Drizzle wrap one another. */
function chainOf(error: unknown): object[] {
  const chain: object[] = [];
  let each = error;
  while (typeof each === 'object' && each !== null && chain.length <= CAUSES_MAX) {
    if (chain.includes(each)) break;
    chain.push(each);
    each = 'cause' in each ? each.cause : undefined;
  }
  return chain;
}

/** The code of the innermost fault that has one. */
const codeOf = (error: unknown): string | undefined =>
  chainOf(error).map(codeOfFault).findLast(Boolean);

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

/** What may be logged of a fault. */
export interface SafeFault {
  name: string;
  /** The innermost: what the database or the network said. */
  code?: string;
  /** Where the database cannot be used: why, in words for an operator. */
  means?: string;
  /** The first place of ours on the way up, or the first at all where none is of ours. */
  at?: string;
  /** Of the schema, as PostgreSQL names them. */
  table?: string;
  column?: string;
  constraint?: string;
  /** What it was caused by, outermost first. */
  causes?: { name: string; code?: string }[];
}

/**
 * Names, codes and places of a fault and its causes. Nothing of a message is in them: the message of
 * a failed query quotes its parameters, which are users' texts, and any library may quote what it
 * was given.
 */
export function safeFault(error: unknown): SafeFault {
  if (!(error instanceof Error)) return { name: typeof error };
  const chain = chainOf(error).filter((each) => each instanceof Error);
  const causes = chain
    .slice(1)
    .map((each) => withoutGaps(nameOf(each), { code: codeOfFault(each) }));
  const frames = chain.flatMap(framesOf);
  const at = frames.find((frame) => !/node_modules|node:/.test(frame)) ?? frames[0];
  const fault = withoutGaps(nameOf(error), {
    code: codeOf(error),
    table: namedBy(chain, 'table'),
    column: namedBy(chain, 'column'),
    constraint: namedBy(chain, 'constraint'),
  });
  const means = connectionCause(error);
  return {
    ...fault,
    ...(means !== undefined && { means }),
    ...(at !== undefined && { at }),
    ...(causes.length > 0 && { causes }),
  };
}

/** A name with those of the words beside it that programs give to things. */
const withoutGaps = (name: string, words: Record<string, string | undefined>) => ({
  name,
  ...Object.fromEntries(Object.entries(words).filter(([, word]) => identifier(word) !== undefined)),
});

/** Undefined for what people write: it has other letters, or is longer. */
const identifier = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z0-9_.$-]{1,63}$/.test(value) ? value : undefined;

const nameOf = (error: Error): string => identifier(error.name) ?? 'Error';

/** What PostgreSQL names beside a message: fields of the driver's error. */
const namedBy = (chain: readonly Error[], field: string): string | undefined =>
  chain
    .flatMap((error) => Object.entries(error))
    .map(([key, value]) => (key === field ? identifier(value) : undefined))
    .find(Boolean);

/** `at place (file:line:column)` as V8 writes it; functions and files have no other characters. */
const FRAME = /^at (?:[\w$.<>[\] #]{1,100} \()?[\w$@./:[\]()~+-]{1,300}:\d{1,7}:\d{1,7}\)?$/;

const PLACE = /^(?<called>at .* \(|at )(?<file>\/.+):(?<line>\d+):(?<column>\d+)(?<end>\)?)$/;

/**
 * The place in the sources that a place in the build stands for; the same one where there is no map.
 * Node would see to it (`process.setSourceMapsEnabled`), but Next puts its own writer of stacks in between.
 */
function inSources(frame: string): string {
  const { called = '', file = '', line, column, end = '' } = PLACE.exec(frame)?.groups ?? {};
  const origin = findSourceMap(file)?.findEntry(Number(line) - 1, Number(column) - 1);
  if (!origin || !('originalSource' in origin) || !origin.originalSource.startsWith('file:')) {
    return frame;
  }
  const place = `${fileURLToPath(origin.originalSource)}:${origin.originalLine + 1}`;
  return `${called}${place}:${origin.originalColumn + 1}${end}`;
}

/**
 * The places in an error's stack. A stack begins with the error's name and message, whose lines may
 * look like places: they are cut off by the message's length, and where the stack does not begin with
 * the message that the error has now, there are no places.
 */
function framesOf({ message, stack = '' }: Error): string[] {
  const name = /^[\w$.]*(?: \[\w+\])?/.exec(stack)?.[0] ?? '';
  const heads = message === '' ? [name, `${name}: `] : [`${name}: ${message}`];
  const head = heads.find((each) => stack.startsWith(`${each}\n    at `));
  if (head === undefined) return [];
  const lines = stack.slice(head.length + 1).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('    at '));
  return lines
    .slice(0, end < 0 ? undefined : end)
    .map((line) => inSources(line.trim()).replace(`${process.cwd()}/`, ''))
    .filter((line) => FRAME.test(line));
}
