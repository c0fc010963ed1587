import 'server-only';
import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { restoredFiring, waitingAnew } from '@/core/firing';
import { bytesOf, checkQuotaToGrow } from '../accounts/quota';
import { type Db } from '../platform/db/client';
import { withPersonLocked } from '../platform/db/locks';
import { loadReference } from '../platform/db/reference';
import { jointMembers, joints, shares } from '../platform/db/schema';
import { found } from '../platform/errors';
import { comesBack, followersChanged, liveRows, lockJoint, tellMembers, TOLD } from './joint';
import { handOn } from './joint-hand-on';
import { lockLive, lockReminder, type ReminderRow } from './rows';
import { toWire } from './wire';
import { type Change, writeChanges } from './write/change';
import { firingColumns } from './write/columns';
import { type Columns } from './write/update';

/**
 * Takes a reminder away; it can be restored for RESTORE_DAYS. Nothing of it is sent from here on, a send
 * under way finds its lease gone; its links are closed for good. Of a joint its owner ends it for everybody,
 * unless the owner only `leaves` it, as all others do. `by` is the key of an act on several, which brings it back with
 * the others. Answers whether it was ended for others.
 */
export async function deleteReminder(
  db: Db,
  userId: number,
  id: number,
  now: Date,
  { leaves = false, by }: { leaves?: boolean; by?: string | undefined } = {},
): Promise<boolean> {
  const toldAt = new Date(now.getTime() + END_TOLD_AFTER_MS);
  return db.transaction(async (tx) => {
    const joint = await lockJoint(tx, userId, id);
    const row = found(await lockLive(tx, userId, id));
    if (joint) await tx.update(jointMembers).set(TOLD).where(eq(jointMembers.reminderId, id));
    const isOwner = joint?.ownerReminderId === id;
    if (isOwner && leaves) await handOn(tx, [id], now);
    const theirs = isOwner && !leaves ? liveRows(joint).filter((each) => each.id !== id) : [];
    const columns = { leaseToken: null, leaseUntil: null, deletedAt: now };
    const done = { actId: randomUUID(), name: 'delete' };
    const act = by === undefined ? undefined : { ...done, key: by };
    const actOnTheirs = { ...done, byReminderId: id, partners: [] };
    const changes = [
      { row, columns, act },
      ...theirs.map((each) => ({ row: each, columns, act: actOnTheirs })),
    ];
    const deleted = await writeChanges(tx, changes, { by: 'delete', now });
    const ids = deleted.map((each) => each.id);
    await tx.delete(shares).where(inArray(shares.reminderId, ids));
    await tellMembers(tx, theirs, 'ended', toldAt);
    followersChanged(tx, theirs, now);
    return theirs.length > 0;
  });
}

/** An ending is most often taken back within this time. */
const END_TOLD_AFTER_MS = 30_000;

/**
 * Brings a deleted reminder back as it was, but that nothing comes late; one that is there is answered as it
 * is. With the owner's a joint that was ended comes back for all; who has left takes part again. Where neither
 * can be, it is their own from here on.
 */
export async function restoreReminder(db: Db, userId: number, id: number, now: Date) {
  const restored = await withPersonLocked(db, userId, async (tx) => {
    const joint = await lockJoint(tx, userId, id);
    const before = await lockReminder(tx, userId, id);
    if (before.deletedAt === null) return before;
    const isOwner = joint?.ownerReminderId === id;
    const again = joint && !isOwner ? await comesBack(tx, joint, before, now) : null;
    const { text = before.text } = again ?? {};
    await checkQuotaToGrow(tx, userId, bytesOf(text) - bytesOf(before.text));
    // Not those who had left before.
    const isEnded = ({ deletedAt }: ReminderRow) => Number(deletedAt) === Number(before.deletedAt);
    const all = isOwner ? joint.rows.filter((each) => each.id !== id && isEnded(each)) : [];
    const ownMember = eq(jointMembers.reminderId, id);
    if (again) await tx.update(jointMembers).set({ joinedAt: now }).where(ownMember);
    else if (joint && all.length === 0) {
      await tx.delete(joints).where(eq(joints.ownerReminderId, id));
      await tx.delete(jointMembers).where(ownMember);
    }
    const act = { actId: randomUUID(), name: 'undo', byReminderId: id, partners: [] };
    const back = [
      comingBack(before, now, again),
      ...all.map((each) => ({ ...comingBack(each, now), act })),
    ];
    const [own, ...followed] = await writeChanges(tx, back, { by: 'undo', now });
    await tellMembers(tx, all, 'restored', now, id);
    followersChanged(tx, followed, now);
    return found(own);
  });
  return toWire(restored, await loadReference(db, userId));
}

function comingBack(row: ReminderRow, now: Date, again: Columns | null = null): Change {
  // Not one that has failed, or waits for its user: they do not come back to delivery.
  const isScheduled = row.deliveryState === 'scheduled';
  const state = isScheduled ? firingColumns(waitingAnew(restoredFiring(row, now), now)) : {};
  return { row, columns: { ...state, ...again, deletedAt: null } };
}
