import 'server-only';
import { randomUUID } from 'node:crypto';
import { type Failure } from '@/contract/api';
import { isPassingFault, safeFault } from './db/faults';
import { type Env, env } from './env';
import { AppError } from './errors';
import { log } from './log';
import { countRequest } from './metrics';
import { addressOf } from './rate-limit';
import { sameSecret } from './secrets';

/** Characters of a path that are logged: a stranger's may be endless. */
const PATH_LOGGED_MAX = 200;

type RouteParams = Record<string, string | string[] | undefined>;
/** `params`: undefined where the address has none. */
export type NextRoute = (
  request: Request,
  context: { params: Promise<RouteParams> | undefined },
) => Promise<Response>;

/** A route for who knows a secret: `Authorization: Bearer …`, anything else is 403; 404 where none is set. */
export const bearerRoute =
  (
    secretOf: (known: Env) => string | undefined,
    run: (request: Request) => Promise<Response>,
  ): NextRoute =>
  (request) =>
    answering(request, {}, async () => {
      const secret = secretOf(env());
      if (secret === undefined) throw new AppError('not-found');
      const given = request.headers.get('authorization');
      if (!sameSecret(given, `Bearer ${secret}`)) throw new AppError('forbidden');
      const response = await run(request);
      response.headers.set('Cache-Control', 'no-store');
      return response;
    });

/** A route for the scheduler, which knows CRON_SECRET. */
export const cronRoute = (run: (request: Request) => Promise<Record<string, unknown>>): NextRoute =>
  bearerRoute(
    ({ cronSecret }) => cronSecret,
    async (request) => Response.json({ success: true, ...(await run(request)) }),
  );

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
  // It is not clear where the parameter stands: nothing of the address may stay.
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
  params: RouteParams,
  route: () => Promise<Response>,
): Promise<Response> {
  const beganAt = performance.now();
  const { pathname } = new URL(request.url);
  const mayLogPath = !('token' in params || 'unknown' in params);
  const about = {
    requestId: requestIdOf(request),
    method: request.method,
    // A token is in no log, nor what stands where there is no endpoint: it may be one, mistyped.
    path: (mayLogPath ? pathname : routeOf(pathname, params)).slice(0, PATH_LOGGED_MAX),
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
  // Every open app asks for its list again each half minute: nothing new is no news.
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
    ...(error.code === 'terms-required' && { requiresTerms: true, ...startOfBot() }),
    ...error.present,
    ...(error.status >= 500 && { requestId }),
  };
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  const retryAfter = error.retryAfter ?? (error.code === 'unavailable' ? 5 : undefined);
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
  return Response.json(body, { status: error.status, headers });
}

/** A link without a payload opens the chat only, and leaves /start to be typed. */
function startOfBot(): Pick<Failure, 'botUrl'> {
  const { botUsername } = env();
  return botUsername === undefined ? {} : { botUrl: `https://t.me/${botUsername}?start=terms` };
}

export const failuresOf = ({ headers }: Request): string => `failed:${addressOf(headers)}`;
