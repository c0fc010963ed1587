import { DAY_MS } from '@/core/calendar';
import { BLIND_CONTEXT } from '@/core/quick-add/test-data/blind-score';
import { type RecordedLine } from './dialogue-record';

const MINUTE_MS = 60_000;

/** One text stands for a list of it. */
interface Situation {
  /** Reminders that rang five minutes before and wait for an answer. */
  rang?: string | readonly string[] | undefined;
  /** Others, for the next day at this time. */
  ahead?: string | readonly string[] | undefined;
  /** The reminder that was made last, for the same time. */
  made?: string | undefined;
  /** Instead of it one that was changed last. */
  changed?: string | undefined;
  /** The key of what was done to several last; with `made-` before it they were made by one message. */
  together?: string | undefined;
  now?: Date;
  zone?: string;
}

/** A line as if it were recorded in a situation. */
export function describedLine(
  line: string,
  {
    rang = [],
    ahead = [],
    made,
    changed,
    together,
    now = BLIND_CONTEXT.now,
    zone = BLIND_CONTEXT.timeZone,
  }: Situation,
): RecordedLine {
  const usual = { rule: null, counts: false, noteContent: null, floods: false } as const;
  const since = new Date(now.getTime() - 5 * MINUTE_MS);
  const tomorrow = new Date(now.getTime() + DAY_MS);
  const waits = [rang].flat().map((text) => {
    return { ...usual, text, dueAt: since, comesAt: null, state: 'waits' } as const;
  });
  const latest = made ?? changed;
  const comes = [ahead, latest ?? []].flat(2).map((text) => {
    return { ...usual, text, dueAt: tomorrow, comesAt: tomorrow, state: 'ahead' } as const;
  });
  const reminders = [...waits, ...comes];
  const places = waits.map((_, at) => at + 1);
  return {
    dialogue: '',
    step: 0,
    line,
    now,
    timeZone: zone,
    reminders,
    rang: places,
    waiting: places,
    latest: latest === undefined ? undefined : reminders.length,
    latestAct: made === undefined ? null : 'made',
    together,
  };
}
