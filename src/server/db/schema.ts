import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { type DraftPayload } from '@/contract/draft';
import { CATEGORY_COLORS } from '@/core/limits';
import { type RecurrenceRule } from '@/core/recurrence';
import { DAY_MESSAGES, type Settings } from '@/core/settings';
import { type Attachment } from '../attachment';
import { type Brought } from '../delivery/outgoing';

/*
 * Not in here, since Drizzle cannot express it: the fill factor of `reminders` and `users` (migration
 * 0006: a claim finds room for a row's new version on the same page, and writes no index) and when
 * autovacuum runs (0010: after a fiftieth of the rows, so that claims never walk over many dead ones).
 */

/** An instant. Every column of this kind is `timestamptz` with milliseconds. */
const instant = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const createdAt = () => instant('created_at').notNull().defaultNow();
/** The message that comes back with the row; see server/attachment. Read by its schema there. */
const attachment = () => jsonb('attachment').$type<Attachment>();

export const users = pgTable(
  'users',
  {
    /** Telegram's user id, which in private chats is also the chat id. */
    id: bigint('id', { mode: 'number' }).primaryKey(),
    username: text('username'),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name'),
    photoUrl: text('photo_url'),
    adultConfirmedAt: instant('adult_confirmed_at'),
    /** Version of the terms that the user accepted; null before, and after a refusal. */
    termsVersion: text('terms_version'),
    termsAcceptedAt: instant('terms_accepted_at'),
    timeZone: text('time_zone').notNull().default('Europe/Moscow'),
    /** The user chose the zone by hand (/timezone): the browser's no longer replaces it. */
    timeZoneManual: boolean('time_zone_manual').notNull().default(false),
    /** Neither the person nor a device of theirs has said this zone: the bot asks whether it is right. */
    timeZoneAssumed: boolean('time_zone_assumed').notNull().default(false),
    /**
     * The zone that was replaced by a device's, while nobody has said what is to become of the reminders
     * on its clocks.
     */
    timeZoneBefore: text('time_zone_before'),
    /** What the user has set beside the zone; null until they set anything. Read by server/settings. */
    settings: jsonb('settings').$type<Partial<Settings>>(),
    tutorialStep: smallint('tutorial_step').notNull().default(1),
    /** Set while the bot cannot write to the user (blocked, deactivated, never started). */
    unreachableSince: instant('unreachable_since'),
    /** When the user last showed that the bot may write to them; a refusal of an earlier send is out of date. */
    reachableSince: instant('reachable_since'),
    /** One message a second per chat: the earliest instant of the next one. */
    chatFreeAt: instant('chat_free_at'),
    /** Where the next message is put that has to wait for the chat, behind those that already do. */
    chatTailAt: instant('chat_tail_at'),
    /** Telegram's 429 for this chat: nothing is sent to it before. */
    chatSilentUntil: instant('chat_silent_until'),
    lastActiveAt: instant('last_active_at').notNull().defaultNow(),
    /** When Telegram took the warning that this account will be removed; its last week starts then. */
    inactivityWarnedAt: instant('inactivity_warned_at'),
    /** Warnings whose answer was lost, each of which may have arrived, and when the next may go out. */
    inactivityTries: smallint('inactivity_tries').notNull().default(0),
    inactivityRetryAt: instant('inactivity_retry_at'),
    /** What the bot asked for last; the next message may be the answer, and clears it. */
    expects: text('expects', { enum: ['time-zone', 'moment'] }),
    /** `moment`: of which reminder («Другое время…»), and until when a message is taken for the answer. */
    expectsReminderId: bigint('expects_reminder_id', { mode: 'number' }),
    expectsUntil: instant('expects_until'),
    createdAt: createdAt(),
  },
  (t) => [
    index('users_last_active_at').on(t.lastActiveAt),
    // For administrators. Partial: only going away and coming back writes it.
    index('users_unreachable')
      .on(t.id)
      .where(sql`${t.unreachableSince} is not null`),
  ],
);

