import { z } from 'zod';
import { REPEAT_UNITS } from '@/core/limits';
import { jsonLines } from '@/core/quick-add/test-data/blind-score';

/* The dialogues of `src/core/quick-add/test-data` (its README says what each field means). */

/** One value stands for a list of it. */
const listOf = <T extends z.ZodType>(value: T) =>
  z.union([z.array(value), value.transform((one) => [one])]);
const texts = listOf(z.string());

const rule = z.record(z.string(), z.unknown());

const made = z.object({
  kind: z.enum(['ready', 'ask', 'note', 'none', 'impossible', 'past']).default('ready'),
  at: z.optional(texts),
  title: z.optional(texts),
  rule: z.optional(z.nullable(rule)),
  flood: z.optional(z.boolean()),
  preAlerts: z.optional(z.array(z.number())),
});
export type WantedItem = z.infer<typeof made>;

const ASKS = ['which', 'when', 'what', 'delete', 'series', 'snooze', 'unclear'] as const;
export type AskKind = (typeof ASKS)[number];

const keys = texts.default([]);
const effects = z.object({
  done: keys,
  skipped: keys,
  deleted: keys,
  paused: keys,
  resumed: keys,
  floodEnds: keys,
  moved: z.record(z.string(), texts).default({}),
  renamed: z.record(z.string(), texts).default({}),
  rule: z.record(z.string(), z.nullable(rule)).default({}),
  preAlerts: z.record(z.string(), z.array(z.number())).default({}),
  made: listOf(made).default([]),
  note: texts.default([]),
  asks: z.optional(listOf(z.enum(ASKS))),
  answers: z.optional(texts),
  smallTalk: z.optional(z.boolean()),
  undone: z.optional(z.boolean()),
  nothing: z.optional(z.boolean()),
});
export type Wanted = z.infer<typeof effects>;

const after = z.string().default('0m').transform(milliseconds);
const step = z.union([
  z.object({ says: z.string(), after, makes: z.optional(texts) }),
  z.object({ replies: z.string(), to: z.string(), after, makes: z.optional(texts) }),
  z.object({ rings: z.string(), after }),
  // What the bot says in between is only told.
  z.object({ 'bot asks': z.unknown(), after }),
]);
export type Step = z.infer<typeof step>;

const stored = z.object({
  key: z.string(),
  text: z.string(),
  at: z.string(),
  every: z.union([z.enum(REPEAT_UNITS), rule]).nullish(),
  flood: z.boolean().default(false),
  preAlerts: z.array(z.number()).default([]),
  state: z.enum(['scheduled', 'paused', 'done', 'waiting']).default('scheduled'),
  rang: z.string().nullish(),
});
export type StoredReminder = z.infer<typeof stored>;

const dialogue = z.object({
  id: z.string(),
  zone: z.string(),
  now: z.string(),
  reminders: z.array(stored).default([]),
  steps: z.array(step).min(1),
  expect: listOf(effects),
});
export type Dialogue = z.infer<typeof dialogue>;

const UNITS = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** «90m», «1h30m», «40s» */
function milliseconds(span: string): number {
  let sum = 0;
  for (const [, count, unit = ''] of span.matchAll(/(\d+)\s*([smhd])/g)) {
    sum += Number(count) * (UNITS.get(unit) ?? 0);
  }
  return sum;
}

/** The dialogues of a file in JSON Lines; of a line that is none what is wrong with it. */
export const readDialogues = (text: string): (Dialogue | string)[] =>
  jsonLines(text).map((line, index) => {
    const read = dialogue.safeParse(line);
    return read.success ? read.data : `line ${index + 1}: ${z.prettifyError(read.error)}`;
  });
