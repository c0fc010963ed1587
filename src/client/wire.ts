import * as z from 'zod/mini';
import { type Failure, failure, type FieldError, INIT_DATA_HEADER } from '@/contract/api';
import { type Note } from '@/contract/note';
import { type Reminder } from '@/contract/reminder';
import { appTexts } from '@/texts/app';
import { ask, peekEarly, takeEarly } from './early';

// zod would try to compile its readers with `new Function`, which the page's CSP reports as an attack.
z.config({ jitless: true });

/**
 * Why a call failed. `stale`: Telegram's launch data are no longer accepted; `terms`: the terms have
 * to be accepted first; `rejected`: the server refused what was sent; `conflict`: the row has changed
 * meanwhile; `gone`: no such row any more; `offline`: no answer came; `server`: the server could not
 * answer. The last two may be tried again as they are.
 */
export type Fault = 'stale' | 'terms' | 'rejected' | 'conflict' | 'gone' | 'offline' | 'server';

/** A failed call. Its message is Russian and meant for the user. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    readonly fault: Fault,
    message: string,
    detail: Pick<Partial<Failure>, 'errors' | 'requestId' | 'notification' | 'note'> = {},
  ) {
    super(message);
    this.errors = detail.errors ?? [];
    this.requestId = detail.requestId;
    this.present = { reminder: detail.notification, note: detail.note };
  }
  /** By field of the form, in the order of the form. */
  readonly errors: readonly FieldError[];
  /** What the server's log calls the call; only of faults that nobody expected. */
  readonly requestId: string | undefined;
  /** Of a conflict: the row as it now is. */
  readonly present: { reminder: Reminder | undefined; note: Note | undefined };
}

/** No answer within this time counts as no connection. */
const TIMEOUT_MS = 15_000;
/** Rows read between two turns of the event loop: 10,000 at once would freeze a phone. */
const ROWS_PER_TURN = 400;

export interface Send {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** Asks and reads the answer by its schema. Rejects with ApiError and with nothing else. */
export async function get<T>(schema: z.ZodMiniType<T>, path: string, initData: string): Promise<T> {
  return read(schema, await answered(path, { headers: { [INIT_DATA_HEADER]: initData } }));
}

/** Sends a JSON body with the launch data in it, and reads the answer like `get`. */
export async function send<T>(
  schema: z.ZodMiniType<T>,
  { method, path, body, headers }: Send,
  initData: string,
): Promise<T> {
  const init = {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ ...body, initData }),
  };
  return read(schema, await answered(path, init));
}

/**
 * A good answer to an early request, if it has come already: for drawing at once what else would take
 * a spinner or skeletons first. It can still be asked for, and then costs no second request.
 */
export function early<T>(schema: z.ZodMiniType<T>, path: string): T | undefined {
  const answer = peekEarly(path);
  if (!answer?.ok) return undefined;
  const result = z.safeParse(schema, parseJson(answer.body));
  return result.success ? result.data : undefined;
}

/**
 * A list that may be long: read in slices, and the very same array again while the server's answer
 * has not changed, so that nothing is drawn anew. `early` is what `early()` is, for a short list.
 */
export function rowsReader<T>(path: string, key: string, row: z.ZodMiniType<T>) {
  const envelope = z.object({ success: z.literal(true), [key]: z.array(z.unknown()) });
  const slice = z.array(row);
  let last: { answer: string; rows: T[] } | null = null;
  const earlyRows = (): T[] | undefined => {
    const answer = peekEarly(path)?.body;
    const raw = early(envelope, path)?.[key];
    if (answer === undefined || !Array.isArray(raw) || raw.length > ROWS_PER_TURN) return undefined;
    const read = z.safeParse(slice, raw);
    if (!read.success) return undefined;
    last = { answer, rows: read.data };
    return read.data;
  };
  const list = async (initData: string): Promise<T[]> => {
    const answer = await answered(path, { headers: { [INIT_DATA_HEADER]: initData } });
    if (last?.answer === answer) return last.rows;
    const raw = read(envelope, answer)[key];
    if (!Array.isArray(raw)) throw unreadable();
    const rows: T[] = [];
    for (let at = 0; at < raw.length; at += ROWS_PER_TURN) {
      if (at > 0) await new Promise((next) => setTimeout(next));
      const read = z.safeParse(slice, raw.slice(at, at + ROWS_PER_TURN));
      if (!read.success) throw unreadable();
      rows.push(...read.data);
    }
    last = { answer, rows };
    return rows;
  };
  return { early: earlyRows, list };
}

/** The body of a successful answer. */
async function answered(path: string, init: RequestInit): Promise<string> {
  const early = await takeEarly(path)?.catch(() => null);
  const { ok, status, body } = early ?? (await ask(path, init, TIMEOUT_MS).catch(noConnection));
  if (!ok) throw refusal(status, body);
  return body;
}

function noConnection(): never {
  throw new ApiError('offline', appTexts.fault.offline);
}

function refusal(status: number, body: string): ApiError {
  const told = z.safeParse(failure, parseJson(body));
  if (!told.success) return wordlessRefusal(status);
  const { message } = told.data;
  if (status === 403) return new ApiError(told.data.requiresTerms ? 'terms' : 'stale', message);
  if (status === 429 || status >= 500) return new ApiError('server', message, told.data);
  if (status === 404) return new ApiError('gone', message);
  return new ApiError(status === 409 ? 'conflict' : 'rejected', message, told.data);
}

/** Something between us and the server refused: it knows no Russian. */
function wordlessRefusal(status: number): ApiError {
  const { server, tooLarge, tooMany } = appTexts.fault;
  if (status === 403) return new ApiError('stale', server);
  if (status === 413) return new ApiError('rejected', tooLarge);
  return new ApiError('server', status === 429 ? tooMany : server);
}

function read<T>(schema: z.ZodMiniType<T>, body: string): T {
  const result = z.safeParse(schema, parseJson(body));
  if (!result.success) throw unreadable();
  return result.data;
}

const unreadable = () => new ApiError('server', appTexts.fault.server);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