export const categories = pgTable('categories', {
  id: serial('id').primaryKey(),
  name: text('name').notNull().unique(),
  position: integer('position').notNull(),
});

/**
 * Categories that users have made for themselves. Their ids come from the same sequence as those of
 * `categories`: a row's `category_id` is of one or the other. A key cannot say that, so the writers of
 * rows see to it (server/categories.ts).
 */
export const ownCategories = pgTable(
  'own_categories',
  {
    id: integer('id')
      .primaryKey()
      .default(sql`nextval('categories_id_seq')`),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The name as `foldedName` (core/category-rules) has it: one of its kind for a user. */
    folded: text('folded').notNull(),
    color: text('color', { enum: CATEGORY_COLORS }).notNull(),
    position: integer('position').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('own_categories_name').on(t.userId, t.folded)],
);

export const reminderTypes = pgTable('reminder_types', {
  id: serial('id').primaryKey(),
  name: text('name').notNull().unique(),
  position: integer('position').notNull(),
});

/** Delivery looks only at `scheduled`; `parked` waits for its user, `failed` for an administrator. */
export const deliveryState = pgEnum('delivery_state', ['scheduled', 'parked', 'failed']);

export const reminders = pgTable(
  'reminders',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    typeId: integer('type_id')
      .notNull()
      .references(() => reminderTypes.id),
    /** Of `categories` or of `ownCategories`. */
    categoryId: integer('category_id').notNull(),
    text: text('text').notNull(),
    attachment: attachment(),

    // The life cycle, core/firing's FiringState.
    /** Wall time `YYYY-MM-DDTHH:mm` of the first occurrence. */
    firstWallTime: text('first_wall_time').notNull(),
    timeZone: text('time_zone').notNull(),
    rule: jsonb('rule').$type<RecurrenceRule>(),
    floodInterval: smallint('flood_interval'),
    preAlerts: jsonb('pre_alerts').$type<readonly number[]>().notNull().default([]),
    dateTime: instant('date_time').notNull(),
    completed: boolean('completed').notNull().default(false),
    nextFireAt: instant('next_fire_at'),
    openOccurrenceAt: instant('open_occurrence_at'),
    waitingSince: instant('waiting_since'),
    nagCount: smallint('nag_count').notNull().default(0),
    snoozedUntil: instant('snoozed_until'),
    doneAt: instant('done_at'),
    /** The occurrence that would have come next when it was paused; null while it is not. */
    pausedFrom: instant('paused_from'),
    pausedUntil: instant('paused_until'),
    /** Paused with all other series; says nothing while `pausedFrom` is null. */
    pausedWithAll: boolean('paused_with_all').notNull().default(false),

    // Delivery's own.
    /** Message of the open occurrence in the chat: the one that buttons belong to and a nag replaces. */
    liveMessageId: bigint('live_message_id', { mode: 'number' }),
    /** What of the attachment the latest firing has brought into the chat so far. */
    brought: jsonb('brought').$type<Brought>(),
    deliveryState: deliveryState('delivery_state').notNull().default('scheduled'),
    /** Delivery's own delay on top of `nextFireAt`: backoff, or the chat's next second. */
    notBefore: instant('not_before'),
    /** When to claim the row. Kept by Postgres, so that no writer of the state can forget it. */
    dueAt: instant('due_at').generatedAlwaysAs(
      sql`case when next_fire_at is not null then greatest(next_fire_at, not_before) end`,
    ),
    /** What comes next is only a re-send: it waits behind first sends. */
    nagDue: boolean('nag_due')
      .notNull()
      .generatedAlwaysAs(
        sql`open_occurrence_at is not null and snoozed_until is null and (rule is null or next_fire_at is distinct from date_time)`,
      ),
    leaseToken: uuid('lease_token'),
    leaseUntil: instant('lease_until'),
    attempts: smallint('attempts').notNull().default(0),
    /** Why the last attempt failed: an HTTP status of Telegram's or a word of ours. Never a text. */
    lastError: text('last_error'),

    /** What it takes to read this row: core/row-level. A release leaves alone what it cannot read. */
    level: smallint('level').notNull().default(1),
    /** Rises with every change by the user, in the app or in the chat; a send does not change it. */
    version: integer('version').notNull().default(1),
    /** What makes a repeated create the same create; see server/create-once. */
    createKey: text('create_key'),
    /** Of what was asked for under that key; null for rows older than this column. */
    createPrint: text('create_print'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
    /** What takes the latest act back, see server/reminder-acts; it counts for its own version only. */
    undo: jsonb('undo'),
    /** The note that it reminds of. Not a key: the note may be erased first. */
    noteId: bigint('note_id', { mode: 'number' }),
  },
  (t) => [
    // Claims read it from the front. A claim itself changes no column of any index (a HOT update).
    index('reminders_due')
      .on(t.nagDue, t.dueAt)
      .where(
        sql`${t.dueAt} is not null and ${t.deliveryState} = 'scheduled' and ${t.deletedAt} is null`,
      ),
    // What is archived as unanswered one day; see delivery/unanswered.
    index('reminders_waiting')
      .on(t.waitingSince)
      .where(
        sql`${t.waitingSince} is not null and ${t.nextFireAt} is null and not ${t.completed} and ${t.deletedAt} is null and (${t.rule} ->> 'afterDone') is null`,
      ),
    // Pauses that end by themselves; see delivery/pauses.
    index('reminders_paused')
      .on(t.pausedUntil)
      .where(sql`${t.pausedUntil} is not null`),
    // What an older release counts that it has to leave to a newer one.
    index('reminders_newer')
      .on(t.level)
      .where(sql`${t.level} > 1`)
      .concurrently(),
    index('reminders_failed')
      .on(t.id)
      .where(sql`${t.deliveryState} = 'failed'`),
    index('reminders_of_user')
      .on(t.userId, t.dateTime)
      .where(sql`${t.deletedAt} is null`),
    index('reminders_deleted')
      .on(t.deletedAt)
      .where(sql`${t.deletedAt} is not null`),
    uniqueIndex('reminders_create_key').on(t.userId, t.createKey),
  ],
);

