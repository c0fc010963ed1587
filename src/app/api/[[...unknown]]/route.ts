import { AppError } from '@/server/platform/errors';
import { answering } from '@/server/platform/http';

/** Addresses below /api that are no endpoint: an answer of the API's, not a page. */
export const GET = (request: Request): Promise<Response> =>
  answering(request, { unknown: [] }, () => Promise.reject(new AppError('not-found')));
export const POST = GET;
export const PUT = GET;
export const DELETE = GET;
