import 'server-only';
import { and, eq, isNull, ne, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { type JointShown } from '@/contract/reminder';
import { type Db } from '../platform/db/client';
import { jointMembers, joints, reminders, users } from '../platform/db/schema';
import { type ReminderRow } from './rows';
import { type LastAct } from './write/last-act';

/* This file reads who takes part in a joint, and by whom of them a row was answered. */

/** The first name of whoever has this row. */
export async function nameOf(tx: Db, reminderId: number): Promise<string | undefined> {
  const [person] = await tx
    .select({ name: users.firstName })
    .from(users)
    .innerJoin(reminders, eq(reminders.userId, users.id))
    .where(eq(reminders.id, reminderId));
  return person?.name;
}

/** Who takes part, the owner first, then as they came. */
export const peopleOf = (db: Db, jointId: number | SQLWrapper) =>
  db
    .select({ userId: jointMembers.userId, name: users.firstName })
    .from(jointMembers)
    .innerJoin(joints, eq(joints.id, jointMembers.jointId))
    .innerJoin(users, eq(users.id, jointMembers.userId))
    .innerJoin(reminders, eq(reminders.id, jointMembers.reminderId))
    .where(and(eq(jointMembers.jointId, jointId), isNull(reminders.deletedAt)))
    .orderBy(
      ne(jointMembers.reminderId, joints.ownerReminderId),
      jointMembers.joinedAt,
      jointMembers.reminderId,
    );

/** An expression for a query: how many people share the living reminder of this id; null where it is one person's alone. */
export const peopleSharing = (reminderId: SQLWrapper): SQL => sql`(
  select count(*)::int from joint_members as own
  join joint_members as members on members.joint_id = own.joint_id
  join reminders as theirs on theirs.id = members.reminder_id and theirs.deleted_at is null
  where own.reminder_id = ${reminderId} having count(*) > 1)`;

/** Reads what somebody who takes part sees of it; undefined where the reminder is theirs alone. */
export async function jointOf(
  db: Db,
  userId: number,
  reminderId: number,
): Promise<JointShown | undefined> {
  const { jointId } = jointMembers;
  const own = and(eq(jointMembers.userId, userId), eq(jointMembers.reminderId, reminderId));
  const people = await peopleOf(db, db.select({ jointId }).from(jointMembers).where(own));
  if (people.length < 2) return undefined;
  return { people: people.map(({ name }) => name), owned: people[0]?.userId === userId };
}

/** `at`: when it was answered, or until when it is put off. */
export type AnsweredBy = { name: string; at: Date; act: 'done' | 'skip' | 'snooze' };

/**
 * Whose answer the row shows last, or who has put it off for all, where that was somebody else; null where it was
 * its own person, or neither.
 */
export async function answeredBy(
  tx: Db,
  row: ReminderRow,
  act: LastAct | null,
): Promise<AnsweredBy | null> {
  if (!act?.partners || act.byReminderId === null || act.byReminderId === row.id) return null;
  const { name: verb } = act;
  if (verb !== 'done' && verb !== 'skip' && verb !== 'snooze') return null;
  const at = verb === 'snooze' ? row.snoozedUntil : act.at;
  const name = await nameOf(tx, act.byReminderId);
  return at === null || name === undefined ? null : { name, at, act: verb };
}
