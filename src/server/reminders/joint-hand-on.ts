import 'server-only';
import { and, eq, inArray, isNotNull, isNull, ne, type SQLWrapper } from 'drizzle-orm';
import { type Db } from '../platform/db/client';
import { jointMembers, joints, reminders } from '../platform/db/schema';
import { found } from '../platform/errors';
import { tellMembers } from './joint';

/* A joint whose owner goes is handed on to another of its people, as only an owner may change and end it. */

/**
 * Before a person is erased: gives what they own on, as `handOn` does; alone it goes with them. Whoever has not been told
 * yet that it was ended keeps that news, in a joint of their own: it would go with the owner's.
 */
export async function handOnJoints(tx: Db, userId: number, now: Date): Promise<void> {
  const { id, userId: ofUser } = reminders;
  const theirs = tx.select({ id }).from(reminders).where(eq(ofUser, userId));
  await handOn(tx, theirs, now);
  const { jointId, reminderId, dueAt } = jointMembers;
  const untold = await tx
    .select({ reminderId })
    .from(jointMembers)
    .innerJoin(joints, eq(joints.id, jointId))
    .where(
      and(
        inArray(joints.ownerReminderId, theirs),
        ne(reminderId, joints.ownerReminderId),
        isNotNull(dueAt),
      ),
    );
  for (const { reminderId: own } of untold) {
    const [alone] = await tx.insert(joints).values({ ownerReminderId: own }).returning();
    const moved = { jointId: found(alone).id };
    await tx.update(jointMembers).set(moved).where(eq(reminderId, own));
  }
}

/**
 * Gives joints to the earliest of the others of each, and tells each of these heirs, nobody else; where there is none it
 * stays with its owner's row.
 */
export async function handOn(tx: Db, ownerRows: SQLWrapper | number[], now: Date): Promise<void> {
  const { jointId, joinedAt, reminderId: id } = jointMembers;
  const isOther = and(ne(id, joints.ownerReminderId), isNull(reminders.deletedAt));
  const heirs = await tx
    .selectDistinctOn([jointId], { jointId, id })
    .from(jointMembers)
    .innerJoin(joints, eq(joints.id, jointId))
    .innerJoin(reminders, eq(reminders.id, id))
    .where(and(inArray(joints.ownerReminderId, ownerRows), isOther))
    .orderBy(jointId, joinedAt, id);
  for (const heir of heirs) {
    await tx.update(joints).set({ ownerReminderId: heir.id }).where(eq(joints.id, heir.jointId));
  }
  await tellMembers(tx, heirs, 'owner', now);
}
