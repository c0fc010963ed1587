import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { DAY_MESSAGES } from '@/core/settings';
import { bigNumber, createdAt, indexWhereSet, instant, lease, rowId } from './columns';
import { ofReminder, ofUser } from './stored';

/**
 * A re-send that quiet hours hold back. Instants as ISO. The reminder is no key, since PostgreSQL has keys of columns only:
 * one that was erased is not found, and left out.
 */
export interface HeldItem {
  kind: 'nag';
  reminderId: number;
  occurrenceAt: string;
  nagCount: number;
}

/** What quiet hours have held back of a person, to be told in one message when they end; see server/days. */
export const quietDigests = pgTable(
  'quiet_digests',
  {
    userId: ofUser().primaryKey(),
    /** In the order in which it would have come. */
    items: jsonb('items').$type<HeldItem[]>().notNull(),
    /** When the message is to go out, or to be tried again. */
    dueAt: instant('due_at').notNull(),
    ...lease(),
  },
  (t) => [index('quiet_digests_due').on(t.dueAt)],
);

/** When a user's agenda and review come next; no row where neither was ever wanted or offered. */
export const dayPlans = pgTable(
  'day_plans',
  {
    userId: ofUser(),
    kind: text('kind', { enum: DAY_MESSAGES }).notNull(),
    /** `offer`: to be offered at `dueAt`, if it still makes sense then; it is never offered again. */
    state: text('state', { enum: ['offer', 'offered', 'on', 'off'] }).notNull(),
    /** When to look at it; null where nothing is to come. */
    dueAt: instant('due_at'),
    /** The latest day of which nothing more is to be said: told of, or found empty. A local date. */
    toldDay: text('told_day'),
    ...lease(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] }), indexWhereSet('day_plans_due', t.dueAt)],
);

/** A line of an agenda or review: one occurrence of a reminder, which is no key, as in `HeldItem`. Instants as ISO. */
export interface StoredDayItem {
  reminderId: number;
  occurrenceAt: string;
}

/** Agendas and reviews in the chats: what their buttons are about, and what keeps them up to date. */
export const dayMessages = pgTable(
  'day_messages',
  {
    userId: ofUser(),
    messageId: bigNumber('message_id').notNull(),
    kind: text('kind', { enum: DAY_MESSAGES }).notNull(),
    /** The local date that it is about. */
    day: text('day').notNull(),
    items: jsonb('items').$type<StoredDayItem[]>().notNull(),
    /** A hash of what it says: what looks the same is not edited. */
    shown: text('shown').notNull(),
    sentAt: instant('sent_at').notNull(),
    /** From here on changes leave it alone. */
    liveUntil: instant('live_until').notNull(),
    /** When to bring it up to date; null where nothing has changed. */
    dueAt: instant('due_at'),
    /** Rises with each change that it may have to show. */
    revision: integer('revision').notNull().default(0),
    ...lease(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.messageId] }),
    indexWhereSet('day_messages_due', t.dueAt),
    index('day_messages_sent_at').on(t.sentAt),
  ],
);

export const deliveryKind = pgEnum('delivery_kind', [
  'first',
  'nag',
  'snooze',
  'notice',
  'pre-alert',
  ...DAY_MESSAGES,
]);
export const deliveryOutcome = pgEnum('delivery_outcome', [
  'sent',
  'retry',
  'unreachable',
  'rejected',
  'failed',
]);

/** By what a message was called off. */
const ACTS = ['edit', 'done', 'skip', 'snooze', 'pause', 'resume', 'undo', 'delete'] as const;
const CALLED_OFF_BY = [...ACTS, 'pause-all', 'time-zone', 'quiet-hours'] as const;

