import 'server-only';
import { and, count, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Reminder, type ReminderInput } from '@/contract/reminder';
import { wireRule } from '@/contract/rule';
import { acknowledge, planFiring, replanFiring, scheduleFiring } from '@/core/firing';
import { REMINDERS_PER_USER_MAX } from '@/core/limits';
import { checkReminder, type ValidReminder } from '@/core/reminder-rules';
import { isTimeZone } from '@/core/time-zone';
import { errorTexts } from '@/texts/errors';
import { validationTexts } from '@/texts/validation';
import { type Account } from './accounts';
import { creating, DOUBLE_TAP_MS } from './creation';
import { type Db } from './db/client';
import { loadReference, type Reference } from './db/reference';
import { reminders } from './db/schema';
import { firingColumns, leaseVoided, storedRule } from './delivery/columns';
import { nudgeDelivery } from './delivery/nudge';
import { AppError } from './errors';

export type ReminderRow = typeof reminders.$inferSelect;

/** A time that passed while its request was on the way is still accepted. */
const ACCEPTED_LATENESS_MS = 30_000;

const nextVersion = { version: sql`${reminders.version} + 1` };

const owned = (userId: number, id: number) =>
  and(eq(reminders.id, id), eq(reminders.userId, userId));
const live = isNull(reminders.deletedAt);

/** What the wire shows of a row, `dateTime` as the wire writes it. */
const shown = z.object({
  id: z.number(),
  typeId: z.number(),
  categoryId: z.number(),
  text: z.string(),
  dateTime: z.string(),
  // One broken row must not hide the others. Delivery parks it with an error.
  rule: storedRule.catch(null),
  completed: z.boolean(),
  floodInterval: z.number().nullable(),
  timeZone: z.string(),
});
const shownLists = z.array(z.object({ rows: z.array(shown) }));

/** One JSON value for all rows: to read them one by one costs several times as much. */
const remindersOfUser = (userId: number) => sql`
    select coalesce(json_agg(shown), '[]') as rows from (
      select id, type_id as "typeId", category_id as "categoryId", text,
        to_char(date_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "dateTime",
        rule, completed, flood_interval as "floodInterval", time_zone as "timeZone"
      from reminders where user_id = ${userId} and deleted_at is null
      order by date_time, id
    ) as shown`;

/** All reminders of a user, by their next occurrence. */
export async function listReminders(db: Db, userId: number): Promise<Reminder[]> {
  const [reference, lists] = await Promise.all([
    loadReference(db),
    db.execute(remindersOfUser(userId)),
  ]);
  const [list] = shownLists.parse([...lists]);
  return (list?.rows ?? []).map((row) => shownToWire(row, reference));
}

/**
 * Stores a new reminder. The same `createKey`, or the same content within seconds, answers the row
 * that is already there.
 */
export async function createReminder(
  db: Db,
  account: Account,
  input: ReminderInput,
  { now, createKey }: { now: Date; createKey: string | null },
): Promise<Reminder> {
  const reference = await loadReference(db);
  const timeZone = zoneOf(input, account);
  const valid = checked(input, timeZone, reference, now);
  const content = {
    userId: account.id,
    text: valid.text,
    typeId: valid.typeId,
    categoryId: valid.categoryId,
    ...planFiring(valid, timeZone),
  };
  const row = await creating(db, account.id, async (tx) => {
    const twin = await findTwin(tx, content, createKey, now);
    if (twin) return twin;
    const [stored] = await tx
      .select({ count: count() })
      .from(reminders)
      .where(and(eq(reminders.userId, account.id), live));
    if (stored && stored.count >= REMINDERS_PER_USER_MAX) {
      throw new AppError('invalid', { message: errorTexts.tooManyReminders });
    }
    const [created] = await tx
      .insert(reminders)
      .values({ ...content, createKey, createdAt: now, updatedAt: now })
      .returning();
    return found(created);
  });
  nudgeDelivery(row.nextFireAt);
  return toWire(row, reference);
}

/** The row that an earlier send of the same create made. */
async function findTwin(
  db: Db,
  content: Pick<
    ReminderRow,
    'userId' | 'text' | 'typeId' | 'categoryId' | 'dateTime' | 'rule' | 'floodInterval'
  >,
  createKey: string | null,
  now: Date,
): Promise<ReminderRow | undefined> {
  const sameContent = and(
    live,
    gt(reminders.createdAt, new Date(now.getTime() - DOUBLE_TAP_MS)),
    eq(reminders.text, content.text),
    eq(reminders.typeId, content.typeId),
    eq(reminders.categoryId, content.categoryId),
    eq(reminders.dateTime, content.dateTime),
    sql`${reminders.rule} is not distinct from ${content.rule === null ? null : JSON.stringify(content.rule)}::jsonb`,
    sql`${reminders.floodInterval} is not distinct from ${content.floodInterval}`,
  );
  const sameKey = createKey === null ? undefined : eq(reminders.createKey, createKey);
  const [twin] = await db
    .select()
    .from(reminders)
    .where(and(eq(reminders.userId, content.userId), or(sameKey, sameContent)))
    .limit(1);
  return twin;
}

