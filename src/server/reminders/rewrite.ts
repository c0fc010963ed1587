import 'server-only';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type z } from 'zod';
import { type requests } from '@/contract/api';
import { withTick } from '@/core/checklist';
import { type Visit } from '../accounts/routes';
import { checkCategoryStays } from '../categories/categories';
import { creating } from '../platform/create-once';
import { type Db } from '../platform/db/client';
import { loadReference } from '../platform/db/reference';
import { AppError, found } from '../platform/errors';
import { type ForAll, lockJoint, writeForAll } from './joint';
import { counterColumns, lockLive, type ReminderRow } from './rows';
import { toWire } from './wire';
import { writeChange } from './write/change';
import { type Act as StoredAct, type Undo, undoOf } from './write/last-act';
import { bytesOf, checkQuotaToGrow } from '../accounts/quota';
import { type Target, readPoints } from './present';

/** What takes an act back whose person has just made it. */
export const undoAfter = ({ name, key }: StoredAct, { version }: ReminderRow): Undo => ({
  name,
  key: key ?? null,
  version,
});

/** Throws `conflict` where a row is not what it was when somebody read it. */
export function checkVersion(row: ReminderRow, version: number | undefined): void {
  if (version !== undefined && version !== row.version) throw new AppError('conflict');
}

interface Said extends Partial<
  Pick<ReminderRow, 'text' | 'categoryId' | 'counterLeft' | 'counterLow' | 'ticked'>
> {
  /** Its key takes it back: so nothing else does. */
  act?: null;
}

interface Rewritten {
  row: ReminderRow;
  undo: Undo | null;
}

interface Rewrite {
  version?: number | undefined;
  /** The same, heard again, changes nothing. */
  by?: string | undefined;
}

/**
 * Changes what a reminder says, and nothing of when it comes: what waits goes on waiting. `takeBack` takes
 * that back.
 */
export async function rewriteRow(
  db: Db,
  { userId, reminderId, now }: Target,
  change: (row: ReminderRow, tx: Db) => Said | Promise<Said>,
  { version, by }: Rewrite = {},
): Promise<Rewritten | undefined> {
  return creating(db, userId, async (tx) => {
    const joint = await lockJoint(tx, userId, reminderId);
    const row = await lockLive(tx, userId, reminderId);
    if (!row) return undefined;
    const undo = await undoOf(tx, row);
    if (by !== undefined && undo?.key === by) return { row, undo };
    const { act: noAct, ...said } = await change(row, tx);
    if (isDeepStrictEqual({ ...row, ...said }, row)) return { row, undo };
    checkVersion(row, version);
    const { text = row.text } = said;
    await checkQuotaToGrow(tx, userId, bytesOf(text) - bytesOf(row.text));
    const isNew = text !== row.text;
    const forAll: ForAll | null = isNew
      ? { is: 'edit', before: row, after: { ...row, text } }
      : null;
    const done = { actId: randomUUID(), name: 'rewrite', key: by };
    const partners = await writeForAll(tx, joint, row, forAll, { act: done, now });
    const before = { categoryId: row.categoryId, ...(isNew && { text: row.text }) };
    const act = noAct === null ? null : { ...done, partners, before };
    const written = { row, next: row, columns: said, act };
    const rewritten = await writeChange(tx, written, { by: 'edit', now });
    return { row: rewritten, undo: act && undoAfter(act, rewritten) };
  });
}

/** Ticks points of a reminder, or unticks them; those that it has no more change nothing. */
export async function ticked(row: ReminderRow, tx: Db, { keys, done }: Ticks): Promise<Said> {
  const { points = [] } = (await readPoints(tx, row.userId, row.id)) ?? {};
  const isNew = points.some((point) => keys.includes(point.key) && point.done !== done);
  return isNew ? { ticked: withTick(points, keys, done), act: null } : {};
}

type Ticks = { keys: readonly string[]; done: boolean };

export const tickPoints = (db: Db, target: Target, ticks: Ticks) =>
  rewriteRow(db, target, (row, tx) => ticked(row, tx, ticks));

/** What the app changes of what a reminder says: what it counts, a point, the category. Throws `conflict`. */
export async function rewriteFromApp(visit: Visit<z.infer<typeof requests.rewriteReminder>>) {
  const { db, account, id: reminderId, now, body } = visit;
  const { version, counter, tick, categoryId } = body;
  const reference = await loadReference(db, account.id);
  const change = async (row: ReminderRow, tx: Db): Promise<Said> => {
    if (categoryId !== undefined) {
      if (!reference.category(categoryId)) throw new AppError('not-found');
      await checkCategoryStays(tx, account.id, categoryId, reference);
    }
    return {
      ...(counter !== undefined && counterColumns(counter)),
      ...(categoryId !== undefined && { categoryId }),
      ...(tick && (await ticked(row, tx, { keys: [tick.point], done: tick.done }))),
    };
  };
  const { row, undo } = found(
    await rewriteRow(db, { userId: account.id, reminderId, now }, change, { version }),
  );
  return { notification: toWire(row, reference, account), undo: undo && String(undo.version) };
}
