import { and, eq } from 'drizzle-orm';
import { plain } from '@/core/quick-add/test-data/blind-score';
import { type RecurrenceRule } from '@/core/recurrence';
import { type Db } from '@/server/platform/db/client';
import { drafts, notes, occurrences, reminders } from '@/server/platform/db/schema';

/* What a step changes for a person: their rows before and after it, compared. */

type Reminder = typeof reminders.$inferSelect;

export interface Account {
  reminders: ReadonlyMap<number, Reminder>;
  /** What was answered, as `reminder:occurrence`. */
  outcomes: ReadonlyMap<string, string>;
  notes: ReadonlyMap<number, typeof notes.$inferSelect>;
  /** Drafts that wait for an answer. */
  asking: ReadonlySet<number>;
}

export async function accountOf(db: Db, userId: number): Promise<Account> {
  const rows = await db
    .select()
    .from(reminders)
    .where(eq(reminders.userId, userId))
    .orderBy(reminders.id);
  const said = await db.select().from(occurrences).where(eq(occurrences.userId, userId));
  const kept = await db.select().from(notes).where(eq(notes.userId, userId)).orderBy(notes.id);
  const open = await db
    .select({ id: drafts.id })
    .from(drafts)
    .where(and(eq(drafts.userId, userId), eq(drafts.state, 'asking')));
  return {
    reminders: new Map(rows.map((row) => [row.id, row])),
    outcomes: new Map(
      said.map((each) => [`${each.reminderId}:${each.occurrenceAt.getTime()}`, each.outcome]),
    ),
    notes: new Map(kept.map((row) => [row.id, row])),
    asking: new Set(open.map(({ id }) => id)),
  };
}

/** What is compared of a reminder as it is after a step. */
export type Shown = Pick<
  Reminder,
  | 'text'
  | 'rule'
  | 'preAlerts'
  | 'floodInterval'
  | 'dateTime'
  | 'completed'
  | 'pausedFrom'
  | 'snoozedUntil'
  | 'openOccurrenceAt'
>;
export type ShownNote = Pick<typeof notes.$inferSelect, 'title' | 'content'>;

/** What may become of a reminder, in the words of the dialogues. */
export type Fate =
  | 'done'
  | 'skipped'
  | 'deleted'
  | 'paused'
  | 'resumed'
  | 'floodEnds'
  | 'moved'
  | 'renamed'
  | 'rule'
  | 'preAlerts';

export interface Change {
  row: Shown;
  fates: ReadonlySet<Fate>;
}

/** When it comes; null where it waits for an answer, is paused or archived. */
export function comes(row: Shown): Date | null {
  if (row.completed || row.pausedFrom) return null;
  if (row.snoozedUntil) return row.snoozedUntil;
  return row.openOccurrenceAt?.getTime() === row.dateTime.getTime() ? null : row.dateTime;
}

/** Two rules alike: a single day that follows from the first occurrence need not be named. */
export function sameRule(
  a: RecurrenceRule | Record<string, unknown> | null,
  b: RecurrenceRule | Record<string, unknown> | null,
): boolean {
  if (!a || !b) return !a && !b;
  const fields = (of: object, beside: object) =>
    Object.entries(of).filter(
      ([name, value]) =>
        name !== 'birthYear' &&
        value !== undefined &&
        (name in beside || !Array.isArray(value) || value.length > 1),
    );
  return plain(Object.fromEntries(fields(a, b))) === plain(Object.fromEntries(fields(b, a)));
}

/** Whether re-sends of what waits are still to come. */
const nags = (row: Reminder): boolean =>
  row.floodInterval !== null &&
  row.openOccurrenceAt !== null &&
  row.snoozedUntil === null &&
  !row.completed &&
  row.nextFireAt !== null &&
  (row.rule === null || row.nextFireAt.getTime() !== row.dateTime.getTime());

/** What a person sees of it; what delivery keeps beside that may differ. */
const seen = (row: Reminder): string =>
  plain({
    text: row.text,
    rule: row.rule,
    deleted: row.deletedAt !== null,
    completed: row.completed,
    flood: row.floodInterval,
    preAlerts: row.preAlerts,
    paused: row.pausedFrom !== null,
    comes: comes(row),
    open: row.completed ? null : row.openOccurrenceAt,
  });

/** The whole account as its owner sees it, to be compared. */
export const seenOf = ({ reminders: rows, notes: kept }: Account): string =>
  plain([
    [...rows.values()].filter((row) => !row.deletedAt).map((row) => [row.id, seen(row)]),
    [...kept.values()].filter((row) => !row.deletedAt).map((row) => [row.id, row.title]),
  ]);

/** What has become of a row; `said`: what was answered meanwhile of its occurrences. */
function fatesOf(was: Reminder, row: Reminder, said: ReadonlySet<string>): Set<Fate> {
  const fates = new Set<Fate>();
  const note = (fate: Fate, is: boolean) => {
    if (is) fates.add(fate);
  };
  const isEnded = !was.completed && row.completed && row.doneAt !== null;
  note('deleted', !was.deletedAt && row.deletedAt !== null);
  note('skipped', said.has('skipped'));
  note('done', said.has('done') || (isEnded && !said.has('skipped')));
  note('paused', !was.pausedFrom && row.pausedFrom !== null);
  note('resumed', was.pausedFrom !== null && !row.pausedFrom);
  if (fates.size === 0) {
    const isElsewhere = comes(row)?.getTime() !== comes(was)?.getTime();
    note('floodEnds', nags(was) && !nags(row) && !row.snoozedUntil);
    note('moved', comes(row) !== null && isElsewhere);
  }
  note('renamed', was.text !== row.text);
  note('rule', !sameRule(was.rule, row.rule));
  note('preAlerts', plain(was.preAlerts) !== plain(row.preAlerts));
  return fates;
}

export interface Effects {
  changes: Map<number, Change>;
  made: Shown[];
  notes: ShownNote[];
  /** A draft that waits for an answer has come. */
  drafted: boolean;
}

interface StoredEffects extends Effects {
  made: Reminder[];
}

export function effectsOf(before: Account, after: Account): StoredEffects {
  const changes = new Map<number, Change>();
  const made: Reminder[] = [];
  for (const [id, row] of after.reminders) {
    const was = before.reminders.get(id);
    if (!was) {
      if (!row.deletedAt) made.push(row);
      continue;
    }
    const now = new Set<string>();
    for (const [key, outcome] of after.outcomes) {
      if (key.startsWith(`${id}:`) && before.outcomes.get(key) !== outcome) now.add(outcome);
    }
    const fates = fatesOf(was, row, now);
    const acted = (['done', 'skipped', 'floodEnds'] as const).some((fate) => fates.has(fate));
    if (acted || seen(was) !== seen(row)) changes.set(id, { row, fates });
  }
  return {
    changes,
    made,
    notes: [...after.notes.values()].filter((row) => !before.notes.has(row.id) && !row.deletedAt),
    drafted: [...after.asking].some((id) => !before.asking.has(id)),
  };
}