/** What quiet hours hold back: a re-send, or a notice to all users. Instants as ISO. */
export type HeldItem =
  | { kind: 'nag'; reminderId: number; occurrenceAt: string; nagCount: number }
  | { kind: 'notice'; noticeId: number };

/** What quiet hours have held back of a person, to be told in one message when they end; see server/quiet. */
export const quietDigests = pgTable(
  'quiet_digests',
  {
    userId: bigint('user_id', { mode: 'number' })
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In the order in which it would have come. */
    items: jsonb('items').$type<HeldItem[]>().notNull(),
    /** When the message is to go out, or to be tried again. */
    dueAt: instant('due_at').notNull(),
    leaseToken: uuid('lease_token'),
    leaseUntil: instant('lease_until'),
    attempts: smallint('attempts').notNull().default(0),
  },
  (t) => [index('quiet_digests_due').on(t.dueAt)],
);

/**
 * When a user's agenda and review come next; see server/day. No row where neither was ever wanted,
 * offered or thought of.
 */
export const dayPlans = pgTable(
  'day_plans',
  {
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: DAY_MESSAGES }).notNull(),
    /** `offer`: to be offered at `dueAt`, if it still makes sense then; it is never offered again. */
    state: text('state', { enum: ['offer', 'offered', 'on', 'off'] }).notNull(),
    /** When to look at it; null where nothing is to come. */
    dueAt: instant('due_at'),
    /** The latest day that is settled: told of, or found empty. A local date. */
    toldDay: text('told_day'),
    leaseToken: uuid('lease_token'),
    leaseUntil: instant('lease_until'),
    attempts: smallint('attempts').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind] }),
    index('day_plans_due')
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
  ],
);

