import 'server-only';
import { and, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { DAY_MS } from '@/core/calendar';
import {
  CHAT_MESSAGE_DAYS,
  CRON_RUN_DAYS,
  DAY_MESSAGE_DAYS,
  EARLY_MESSAGE_DAYS,
  HISTORY_DAYS,
  INLINE_DRAFT_DAYS,
  LEDGER_DAYS,
  PROCESSED_UPDATE_DAYS,
  RESTORE_DAYS,
} from '@/core/limits';
import {
  calledOff,
  chatMessages,
  cronRuns,
  dayMessages,
  deliveries,
  drafts,
  earlyMessages,
  inlineDrafts,
  noticeClaims,
  notes,
  notices,
  occurrences,
  processedUpdates,
  ratePermits,
  reminders,
} from '../db/schema';
import { BATCH, removeBatch, type Removal } from './batches';
import { type Step } from './step';

/** A rate limit's window that began this long ago is over by every instance's clock. */
const WINDOW_OVER_MS = 3_600_000;

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

interface OldRows extends Omit<Removal, 'condition'> {
  name: string;
  weight?: number;
  isOver: (now: Date) => SQL | undefined;
}

const oldRows: readonly OldRows[] = [
  {
    name: 'ledger',
    weight: 4,
    table: deliveries,
    key: deliveries.id,
    isOver: (now) => lte(deliveries.sentAt, daysBefore(now, LEDGER_DAYS)),
  },
  {
    name: 'called-off',
    table: calledOff,
    key: calledOff.reminderId,
    isOver: (now) => lte(calledOff.at, daysBefore(now, LEDGER_DAYS)),
  },
  {
    name: 'history',
    table: occurrences,
    key: occurrences.reminderId,
    isOver: (now) => lte(occurrences.endedAt, daysBefore(now, HISTORY_DAYS)),
  },
  {
    name: 'deleted-reminders',
    table: reminders,
    key: reminders.id,
    isOver: (now) =>
      and(isNotNull(reminders.deletedAt), lte(reminders.deletedAt, daysBefore(now, RESTORE_DAYS))),
  },
  {
    name: 'deleted-notes',
    table: notes,
    key: notes.id,
    isOver: (now) =>
      and(isNotNull(notes.deletedAt), lte(notes.deletedAt, daysBefore(now, RESTORE_DAYS))),
  },
  {
    name: 'drafts',
    table: drafts,
    key: drafts.id,
    isOver: (now) => lte(drafts.expiresAt, now),
  },
  {
    name: 'inline-drafts',
    table: inlineDrafts,
    key: inlineDrafts.key,
    isOver: (now) => lte(inlineDrafts.createdAt, daysBefore(now, INLINE_DRAFT_DAYS)),
  },
  {
    name: 'chat-messages',
    table: chatMessages,
    key: chatMessages.userId,
    isOver: (now) => lte(chatMessages.sentAt, daysBefore(now, CHAT_MESSAGE_DAYS)),
  },
  {
    name: 'day-messages',
    table: dayMessages,
    key: dayMessages.userId,
    isOver: (now) => lte(dayMessages.sentAt, daysBefore(now, DAY_MESSAGE_DAYS)),
  },
  {
    name: 'early-messages',
    table: earlyMessages,
    key: earlyMessages.userId,
    isOver: (now) => lte(earlyMessages.receivedAt, daysBefore(now, EARLY_MESSAGE_DAYS)),
  },
  {
    name: 'processed-updates',
    table: processedUpdates,
    key: processedUpdates.updateId,
    isOver: (now) => lte(processedUpdates.receivedAt, daysBefore(now, PROCESSED_UPDATE_DAYS)),
  },
  {
    // Left by a process that died with them before its notice was stopped: nobody settles them.
    name: 'notice-claims',
    table: noticeClaims,
    key: noticeClaims.userId,
    isOver: (now) =>
      and(
        or(isNull(noticeClaims.leaseUntil), lte(noticeClaims.leaseUntil, daysBefore(now, 1))),
        sql`exists (select 1 from ${notices} where ${notices.id} = ${noticeClaims.noticeId} and ${notices.state} <> 'running')`,
      ),
  },
  {
    name: 'rate-permits',
    table: ratePermits,
    key: ratePermits.key,
    isOver: (now) => lte(ratePermits.windowStart, new Date(now.getTime() - WINDOW_OVER_MS)),
  },
  {
    name: 'runs',
    table: cronRuns,
    key: cronRuns.id,
    isOver: (now) => lte(cronRuns.startedAt, daysBefore(now, CRON_RUN_DAYS)),
  },
];

/** One step a table: what holds up one leaves the others alone. */
export const oldRowSteps: readonly Step[] = oldRows.map(
  ({ name, weight = 1, table, key, isOver }) => ({
    name,
    weight,
    run: async ({ db, now, deadline, statementLimitMs, counts }) => {
      const removal = { table, key, condition: isOver(now()) };
      for (let gone = BATCH; gone >= BATCH && now() < deadline; counts.rows += gone) {
        gone = await removeBatch(db, removal, statementLimitMs);
      }
    },
  }),
);