/**
 * Replaces a reminder. Flood and snooze of its open occurrence end at once. Where neither time nor
 * rule changed, the series keeps its anchor and its zone.
 */
export async function updateReminder(
  db: Db,
  account: Account,
  id: number,
  input: ReminderInput,
  now: Date,
): Promise<Reminder> {
  const reference = await loadReference(db);
  const timeZone = zoneOf(input, account);
  const valid = checked(input, timeZone, reference, now);
  const row = await db.transaction(async (tx) => {
    const [old] = await tx
      .select()
      .from(reminders)
      .where(and(owned(account.id, id), live))
      .for('update');
    const [updated] = await tx
      .update(reminders)
      .set({
        text: valid.text,
        typeId: valid.typeId,
        categoryId: valid.categoryId,
        ...firingColumns(replanFiring(found(old), valid, timeZone)),
        ...leaseVoided,
        ...nextVersion,
        liveMessageId: null,
        updatedAt: now,
      })
      .where(owned(account.id, id))
      .returning();
    return found(updated);
  });
  nudgeDelivery(row.nextFireAt);
  return toWire(row, reference);
}

/** Takes a reminder away; it can be restored for 30 days. Flood and snooze end at once. */
export async function deleteReminder(db: Db, userId: number, id: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(reminders)
      .where(and(owned(userId, id), live))
      .for('update');
    await tx
      .update(reminders)
      .set({
        ...firingColumns(acknowledge(found(row), now)),
        ...leaseVoided,
        ...nextVersion,
        deletedAt: now,
      })
      .where(owned(userId, id));
  });
}

/** Brings a deleted reminder back; one that is not deleted is answered as it is. */
export async function restoreReminder(
  db: Db,
  userId: number,
  id: number,
  now: Date,
): Promise<Reminder> {
  const row = await db.transaction(async (tx) => {
    const [old] = await tx.select().from(reminders).where(owned(userId, id)).for('update');
    if (found(old).deletedAt === null) return found(old);
    const [restored] = await tx
      .update(reminders)
      .set({
        ...resumed(found(old), now),
        ...leaseVoided,
        ...nextVersion,
        deletedAt: null,
      })
      .where(and(owned(userId, id), isNotNull(reminders.deletedAt)))
      .returning();
    return found(restored);
  });
  nudgeDelivery(row.nextFireAt);
  return toWire(row, await loadReference(db));
}

/** A series goes on with its next occurrence: those it missed while deleted are not sent late. */
const resumed = (row: ReminderRow, now: Date) =>
  row.rule !== null && !row.completed ? scheduleFiring(row, row.floodInterval, now) : {};

/** A missing row and a foreign one are the same to the caller. */
function found<R>(row: R | undefined): R {
  if (row === undefined) throw new AppError('not-found');
  return row;
}

/** The zone on whose clocks a form was written. */
const zoneOf = ({ timeZone }: ReminderInput, account: Account): string =>
  timeZone !== undefined && isTimeZone(timeZone) ? timeZone : account.timeZone;

/** The form's rules on the server; an id that names no category or type counts as none. */
function checked(
  input: ReminderInput,
  timeZone: string,
  reference: Reference,
  now: Date,
): ValidReminder {
  const known = {
    ...input,
    categoryId:
      input.categoryId === undefined ? undefined : reference.category(input.categoryId)?.id,
    typeId: input.typeId === undefined ? undefined : reference.type(input.typeId)?.id,
    dateTime: input.dateTime === undefined ? undefined : new Date(input.dateTime),
  };
  const result = checkReminder(known, { now, timeZone, graceMs: ACCEPTED_LATENESS_MS });
  if (!result.ok) throw new AppError('invalid', { errors: result.errors });
  return result.value;
}

/** A row as the wire carries it. */
export const toWire = (row: ReminderRow, reference: Reference): Reminder =>
  shownToWire({ ...row, dateTime: row.dateTime.toISOString() }, reference);

function shownToWire(
  row: Pick<ReminderRow, Exclude<keyof typeof shown.shape, 'dateTime'>> & { dateTime: string },
  reference: Reference,
): Reminder {
  return {
    id: row.id,
    type: reference.type(row.typeId) ?? { id: row.typeId, name: validationTexts.type.unknown },
    category: reference.category(row.categoryId) ?? { id: row.categoryId, name: '' },
    text: row.text,
    dateTime: row.dateTime,
    ...wireRule(row.rule),
    completed: row.completed,
    flood: row.floodInterval !== null,
    floodInterval: row.floodInterval,
    timeZone: row.timeZone,
  };
}
