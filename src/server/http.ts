import 'server-only';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type AdminResponses } from '@/contract/admin';
import { type Failure, INIT_DATA_HEADER, type Responses } from '@/contract/api';
import { RATE_LIMITS } from '@/core/limits';
import { type Account, findAccount, hasAcceptedTerms, touchAccount } from './accounts';
import { printOf } from './create-once';
import { readJsonObject } from './request-body';
import { db as processDb, type Db } from './db/client';
import { isPassingFault, safeFault } from './db/faults';
import { env } from './env';
import { AppError } from './errors';
import { log } from './log';
import { LongList, longListResponse, UnchangedList } from './long-list';
import { countRequest } from './metrics/process';
import { type Picture, pictureResponse } from './picture';
import { addressOf, refuseSpent, takePermit, takePersonalPermit } from './rate-limit';
import { sameSecret } from './secrets';
import { checkInitData, type TelegramUser } from './telegram/init-data';

/**
 * Characters of a path that are logged. Our own addresses are shorter; a stranger's may be endless.
 */
const PATH_LOGGED_MAX = 200;

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
type RouteParams = Record<string, string | string[] | undefined>;
type NextRoute = (request: Request, context: { params: Promise<RouteParams> }) => Promise<Response>;

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

/** A route for the scheduler: `Authorization: Bearer <CRON_SECRET>`, anything else is 403. */
export function cronRoute(
  run: (context: { db: Db; now: Date; request: Request }) => Promise<Record<string, unknown>>,
): NextRoute {
  return (request) =>
    answering(request, {}, async () => {
      demandBearer(request, env().cronSecret);
      const answer = await run({ db: processDb(), now: new Date(), request });
      return Response.json(
        { success: true, ...answer },
        { headers: { 'Cache-Control': 'no-store' } },
      );
    });
}

/**
 * A route for programs that know a token in the address and nothing else. One who does not gets 404, and
 * is counted like a failed check of init data; what is not `signed` by us is then refused unseen.
 */
export function tokenRoute(
  signed: (token: string) => boolean,
  answer: (context: {
    db: Db;
    token: string;
    now: Date;
    request: Request;
  }) => Promise<Response | null>,
): (request: Request, context: { params: Promise<{ token: string }> }) => Promise<Response> {
  return async (request, context) => {
    const params = await context.params;
    return answering(request, { params }, async () => {
      const db = processDb();
      const now = new Date();
      const { token } = params;
      const isSigned = signed(token);
      // A link of ours has permits of its own, so that strangers at the same address shut nobody out.
      const counted = isSigned ? `link:${printOf([token])}` : failuresOf(request);
      if (isSigned) await takePermit(db, counted, RATE_LIMITS.api, now);
      else refuseSpent(counted, RATE_LIMITS.failures, now);
      const found = await answer({ db, token, now, request });
      if (found) return found;
      if (!isSigned) await takePermit(db, counted, RATE_LIMITS.failures, now);
      throw new AppError('not-found');
    });
  };
}

/**
 * A route for Prometheus: `Authorization: Bearer <METRICS_TOKEN>`, anything else is 403; 404 where no such
 * token is set.
 */
export function metricsRoute(
  read: (context: { db: Db; now: Date }) => Promise<{ text: string; contentType: string }>,
): NextRoute {
  return (request) =>
    answering(request, {}, async () => {
      const { metricsToken } = env();
      if (metricsToken === undefined) throw new AppError('not-found');
      demandBearer(request, metricsToken);
      const { text, contentType } = await read({ db: processDb(), now: new Date() });
      const headers = { 'Cache-Control': 'no-store', 'Content-Type': contentType };
      return new Response(text, { headers });
    });
}

function demandBearer(request: Request, secret: string): void {
  const given = request.headers.get('authorization');
  if (!sameSecret(given, `Bearer ${secret}`)) throw new AppError('forbidden');
}

/**
 * An address with its parameters by their names: `/api/notes/:id`. Ids and tokens are in no metric, and
 * there are only as many routes as there are endpoints. Next gives parameters decoded, whichever way
 * an address spells them.
 */
function routeOf(pathname: string, params: RouteParams): string {
  const names = new Map<string, string>();
  for (const [name, value] of Object.entries(params)) {
    // Only the route for addresses that are no endpoint takes several segments.
    if (Array.isArray(value)) return `:${name}`;
    if (value !== undefined) names.set(value, `:${name}`).set(decoded(value), `:${name}`);
  }
  const segments = pathname.split('/').map(decoded);
  // Where the parameter stands is not clear: nothing of the address may stay.
  if (names.size > 0 && !segments.some((segment) => names.has(segment))) return UNREADABLE;
  return segments.map((segment) => names.get(segment) ?? segment).join('/');
}

const UNREADABLE = ':unreadable';

/** A segment as it is meant; never one that is no percent-encoding as it stands. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return UNREADABLE;
  }
}

/**
 * Runs a route and maps what it throws; unexpected faults are logged, never shown. The answer and
 * every line logged about it carry the same request id. `params` are the address's dynamic segments.
 */
export async function answering(
  request: Request,
  { params = {} }: { params?: RouteParams },
  route: () => Promise<Response>,
): Promise<Response> {
  const beganAt = performance.now();
  const { pathname } = new URL(request.url);
  const isTold = !('token' in params || 'unknown' in params);
  const about = {
    requestId: requestIdOf(request),
    method: request.method,
    // A token is in no log, nor what stands where there is no endpoint: it may be one, mistyped.
    path: (isTold ? pathname : routeOf(pathname, params)).slice(0, PATH_LOGGED_MAX),
  };
  const response = await route().catch((error: unknown) => {
    if (error instanceof AppError) return failureResponse(error, about.requestId);
    log.error({ ...about, fault: safeFault(error) }, 'request failed');
    const code = isPassingFault(error) ? 'unavailable' : 'internal';
    return failureResponse(new AppError(code), about.requestId);
  });
  response.headers.set('X-Request-Id', about.requestId);
  const tookMs = performance.now() - beganAt;
  const { status } = response;
  countRequest({ method: request.method, route: routeOf(pathname, params), status }, tookMs);
  // Every open app asks for its list again each few seconds: nothing new is no news.
  const level = status === 304 ? 'debug' : 'info';
  log[level]({ ...about, status, ms: Math.round(tookMs) }, 'request');
  return response;
}

/** The proxy's id for the request, so that its log and ours can be read together, or a new one. */
function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id') ?? '';
  return /^[\w:.-]{8,100}$/.test(given) ? given : randomUUID();
}

function failureResponse(error: AppError, requestId: string): Response {
  const body: Failure = {
    success: false,
    message: error.message,
    ...(error.errors && { errors: error.errors }),
    ...(error.code === 'terms-required' && { requiresTerms: true }),
    ...error.present,
    ...(error.status >= 500 && { requestId }),
  };
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  const retryAfter = error.retryAfter ?? (error.code === 'unavailable' ? 5 : undefined);
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  return Response.json(body, { status: error.status, headers });
}

/** Under which key a stranger is counted. */
const failuresOf = ({ headers }: Request): string => `failed:${addressOf(headers)}`;

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
