import { type ToldFailure, type FieldError } from '@/contract/api';
import { IDEMPOTENCY_HEADER, INIT_DATA_HEADER } from '@/contract/headers';
import { type Note } from '@/contract/note';
import { type Reminder } from '@/contract/reminder';
import { appTexts } from '@/texts/app';
import { parsed } from '../host/bridge';
import { type Check, checksInFull, foundMisfit, isFailure, isRecord } from './response-check';
import { type Answer, ask, peekAnswer, ROWS_AT_ONCE, takeAnswer } from './prelude';

/**
 * Why a call failed. `stale`: Telegram's launch data are no longer accepted; `terms`: the terms have
 * to be accepted first; `rejected`: the server refused what was sent; `conflict`: the row has changed
 * meanwhile; `gone`: no such row any more; `offline`: no answer came; `server`: the server could not
 * answer. The last two may be tried again as they are.
 */
export type Fault = 'stale' | 'terms' | 'rejected' | 'conflict' | 'gone' | 'offline' | 'server';

/** A failed call. Its message is Russian and meant for the user; '' where the server gave none. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    readonly fault: Fault,
    message: string,
    detail: Omit<Partial<ToldFailure>, 'success' | 'message' | 'requiresTerms'> = {},
  ) {
    super(message);
    this.errors = (detail.errors ?? []).flatMap(({ field, message: words }) =>
      words ? [{ field: field ?? '', message: words }] : [],
    );
    this.requestId = detail.requestId;
    this.botUrl = detail.botUrl;
    this.present = { reminder: detail.notification, note: detail.note };
  }
  /** By field of the form, in the order of the form. */
  readonly errors: readonly FieldError[];
  /** What the server's log calls the call; only of faults that nobody expected. */
  readonly requestId: string | undefined;
  /** Of missing terms: the bot's chat, where they are accepted. */
  readonly botUrl: string | undefined;
  /** Of a conflict: the row as it now is. */
  readonly present: { reminder: Reminder | undefined; note: Note | undefined };
}

/** The message of a failed call; '' where there is none. */
export const saidIn = (fault: unknown): string => (fault instanceof ApiError ? fault.message : '');

/** No answer within this time counts as no connection. */
const TIMEOUT_MS = 15_000;

export interface Send {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object | undefined;
  /** An idempotency key: what was done with the same one is not done again. */
  key?: string | undefined;
}

/** Asks and reads the answer. Rejects with ApiError and with nothing else. */
export const get = <T>(check: Check<T>, path: string, initData: string): Promise<T> =>
  read(check, path, { headers: { [INIT_DATA_HEADER]: initData } });

/** Sends a JSON body with the launch data in it, and reads the answer like `get`. */
export const send = <T>(
  check: Check<T>,
  { method, path, body, key }: Send,
  initData: string,
): Promise<T> =>
  read(check, path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(key && { [IDEMPOTENCY_HEADER]: key }) },
    body: JSON.stringify({ ...body, initData }),
  });

/** A good answer to a request of the prelude, if it has come already; asking for it costs no second request. */
export function fromPrelude<T>(check: Check<T>, path: string): T | undefined {
  const answer = peekAnswer(path);
  const value = answer?.ok ? parsed(answer.body) : undefined;
  return check(value) ? value : undefined;
}

/**
 * A list that may be long, at any address: read in slices, and the very same array again while the answer
 * of that address has not changed, so that nothing is drawn anew and nothing is sent that is here already.
 * `fromPrelude` is what the function of that name is, for a short list.
 */