/** A line of an agenda or review: one occurrence of a reminder. Instants as ISO. */
export interface StoredDayItem {
  reminderId: number;
  occurrenceAt: string;
}

/** Agendas and reviews in the chats: what their buttons are about, and what keeps them up to date. */
export const dayMessages = pgTable(
  'day_messages',
  {
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    messageId: bigint('message_id', { mode: 'number' }).notNull(),
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
    leaseToken: uuid('lease_token'),
    leaseUntil: instant('lease_until'),
    attempts: smallint('attempts').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.messageId] }),
    index('day_messages_due')
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
    index('day_messages_sent_at').on(t.sentAt),
  ],
);

/** What became of an occurrence: said by its user, or the time for an answer ran out. */
export const occurrenceOutcome = pgEnum('occurrence_outcome', ['done', 'skipped', 'unanswered']);

/** The history of a reminder: one row for each occurrence that waits no longer. Goes with its reminder. */
export const occurrences = pgTable(
  'occurrences',
  {
    reminderId: bigint('reminder_id', { mode: 'number' })
      .notNull()
      .references(() => reminders.id, { onDelete: 'cascade' }),
    userId: bigint('user_id', { mode: 'number' }).notNull(),
    occurrenceAt: instant('occurrence_at').notNull(),
    outcome: occurrenceOutcome('outcome').notNull(),
    /** When its message came; null where it was answered before. */
    cameAt: instant('came_at'),
    /** When it was answered, or given up. */
    endedAt: instant('ended_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.reminderId, t.occurrenceAt] }),
    index('occurrences_ended_at').on(t.endedAt),
  ],
);

export const notes = pgTable(
  'notes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of `categories` or of `ownCategories`. */
    categoryId: integer('category_id').notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    attachment: attachment(),
    dateTime: instant('date_time').notNull(),
    /** Kept above the others. */
    pinned: boolean('pinned').notNull().default(false),
    /** Rises with every change by the user. */
    version: integer('version').notNull().default(1),
    createKey: text('create_key'),
    createPrint: text('create_print'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('notes_of_user')
      .on(t.userId, t.dateTime)
      .where(sql`${t.deletedAt} is null`),
    index('notes_deleted')
      .on(t.deletedAt)
      .where(sql`${t.deletedAt} is not null`),
    uniqueIndex('notes_create_key').on(t.userId, t.createKey),
  ],
);

/** A person's link for calendar programs. Of its token only a hash is stored: see server/calendar-link. */
export const calendarLinks = pgTable('calendar_links', {
  userId: bigint('user_id', { mode: 'number' })
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** SHA-256, hexadecimal. */
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: createdAt(),
  /** Since when calendars get nothing by it, as it costs more to work out than is allowed; null while they do. */
  refusedAt: timestamp('refused_at', { withTimezone: true }),
});

/**
 * A reminder that its owner has shared, as it was when they did: see server/shares. The token of its
 * links is this key, signed; it is stored nowhere.
 */
export const shares = pgTable(
  'shares',
  {
    key: text('key').primaryKey(),
    /** Whose reminder it is. */
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reminderId: bigint('reminder_id', { mode: 'number' })
      .notNull()
      .references(() => reminders.id, { onDelete: 'cascade' }),
    /** Of what is shared: the same reminder, unchanged, has one link. */
    print: text('print').notNull(),
    text: text('text').notNull(),
    typeId: integer('type_id')
      .notNull()
      .references(() => reminderTypes.id),
    firstWallTime: text('first_wall_time').notNull(),
    timeZone: text('time_zone').notNull(),
    rule: jsonb('rule').$type<RecurrenceRule>(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('shares_of_reminder').on(t.reminderId, t.print),
    index('shares_of_user').on(t.userId),
  ],
);

/**
 * What a person has written behind the bot's name in some chat, until they send the message: then it
 * becomes a reminder. See telegram/bot/inline.
 */
export const inlineDrafts = pgTable(
  'inline_drafts',
  {
    key: text('key').primaryKey(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    payload: jsonb('payload').$type<DraftPayload>().notNull(),
    /** What it has become. Not a key: the reminder may be erased first. */
    reminderId: bigint('reminder_id', { mode: 'number' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('inline_drafts_of_user').on(t.userId, t.createdAt),
    index('inline_drafts_created_at').on(t.createdAt),
  ],
);

/** A card in the chat: what the bot understood and has not been told to save yet. */
export const drafts = pgTable(
  'drafts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Message of the card; null until Telegram has taken it. */
    messageId: bigint('message_id', { mode: 'number' }),
    payload: jsonb('payload').$type<DraftPayload>().notNull(),
    attachment: attachment(),
    /**
     * `asking` waits for an answer in words as well as for a button; `held` only for a button
     * (quiet hours have nothing to do with it): one of several tasks of a message, or a reply that may be about its reminder or not.
     */
    state: text('state', {
      enum: ['asking', 'ready', 'saved', 'noted', 'cancelled', 'held'],
    }).notNull(),
    /** What it became. Not a key: a reminder may be erased first. */
    reminderId: bigint('reminder_id', { mode: 'number' }),
    /** The person's message that it was made of: heard again it makes nothing new, edited it changes this. */
    sourceMessageId: bigint('source_message_id', { mode: 'number' }),
    /** Their message that last answered a question of its card. */
    answerMessageId: bigint('answer_message_id', { mode: 'number' }),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('drafts_of_user').on(t.userId, t.id), index('drafts_expires_at').on(t.expiresAt)],
);

/**
 * What people sent before they accepted the terms, to be answered once they do. Not tied to a user's
 * row: of most of them there is none yet.
 */
export const earlyMessages = pgTable(
  'early_messages',
  {
    userId: bigint('user_id', { mode: 'number' }).notNull(),
    messageId: bigint('message_id', { mode: 'number' }).notNull(),
    text: text('text').notNull(),
    attachment: attachment(),
    forwarded: boolean('forwarded').notNull(),
    sentAt: instant('sent_at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.messageId] }),
    index('early_messages_received_at').on(t.receivedAt),
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

/** The ledger: one row an attempt to send. No texts, and no key to the reminder, which may be erased. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: bigint('user_id', { mode: 'number' }).notNull(),
    reminderId: bigint('reminder_id', { mode: 'number' }),
    kind: deliveryKind('kind').notNull(),
    occurrenceAt: instant('occurrence_at').notNull(),
    scheduledAt: instant('scheduled_at').notNull(),
    sentAt: instant('sent_at').notNull(),
    outcome: deliveryOutcome('outcome').notNull(),
    /** Telegram's error code, or a word of ours such as `timeout`. */
    errorCode: text('error_code'),
    /** The message in the chat, by which a reply to it finds its reminder. Null where none was sent. */
    messageId: bigint('message_id', { mode: 'number' }),
  },
  (t) => [
    // Every further index is a write per send; this one grows at its end, which is the cheapest. A BRIN
    // would cost less, but only until the room of removed rows is used again: then it excludes nothing.
    index('deliveries_sent').on(t.sentAt),
    // For all of one user, all of a reminder of theirs, and, read through one user's entries, a message.
    index('deliveries_of_reminder').on(t.userId, t.reminderId, t.messageId).concurrently(),
  ],
);

/**
 * Messages of reminders that did not come since their user called them off, or since quiet hours held them
 * back: the ledger knows only what was tried.
 */
export const calledOff = pgTable(
  'called_off',
  {
    reminderId: bigint('reminder_id', { mode: 'number' })
      .notNull()
      .references(() => reminders.id, { onDelete: 'cascade' }),
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
 * Messages of the bot about one reminder beside those that delivery sends (the ledger has those): cards,
 * answers, questions. By them a reply finds its reminder. And texts of the person's own, so that an edit
 * that has changed nothing of a text is told from one that has.
 */
export const chatMessages = pgTable(
  'chat_messages',
  {
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    messageId: bigint('message_id', { mode: 'number' }).notNull(),
    /** Of the bot's. Not a key: a reminder may be erased first. */
    reminderId: bigint('reminder_id', { mode: 'number' }),
    /** Of the person's: a hash of what it says. */
    print: text('print'),
    sentAt: instant('sent_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.messageId] }),
    index('chat_messages_sent_at').on(t.sentAt),
  ],
);

/**
 * People erased of late whose rows in the ledger the cleanup still has to look for: there may be too
 * many for one statement, and a send that was under way may add one. Their ids go after a day.
 */
export const erasures = pgTable('erasures', {
  userId: bigint('user_id', { mode: 'number' }).primaryKey(),
  /** By the database's clock. Rows of somebody who came back are younger. */
  erasedAt: instant('erased_at').notNull().defaultNow(),
});

/** Telegram repeats updates: each id is handled once. Ids restart at random, so none is "too old". */
export const processedUpdates = pgTable(
  'processed_updates',
  {
    updateId: bigint('update_id', { mode: 'number' }).primaryKey(),
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
  /** The earliest free slot. */
  nextSlotAt: instant('next_slot_at').notNull().defaultNow(),
  /** Nobody sends before this: Telegram refused several chats at once, or the bot itself. */
  pausedUntil: instant('paused_until'),
  /** Chats that Telegram answered 429 for since `refusedSince`: several within seconds mean the whole bot. */
  refusedChats: bigint('refused_chats', { mode: 'number' }).array().notNull().default([]),
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
    id: bigserial('id', { mode: 'number' }).primaryKey(),
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
 * What the ledger comes to, per quarter of an hour: what administrators see is read from here, so that
 * it costs the same on a ledger of any size. Written by server/admin/tally, behind the sends.
 */
export const deliveryTally = pgTable(
  'delivery_tally',
  {
    /** Start of the quarter of an hour, by the time of sending. */
    slot: instant('slot').notNull(),
    kind: deliveryKind('kind').notNull(),
    outcome: deliveryOutcome('outcome').notNull(),
    /** core/lateness' step, for reminders that were sent; 0 for everything else. */
    latenessStep: smallint('lateness_step').notNull(),
    attempts: integer('attempts').notNull(),
  },
  (t) => [primaryKey({ columns: [t.slot, t.kind, t.outcome, t.latenessStep] })],
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

/** How far each source has been counted. */
export const tallyCursors = pgTable('tally_cursors', {
  source: text('source', { enum: ['delivery', 'reminder', 'note'] }).primaryKey(),
  /** Every row up to this id is in the tally. */
  countedTo: bigint('counted_to', { mode: 'number' }).notNull().default(0),
  /** The highest id at `ranAt`; counted in the next run, when no row below can still appear. */
  seenTo: bigint('seen_to', { mode: 'number' }).notNull().default(0),
  ranAt: instant('ran_at').notNull(),
});

/** A message of an administrator to all users. */
export const notices = pgTable(
  'notices',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    text: text('text').notNull(),
    state: text('state', { enum: ['draft', 'running', 'done', 'stopped'] }).notNull(),
    createdBy: bigint('created_by', { mode: 'number' }).notNull(),
    createdAt: createdAt(),
    /** When its author got this very text; only then it may be sent. */
    previewedAt: instant('previewed_at'),
    /** How many users it is for, counted when it started. */
    recipients: integer('recipients').notNull().default(0),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    /** Every recipient up to this user id has been claimed; recipients come in the order of their ids. */
    cursor: bigint('cursor', { mode: 'number' }).notNull().default(0),
    /** Its share of the pace: no instance claims before this. */
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

/** Recipients of a running notice who are being sent it or have to be tried again; few at a time. */
export const noticeClaims = pgTable(
  'notice_claims',
  {
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    noticeId: bigint('notice_id', { mode: 'number' })
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    leaseToken: uuid('lease_token'),
    leaseUntil: instant('lease_until'),
    notBefore: instant('not_before'),
    attempts: smallint('attempts').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.userId, t.noticeId] })],
);
