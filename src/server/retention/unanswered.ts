import 'server-only';
import { and, asc, gt, lte } from 'drizzle-orm';
import { dropDrafts, findDraft, isUnanswered, reminderOfDraft } from '../drafts/drafts';
import { withPersonLocked } from '../platform/db/locks';
import { noteOfDraft } from '../notes/of-draft';
import { type Db } from '../platform/db/client';
import { drafts } from '../platform/db/schema';
import { AppError, orRefusal } from '../platform/errors';
import { limitStatements, type StepOptions, untilDeadline } from './step';

const DRAFTS_BATCH = 200;
type Owned = { id: number; userId: number };

/**
 * Ends drafts that nobody has answered in time: each is deleted, behind a note of its words unless it is a reminder or a
 * note already. One whose note is refused, as its account is full or no note can hold it, waits on.
 */
export async function endUnanswered(options: StepOptions): Promise<void> {
  const { db, now, counts } = options;
  const { id, userId, expiresAt } = drafts;
  const faults: unknown[] = [];
  const due = untilDeadline<Owned>(options, (last) => {
    const behind = and(isUnanswered, lte(expiresAt, now()), gt(id, last?.id ?? 0));
    const rows = db.select({ id, userId }).from(drafts).where(behind).orderBy(asc(id));
    return rows.limit(DRAFTS_BATCH);
  });
  for await (const row of due) {
    const ending = withPersonLocked(db, row.userId, async (tx) => {
      await limitStatements(tx);
      return keepAsNoteAndDrop(tx, row, now());
    });
    // One that fails holds up no other.
    if (await ending.catch((error: unknown) => void faults.push(error))) counts.rows += 1;
  }
  if (faults.length > 0) throw new AggregateError(faults, 'drafts became no notes');
}

async function keepAsNoteAndDrop(tx: Db, { id, userId }: Owned, now: Date): Promise<boolean> {
  const row = await findDraft(tx, userId, id, now);
  // Answered meanwhile.
  if (!row || row.expiresAt > now) return false;
  // A draft that reminds of a note is one already; one that the form has saved is a reminder.
  const isKept = row.payload.noteId !== undefined || (await reminderOfDraft(tx, row)) !== undefined;
  const noted = isKept ? row : await orRefusal(noteOfDraft(tx, row, now), 'full', 'invalid');
  if (noted instanceof AppError) return false;
  await dropDrafts(tx, [row]);
  return true;
}
