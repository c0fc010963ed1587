import { type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';

/** A request to the simulator, and what answers it. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
}

/** A refusal of the Bot API, with the status and the words Telegram uses. */
export class BotApiError extends Error {
  override name = 'BotApiError';
  constructor(
    readonly code: number,
    readonly description: string,
    /** Seconds, with code 429. */
    readonly retryAfter?: number,
    /** The call itself is wrong, and would be refused in any chat at any time. */
    readonly blamesCall = false,
  ) {
    super(description);
  }
}

/** A refusal because of how things stand in the chat: it is gone, nothing has changed, it is too late. */
export const badRequest = (what: string): BotApiError =>
  new BotApiError(400, `Bad Request: ${what}`);

/** A refusal that the caller has brought about by what it sent. */
export const badCall = (what: string): BotApiError =>
  new BotApiError(400, `Bad Request: ${what}`, undefined, true);

/** The question of a person that a call answers: Telegram takes no answer that comes late, nor another one. */
export function stillOpen<Question extends { askedAt: number; answer?: unknown }>(
  question: Question | undefined,
  forMs: number,
): Question {
  const isOpen = question && !question.answer && Date.now() - question.askedAt <= forMs;
  if (isOpen) return question;
  throw badRequest('query is too old and response timeout expired or query ID is invalid');
}

export const uploadedFile = z.object({
  fileName: z.string(),
  mimeType: z.string(),
  content: z.instanceof(Buffer),
});
export type UploadedFile = z.infer<typeof uploadedFile>;

/** What a call holds, by the names of its parameters; a file that comes with it is an UploadedFile. */
export type Fields = Readonly<Record<string, unknown>>;

/** Reads a call's fields: query, JSON or form. Throws 400 on a body that is not what its media type says. */
export async function readFields(request: IncomingMessage, url: URL): Promise<Fields> {
  const query = Object.fromEntries(url.searchParams);
  const body = await buffer(request);
  if (body.length === 0) return query;
  const contentType = request.headers['content-type'] ?? '';
  if (contentType.startsWith('application/json')) {
    const { data } = z.record(z.string(), z.unknown()).safeParse(parseJson(body.toString()));
    if (!data) throw badCall("can't parse JSON object");
    return { ...query, ...data };
  }
  const headers = { 'content-type': contentType };
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => {
    throw badCall('wrong multipart body');
  });
  const fields: Record<string, unknown> = query;
  for (const [name, value] of form.entries()) {
    fields[name] =
      typeof value === 'string'
        ? value
        : {
            fileName: value.name,
            mimeType: value.type,
            content: Buffer.from(await value.arrayBuffer()),
          };
  }
  return fields;
}

/** What a JSON text stands for; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