/**
 * The ledger: one row an attempt to send. No texts, and no keys: a reminder may be erased before its lines are, a person's
 * lines are removed behind the erasure (`erasures`), and a key would be one more look for each send.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    id: rowId(),
    userId: bigNumber('user_id').notNull(),
    reminderId: bigNumber('reminder_id'),
    kind: deliveryKind('kind').notNull(),
    occurrenceAt: instant('occurrence_at').notNull(),
    scheduledAt: instant('scheduled_at').notNull(),
    sentAt: instant('sent_at').notNull(),
    outcome: deliveryOutcome('outcome').notNull(),
    /** Telegram's error code, or a word of ours such as `timeout`. */
    errorCode: text('error_code'),
    /** The message in the chat, by which a reply to it finds its reminder. Null where none was sent. */
    messageId: bigNumber('message_id'),
    /** Occurrences of a series that it was sent instead of; null where none was missed. */
    overtook: integer('overtook'),
  },
  (t) => [
    // Every further index is a write per send; this one grows at its end, which is the cheapest. A BRIN
    // would cost less, but only until the room of removed rows is used again: then it excludes nothing.
    index('deliveries_sent').on(t.sentAt),
    // For all of one user, all of a reminder of theirs, and, read through one user's entries, a message.
    index('deliveries_of_reminder').on(t.userId, t.reminderId, t.messageId),
  ],
);

/** Messages of reminders that were called off, or held back by quiet hours: the ledger has what was tried. */
export const calledOff = pgTable(
  'called_off',
  {
    reminderId: ofReminder(),
    kind: text('kind', { enum: ['first', 'nag', 'snooze', 'pre-alert'] }).notNull(),
    scheduledAt: instant('scheduled_at').notNull(),
    occurrenceAt: instant('occurrence_at').notNull(),
    at: instant('at').notNull(),
    by: text('by', { enum: CALLED_OFF_BY }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.reminderId, t.kind, t.scheduledAt] }),
    index('called_off_at').on(t.at),
  ],
);

/**
 * Messages of the bot about a reminder beside delivery's: by them a reply finds it. And prints of the
 * person's own texts, so that an edit which changed nothing is known.
 */
export const chatMessages = pgTable(
  'chat_messages',
  {
    userId: ofUser(),
    messageId: bigNumber('message_id').notNull(),
    /** Of the bot's. Not a key: a reply is to find out that its reminder is erased. */
    reminderId: bigNumber('reminder_id'),
    /** Of the person's: a hash of what it says. */
    print: text('print'),
    sentAt: instant('sent_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.messageId] }),
    index('chat_messages_sent_at').on(t.sentAt),
  ],
);

/** People erased of late, whose rows in the ledger the cleanup has yet to look for: so no key. Ids go after a day. */
export const erasures = pgTable('erasures', {
  userId: bigNumber('user_id').primaryKey(),
  /** By the database's clock. Rows of somebody who came back are younger. */
  erasedAt: instant('erased_at').notNull().defaultNow(),
});

/** Telegram repeats updates: each id is handled once. Ids restart at random, so none is "too old". */
export const processedUpdates = pgTable(
  'processed_updates',
  {
    updateId: bigNumber('update_id').primaryKey(),
    receivedAt: instant('received_at').notNull(),
    /** While this lies ahead somebody is at it; null once handled. A lease that ran out is free again. */
    leaseUntil: instant('lease_until'),
    /** How often it was begun. An update that keeps failing must not hold its person's next ones for ever. */
    attempts: smallint('attempts').notNull().default(1),
  },
  (t) => [index('processed_updates_received_at').on(t.receivedAt)],
);

/** One row (id 1) that hands out send slots to every instance. */
export const pace = pgTable('pace', {
  id: smallint('id').primaryKey().default(1),
  nextSlotAt: instant('next_slot_at').notNull().defaultNow(),
  /** Nobody sends before this: Telegram refused several chats at once, or the bot itself. */
  haltedUntil: instant('halted_until'),
  /** Chats that Telegram answered 429 for since `refusedSince`: several within seconds mean the whole bot. */
  refusedChats: bigNumber('refused_chats').array().notNull().default([]),
  refusedSince: instant('refused_since'),
});

/** One row (id 1) that health writes, to see whether the database still takes writes. */
export const healthWrites = pgTable('health_writes', {
  id: smallint('id').primaryKey().default(1),
  writtenAt: instant('written_at').notNull().defaultNow(),
});

export const cronRuns = pgTable(
  'cron_runs',
  {
    id: rowId(),
    job: text('job', { enum: ['deliver', 'cleanup'] }).notNull(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
    /** What the run did, e.g. {"sent": 12, "failed": 1}. */
    counts: jsonb('counts').$type<Record<string, number>>(),
    error: text('error'),
  },
  (t) => [index('cron_runs_started_at').on(t.job, t.startedAt)],
);

/** Permits drawn from a rate limit by all instances together, per key and window. */
export const ratePermits = pgTable(
  'rate_permits',
  {
    key: text('key').notNull(),
    windowStart: instant('window_start').notNull(),
    taken: integer('taken').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.windowStart] }),
    index('rate_permits_window').on(t.windowStart),
  ],
);

