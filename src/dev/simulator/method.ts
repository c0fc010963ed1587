import { z } from 'zod';
import { badCall, type BotApiError, type Fields, parseJson } from './call';
import { type UpdateFeed } from './update-feed';
import { type World } from './world';

export interface Telegram {
  readonly world: World;
  readonly feed: UpdateFeed;
}

/** Does a call, which spells the method's name properly, and answers its result. Throws BotApiError. */
export type Method = (name: string, fields: Fields, telegram: Telegram) => unknown;

/**
 * A method of the Bot API: its parameters, of which there are those that the product uses, and what it does
 * with them. Telegram itself takes no notice of a parameter that it does not know, and reads a value of a
 * wrong type as none; here both are refused, since what they were meant to do would not happen. Such
 * refusals begin with `simulator:`, all others are Telegram's own.
 * https://core.telegram.org/bots/api#available-methods
 */
export function method<S extends z.ZodRawShape>(
  shape: S,
  act: (given: z.output<z.ZodObject<S, z.core.$strict>>, telegram: Telegram) => unknown,
): Method {
  const schema = z.strictObject(shape);
  return (name, fields, telegram) => {
    if (!isWellFormed(fields)) throw badCall('strings must be encoded in UTF-8');
    const given = Object.entries(fields).filter(
      ([field, value]) =>
        value !== null &&
        value !== undefined &&
        // Telegraf's uploads name their method once more.
        !(field === 'method' && value === name),
    );
    const read = schema.safeParse(Object.fromEntries(given));
    if (!read.success) throw complaint(name, fields, read.error);
    return act(read.data, telegram);
  };
}

function complaint(name: string, fields: Fields, { issues: [issue] }: z.ZodError): BotApiError {
  const field = issue?.path[0]?.toString() ?? '';
  if (issue?.code === 'custom') return badCall(issue.message);
  if (issue?.code === 'unrecognized_keys' && field === '') {
    return badCall(`simulator: ${name} has no parameter "${issue.keys.join('", "')}"`);
  }
  if (!(field in fields)) {
    return badCall(`simulator: ${name} lacks its parameter "${field}"`);
  }
  const where = issue?.path.join('.') ?? '';
  return badCall(`simulator: ${name}: parameter "${where}": ${issue?.message ?? ''}`);
}

/** Half a surrogate pair cannot be written in UTF-8, and Telegram takes nothing else. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return !/\p{Surrogate}/u.test(value);
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return true;
  return Object.entries(value).every(([key, each]) => isWellFormed(key) && isWellFormed(each));
}

/*
 * Types of parameters. Forms send everything as text, JSON may send numbers and booleans. A `refine` says
 * the words of Telegram's refusal.
 */

export const text = z.union([z.string(), z.number()]).transform(String);
export const integer = z
  .union([z.number().int(), z.string().regex(/^-?\d{1,16}$/)])
  .transform(Number);
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .transform((value) => String(value) === 'true');
/** An object or a list; forms carry it as JSON text. */
export const structure = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? (parseJson(value) ?? value) : value),
    schema,
  );
