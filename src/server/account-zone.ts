import 'server-only';
import { eq } from 'drizzle-orm';
import { MOMENT_ASKED_MINUTES } from '@/core/limits';
import { type Account } from './accounts';
import { lookAtDayAnew } from './day/plans';
import { type Db } from './db/client';
import { users } from './db/schema';

/** The zone that the person chose by hand: it wins over the browser's. */
export async function chooseTimeZone(
  db: Db,
  userId: number,
  timeZone: string,
  now: Date,
): Promise<void> {
  await db
    .update(users)
    .set({
      ...{ timeZone, timeZoneManual: true, timeZoneAssumed: false },
      ...{ timeZoneBefore: null, expects: null },
    })
    .where(eq(users.id, userId));
  await lookAtDayAnew(db, userId, now);
}

/** Back to automatic: the zone stays until the app next reports the browser's. */
export async function followBrowserTimeZone(db: Db, userId: number): Promise<void> {
  await db
    .update(users)
    .set({ timeZoneManual: false, timeZoneAssumed: false, timeZoneBefore: null, expects: null })
    .where(eq(users.id, userId));
}

/** The person says that the zone which the bot assumed is theirs. A device of theirs may still say another. */
export async function confirmTimeZone(db: Db, userId: number): Promise<void> {
  await db.update(users).set({ timeZoneAssumed: false, expects: null }).where(eq(users.id, userId));
}

/** What the bot asked for, to which the person's next message may be the answer; one question at a time. */
export async function expectAnswer(
  db: Db,
  account: Account,
  expects: 'time-zone' | null,
): Promise<void> {
  if (account.expects === expects) return;
  await db
    .update(users)
    .set({ expects, expectsReminderId: null, expectsUntil: null })
    .where(eq(users.id, account.id));
}

/** «Другое время…»: the next message, for half an hour, may say when this reminder is to come. */
export async function expectMoment(
  db: Db,
  userId: number,
  reminderId: number,
  now: Date,
): Promise<void> {
  const expectsUntil = new Date(now.getTime() + MOMENT_ASKED_MINUTES * 60_000);
  await db
    .update(users)
    .set({ expects: 'moment', expectsReminderId: reminderId, expectsUntil })
    .where(eq(users.id, userId));
}

/** The reminder of which the bot asked when it is to come; undefined without a question that still stands. */
export const askedMomentOf = (account: Account, now: Date): number | undefined =>
  account.expects === 'moment' && account.expectsUntil !== null && account.expectsUntil > now
    ? (account.expectsReminderId ?? undefined)
    : undefined;
