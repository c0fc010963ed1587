import { type IncomingMessage } from 'node:http';
import { z } from 'zod';
import { badCall } from './bot-api-error';

/** Telegram takes uploads of 50 MB; nothing here needs that much. */
const BODY_MAX_BYTES = 20 * 1024 * 1024;

export interface UploadedFile {
  fileName: string;
  mimeType: string;
  content: Buffer;
}

/** A call's parameters, wherever they came from: query, JSON, form or multipart. */
export class Params {
  constructor(
    readonly fields: Readonly<Record<string, unknown>>,
    readonly files: ReadonlyMap<string, UploadedFile> = new Map(),
  ) {}

  /** A text; forms send everything as one, JSON may send numbers and booleans. */
  string(name: string): string | undefined {
    const value = this.fields[name];
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    return undefined;
  }

  integer(name: string): number | undefined {
    const text = this.string(name)?.trim();
    return text !== undefined && /^-?\d{1,16}$/.test(text) ? Number(text) : undefined;
  }

  flag(name: string): boolean {
    return ['true', '1', 'yes', 't', 'y'].includes((this.string(name) ?? '').toLowerCase());
  }

  /** A structured parameter: forms carry it as JSON text, a JSON body may hold it as it is. */
  structure(name: string): unknown {
    const value = this.fields[name];
    if (typeof value !== 'string' || value === '') return value === '' ? undefined : value;
    try {
      return JSON.parse(value);
    } catch {
      throw badCall(`can't parse ${name.replaceAll('_', ' ')} JSON object`);
    }
  }
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const part = z.instanceof(Buffer).parse(chunk);
    size += part.length;
    if (size > BODY_MAX_BYTES) throw badCall('Request Entity Too Large');
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

/** Reads a call's parameters. Throws 400 on a body that is not what its media type says. */
export async function readParams(request: IncomingMessage, url: URL): Promise<Params> {
  const query = Object.fromEntries(url.searchParams);
  const body = await readBody(request);
  if (body.length === 0) return new Params(query);
  const contentType = request.headers['content-type'] ?? '';
  if (contentType.startsWith('application/json')) {
    const parsed = z.record(z.string(), z.unknown()).safeParse(parseJson(body.toString()));
    if (!parsed.success) throw badCall("can't parse JSON object");
    return new Params({ ...query, ...parsed.data });
  }
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    return new Params({ ...query, ...Object.fromEntries(new URLSearchParams(body.toString())) });
  }
  if (contentType.startsWith('multipart/form-data')) {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType },
    })
      .formData()
      .catch(() => {
        throw badCall('wrong multipart body');
      });
    const fields: Record<string, unknown> = { ...query };
    const files = new Map<string, UploadedFile>();
    for (const [name, value] of form.entries()) {
      if (typeof value === 'string') fields[name] = value;
      else {
        files.set(name, {
          fileName: value.name,
          mimeType: value.type,
          content: Buffer.from(await value.arrayBuffer()),
        });
      }
    }
    return new Params(fields, files);
  }
  return new Params(query);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
