import { index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { type RecurrenceRule } from '@/core/recurrence';
import { bigNumber, createdAt, indexWhereSet, instant, lease, rowId } from './columns';
import { users, ofUser, ofType, reminders, ofReminder } from './stored';

/* This file has what people have with others: joints, whose proposals they refuse, and shares. */

/** A reminder of several people («Общее»): each has a row of their own in `reminders`, which rings for them alone. */
export const joints = pgTable('joints', {
  id: rowId(),
  /** The row of whoever may change and end it; handed on before that person is erased. */
  ownerReminderId: ofReminder('owner_reminder_id').unique(),
});

/** News of a joint that its people are told in a message of its own; see sharing/news. */
export const JOINT_NEWS = [
  ...(['joined', 'answered', 'returned', 'changed'] as const),
  ...(['ended', 'restored', 'owner'] as const),
] as const;

/** Who takes part in a joint, the owner too: whoever stands here has agreed. */
export const jointMembers = pgTable(
  'joint_members',
  {
    userId: ofUser(),
    jointId: bigNumber('joint_id')
      .notNull()
      .references(() => joints.id, { onDelete: 'cascade' }),
    reminderId: ofReminder().unique(),
    joinedAt: instant('joined_at').notNull(),
    /** The news that they are to be told, and when; `tellMembers` says which of two prevails. */
    news: text('news', { enum: JOINT_NEWS }),
    /** The row it was done on; null also once its person is gone. */
    newsBy: bigNumber('news_by').references(() => reminders.id, {
      onDelete: 'set null',
    }),
    dueAt: instant('due_at'),
    ...lease(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.jointId] }),
    index('joint_members_of_joint').on(t.jointId),
    indexWhereSet('joint_members_news_by', t.newsBy),
    indexWhereSet('joint_members_due', t.dueAt),
  ],
);

/** Whose proposals somebody does not take any more, and whether they have complained of them. */
export const refusedPeople = pgTable(
  'refused_people',
  {
    userId: ofUser(),
    refusedId: bigNumber('refused_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    refusedAt: instant('refused_at').notNull(),
    complainedAt: instant('complained_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.refusedId] }),
    index('refused_people_refused').on(t.refusedId),
  ],
);

/** A reminder as it was when its owner shared it. Its links' token is this key, signed; it is stored nowhere. */
export const shares = pgTable(
  'shares',
  {
    key: text('key').primaryKey(),
    /** Whose reminder it is. */
    userId: ofUser(),
    reminderId: ofReminder(),
    /** It asks people to take part («Общее»), and shows the reminder as it is; null where it gives them copies. */
    jointId: bigNumber('joint_id').references(() => joints.id, {
      onDelete: 'cascade',
    }),
    /** A hash of what is shared: the same reminder, unchanged, has one link. */
    print: text('print').notNull(),
    text: text('text').notNull(),
    typeId: ofType(),
    firstWallTime: text('first_wall_time').notNull(),
    timeZone: text('time_zone').notNull(),
    rule: jsonb('rule').$type<RecurrenceRule>(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('shares_of_reminder').on(t.reminderId, t.print),
    index('shares_of_user').on(t.userId),
    indexWhereSet('shares_of_joint', t.jointId),
  ],
);
