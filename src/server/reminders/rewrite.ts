import 'server-only';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type z } from 'zod';
import { type requests } from '@/contract/api';
import { checklistOf, hasOwnPoints, readTicked, withNoteTicks, withTick } from '@/core/checklist';
import { NOTE_CONTENT_MAX } from '@/core/limits';
import { validationTexts } from '@/texts/validation';
import { type Visit } from '../accounts/routes';
import { checkCategoryStays } from '../categories/categories';
import { lockNotesUnder, writeContents } from './write/note-points';
import { withPersonLocked } from '../platform/db/locks';
import { type Db } from '../platform/db/client';
import { loadReference } from '../platform/db/reference';
import { AppError, found } from '../platform/errors';
import { lockJoint, sharedEdit, writeForAll } from './joint';
import { counterColumns, lockLive, type ReminderRow } from './rows';
import { toWire } from './wire';
import { writeChange } from './write/change';
import { type Undo, undoOf } from './write/last-act';
import { bytesOf, checkQuotaToGrow } from '../accounts/quota';
import { type Target } from './present';

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
  return withPersonLocked(db, userId, async (tx) => {
    const joint = await lockJoint(tx, userId, reminderId);
    const row = await lockLive(tx, userId, reminderId);
    if (!row) return undefined;
    const undo = await undoOf(tx, row);
    if (by !== undefined && undo?.key === by) return { row, undo };
    const { act: noAct, ...changed } = await change(row, tx);
    const said =
      changed.text === undefined ? changed : { ...changed, ...readTicked(changed.text, row) };
    if (isDeepStrictEqual({ ...row, ...said }, row)) {
      // What takes back an earlier act is no way back from this one, unless this is said again after a lost answer.
      const isSaidAgain =
        undo?.name === 'rewrite' && version !== undefined && version < row.version;
      return { row, undo: isSaidAgain ? undo : null };
    }
    checkVersion(row, version);
    const { text = row.text } = said;
    await checkQuotaToGrow(tx, userId, bytesOf(text) - bytesOf(row.text));
    const done = { actId: randomUUID(), name: 'rewrite', key: by };
    const forAll = sharedEdit(row, { ...row, text });
    const partners = await writeForAll(tx, joint, row, forAll, { act: done, now });
    const before = { categoryId: row.categoryId, ...(forAll && { text: row.text }) };
    const act = noAct === null ? null : { ...done, partners, before };
    const written = { row, next: row, columns: said, act };
    const rewritten = await writeChange(tx, written, { by: 'edit', now });
    return { row: rewritten, undo: await undoOf(tx, rewritten) };
  });
}

/**
 * Ticks points of a reminder, or unticks them; those that it has no more change nothing. Points of a note are ticked in
 * the note at once, those of its own text by the columns that are answered.
 */
async function applyTicks(
  row: ReminderRow,
  tx: Db,
  { keys, done }: Ticks,
  now: Date,
): Promise<Said> {
  if (!hasOwnPoints(row.text)) {
    await rewriteNoteUnder(tx, row, now, (content) => {
      const points = checklistOf(row.text, content, null);
      return withNoteTicks(content, withTick(points, keys, done));
    });
    return {};
  }
  const points = checklistOf(row.text, null, row.ticked);
  const isNew = points.some((point) => keys.includes(point.key) && point.done !== done);
  return isNew ? { ticked: withTick(points, keys, done), act: null } : {};
}

type Ticks = { keys: readonly string[]; done: boolean };

export const tickPoints = (db: Db, target: Target, ticks: Ticks) =>
  rewriteRow(db, target, (row, tx) => applyTicks(row, tx, ticks, target.now));

/** Adds a point to the note that a reminder stands on; one with these words that is there stays as it is. */
export const addPointToNote = (db: Db, target: Target, point: string) =>
  rewriteRow(db, target, async (row, tx) => {
    await rewriteNoteUnder(tx, row, target.now, (content) => {
      const isThere = checklistOf(row.text, content, null).some(({ text }) => text === point);
      return isThere ? content : `${content}\n- ${point}`;
    });
    return {};
  });

/**
 * Rewrites the note whose points a reminder shows, where it shows those of any; messages of other reminders on that note
 * are brought up to date. Throws `full`, and `invalid` where the note gets too long.
 */
async function rewriteNoteUnder(
  tx: Db,
  row: ReminderRow,
  now: Date,
  rewrite: (content: string) => string,
): Promise<void> {
  const note = (await lockNotesUnder(tx, [row])).get(row.id);
  if (!note) return;
  const content = rewrite(note.content);
  if (content === note.content) return;
  if (content.length > NOTE_CONTENT_MAX) {
    throw new AppError('invalid', { message: validationTexts.text.tooLong(NOTE_CONTENT_MAX) });
  }
  const isLonger = content.length > note.content.length;
  if (isLonger) await checkQuotaToGrow(tx, row.userId, bytesOf(content) - bytesOf(note.content));
  await writeContents(tx, [{ id: note.id, content }], { now, except: [row.id] });
}

/**
 * What the app changes of what a reminder says: what it counts, a point, the category. With a point `undo` is null. Throws
 * `conflict`, only where something would change, `not-found`, and `invalid` where the category has gone meanwhile.
 */
export async function rewriteFromApp({
  db,
  account,
  id: reminderId,
  now,
  body,
}: Pick<
  Visit<z.infer<typeof requests.rewriteReminder>>,
  'db' | 'account' | 'id' | 'now' | 'body'
>) {
  const { version, counter, tick, categoryId } = body;
  const reference = await loadReference(db, account.id);
  const change = async (row: ReminderRow, tx: Db): Promise<Said> => {
    if (categoryId !== undefined) {
      if (!reference.category(categoryId)) throw new AppError('not-found');
      await checkCategoryStays(tx, account.id, categoryId, reference);
    }
    return {
      ...(counter !== undefined && counterColumns(counter, row.rule)),
      ...(categoryId !== undefined && { categoryId }),
      ...(tick && (await applyTicks(row, tx, { keys: [tick.point], done: tick.done }, now))),
    };
  };
  const { row, undo } = found(
    await rewriteRow(db, { userId: account.id, reminderId, now }, change, { version }),
  );
  return { notification: toWire(row, reference, account), undo: undo && String(undo.version) };
}