/**
 * What the ledger comes to, per quarter of an hour and per day (Moscow's), for administrators and for the public
 * page; written behind the sends, see outbox/ledger-reading. Nobody's id in it: it outlives the ledger.
 */
export const deliverySums = pgTable(
  'delivery_sums',
  {
    span: text('span', { enum: ['quarter', 'day'] }).notNull(),
    /** Its start; a line counts by the time of sending. */
    slot: instant('slot').notNull(),
    kind: deliveryKind('kind').notNull(),
    outcome: deliveryOutcome('outcome').notNull(),
    /** core/lateness' step, of reminders; NEVER_SENT where they did not come, 0 for everything else. */
    latenessStep: smallint('lateness_step').notNull(),
    /** Messages late by so many seconds at most: 1, 5 or 60; 0 where they came later, or never. */
    withinS: smallint('within_s').notNull(),
    attempts: integer('attempts').notNull(),
    /** What the public page counts, once however often it was tried, and what was never tried. */
    messages: integer('messages').notNull(),
    /** The longest lateness of these messages. */
    longestMs: bigNumber('longest_ms').notNull(),
  },
  (t) => [
    primaryKey({
      columns: [t.span, t.slot, t.kind, t.outcome, t.latenessStep, t.withinS],
    }),
  ],
);

/** Minutes in which nothing could go out, and because of whom; see outbox/ledger-reading. */
export const downMinutes = pgTable(
  'down_minutes',
  {
    minute: instant('minute').notNull(),
    by: text('by', { enum: ['us', 'telegram'] }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.minute, t.by] })],
);

/** Reminders and notes created, per quarter of an hour. What is deleted later stays counted. */
export const creationTally = pgTable(
  'creation_tally',
  {
    slot: instant('slot').notNull(),
    what: text('what', { enum: ['reminder', 'note'] }).notNull(),
    created: integer('created').notNull(),
  },
  (t) => [primaryKey({ columns: [t.slot, t.what] })],
);

export const tallyCursors = pgTable('tally_cursors', {
  source: text('source', { enum: ['delivery', 'reminder', 'note'] }).primaryKey(),
  /** Every row up to this id is in the tally. */
  countedTo: bigNumber('counted_to').notNull().default(0),
  /** The highest id at `ranAt`; counted in the next run, when no row below can still appear. */
  seenTo: bigNumber('seen_to').notNull().default(0),
  ranAt: instant('ran_at').notNull(),
});

export const notices = pgTable(
  'notices',
  {
    id: rowId(),
    text: text('text').notNull(),
    state: text('state', { enum: ['draft', 'running', 'done', 'stopped'] }).notNull(),
    /** The administrator. Not a key: what was sent to everybody stays on record when its author's account is erased. */
    createdBy: bigNumber('created_by').notNull(),
    createdAt: createdAt(),
    /** When its author got this very text; only then it may be sent. */
    previewedAt: instant('previewed_at'),
    /** How many users it is for, counted when it started. */
    recipients: integer('recipients').notNull().default(0),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    /** Every recipient up to this user id has had a row; they come in the order of their ids. */
    cursor: bigNumber('cursor').notNull().default(0),
    /** Its share of the pace: no instance leases recipients before this. */
    claimAfter: instant('claim_after'),
    sent: integer('sent').notNull().default(0),
    unreachable: integer('unreachable').notNull().default(0),
    failed: integer('failed').notNull().default(0),
  },
  (t) => [
    uniqueIndex('notices_draft')
      .on(t.createdBy)
      .where(sql`${t.state} = 'draft'`),
    uniqueIndex('notices_running')
      .on(t.state)
      .where(sql`${t.state} = 'running'`),
  ],
);

/**
 * Recipients of a notice who are next, are being sent it or have to be tried again, few at a time, and those whose quiet
 * hours it waits for. Of one that was stopped the last ones go as they are claimed.
 */
export const noticeRecipients = pgTable(
  'notice_recipients',
  {
    userId: ofUser(),
    noticeId: bigNumber('notice_id')
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    dueAt: instant('due_at').notNull(),
    ...lease(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.noticeId] }),
    index('notice_recipients_due').on(t.dueAt),
  ],
);
