import { z } from 'zod';
import { type QuickAddContext, type QuickAddResult, readMessage } from '../../quick-add';
import { wallTimeToInstant } from '../../time-zone';
import { readConversation } from '../conversation/conversation';
import { readRequest } from '../messages/request';
import { readPauseAll } from '../replies/pause-all';

/*
 * Scores the grammar against a set of phrases and what a person means by them. Said on 20 November 2026, a
 * Friday, at 12:00 in Moscow, where a line names no clock of its own (README.md, «First lines»).
 */

const rule = z.record(z.string(), z.unknown());
const item = z.object({
  kind: z.enum(['ready', 'ask', 'note', 'none', 'impossible', 'past']),
  /** Wall times, any of which is right. */
  at: z.optional(z.array(z.string())),
  title: z.optional(z.array(z.string())),
  rule: z.optional(z.nullable(rule)),
  flood: z.optional(z.boolean()),
  preAlerts: z.optional(z.array(z.number())),
  what: z.optional(z.string()),
});
type Item = z.infer<typeof item>;

/** One line of a set: every item of `expect`, or of one of the lists of `or`, is to come. */
export const blindLine = z.object({
  text: z.string(),
  now: z.optional(z.string()),
  zone: z.optional(z.string()),
  expect: z.array(item),
  or: z.optional(z.array(z.array(item))),
});
export type BlindLine = z.infer<typeof blindLine>;

/**
 * `untidy`: what was meant, under another title; `asked`: not understood, and nothing stored without a question;
 * `silent`: something else was stored.
 */
export type Verdict = 'right' | 'untidy' | 'asked' | 'silent';

export const BLIND_CONTEXT: QuickAddContext = {
  now: wallTimeToInstant('2026-11-20T12:00', 'Europe/Moscow'),
  timeZone: 'Europe/Moscow',
  types: [],
  categories: [],
};

/** What the card would do with a reading. */
function shown(result: QuickAddResult): Item & { doubtful: boolean } {
  const doubtful = result.doubt !== null;
  const { text, floodInterval, preAlerts } = result;
  const base = { title: [text], flood: floodInterval !== null, preAlerts, doubtful };
  switch (result.outcome) {
    case 'ready': {
      // The sets ask for dates; a year of birth changes none.
      const { birthYear, ...repeats } = result.rule ?? {};
      const what = { at: [result.wallTime], rule: result.rule && { ...repeats } };
      return { ...base, ...what, kind: doubtful ? 'ask' : 'ready', what: 'doubt' };
    }
    case 'needs-time':
      return { ...base, kind: 'ask', what: 'time' };
    case 'no-text':
      return { ...base, kind: 'ask', what: 'text' };
    case 'no-date':
      return { ...base, kind: 'ask', what: 'when' };
    case 'unsupported':
    case 'too-long':
      return { ...base, kind: 'ask', what: 'doubt' };
    default:
      return { ...base, kind: result.outcome };
  }
}

export const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export const plain = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** One way of saying what several rules mean: those who write sets do not know which of them is stored. */
function folding(item: Item): string {
  const { monthly, ...said } = item.rule ?? {};
  const start = z.iso.date().safeParse(item.at?.[0]?.slice(0, 10));
  const at = start.success ? new Date(`${start.data}T00:00Z`) : null;
  const rule: Record<string, unknown> = { ...said };
  if (monthly === 'LAST_DAY') rule.monthDays = [-1];
  else if (monthly !== undefined) rule.monthly = monthly;
  if (at && rule.unit === 'WEEK') rule.weekdays ??= [at.getUTCDay() || 7];
  if (at && rule.unit === 'MONTH' && !monthly) rule.monthDays ??= [at.getUTCDate()];
  if (
    at &&
    rule.unit === 'DAY' &&
    rule.every === 1 &&
    typeof rule.count === 'number' &&
    !rule.times
  ) {
    rule.until = new Date(at.getTime() + (rule.count - 1) * 86_400_000).toISOString().slice(0, 10);
    delete rule.count;
  }
  return plain(item.rule ? rule : null);
}

