import { and, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { instantToWallTime } from '@/core/time-zone';
import { type RunningSimulator, startSimulator } from '@/dev/simulator/server';
import { type Db } from '@/server/platform/db/client';
import { reminders, users } from '@/server/platform/db/schema';
import { readPress } from '@/server/reminders/message';
import { categoryId, typeId } from './builders';
import { TEST_ENV } from './test-env';
import { until } from './until';

/** One occurrence that has to arrive. */
export interface DueReminder {
  id: number;
  dueAt: Date;
}

let lastUserId = 1_000_000;

/** One-shots of as many users, due at the given instants. */
export async function seedDue(db: Db, dueAt: readonly Date[]): Promise<DueReminder[]> {
  const owners = dueAt.map(() => ({ id: (lastUserId += 1), firstName: 'Анна' }));
  await db.insert(users).values(owners);
  const same = {
    text: 'Полить цветы',
    typeId: await typeId(db, 'Напоминание'),
    categoryId: await categoryId(db, 'Личное'),
    timeZone: 'Europe/Moscow',
  };
  const rows = owners.map(({ id: userId }, i) => {
    const dateTime = dueAt[i] ?? new Date();
    const firstWallTime = instantToWallTime(dateTime, same.timeZone);
    return { ...same, userId, dateTime, firstWallTime, nextFireAt: dateTime };
  });
  return db
    .insert(reminders)
    .values(rows)
    .returning({ id: reminders.id, dueAt: reminders.dateTime });
}

/** So many are due at `start`, so many a moment later, and so on. */
export const inParts = (start: Date, counts: readonly number[], apartMs: number): Date[] =>
  counts.flatMap((count, i) =>
    Array.from({ length: count }, () => new Date(start.getTime() + i * apartMs)),
  );

const PULSE_MS = 2_000;

/**
 * A reminder every other second for so long, as a service with users has them: ticks are then always
 * under way, and find what is seeded without a nudge.
 */
export function seedPulse(db: Db, forMs: number): Promise<DueReminder[]> {
  const counts = Array.from({ length: Math.ceil(forMs / PULSE_MS) }, () => 1);
  return seedDue(db, inParts(new Date(Date.now() + PULSE_MS), counts, PULSE_MS));
}

/**
 * Lets nothing more of these fall due, and waits until delivery has come to an end with all that was. Answers
 * what of `due` was to arrive.
 */
export async function settled(
  db: Db,
  due: readonly DueReminder[],
  limitMs: number,
): Promise<DueReminder[]> {
  const { id, dateTime, nextFireAt, leaseToken } = reminders;
  const these = inArray(
    id,
    due.map((each) => each.id),
  );
  const called = await db
    .delete(reminders)
    .where(and(these, sql`${dateTime} > clock_timestamp() + interval '1 second'`))
    .returning({ id });
  const off = new Set(called.map((each) => each.id));
  const open = and(these, or(isNotNull(nextFireAt), isNotNull(leaseToken)));
  await until(async () => (await db.$count(reminders, open)) === 0, limitMs);
  return due.filter((each) => !off.has(each.id));
}

/** A simulated Telegram that knows everybody and remembers every call. */
export const startOutboxServer = (): Promise<RunningSimulator> =>
  startSimulator({ token: TEST_ENV.TELEGRAM_BOT_TOKEN, knowsEverybody: true });

/** A message that a simulated Telegram took, whether or not its answer arrived. */
interface Arrival {
  reminderId: number;
  occurrenceAt: Date;
  /** Epoch milliseconds. */
  at: number;
}

const markup = z.object({
  inline_keyboard: z.array(z.array(z.object({ callback_data: z.string().optional() }))),
});

/** What a message is about stands in its buttons; `others` get messages that are not looked at. */
export function arrivalsAt(
  { simulator }: RunningSimulator,
  others: ReadonlySet<number> = new Set(),
): Arrival[] {
  return simulator.calls.flatMap((call) => {
    if (call.method !== 'sendMessage' || call.messageId === undefined) return [];
    if (others.has(call.chatId ?? 0)) return [];
    const { inline_keyboard: rows } = markup.parse(call.fields.reply_markup);
    const about = readPress(rows[0]?.[0]?.callback_data ?? '');
    if (!about || about.button === 'undo') throw new Error('a message without buttons');
    return [
      { reminderId: about.reminderId, occurrenceAt: about.occurrenceAt, at: call.receivedAt },
    ];
  });
}

/** An instance knows the database's time to half a round trip, which a busy machine draws out. */
const CLOCK_TOLERANCE_MS = 250;

/** Holds what arrived, per outbox, against what was due: by reminder and occurrence. */
export function audit(due: readonly DueReminder[], outboxes: readonly Arrival[][]) {
  const keyOf = (id: number, occurrenceAt: Date) => `${id} ${occurrenceAt.getTime()}`;
  const dueKeys = new Set(due.map(({ id, dueAt }) => keyOf(id, dueAt)));
  const arrivals = outboxes.flatMap((all, outbox) => all.map((each) => ({ ...each, outbox })));
  arrivals.sort((a, b) => a.at - b.at);

  const first = new Map<string, number>();
  const latest = new Map<string, number>();
  /** Per outbox, how many of its arrivals came again later, there or elsewhere. */
  const repeated = outboxes.map(() => 0);
  /** Of what was not due, or not yet. */
  const unfounded: Arrival[] = [];
  for (const { outbox, ...arrival } of arrivals) {
    const key = keyOf(arrival.reminderId, arrival.occurrenceAt);
    const early = arrival.at < arrival.occurrenceAt.getTime() - CLOCK_TOLERANCE_MS;
    if (early || !dueKeys.has(key)) unfounded.push(arrival);
    const before = latest.get(key);
    if (before === undefined) first.set(key, arrival.at);
    else repeated[before] = (repeated[before] ?? 0) + 1;
    latest.set(key, outbox);
  }
  const arrivedAt = ({ id, dueAt }: DueReminder) => first.get(keyOf(id, dueAt));
  return {
    sends: arrivals.length,
    lost: due.filter((each) => arrivedAt(each) === undefined),
    unfounded,
    repeated,
    /** How long after its time a reminder first arrived. */
    latenessMs: (each: DueReminder) => (arrivedAt(each) ?? Infinity) - each.dueAt.getTime(),
  };
}
