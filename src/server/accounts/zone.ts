import 'server-only';
import { MOMENT_ASKED_MINUTES } from '@/core/limits';
import { type Account, changeAccount } from './accounts';
import { lookAtDayAnew } from './day-plans';
import { type Db } from '../platform/db/client';

const MOMENT_ASKED_MS = MOMENT_ASKED_MINUTES * 60_000;

/** Nobody has to say any more whether the zone is right, nor what becomes of reminders by another. */
const SETTLED = { timeZoneAssumed: false, timeZoneBefore: null, expects: null };

/** The zone that the person chose by hand: it wins over the browser's. */
export async function chooseTimeZone(
  db: Db,
  userId: number,
  timeZone: string,
  now: Date,
): Promise<void> {
  await changeAccount(db, userId, { ...SETTLED, timeZone, timeZoneManual: true });
  await lookAtDayAnew(db, userId, now);
}

/** Back to automatic: the zone stays until the app next reports the browser's. */
export const followBrowserTimeZone = (db: Db, userId: number): Promise<void> =>
  changeAccount(db, userId, { ...SETTLED, timeZoneManual: false });

/** The person says that the zone which the bot assumed is theirs. A device of theirs may still say another. */
export const confirmTimeZone = (db: Db, userId: number): Promise<void> =>
  changeAccount(db, userId, { timeZoneAssumed: false, expects: null });

/** The bot has asked for this, and the person's next message may be the answer; there is one question at a time. */
export async function expectAnswer(
  db: Db,
  account: Account,
  expects: 'time-zone' | null,
): Promise<void> {
  if (account.expects === expects) return;
  await changeAccount(db, account.id, { expects, expectsReminderId: null, expectsUntil: null });
}

/** «Другое время…»: the next message, for half an hour, may say when this reminder is to come. */
export async function expectMoment(
  db: Db,
  userId: number,
  expectsReminderId: number,
  now: Date,
): Promise<void> {
  const expectsUntil = new Date(now.getTime() + MOMENT_ASKED_MS);
  await changeAccount(db, userId, { expects: 'moment', expectsReminderId, expectsUntil });
}

/** Of which reminder the bot asked when it is to come, and when it did; undefined without a question that still stands. */
export function askedMomentOf(
  { expects, expectsUntil, expectsReminderId: reminderId }: Account,
  now: Date,
): { reminderId: number; at: Date } | undefined {
  const stillStands = expectsUntil !== null && expectsUntil > now;
  if (expects !== 'moment' || !stillStands || reminderId === null) return undefined;
  return { reminderId, at: new Date(expectsUntil.getTime() - MOMENT_ASKED_MS) };
}