export function rowsReader<T>(key: string, check: Check<T[]>) {
  // `inFull` false: taken by its outline.
  let last: { path: string; answer: Answer; rows: T[]; inFull: boolean } | null = null;
  const totals = new WeakMap<T[], number>();
  const rowsFromPrelude = (path: string): T[] | undefined => {
    const answer = peekAnswer(path);
    const raw = answer?.ok ? rowsIn(answer.body) : undefined;
    if (!answer || !raw || raw.rows.length > ROWS_AT_ONCE || !check(raw.rows)) return undefined;
    last = { path, answer, rows: raw.rows, inFull: checksInFull() };
    totals.set(raw.rows, raw.total);
    return raw.rows;
  };
  const rowsIn = (body: string): { rows: unknown[]; total: number } | undefined => {
    const whole = parsed(body);
    if (!isRecord(whole) || whole['success'] !== true) return undefined;
    const { [key]: rows, total } = whole;
    if (!Array.isArray(rows)) return undefined;
    return { rows, total: typeof total === 'number' ? total : rows.length };
  };
  const list = async (path: string, initData: string): Promise<T[]> => {
    const known = last?.path === path && (last.inFull || !foundMisfit()) ? last : null;
    const tag = known?.answer.tag ?? null;
    const headers = { [INIT_DATA_HEADER]: initData, ...(tag && { 'If-None-Match': tag }) };
    const answer = await asked(path, { headers });
    if (known && answer.status === UNCHANGED) return known.rows;
    if (!answer.ok) throw refusal(answer);
    if (known?.answer.body === answer.body) {
      last = { ...known, answer };
      return known.rows;
    }
    const raw = rowsIn(answer.body);
    if (!raw) throw unreadable();
    const inFull = checksInFull();
    const rows: T[] = [];
    for (let at = 0; at < raw.rows.length; at += ROWS_AT_ONCE) {
      if (at > 0) await new Promise((next) => setTimeout(next));
      const slice: unknown = raw.rows.slice(at, at + ROWS_AT_ONCE);
      if (!check(slice)) throw unreadable();
      rows.push(...slice);
    }
    last = { path, answer, rows, inFull };
    totals.set(rows, raw.total);
    return rows;
  };
  return {
    fromPrelude: rowsFromPrelude,
    list,
    /** Whether the last rows that came are those of another address. */
    hasOther: (path: string): boolean => last !== null && last.path !== path,
    /** Of the very array that was read: how many rows there are in all, where it is a page of them. */
    totalOf: (rows: T[]): number | undefined => totals.get(rows),
  };
}

/** The status of an answer to `If-None-Match`. */
const UNCHANGED = 304;

async function asked(path: string, init: RequestInit): Promise<Answer> {
  const first = await takeAnswer(path)?.catch(() => null);
  if (first) return first;
  return ask(path, init, TIMEOUT_MS).catch(() => {
    throw new ApiError('offline', appTexts.fault.offline);
  });
}

function refusal({ status, body }: Answer): ApiError {
  const told = parsed(body);
  if (!isFailure(told)) return wordlessRefusal(status);
  const message = told.message ?? '';
  if (status === 403) return new ApiError(told.requiresTerms ? 'terms' : 'stale', message, told);
  if (status === 429 || status >= 500) return new ApiError('server', message, told);
  if (status === 404) return new ApiError('gone', message);
  return new ApiError(status === 409 ? 'conflict' : 'rejected', message, told);
}

/** A refusal without a message of ours: it came from a proxy in front of the server. */
function wordlessRefusal(status: number): ApiError {
  const { server, tooLarge, tooMany } = appTexts.fault;
  if (status === 403) return new ApiError('stale', server);
  if (status === 413) return new ApiError('rejected', tooLarge);
  return new ApiError('server', status === 429 ? tooMany : server);
}

async function read<T>(check: Check<T>, path: string, init: RequestInit): Promise<T> {
  const answer = await asked(path, init);
  if (!answer.ok) throw refusal(answer);
  const value = parsed(answer.body);
  if (isFailure(value) && value.requiresTerms) throw refusal({ ...answer, status: FORBIDDEN });
  if (!check(value)) throw unreadable();
  return value;
}

const FORBIDDEN = 403;
const unreadable = () => new ApiError('server', appTexts.fault.server);
