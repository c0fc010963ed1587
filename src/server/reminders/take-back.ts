import 'server-only';
import { randomUUID } from 'node:crypto';
import { undoneFiring } from '@/core/firing';
import { withPersonLocked } from '../platform/db/locks';
import { type Db } from '../platform/db/client';
import { loadReference } from '../platform/db/reference';
import { found } from '../platform/errors';
import { followersChanged, isSeen, lockJoint, liveRows, partnersOf, tellMembers } from './joint';
import { lockLive, type ReminderRow } from './rows';
import { type Change, takenBack, writeChanges } from './write/change';
import { ifUndoable, isAnswer, type LastAct, storedActs } from './write/last-act';
import { type Target } from './present';

/** With what the key of an act on several rows begins. */
export const BY_ALL = 'all:';

export const byAll = (key: string): string => BY_ALL + key;

/**
 * Restores what was before the act that made this `version`, or before the latest by then, history included, but
 * nothing rings that passed. False where the reminder was changed, deleted or sent since; with `ofAnswer` also where the
 * act is no answer.
 */
export async function takeBack(
  db: Db,
  { userId, reminderId, now }: Target,
  version: number | 'latest' | undefined,
  { ofAnswer = false }: { ofAnswer?: boolean | undefined } = {},
): Promise<boolean> {
  // The person first: its category is not to go meanwhile.
  return withPersonLocked(db, userId, async (tx) => {
    const joint = await lockJoint(tx, userId, reminderId);
    const row = await lockLive(tx, userId, reminderId);
    if (!row) return false;
    const ids = [row, ...liveRows(joint)].map(({ id }) => id);
    const acts = await storedActs(tx, ids);
    const act = ifUndoable(row, acts.get(row.id));
    if (!act || (version !== 'latest' && act.version !== version)) return false;
    if (ofAnswer && !isAnswer(act)) return false;
    const partners = partnersOf(joint, row, act, acts);
    if (!partners) return false;
    const changes = [await restoring(tx, row, act, now)];
    // Nobody takes it back once more, but their rows say who did it.
    const undone = { actId: randomUUID(), name: 'undo', byReminderId: row.id, partners: [] };
    for (const each of partners) {
      const restored = await restoring(tx, each, found(acts.get(each.id)), now);
      changes.push({ ...restored, act: undone });
    }
    const [, ...followed] = await writeChanges(tx, changes, { by: 'undo', now });
    const unseen = followed.filter((each) => !isAnswer(act) || !isSeen(each));
    const news = isAnswer(act) ? 'returned' : 'changed';
    await tellMembers(tx, unseen, news, now, row.id);
    followersChanged(tx, followed, now);
    return true;
  });
}

/** The change that puts a row back to what it was before its latest act, which is its last word. */
async function restoring(tx: Db, row: ReminderRow, act: LastAct, now: Date): Promise<Change> {
  const { text = row.text, categoryId } = act.before;
  // Its category may be gone by now: then it stays where its person has put all that was in it.
  const reference = categoryId === undefined ? undefined : await loadReference(tx, row.userId);
  const category = reference?.category(categoryId ?? 0);
  const { columns, ...change } = takenBack(row, act, undoneFiring(row, act.before, now));
  const said = { text, categoryId: category?.id ?? row.categoryId };
  return { ...change, columns: { ...columns, ...said } };
}
