import { isNotNull, isNull, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { CATEGORY_COLORS } from '@/core/limits';
import { type RecurrenceRule } from '@/core/recurrence';
import { type Settings } from '@/core/settings';
import { type Brought } from '../../attachment';
import {
  attachment,
  bigNumber,
  createdAt,
  indexWhereSet,
  instant,
  lease,
  rowId,
  written,
} from './columns';

/* This file has the people, and what they keep: categories, reminders with their history, notes, the calendar link. */

export const users = pgTable(
  'users',
  {
    /** Telegram's user id, which in private chats is also the chat id. */
    id: bigNumber('id').primaryKey(),
    username: text('username'),
    firstName: text('first_name').notNull(),
    lastName: text('last_name'),
    photoUrl: text('photo_url'),
    adultConfirmedAt: instant('adult_confirmed_at'),
    /** Version of the terms that the user accepted; null before, and after a refusal. */
    termsVersion: text('terms_version'),
    termsAcceptedAt: instant('terms_accepted_at'),
    /** When the user refused the terms; everything of theirs goes some days later. */
    termsRefusedAt: instant('terms_refused_at'),
    timeZone: text('time_zone').notNull().default('Europe/Moscow'),
    /** The user chose the zone by hand (/timezone): the browser's no longer replaces it. */
    timeZoneManual: boolean('time_zone_manual').notNull().default(false),
    /** Neither the person nor a device of theirs has said this zone: the bot asks whether it is right. */
    timeZoneAssumed: boolean('time_zone_assumed').notNull().default(false),
    /** The zone before a device's, until its user says what becomes of the reminders on its clocks. */
    timeZoneBefore: text('time_zone_before'),
    /**
     * All that the user has set beside the zone; null until they set anything. Read by accounts/settings. The category in
     * it is no key, since PostgreSQL has keys of columns only: whoever deletes a category replaces it here, too.
     */
    settings: jsonb('settings').$type<Partial<Settings>>(),
    tutorialStep: smallint('tutorial_step').notNull().default(1),
    /** Set while the bot cannot write to the user (blocked, deactivated, never started). */
    unreachableSince: instant('unreachable_since'),
    /** When the user last showed that the bot may write to them; a refusal of an earlier send is out of date. */
    reachableSince: instant('reachable_since'),
    /** One message a second per chat: the earliest instant of the next one. */
    chatFreeAt: instant('chat_free_at'),
    /** Telegram's 429 for this chat: nothing is sent to it before. */
    chatSilentUntil: instant('chat_silent_until'),
    lastActiveAt: instant('last_active_at').notNull().defaultNow(),
    /** When Telegram took the warning that this account will be removed; its last week starts then. */
    inactivityWarnedAt: instant('inactivity_warned_at'),
    /** Warnings whose answer was lost, each of which may have arrived, and when the next may go out. */
    inactivityTries: smallint('inactivity_tries').notNull().default(0),
    inactivityRetryAt: instant('inactivity_retry_at'),
    /** The bot asked for this last; the next message may be the answer, and clears it. */
    expects: text('expects', { enum: ['time-zone', 'moment'] }),
    /** `moment`: of which reminder («Другое время…»), and until when a message is taken for the answer. */
    expectsReminderId: bigNumber('expects_reminder_id').references(
      (): AnyPgColumn => reminders.id,
      { onDelete: 'set null' },
    ),
    expectsUntil: instant('expects_until'),
    createdAt: createdAt(),
  },
  (t) => [
    index('users_last_active_at').on(t.lastActiveAt),
    // Administrators count by it. It is partial: only going away and coming back writes it.
    index('users_unreachable').on(t.id).where(isNotNull(t.unreachableSince)),
    indexWhereSet('users_expect', t.expectsReminderId),
    indexWhereSet('users_refused', t.termsRefusedAt),
  ],
);

/** The user to whom a row belongs, and with whom it goes. */
export const ofUser = () =>
  bigNumber('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Categories that everybody has, and those that users have made for themselves. */
export const categories = pgTable(
  'categories',
  {
    id: serial('id').primaryKey(),
    /** Whose own it is; null for one that everybody has. */
    userId: bigNumber('user_id').references(() => users.id, {
      onDelete: 'cascade',
    }),
    name: text('name').notNull(),
    /** The name as `foldedName` (core/category-rules) has it: one of its kind for a user, and among those of all. */
    folded: text('folded').notNull(),
    /** Only a user's own category has one. */
    color: text('color', { enum: CATEGORY_COLORS }),
    position: integer('position').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('categories_of_all').on(t.folded).where(isNull(t.userId)),
    uniqueIndex('categories_of_user').on(t.userId, t.folded),
    check('categories_color', sql`(${t.userId} is null) = (${t.color} is null)`),
  ],
);

/** The category of a row; its rows move before a category goes (categories/categories.ts). */
const ofCategory = () =>
  integer('category_id')
    .notNull()
    .references(() => categories.id);

export const reminderTypes = pgTable('reminder_types', {
  id: serial('id').primaryKey(),
  name: text('name').notNull().unique(),
  position: integer('position').notNull(),
});

export const ofType = () =>
  integer('type_id')
    .notNull()
    .references(() => reminderTypes.id);

/** Delivery looks only at `scheduled`; `parked` waits for its user, `failed` for an administrator. */
export const deliveryState = pgEnum('delivery_state', ['scheduled', 'parked', 'failed']);

export const reminders = pgTable(
  'reminders',
  {
    id: rowId(),
    userId: ofUser(),
    typeId: ofType(),
    categoryId: ofCategory(),
    text: text('text').notNull(),
    attachment: attachment(),
    /** So many are left of what it is about (core/counter); null where nothing is counted. */
    counterLeft: smallint('counter_left'),
    /** From how many on it says that they run out; null for the usual number. */
    counterLow: smallint('counter_low'),
    /** Ticked points of the occurrence to be answered, by their words (core/checklist); null where none is. */
    ticked: jsonb('ticked').$type<readonly string[]>(),

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
    liveMessageId: bigNumber('live_message_id'),
    /** How much of the attachment the latest firing has brought into the chat so far. */
    brought: jsonb('brought').$type<Brought>(),
    deliveryState: deliveryState('delivery_state').notNull().default('scheduled'),
    /** Delivery's own delay on top of `nextFireAt`: backoff, or the chat's next second. */
    notBefore: instant('not_before'),
    /** When to claim the row. Kept by Postgres, so that no writer of the state can forget it. */
    dueAt: instant('due_at').generatedAlwaysAs(
      sql`case when next_fire_at is not null then greatest(next_fire_at, not_before) end`,
    ),
    /** True where only a re-send comes next, which waits behind first sends. */
    nagDue: boolean('nag_due')
      .notNull()
      .generatedAlwaysAs(
        sql`open_occurrence_at is not null and snoozed_until is null and (rule is null or next_fire_at is distinct from date_time)`,
      ),
    ...lease(),
    /** Why the last attempt failed: an HTTP status of Telegram's or a word of ours. Never a text. */
    lastError: text('last_error'),

    ...written(),
    /** The note that it reminds of; null also once that is erased. */
    noteId: bigNumber('note_id').references((): AnyPgColumn => notes.id, {
      onDelete: 'set null',
    }),
  },
  (t) => [
    // Claims read it from the front. A claim itself changes no column of any index (a HOT update).
    index('reminders_due')
      .on(t.nagDue, t.dueAt)
      .where(
        sql`${t.dueAt} is not null and ${t.deliveryState} = 'scheduled' and ${t.deletedAt} is null`,
      ),
    // Put off until those had their turn of whom nothing was sent so far; empty but in a rush. See reminders/claim.
    index('reminders_turns')
      .on(
        sql`(${t.userId} + 0)`,
        sql`(${t.nagDue} or ${t.nextFireAt} < coalesce(${t.snoozedUntil}, ${t.dateTime}))`,
        t.nextFireAt,
      )
      .where(
        sql`${t.notBefore} > ${t.nextFireAt} and ${t.lastError} is null and ${t.deliveryState} = 'scheduled' and ${t.deletedAt} is null`,
      ),
    // Tried in vain and put off since; see outbox/health.
    index('reminders_retried')
      .on(t.lastError, t.nextFireAt)
      .where(
        sql`${t.lastError} is not null and ${t.nextFireAt} is not null and ${t.deliveryState} = 'scheduled' and ${t.deletedAt} is null`,
      )
      .concurrently(),
    // These are archived as unanswered one day; see reminders/write/upkeep.
    index('reminders_waiting')
      .on(t.waitingSince)
      .where(
        sql`${t.waitingSince} is not null and ${t.nextFireAt} is null and not ${t.completed} and ${t.deletedAt} is null and (${t.rule} ->> 'afterDone') is null`,
      ),
    // Pauses that end by themselves; see reminders/write/upkeep.
    indexWhereSet('reminders_paused', t.pausedUntil),
    index('reminders_failed')
      .on(t.id)
      .where(sql`${t.deliveryState} = 'failed'`),
    index('reminders_of_user').on(t.userId, t.dateTime).where(isNull(t.deletedAt)),
    // The database looks here whether a category that goes still has rows.
    index('reminders_of_category').on(t.categoryId),
    indexWhereSet('reminders_of_note', t.noteId),
    indexWhereSet('reminders_deleted', t.deletedAt),
    uniqueIndex('reminders_create_key').on(t.userId, t.createKey),
    // These states core's FiringState never has (core/firing/life), nor is there half a lease.
    check(
      'reminders_completed',
      sql`not ${t.completed} or (${t.nextFireAt} is null and ${t.snoozedUntil} is null and ${t.pausedFrom} is null)`,
    ),
    check(
      'reminders_done',
      sql`${t.doneAt} is null or (${t.completed} and ${t.openOccurrenceAt} is null)`,
    ),
    check('reminders_put_off', sql`${t.snoozedUntil} is null or ${t.openOccurrenceAt} is not null`),
    check(
      'reminders_waits',
      sql`(${t.waitingSince} is not null) = (${t.openOccurrenceAt} is not null and ${t.snoozedUntil} is null and not ${t.completed})`,
    ),
    check('reminders_pause', sql`${t.pausedUntil} is null or ${t.pausedFrom} is not null`),
    check('reminders_lease', sql`(${t.leaseToken} is null) = (${t.leaseUntil} is null)`),
  ],
);

/** The reminder to which a row belongs, and with which it goes. */
export const ofReminder = (name = 'reminder_id') =>
  bigNumber(name)
    .notNull()
    .references(() => reminders.id, { onDelete: 'cascade' });

/** The reminder that something has become, and what happens to the row when that is erased. */
export const madeReminder = (onDelete: 'cascade' | 'set null') =>
  bigNumber('reminder_id').references(() => reminders.id, { onDelete });

/** The fate of an occurrence: said by its user, or the time for an answer ran out. */
export const occurrenceOutcome = pgEnum('occurrence_outcome', ['done', 'skipped', 'unanswered']);

/** The history of a reminder: one row for each occurrence that waits no longer. Goes with its reminder. */
export const occurrences = pgTable(
  'occurrences',
  {
    reminderId: ofReminder(),
    /** Its owner. Not a key: the row goes with its reminder, which goes with its owner and never changes hands. */
    userId: bigNumber('user_id').notNull(),
    occurrenceAt: instant('occurrence_at').notNull(),
    outcome: occurrenceOutcome('outcome').notNull(),
    /** When its message came; null where it was answered before. */
    cameAt: instant('came_at'),
    /** When it was answered, or given up. */
    endedAt: instant('ended_at').notNull(),
    /** The points that were ticked by then, in words. */
    ticked: jsonb('ticked').$type<readonly string[]>(),
  },
  (t) => [
    primaryKey({ columns: [t.reminderId, t.occurrenceAt] }),
    index('occurrences_ended_at').on(t.endedAt),
  ],
);

/**
 * The latest act on each reminder and what it was before, by which the act is taken back; reminders/write/last-act
 * reads it. The rows that one act has changed share its id. Goes with its reminder.
 */
export const acts = pgTable(
  'acts',
  {
    reminderId: ofReminder().primaryKey(),
    actId: uuid('act_id').notNull(),
    /**
     * Whose row it was done on: of a reminder of several people perhaps another person's; null once that is erased. Not
     * the person: who is erased at this moment holds their own row, and then waits for their reminders.
     */
    byReminderId: bigNumber('by_reminder_id').references(() => reminders.id, {
      onDelete: 'set null',
    }),
    name: text('name').notNull(),
    /** The request or message that asked for it, where the same may ask again. */
    key: text('key'),
    at: instant('at').notNull(),
    /**
     * The version of the reminder behind the act, and its `nextFireAt`, which every send changes: the act counts as
     * long as both stand.
     */
    version: integer('version').notNull(),
    nextFireAt: instant('next_fire_at'),
    /**
     * The rows that it has changed in a reminder of several people, which go back together; null where it was one's own.
     * Not keys, since PostgreSQL has none of an array's elements: one that was erased is not found, and stays out.
     */
    partners: bigNumber('partners').array(),
    /** The reminder as it was, its history included. No statement looks into it. */
    before: jsonb('before').notNull(),
  },
  (t) => [index('acts_by_reminder').on(t.byReminderId)],
);

export const notes = pgTable(
  'notes',
  {
    id: rowId(),
    userId: ofUser(),
    categoryId: ofCategory(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    attachment: attachment(),
    dateTime: instant('date_time').notNull(),
    pinned: boolean('pinned').notNull().default(false),
    ...written(),
  },
  (t) => [
    index('notes_of_user').on(t.userId, t.dateTime).where(isNull(t.deletedAt)),
    index('notes_of_category').on(t.categoryId),
    indexWhereSet('notes_deleted', t.deletedAt),
    uniqueIndex('notes_create_key').on(t.userId, t.createKey),
  ],
);

/** A person's link for calendar programs. Of its token only a hash is stored: see calendar/link. */
export const calendarLinks = pgTable('calendar_links', {
  userId: ofUser().primaryKey(),
  /** SHA-256, hexadecimal. */
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: createdAt(),
  /** Whether calendars are also to ring. */
  withAlarms: boolean('with_alarms').notNull().default(false),
});
