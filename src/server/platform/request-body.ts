import 'server-only';
import { z } from 'zod';
import { AppError } from './errors';
import { parseJson } from './parse-json';

/** The largest body of a call by the mini app: a note of 4,000 characters is far below. */
const CALL_MAX_BYTES = 64 * 1024;
/** A file to import comes in at this address, and its characters may be escaped. */
const IMPORT_PATH = '/api/profile/import';
const IMPORT_BODY_MAX_BYTES = 8 * 1024 * 1024;
/** Far above any update of Telegram's: a message is 4,096 characters at most. */
export const UPDATE_MAX_BYTES = 512 * 1024;

/** Bytes of a body at most, at an address; `others` of all but one. */
export const maxBytesAt = (url: string, others: number): number =>
  url === IMPORT_PATH ? IMPORT_BODY_MAX_BYTES : others;

/** The JSON object of a body, counted while it is read. Throws `wrong-media-type`, `too-large`, `invalid`. */
export async function readJsonObject(
  request: Request,
  maxBytes = maxBytesAt(new URL(request.url).pathname, CALL_MAX_BYTES),
): Promise<Record<string, unknown>> {
  const mediaType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw new AppError('wrong-media-type');
  try {
    if (Number(request.headers.get('content-length')) > maxBytes) throw new AppError('too-large');
    const bytes = request.body ? await bytesWithin(request.body, maxBytes) : Buffer.of();
    if (bytes === 'too-large') throw new AppError('too-large');
    return z
      .record(z.string(), z.unknown())
      .parse(parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch (error) {
    if (error instanceof AppError) throw error;
    // No JSON in UTF-8, or the caller hung up in the middle: nothing of ours failed.
    throw new AppError('invalid');
  }
}

/** Counts a body while it comes, as what its header says of its size need not be so. */
export async function bytesWithin(body: ReadableStream<Uint8Array>, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    // Leaving the loop cancels what is still to come.
    if (size > maxBytes) return 'too-large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
