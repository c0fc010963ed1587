import { type AdminResponses } from '@/contract/admin';
import { type FieldError, type Responses, type ToldFailure } from '@/contract/api';
import { IDEMPOTENCY_HEADER, INIT_DATA_HEADER } from '@/contract/headers';
import { appTexts } from '@/texts/app';
import { attempt } from '../host/attempt';
import { member, parsed } from '../host/bridge';
import { type Answer, ask, peekAnswer, takeAnswer } from './prelude';

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
    /**
     * `requestId`: what the server's log calls the call, only of faults that nobody expected; `botUrl`: of missing terms,
     * the bot's chat, where they are accepted; `notification`, `note`: of a conflict, the row as it now is.
     */
    readonly told: Partial<ToldFailure> = {},
  ) {
    super(message);
    this.errors = (told.errors ?? []).flatMap(({ field, message: words }) =>
      words ? [{ field: field ?? '', message: words }] : [],
    );
  }
  /** By field of the form, in the order of the form. */
  readonly errors: readonly FieldError[];
}

/** Tells a call that failed in one of these ways. */
export const isFault = (error: unknown, ...ways: Fault[]): error is ApiError =>
  error instanceof ApiError && ways.includes(error.fault);

/** The message of a failed call; '' where there is none. */
export const saidIn = (fault: unknown): string => (fault instanceof ApiError ? fault.message : '');

type Answers = Responses & AdminResponses;
type Name = keyof Answers;

/**
 * Tells a good answer of that name by its outline. That our own server keeps to the contract is proven by its
 * tests, and not in every browser anew.
 */
const isGood = <N extends Name>(_name: N, value: unknown): value is Answers[N] =>
  member(value, 'success') === true;

const isFailure = (value: unknown): value is ToldFailure => member(value, 'success') === false;

/** No answer within this time counts as no connection. */
const TIMEOUT_MS = 15_000;

/** The four ways to call the server for one launch. Each rejects with ApiError and with nothing else. */
export function callsOf(initData: string) {
  /** Sends a JSON body. `key`, an idempotency key: what was done with the same one is not done again. */
  const by =
    (method: 'POST' | 'PUT' | 'DELETE') =>
    <N extends Name>(name: N, path: string, body?: object, key?: string) =>
      answerTo(name, path, {
        method,
        headers: { 'Content-Type': 'application/json', ...(key && { [IDEMPOTENCY_HEADER]: key }) },
        body: JSON.stringify({ ...body, initData }),
      });
  return {
    read: <N extends Name>(name: N, path: string) =>
      answerTo(name, path, { headers: { [INIT_DATA_HEADER]: initData } }),
    post: by('POST'),
    put: by('PUT'),
    remove: by('DELETE'),
  };
}

/** A good answer to a request of the prelude, if it has come already; asking for it costs no second request. */
export function fromPrelude<N extends Name>(name: N, path: string): Answers[N] | undefined {
  const answer = peekAnswer(path);
  return answer ? attempt(() => goodIn(name, answer), undefined) : undefined;
}

/**
 * A list, at any address: the very same array again while the answer of that address has not changed, so that
 * nothing is drawn anew and nothing is sent that is here already. `rowsIn` finds the rows of an answer.
 */
export function rowsReader<N extends 'reminders' | 'notes', R>(
  name: N,
  rowsIn: (answer: Answers[N]) => R[],
) {
  let last: { path: string; answer: Answer; rows: R[] } | null = null;
  const totals = new WeakMap<R[], number>();
  const rowsOf = (path: string, answer: Answer): R[] => {
    const whole = goodIn(name, answer);
    const rows = rowsIn(whole);
    const { total }: Partial<Answers['reminders'] & Answers['notes']> = whole;
    totals.set(rows, total ?? rows.length);
    last = { path, answer, rows };
    return rows;
  };
  return {
    /** The rows of the prelude's answer, if it is here already; it can still be taken. */
    fromPrelude: (path: string): R[] | undefined => {
      const answer = peekAnswer(path);
      return answer ? attempt(() => rowsOf(path, answer), undefined) : undefined;
    },
    list: async (path: string, initData: string): Promise<R[]> => {
      const known = last?.path === path ? last : null;
      const tag = known?.answer.tag ?? null;
      const headers = { [INIT_DATA_HEADER]: initData, ...(tag && { 'If-None-Match': tag }) };
      // The prelude's answer, if nobody has taken it yet; else a request with these headers.
      const answer = await asked(path, { headers });
      if (known && answer.status === UNCHANGED) return known.rows;
      if (known?.answer.body !== answer.body) return rowsOf(path, answer);
      last = { ...known, answer };
      return known.rows;
    },
    /** Whether the last rows that came are those of another address. */
    hasOther: (path: string): boolean => last !== null && last.path !== path,
    /** Of the very array that was read: how many rows there are in all, where it is a page of them. */
    totalOf: (rows: R[]): number | undefined => totals.get(rows),
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
  const message = told.message?.trim() ?? '';
  if (told.requiresTerms) return new ApiError('terms', message, told);
  if (status === 403) return new ApiError('stale', message, told);
  if (status === 429 || status >= 500) return new ApiError('server', message, told);
  if (status === 404) return new ApiError('gone', message);
  return new ApiError(status === 409 ? 'conflict' : 'rejected', message, told);
}

/** A refusal without a message of ours: it came from a proxy in front of the server. */
function wordlessRefusal(status: number): ApiError {
  const { tooLarge, tooMany } = appTexts.fault;
  if (status === 403) return new ApiError('stale', '');
  if (status === 413) return new ApiError('rejected', tooLarge);
  return new ApiError('server', status === 429 ? tooMany : '');
}

const answerTo = async <N extends Name>(name: N, path: string, init: RequestInit) =>
  goodIn(name, await asked(path, init));

/** What an answer of that name holds; throws why it holds none. */
function goodIn<N extends Name>(name: N, answer: Answer): Answers[N] {
  const value = parsed(answer.body);
  if (!answer.ok || !isGood(name, value)) throw refusal(answer);
  return value;
}
