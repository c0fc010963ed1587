import 'server-only';
import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm';
import { DAY_MS, daysEarlier } from '@/core/calendar';
import { INACTIVITY_REMOVAL_DAYS, INACTIVITY_WARNING_DAYS } from '@/core/limits';
import { localDateAt } from '@/core/time-zone';
import { botTexts } from '@/texts/bot';
import { describeDate } from '@/texts/schedule';
import { type Account } from '../accounts/accounts';
import { safeFault } from '../platform/db/faults';
import { users } from '../platform/db/schema';
import { sendOne } from '../outbox/send-one';
import { log } from '../platform/log';
import { dataOf } from '../telegram/callback-data';
import { type AppAddress, appButtonRow } from '../telegram/message';
import { type BotApi, sendMessageVia, type Send } from '../telegram/send';
import { button } from '../telegram/turn';
import { type InactivityWarning, type StepOptions, untilDeadline } from './step';

/** Between a warning and what it warns of. */
export const WARNED_DAYS = INACTIVITY_REMOVAL_DAYS - INACTIVITY_WARNING_DAYS;
const PEOPLE_BATCH = 100;
/** A warning whose answer was lost is repeated after 1, 2, 4, 8, 16 days, and then after this many. */
const REPEAT_DAYS_MAX = 28;
/** A run may come some minutes less than a day after the one before: a repetition due soon counts as due. */
const REPEAT_EARLY_MS = 3 * 3_600_000;
/**
 * After so many people in a row for whom the database failed, the fault is not theirs, and the step
 * fails.
 */
const FAULTS_MAX = 3;

/**
 * Warns those who have been away for INACTIVITY_WARNING_DAYS, the longest away first. Only a warning that Telegram
 * took counts: it starts the last week. One whose answer was lost may have arrived, and is repeated
 * after longer and longer.
 */
export async function warnInactive(options: StepOptions): Promise<void> {
  const { db, now, counts } = options;
  const { id, lastActiveAt, inactivityWarnedAt, inactivityRetryAt, unreachableSince } = users;
  const away = untilDeadline<Account>(options, (last) =>
    db
      .select()
      .from(users)
      .where(
        and(
          lte(lastActiveAt, daysEarlier(now(), INACTIVITY_WARNING_DAYS)),
          isNull(inactivityWarnedAt),
          isNull(unreachableSince),
          or(isNull(inactivityRetryAt), lte(inactivityRetryAt, now())),
          last &&
            or(
              gt(lastActiveAt, last.lastActiveAt),
              and(eq(lastActiveAt, last.lastActiveAt), gt(id, last.id)),
            ),
        ),
      )
      .orderBy(asc(lastActiveAt), asc(id))
      .limit(PEOPLE_BATCH),
  );
  let faults = 0;
  for await (const person of away) {
    try {
      const outcome = await warnOne(options, person);
      if (outcome === 'stop') return;
      if (outcome !== 'is-back') counts[outcome] += 1;
      faults = 0;
    } catch (error) {
      faults += 1;
      if (faults === FAULTS_MAX) throw error;
      log.error({ userId: person.id, fault: safeFault(error) }, 'a person could not be warned');
    }
  }
}

/** Warns one person; `stop` where nobody can be written to at this time. */
async function warnOne(
  { db, warn, now, maxPerSecond }: StepOptions,
  person: Account,
): Promise<'warned' | 'notWarned' | 'is-back' | 'stop'> {
  const { id, timeZone, lastActiveAt, inactivityTries, inactivityRetryAt } = person;
  const unchanged = and(eq(users.id, id), eq(users.lastActiveAt, lastActiveAt));
  // Noted before it goes out: if this process dies with it, it may have arrived.
  const [ours] = await db
    .update(users)
    .set({
      inactivityTries: inactivityTries + 1,
      inactivityRetryAt: retryAt(now(), inactivityTries),
    })
    .where(unchanged)
    .returning({ id: users.id });
  if (!ours) return 'is-back';

  const byRule = lastActiveAt.getTime() + INACTIVITY_REMOVAL_DAYS * DAY_MS;
  const eraseAt = new Date(Math.max(byRule, now().getTime() + WARNED_DAYS * DAY_MS));
  const result = await sendOne(
    { db, send: warn, now, maxPerSecond },
    { chatId: id, eraseAt, timeZone },
  );
  if (result.status === 'sent') {
    await db.update(users).set({ inactivityWarnedAt: result.at }).where(unchanged);
    return 'warned';
  }
  const mayHaveArrived = result.status === 'retry' && result.reached;
  if (!mayHaveArrived) {
    await db.update(users).set({ inactivityTries, inactivityRetryAt }).where(unchanged);
  }
  if (result.status === 'rejected' || result.status === 'refused') {
    log.error({ userId: id, code: result.code }, 'Telegram rejects the warning of removal');
  }
  const isHalted = result.status === 'halted' && result.whose === 'everybody';
  return isHalted || result.status === 'unauthorized' ? 'stop' : 'notWarned';
}

/** `tries` is how many had their answer lost before this one. */
const retryAt = (sentAt: Date, tries: number): Date =>
  new Date(sentAt.getTime() + Math.min(2 ** tries, REPEAT_DAYS_MAX) * DAY_MS - REPEAT_EARLY_MS);

export function warnVia(
  api: BotApi,
  address: AppAddress,
  clock: () => Date,
): Send<InactivityWarning> {
  const send = sendMessageVia(api);
  const { warning, stay } = botTexts.inactivity;
  return ({ chatId, eraseAt, timeZone }, signal) => {
    const date = describeDate(localDateAt(clock(), timeZone), localDateAt(eraseAt, timeZone));
    const keyboard = [[button(stay, dataOf('stay'))], ...appButtonRow(address, botTexts.app.open)];
    return send({ chatId, message: { text: warning(date), keyboard } }, signal);
  };
}
