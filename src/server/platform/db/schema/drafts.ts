import {
  type AnyPgColumn,
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { type DraftPayload } from '@/contract/draft';
import { type Schedule } from '@/core/recurrence';
import { type Origin } from '../../attachment';
import { attachment, bigNumber, createdAt, indexWhereSet, instant, rowId } from './columns';
import { ofUser, madeReminder } from './stored';

/*
 * This file has what people have written that is no reminder or note yet: cards of the chat, what is typed or asked
 * in other chats, and what came before the terms were accepted.
 */

/** Text that a person types behind the bot's name in some chat, until they send it: then it becomes a reminder. */
export const inlineDrafts = pgTable(
  'inline_drafts',
  {
    key: text('key').primaryKey(),
    userId: ofUser(),
    /** The category in it is no key, as in the settings of `users`. */
    payload: jsonb('payload').$type<DraftPayload>().notNull(),
    /** The reminder that it has become; it goes with that, or it would become it again. */
    reminderId: madeReminder('cascade'),
    createdAt: createdAt(),
  },
  (t) => [
    indexWhereSet('inline_drafts_of_reminder', t.reminderId),
    index('inline_drafts_of_user').on(t.userId, t.createdAt),
    index('inline_drafts_created_at').on(t.createdAt),
  ],
);

/** Calls of the bot in chats that it is not in, while they can be answered and taken over there. */
export const guestCalls = pgTable(
  'guest_calls',
  {
    /** Names it on the answer's button. */
    key: text('key').primaryKey(),
    userId: ofUser(),
    /** Telegram's id of it: heard again it makes nothing new. */
    queryId: text('query_id').notNull().unique(),
    /** The draft that it has become; null also once that is gone. */
    draftId: bigNumber('draft_id').references((): AnyPgColumn => drafts.id, {
      onDelete: 'set null',
    }),
    reminderId: madeReminder('set null'),
    /** The reminder as it was then: what others in that chat take over. Null where nothing was certain. */
    shared: jsonb('shared').$type<{
      text: string;
      typeId: number;
      schedule: Schedule;
      origin?: Origin;
    }>(),
    taken: smallint('taken').notNull().default(0),
    /** The fate of the answer; null until Telegram has said something of it. */
    outcome: text('outcome', { enum: ['answered', 'refused'] }),
    /** The answer's message, by which a press proves that it comes from that chat. */
    inlineMessageId: text('inline_message_id'),
    createdAt: createdAt(),
  },
  (t) => [
    index('guest_calls_of_user').on(t.userId),
    indexWhereSet('guest_calls_of_draft', t.draftId),
    indexWhereSet('guest_calls_of_reminder', t.reminderId),
    index('guest_calls_created_at').on(t.createdAt),
  ],
);

/**
 * What the bot has asked about a line that names no reminder clearly: which of these it is about, or what is to become
 * of one; and what an answer «все» does to each of them, where it may be given: of a move the instant. `about`: whether
 * a line that says nothing of its reminder is about it, or something new.
 */
export interface HeldQuestion {
  kind: 'which' | 'scope' | 'delete' | 'stands' | 'no-such' | 'about';
  ids: readonly number[];
  /** The line was said of all of them. */
  ofAll?: boolean;
  all: readonly ('done' | 'skip' | 'delete' | 'quiet' | 'pause' | { to: string })[];
}

/** A card in the chat: what the bot understood and has not been told to save yet. */
export const drafts = pgTable(
  'drafts',
  {
    id: rowId(),
    userId: ofUser(),
    /** Message of the card; null until Telegram has taken it. */
    messageId: bigNumber('message_id'),
    /** What it names is no key, as in the settings of `users`; a reminder that was erased is not found. */
    payload: jsonb('payload').$type<DraftPayload & { question?: HeldQuestion }>().notNull(),
    attachment: attachment(),
    /** `asking` waits for words or a button, `held` holds on to a line until it is known what it is about. */
    state: text('state', {
      enum: ['asking', 'ready', 'saved', 'noted', 'cancelled', 'held'],
    }).notNull(),
    /** The reminder that it became, and with which it goes. */
    reminderId: madeReminder('cascade'),
    /** The person's message that it was made of: heard again it makes nothing new, edited it changes this. */
    sourceMessageId: bigNumber('source_message_id'),
    /** Their message that last answered a question of its card. */
    answerMessageId: bigNumber('answer_message_id'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('drafts_of_user').on(t.userId, t.id),
    indexWhereSet('drafts_of_reminder', t.reminderId),
    index('drafts_expires_at').on(t.expiresAt),
  ],
);

/** Messages that people sent before they accepted the terms, to be answered then. Most of them have no row yet: so no key. */
export const earlyMessages = pgTable(
  'early_messages',
  {
    userId: bigNumber('user_id').notNull(),
    messageId: bigNumber('message_id').notNull(),
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
