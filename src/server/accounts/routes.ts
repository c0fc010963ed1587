import 'server-only';
import { z } from 'zod';
import { type AdminResponses } from '@/contract/admin';
import { INIT_DATA_HEADER, type Responses } from '@/contract/api';
import { RATE_LIMITS } from '@/core/limits';
import { db as processDb, type Db } from '../platform/db/client';
import { env } from '../platform/env';
import { AppError } from '../platform/errors';
import { answering, failuresOf, type NextRoute } from '../platform/http';
import { LongList, longListResponse, UnchangedList } from '../platform/long-list';
import { type Picture, pictureResponse } from '../platform/picture';
import { takePermit, takePersonalPermit } from '../platform/rate-limit';
import { readJsonObject } from '../platform/request-body';
import { checkInitData, type TelegramUser } from '../telegram/init-data';
import { type Account, findAccount, hasAcceptedTerms, touchAccount } from './accounts';

export interface Visit<Body, Params> {
  db: Db;
  /** Verified by Telegram's signature. */
  telegramUser: TelegramUser;
  account: Account;
  body: Body;
  params: Params;
  now: Date;
  request: Request;
}

type Handle<B, P, Answer> = (visit: Visit<B, P>) => Promise<Answer>;
type AnswerOf<Answer> = Omit<Answer, 'success'> | LongList | UnchangedList;
interface RouteOptions<B, P> {
  /** Schema of the JSON body beside initData; a route without one is a GET. */
  body?: z.core.$ZodType<B>;
  /** Schema of the dynamic segments; what does not fit is an unknown id. */
  params?: z.core.$ZodType<P>;
  /** Bytes of a body at most, CALL_MAX_BYTES unless told. */
  maxBytes?: number;
  /** Status of the answer, 200 unless told. */
  status?: 200 | 201;
}
/** `{ id }` of a row: a positive whole number. */
export const idParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
});

/**
 * A route of the API for signed-in users: reads and bounds the body, checks init data, counts
 * against the rate limits, loads the account, demands accepted terms, parses body and params, and
 * turns every fault into the API's one shape. `_answers` names the contract's response.
 */
export function apiRoute<K extends keyof Responses, B = undefined, P = undefined>(
  _answers: K,
  options: RouteOptions<B, P>,
  handle: Handle<B, P, AnswerOf<Responses[K]>>,
): NextRoute {
  return userRoute(options, () => true, handle, jsonResponse);
}

/** The same for a GET that answers a picture of the user's own. */
export function pictureRoute<P>(
  options: Pick<RouteOptions<undefined, P>, 'params'>,
  handle: Handle<undefined, P, Picture>,
): NextRoute {
  const answer = (picture: Picture) => pictureResponse(picture, INIT_DATA_HEADER);
  return userRoute(options, () => true, handle, answer);
}

/**
 * The same for administrators. Anybody else gets the very answer that invalid init data get: nothing
 * tells that there is more to find.
 */
export function adminRoute<K extends keyof AdminResponses, B = undefined, P = undefined>(
  _answers: K,
  options: RouteOptions<B, P>,
  handle: Handle<B, P, AnswerOf<AdminResponses[K]>>,
): NextRoute {
  return userRoute(options, (user) => env().adminIds.has(user.id), handle, jsonResponse);
}

function jsonResponse(answer: object, status: number): Response {
  if (answer instanceof LongList || answer instanceof UnchangedList) {
    return longListResponse(answer);
  }
  return Response.json(
    { success: true, ...answer },
    { status, headers: { 'Cache-Control': 'no-store' } },
  );
}

function userRoute<B, P, Answer>(
  options: RouteOptions<B, P>,
  admits: (user: TelegramUser) => boolean,
  handle: Handle<B, P, Answer>,
  toResponse: (answer: Answer, status: number) => Response,
): NextRoute {
  return async (request, context) =>
    answering(request, { params: await context.params }, async () => {
      const now = new Date();
      const json = options.body ? await readJsonObject(request, options.maxBytes) : {};
      const initData = options.body ? json.initData : request.headers.get(INIT_DATA_HEADER);
      const db = processDb();
      const telegramUser = await identify(db, initData, request, now);
      await takePersonalPermit(db, 'api', telegramUser.id, now);
      if (!admits(telegramUser)) throw new AppError('forbidden');

      const account = await findAccount(db, telegramUser.id);
      if (!account || !hasAcceptedTerms(account)) throw new AppError('terms-required');
      await touchAccount(db, account, now);

      const body = parsed(options.body, json, 'invalid');
      const params = parsed(options.params, await context.params, 'not-found');
      const answer = await handle({ db, telegramUser, account, body, params, now, request });
      return toResponse(answer, options.status ?? 200);
    });
}

/** The user whom valid init data names; a failed check counts against the caller's address. */
async function identify(
  db: Db,
  initData: unknown,
  request: Request,
  now: Date,
): Promise<TelegramUser> {
  const user =
    typeof initData === 'string' && initData !== ''
      ? checkInitData(initData, env().botToken, now)
      : null;
  if (user) return user;
  try {
    await takePermit(db, failuresOf(request), RATE_LIMITS.failures, now);
  } catch (error) {
    // A stranger learns nothing about the database, not even that it is down.
    if (error instanceof AppError) throw error;
  }
  throw new AppError('forbidden');
}

function parsed<T>(
  schema: z.core.$ZodType<T> | undefined,
  value: unknown,
  code: 'invalid' | 'not-found',
): T;
function parsed(
  schema: z.core.$ZodType | undefined,
  value: unknown,
  code: 'invalid' | 'not-found',
): unknown {
  if (!schema) return undefined;
  const result = z.core.safeParse(schema, value);
  if (!result.success) throw new AppError(code);
  return result.data;
}
