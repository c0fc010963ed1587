import 'server-only';
import { z } from 'zod';
import { type AdminResponses } from '@/contract/admin';
import { INIT_DATA_HEADER, type Responses } from '@/contract/api';
import { RATE_LIMITS } from '@/core/limits';
import { db as processDb, type Db } from '../platform/db/client';
import { env } from '../platform/env';
import { AppError, found } from '../platform/errors';
import { answering, failuresOf, type NextRoute } from '../platform/http';
import { LongList, longListResponse, UnchangedList } from '../platform/long-list';
import { type Picture, pictureResponse } from '../platform/picture';
import { takePermit, takePersonalPermit } from '../platform/rate-limit';
import { readJsonObject } from '../platform/request-body';
import { checkInitData, type TelegramUser } from '../telegram/init-data';
import { type Account, findAccount, hasAcceptedTerms, touchAccount } from './accounts';

export interface Visit<Body = undefined> {
  db: Db;
  /** Verified by Telegram's signature. */
  telegramUser: TelegramUser;
  account: Account;
  userId: number;
  /** The id of the row that the address names; 0, which no row has, where it names none. */
  id: number;
  body: Body;
  query: Record<string, string>;
  now: Date;
  request: Request;
}

/** A handler gives the members of the answer, or nothing at all where the answer is only that it is done. */
type Given<Answer> =
  Answer extends Record<string, never>
    ? Promise<void>
    : MaybeLater<Answer | LongList | UnchangedList>;
type MaybeLater<T> = Promise<T> | T;
export type Handle<B, Answer> = (visit: Visit<B>) => Given<Answer>;
/** The schema of the JSON body beside initData; null makes a GET, with init data in a header. */
export type BodySchema<B> = z.core.$ZodType<B> | null;
/** Names the contract's response, with the status of the answer unless that is 200. */
export type Answers<K> = K | readonly [K, 201];

/**
 * A route of the API for signed-in users: reads and bounds the body, checks init data, counts
 * against the rate limits, loads the account, demands accepted terms, parses body and params, and
 * turns every fault into the API's one shape. `afterwards` follows what went well.
 */
export const apiRoute = <K extends keyof Responses, B = undefined>(
  answers: Answers<K>,
  body: BodySchema<B>,
  handle: Handle<B, Responses[K]>,
  afterwards?: (visit: Visit<B>) => void,
): NextRoute => userRoute(body, () => true, handle, jsonResponse(answers), afterwards);

/** Like `apiRoute`, for a GET that answers a picture of the user's own. */
export const pictureRoute = (handle: (visit: Visit) => Promise<Picture>): NextRoute =>
  userRoute(
    null,
    () => true,
    handle,
    (picture) => pictureResponse(picture, INIT_DATA_HEADER),
  );

/**
 * Like `apiRoute`, for administrators. Anybody else gets the very answer that invalid init data get: nothing
 * tells that there is more to find.
 */
export const adminRoute = <K extends keyof AdminResponses, B = undefined>(
  answers: Answers<K>,
  body: BodySchema<B>,
  handle: Handle<B, AdminResponses[K]>,
): NextRoute =>
  userRoute(body, (user) => env().adminIds.has(user.id), handle, jsonResponse(answers));

const jsonResponse = (answers: Answers<string>) => (answer: unknown) =>
  answer instanceof LongList || answer instanceof UnchangedList
    ? longListResponse(answer)
    : Response.json(Object.assign({ success: true }, answer), {
        status: typeof answers === 'string' ? 200 : answers[1],
        headers: { 'Cache-Control': 'no-store' },
      });

function userRoute<B, Answer>(
  bodySchema: BodySchema<B>,
  admits: (user: TelegramUser) => boolean,
  handle: (visit: Visit<B>) => Answer,
  toResponse: (answer: Awaited<Answer>) => Response,
  afterwards?: (visit: Visit<B>) => void,
): NextRoute {
  return async (request, context) => {
    const params = (await context.params) ?? {};
    return answering(request, params, async () => {
      const now = new Date();
      const json = bodySchema ? await readJsonObject(request) : {};
      const initData = bodySchema ? json.initData : request.headers.get(INIT_DATA_HEADER);
      const db = processDb();
      const telegramUser = await identify(db, initData, request, now);
      await takePersonalPermit(db, 'api', telegramUser.id, now);
      if (!admits(telegramUser)) throw new AppError('forbidden');

      const account = await findAccount(db, telegramUser.id);
      if (!account || !hasAcceptedTerms(account)) throw new AppError('terms-required');
      await touchAccount(db, account, now);

      const body = parsed(bodySchema, json);
      const id = 'id' in params ? found(rowIdOf(params.id)) : 0;
      const query = Object.fromEntries(new URL(request.url).searchParams);
      const visit = {
        db,
        telegramUser,
        account,
        userId: account.id,
        id,
        body,
        query,
        now,
        request,
      };
      const answer = await Promise.resolve(handle(visit)).catch(async (error: unknown) => {
        const isErased = (await findAccount(db, account.id)) === undefined;
        throw isErased ? new AppError('terms-required') : error;
      });
      afterwards?.(visit);
      return toResponse(answer);
    });
  };
}

/** The number of a row: positive and whole. */
export const rowIdOf = (text: unknown): number | undefined =>
  typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

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

/** Reads what a caller has sent by its schema; throws `invalid`. */
export function parsed<T>(schema: z.core.$ZodType<T> | null, value: unknown): T;
export function parsed(schema: z.core.$ZodType | null, value: unknown): unknown {
  if (!schema) return undefined;
  const result = z.core.safeParse(schema, value);
  if (!result.success) throw new AppError('invalid');
  return result.data;
}
