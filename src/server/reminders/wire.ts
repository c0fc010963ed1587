import 'server-only';
import { and, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Reminder } from '@/contract/reminder';
import { wireRule } from '@/contract/rule';
import { shownText } from '@/core/checklist';
import { counterOf } from '@/core/counter';
import { describePreAlerts, describeRule } from '@/texts/schedule';
import { validationTexts } from '@/texts/validation';
import { type Account } from '../accounts/accounts';
import { attachmentToWire, storedAttachment } from '../platform/attachment';
import { type Db } from '../platform/db/client';
import { livingOf } from '../platform/db/living';
import { timestamp } from '../platform/db/time-in-sql';
import { loadReference, type Reference } from '../platform/db/reference';
import { deliveryState, reminders } from '../platform/db/schema';
import { longList, type LongList, tagOf, UnchangedList, namedColumns } from '../platform/long-list';
import { peopleSharing } from './joint-people';
import { storedRule, storedState } from './write/columns';

type ReminderRow = typeof reminders.$inferSelect;

const instant = z.string().or(z.date().transform((at) => at.toISOString()));

/** The columns of a row that the wire shows, whether a list has read its instants as text or it is a row. */
const shown = storedState(instant).extend({
  id: z.number(),
  typeId: z.number(),
  categoryId: z.number(),
  text: z.string(),
  ticked: z.array(z.string()).readonly().nullable().catch(null),
  attachment: storedAttachment,
  // One broken row must not hide the others.
  rule: storedRule.catch(null),
  counterLeft: z.number().nullable(),
  counterLow: z.number().nullable(),
  deliveryState: z.enum(deliveryState.enumValues),
  noteId: z.number().nullable(),
  createdAt: instant,
  updatedAt: instant,
  version: z.number(),
});
type Shown = z.infer<typeof shown>;
/** A row of the list, and how many people share it. */
const listed = shown.extend({ people: z.number().nullable() });
type Listed = z.infer<typeof listed>;

/** As `waitsSince` says. */
export const waits = sql`(not completed and open_occurrence_at is not null and snoozed_until is null and paused_from is null)`;

/** These would have come by now. Where somebody cannot be reached they grow in number while no row changes. */
const due = (now: Date) =>
  sql`coalesce(${reminders.snoozedUntil}, ${reminders.dateTime}) <= ${timestamp(now)}`;

/** The columns that a list shows and that change without their user: with the version, all that can change. */
export const shownState = [
  reminders.id,
  reminders.version,
  reminders.dateTime,
  reminders.completed,
  reminders.nextFireAt,
  reminders.openOccurrenceAt,
  reminders.waitingSince,
  reminders.snoozedUntil,
  reminders.pausedFrom,
  reminders.deliveryState,
] as const;

/**
 * Lists what waits, then the rest by time. `known`: the tag that the caller has; at `now` is seen what did not come.
 */
export async function listReminders(
  db: Db,
  account: Pick<Account, 'id' | 'unreachableSince'>,
  { now, known }: { now: Date; known?: string | undefined },
): Promise<LongList | UnchangedList> {
  const where = livingOf(reminders, account.id);
  // Read before the list: what changes in between is found by the next request.
  const reference = await loadReference(db, account.id);
  const ofOwner =
    account.unreachableSince === null
      ? ''
      : `unreachable-${await db.$count(reminders, and(where, due(now)))}`;
  const people = peopleSharing(reminders.id);
  const state = [...shownState, people] as const;
  const tagged = { table: reminders, where, state, prefixes: [ofOwner, reference.ownTag] };
  if (known !== undefined && (await tagOf(db, tagged)) === known) return new UnchangedList(known);
  const query = sql`
    select row_number() over (order by ${waits} desc, date_time, id) - 1 as n,
      ${namedColumns(reminders, shown.keyof().options)}, ${people} as people
    from reminders where ${where}`;
  const toReminder = (row: Listed) => {
    const wired = shownToWire(row, reference, account);
    const comesAt = Date.parse(row.snoozedUntil ?? row.dateTime);
    const overdue = wired.state === 'unreachable' && comesAt <= now.getTime();
    const { people } = row;
    return { ...wired, ...(overdue && { overdue }), ...(people !== null && { people }) };
  };
  const rows = { query, row: listed, toWire: toReminder };
  return longList(db, { key: 'notifications', tagged, ...rows });
}