const sameTitle = (wanted: Item, got: Item): boolean =>
  wanted.title === undefined ||
  wanted.title.some((title) => folded(title) === folded(got.title?.[0] ?? ''));

function fits(wanted: Item, got: Item & { doubtful: boolean }, byTitle = true): boolean {
  const titled = () => !byTitle || sameTitle(wanted, got);
  if (wanted.kind !== got.kind) return false;
  switch (wanted.kind) {
    case 'ready':
      return (
        (wanted.at ?? []).some((at) => at === got.at?.[0]) &&
        titled() &&
        folding({ ...wanted, at: got.at }) === folding(got) &&
        (wanted.flood ?? false) === got.flood &&
        plain(wanted.preAlerts ?? []) === plain(got.preAlerts ?? [])
      );
    case 'ask':
      // A doubt may be asked about in any way; else the question and what it is about are to be right.
      if (wanted.what === 'doubt' || got.doubtful) return true;
      return (wanted.what ?? got.what) === got.what && titled();
    case 'note':
      return titled();
    default:
      return true;
  }
}

export function verdictOn(line: BlindLine, results: readonly QuickAddResult[]): Verdict {
  const got = results.map(shown);
  const choices = [line.expect, ...(line.or ?? [])];
  const comes = (byTitle: boolean) =>
    choices.some(
      (wanted) =>
        wanted.length === got.length &&
        got.every((answer, index) => {
          const each = wanted[index];
          return each !== undefined && fits(each, answer, byTitle);
        }),
    );
  if (comes(true)) return 'right';
  const stores = got.some(({ kind }) => kind === 'ready' || kind === 'note');
  if (stores && comes(false)) return 'untidy';
  return got.every(({ kind }) => kind === 'ready' || kind === 'note') ||
    got.some(
      (answer) =>
        (answer.kind === 'ready' || answer.kind === 'note') &&
        !choices.flat().some((each) => fits(each, answer)),
    )
    ? 'silent'
    : 'asked';
}

/** The line as the chat hears it of somebody who has no reminders: as a request, a question, small talk, or a task. */
function heard(text: string, context: QuickAddContext): QuickAddResult[] {
  const nothing = { rang: [], named: [], waiting: [], latest: undefined, latestAct: null };
  const knowledge = { ...nothing, clock: context, together: undefined };
  const asks = readRequest(text) ?? readPauseAll(text, context);
  const talk = asks ? undefined : readConversation(text, knowledge);
  if (!asks && !talk) return readMessage(text, context);
  const [reading] = readMessage(`заметка: ${text}`, context);
  // «перенеси стрижку на 15:00»: what stands nowhere is asked about.
  return reading ? [{ ...reading, outcome: talk?.kind === 'no-such' ? 'no-date' : 'none' }] : [];
}

/** Every line with its verdict. */
export function score(
  lines: readonly BlindLine[],
): { line: BlindLine; verdict: Verdict; results: QuickAddResult[] }[] {
  return lines.map((line) => {
    const { now, zone: timeZone = BLIND_CONTEXT.timeZone } = line;
    const clock = now === undefined ? BLIND_CONTEXT.now : wallTimeToInstant(now, timeZone);
    const results = heard(line.text, { ...BLIND_CONTEXT, now: clock, timeZone });
    return { line, results, verdict: verdictOn(line, results) };
  });
}

/** The lines of a file in JSON Lines. */
export const jsonLines = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line));

export const readBlindSet = (text: string): BlindLine[] =>
  jsonLines(text).map((line) => blindLine.parse(line));

/** What was understood, in one line. */
export function inShort(result: QuickAddResult): string {
  const { at, rule: repeats, ...rest } = shown(result);
  return [
    rest.kind === 'ask' ? `ask ${rest.what}` : rest.kind,
    at?.[0] ?? '',
    repeats ? plain(repeats) : '',
    `«${rest.title?.[0] ?? ''}»`,
    rest.flood ? 'flood' : '',
    rest.preAlerts?.length ? `ahead ${rest.preAlerts.join()}` : '',
    result.doubt ? `doubt «${result.doubt.phrase}»` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
