import 'server-only';
import { and, eq, isNotNull } from 'drizzle-orm';
import { type FiringState } from '@/core/firing';
import { MESSAGES_A_WEEK_MAX } from '@/core/limits';
import { messagesAWeek } from '@/core/messages-a-week';
import { errorTexts } from '@/texts/errors';
import { checkRowsInHand } from '../accounts/quota';
import { type Db } from '../platform/db/client';
import { livingOf } from '../platform/db/living';
import { reminders } from '../platform/db/schema';
import { AppError } from '../platform/errors';
import { storedRule } from './write/columns';

type Planned = Pick<FiringState, 'rule' | 'preAlerts' | 'completed'>;

/** How many messages a week what an account has set makes. */
export async function messagesAWeekOf(db: Db, userId: number): Promise<number> {
  const { rule, preAlerts, completed } = reminders;
  const repeats = and(isNotNull(rule), eq(completed, false));
  const rows = await db
    .select({ rule, preAlerts, completed })
    .from(reminders)
    .where(and(livingOf(reminders, userId), repeats));
  return rows.reduce((sum, row) => sum + messagesOfStored(row), 0);
}

/** Only a damaged database holds a rule that cannot be read, or whose times cannot be counted: it sends nothing. */
function messagesOfStored(row: Planned): number {
  try {
    const rule = storedRule.safeParse(row.rule).data ?? null;
    const messages = messagesAWeek({ ...row, rule });
    return Number.isFinite(messages) ? Math.max(0, messages) : 0;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return 0;
  }
}

/**
 * Lets a person plan a reminder (anew, or null: for the first time), or throws `full`: where it makes more messages a
 * week than before and their account has no room for them, and where it was finished, comes into hand again, and there
 * are too many already. What restores a rule, or moves its times, asks nothing.
 */
export async function checkPlan(
  db: Db,
  userId: number,
  before: Planned | null,
  after: Planned,
): Promise<void> {
  if (before?.completed && !after.completed) await checkRowsInHand(db, userId, 'reminders');
  const growth = messagesAWeek(after) - (before ? messagesOfStored(before) : 0);
  if (growth <= 0 || (await messagesAWeekOf(db, userId)) + growth <= MESSAGES_A_WEEK_MAX) return;
  throw new AppError('full', { message: errorTexts.tooManyAWeek(MESSAGES_A_WEEK_MAX) });
}