type Owner = Pick<Account, 'unreachableSince'>;

/** A row as the wire carries it. Without its owner, only a row that was parked counts as unreachable. */
export const toWire = (row: ReminderRow, reference: Reference, owner?: Owner): Reminder =>
  shownToWire(shown.parse(row), reference, owner);

/** Since when it waits for an answer, else null; a pause hides that. */
export const waitsSince = <Instant>({
  pausedFrom,
  waitingSince,
}: Record<'pausedFrom' | 'waitingSince', Instant | null>): Instant | null =>
  pausedFrom === null ? waitingSince : null;

/** When it was done. A series that had ended before it was made has no `done_at`. */
const doneAt = (row: Shown): string | null =>
  row.completed && row.openOccurrenceAt === null ? (row.doneAt ?? row.updatedAt) : null;

function stateOf(row: Shown, owner?: Owner): Reminder['state'] {
  if (row.completed) return 'completed';
  if (row.deliveryState === 'failed') return 'failed';
  if (row.pausedFrom !== null) return 'paused';
  // One that was made since the user went away has not been tried yet; it would fare the same.
  const unreachable = row.deliveryState === 'parked' || (owner && owner.unreachableSince !== null);
  if (unreachable && row.nextFireAt !== null) return 'unreachable';
  return waitsSince(row) === null ? 'scheduled' : 'waiting';
}

/**
 * Whether it comes at `snoozedUntil`. What was put off into a pause does not, and what the pause itself has put off,
 * since nothing else follows it, is only paused.
 */
function isPutOff(row: Shown): boolean {
  const { snoozedUntil, pausedFrom, pausedUntil, openOccurrenceAt, dateTime } = row;
  if (snoozedUntil === null || pausedFrom === null) return snoozedUntil !== null;
  const isBehindPause = pausedUntil !== null && Date.parse(snoozedUntil) >= Date.parse(pausedUntil);
  return isBehindPause && openOccurrenceAt !== dateTime;
}

function shownToWire(row: Shown, reference: Reference, owner?: Owner): Reminder {
  const counter = counterOf(row);
  const isLast = row.rule !== null && !row.completed && row.openOccurrenceAt === row.dateTime;
  return {
    id: row.id,
    type: reference.type(row.typeId) ?? { id: row.typeId, name: validationTexts.type.unknown },
    category: reference.category(row.categoryId) ?? { id: row.categoryId, name: '' },
    text: shownText(row),
    ...attachmentToWire(row.attachment),
    dateTime: row.dateTime,
    ...wireRule(row.rule),
    ...(row.rule && {
      repeatFrom: row.firstWallTime,
      repeatText: describeRule(row.rule, row.firstWallTime),
    }),
    ...(isLast && { lastComesAt: row.snoozedUntil }),
    completed: row.completed,
    flood: row.floodInterval !== null,
    floodInterval: row.floodInterval,
    ...(row.preAlerts.length > 0 && {
      preAlerts: [...row.preAlerts],
      preAlertsText: describePreAlerts(row.preAlerts),
    }),
    ...(counter && { counter }),
    timeZone: row.timeZone,
    state: stateOf(row, owner),
    waitingSince: waitsSince(row),
    snoozedUntil: isPutOff(row) ? row.snoozedUntil : null,
    pausedUntil: row.pausedUntil,
    ...(row.pausedFrom !== null && row.pausedWithAll && { pausedWithAll: true }),
    doneAt: doneAt(row),
    createdAt: row.createdAt,
    ...(row.noteId !== null && { noteId: row.noteId }),
    version: row.version,
  };
}
