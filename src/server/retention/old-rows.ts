import 'server-only';
import { and, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { type PgColumn } from 'drizzle-orm/pg-core';
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
} from '../platform/db/schema';
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

/** Rows of which a date lies more than so many days back. */
const older = (
  name: string,
  table: Removal['table'],
  key: Removal['key'],
  date: PgColumn,
  days: number,
): OldRows => ({ name, table, key, isOver: (now) => lte(date, daysBefore(now, days)) });

const oldRows: readonly OldRows[] = [
  { ...older('ledger', deliveries, deliveries.id, deliveries.sentAt, LEDGER_DAYS), weight: 4 },
  older('called-off', calledOff, calledOff.reminderId, calledOff.at, LEDGER_DAYS),
  older('history', occurrences, occurrences.reminderId, occurrences.endedAt, HISTORY_DAYS),
  older('deleted-reminders', reminders, reminders.id, reminders.deletedAt, RESTORE_DAYS),
  older('deleted-notes', notes, notes.id, notes.deletedAt, RESTORE_DAYS),
  {
    name: 'drafts',
    table: drafts,
    key: drafts.id,
    isOver: (now) => lte(drafts.expiresAt, now),
  },
  older('inline-drafts', inlineDrafts, inlineDrafts.key, inlineDrafts.createdAt, INLINE_DRAFT_DAYS),
  older('chat-messages', chatMessages, chatMessages.userId, chatMessages.sentAt, CHAT_MESSAGE_DAYS),
  older('day-messages', dayMessages, dayMessages.userId, dayMessages.sentAt, DAY_MESSAGE_DAYS),
  older(
    'early-messages',
    earlyMessages,
    earlyMessages.userId,
    earlyMessages.receivedAt,
    EARLY_MESSAGE_DAYS,
  ),
  older(
    'processed-updates',
    processedUpdates,
    processedUpdates.updateId,
    processedUpdates.receivedAt,
    PROCESSED_UPDATE_DAYS,
  ),
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
  older('runs', cronRuns, cronRuns.id, cronRuns.startedAt, CRON_RUN_DAYS),
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
