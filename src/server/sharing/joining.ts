import 'server-only';
import { and, eq } from 'drizzle-orm';
import { joinedFiring } from '@/core/firing';
import { JOINT_PEOPLE_MAX } from '@/core/limits';
import { type Account } from '../accounts/accounts';
import { usualCategory } from '../categories/categories';
import { withPersonLocked } from '../platform/db/locks';
import { textForOthers } from '../reminders/write/note-points';
import { type Db } from '../platform/db/client';
import { jointMembers, joints, refusedPeople, shares } from '../platform/db/schema';
import { AppError, found } from '../platform/errors';
import { liveRows, lockJoint, tellMembers } from '../reminders/joint';
import { insertReminder, type ReminderRow } from '../reminders/rows';
import { type Share } from './shares';

/** Makes a reminder one that others may take part in; nobody is asked yet. */
export async function beginJoint(tx: Db, reminder: ReminderRow, now: Date): Promise<number> {
  const [joint] = await tx.insert(joints).values({ ownerReminderId: reminder.id }).returning();
  const { id: jointId } = found(joint);
  const { id: reminderId, userId } = reminder;
  await tx.insert(jointMembers).values({ userId, jointId, reminderId, joinedAt: now });
  return jointId;
}

/** The outcome of «Участвовать». */
type Joined =
  | { result: 'joined'; row: ReminderRow }
  | { result: 'there' | 'closed' | 'over' | 'crowded' | 'refused' };

/**
 * Gives somebody who has agreed a row of their own, with the moments of everybody and without flood. Again it
 * makes no other. Throws `full`.
 */
export async function joinJoint(
  db: Db,
  account: Account,
  { key, joint: asked, userId: askedBy }: Pick<Share, 'key' | 'joint' | 'userId'>,
  now: Date,
): Promise<Joined> {
  const { id: userId } = account;
  return withPersonLocked(db, userId, async (tx): Promise<Joined> => {
    const joint = asked ? await lockJoint(tx, askedBy, asked.reminderId) : null;
    const others = liveRows(joint);
    const owner = others.find(({ id }) => id === joint?.ownerReminderId);
    if (others.some((row) => row.userId === userId)) return { result: 'there' };
    // The joint or its share may have been closed while the lock was waited for.
    if (!joint || !owner) return { result: 'closed' };
    if ((await tx.$count(shares, eq(shares.key, key))) === 0) return { result: 'closed' };
    if (await refuses(tx, userId, askedBy)) return { result: 'refused' };
    if (others.length >= JOINT_PEOPLE_MAX) return { result: 'crowded' };
    const state = joinedFiring(owner, { floodInterval: null, preAlerts: owner.preAlerts }, now);
    if (!state) return { result: 'over' };
    const { typeId } = owner;
    const text = await textForOthers(tx, owner);
    const categoryId = await usualCategory(tx, account);
    const content = { userId, text, typeId, categoryId, ...state };
    const { created: row } = await insertReminder(tx, content, now);
    // Somebody who had left may still have a row.
    const before = and(eq(jointMembers.userId, userId), eq(jointMembers.jointId, joint.id));
    await tx.delete(jointMembers).where(before);
    const member = { userId, jointId: joint.id, reminderId: row.id, joinedAt: now };
    await tx.insert(jointMembers).values(member);
    await tellMembers(tx, [owner], 'joined', now);
    return { result: 'joined', row };
  });
}

const pair = (userId: number, refusedId: number) =>
  and(eq(refusedPeople.userId, userId), eq(refusedPeople.refusedId, refusedId));

/** Tells whether somebody takes no proposals of this person any more. */
export const refuses = async (db: Db, userId: number, refusedId: number): Promise<boolean> =>
  (await db.$count(refusedPeople, pair(userId, refusedId))) > 0;

/** «Не принимать», and «Пожаловаться», which is that and counts for the administrators. */
export async function refusePerson(
  db: Db,
  userId: number,
  refusedId: number,
  { complains, now }: { complains: boolean; now: Date },
): Promise<void> {
  if (userId === refusedId) throw new AppError('invalid');
  const complaint = complains ? { complainedAt: now } : {};
  await db
    .insert(refusedPeople)
    .values({ userId, refusedId, refusedAt: now, ...complaint })
    .onConflictDoUpdate({
      target: [refusedPeople.userId, refusedPeople.refusedId],
      set: { refusedAt: now, ...complaint },
    });
}

export async function acceptAgain(db: Db, userId: number, refusedId: number): Promise<void> {
  await db.delete(refusedPeople).where(pair(userId, refusedId));
}
