import 'server-only';
import { and, asc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import {
  answerableOccurrence,
  answeredByOther,
  answeredOccurrence,
  type FiringState,
  joinedFiring,
  putOff,
  scheduleFiring,
  withOwn,
} from '@/core/firing';
import { JOINT_PEOPLE_MAX } from '@/core/limits';
import { withoutAge } from '@/core/recurrence';
import { jointTexts } from '@/texts/joint';
import { validationTexts } from '@/texts/validation';
import { nudgeDelivery } from '../platform/nudge';
import { textForOthers } from './write/note-points';
import { type Db } from '../platform/db/client';
import {
  dayMessages,
  type JOINT_NEWS,
  jointMembers,
  joints,
  reminders,
} from '../platform/db/schema';
import { bytesOf, checkQuotaToGrow } from '../accounts/quota';
import { AppError, orRefusal } from '../platform/errors';
import { ruleText } from './write/columns';
import { messageIsOutdated } from '../telegram/outdated';
import { type ReminderRow } from './rows';
import { checkPlan } from './plan-quota';
import { type Answer, type Change, writeChanges } from './write/change';
import { type ActToStore, ifLastWord, type LastAct } from './write/last-act';
import { nameOf } from './joint-people';

/**
 * A reminder of several people, with the rows of all who take part. Those of an ended one are deleted, as is
 * the row of somebody who has left and may come back.
 */
export interface Joint {
  id: number;
  ownerReminderId: number;
  rows: MemberRow[];
}
type MemberRow = ReminderRow & { joinedAt: Date };

/**
 * The joint of a reminder of this user, held with everybody's rows until the transaction ends; null for most
 * reminders, and for a stranger's, of which nothing is held: to wait for it would tell that it exists.
 * Taken before any of its rows, behind the lock of a person: acts of several people then wait for each other
 * in one order, and the first one counts.
 */
export async function lockJoint(tx: Db, userId: number, reminderId: number): Promise<Joint | null> {
  const ofRow = eq(jointMembers.reminderId, reminderId);
  const [joint] = await selectJoints(tx, userId, ofRow).for('update');
  if (!joint) return null;
  const rows = await selectRows(tx, joint.id).for('no key update', { of: reminders });
  // Left while it was waited for.
  if (!rows.some(({ id }) => id === reminderId)) return null;
  await lockDaysOf(tx, rows);
  return { ...joint, rows };
}

/** People may have two joints with each other: of what a change of a row touches, too, one order. */
async function lockDaysOf(tx: Db, rows: readonly Pick<ReminderRow, 'userId'>[]): Promise<void> {
  const { userId, messageId } = dayMessages;
  const people = rows.map((row) => row.userId);
  await tx
    .select({ messageId })
    .from(dayMessages)
    .where(inArray(userId, people))
    .orderBy(userId, messageId)
    .for('update');
}

/**
 * Before acts on several of a person's reminders, behind `lockJointsOf`: holds these and the others' rows of their joints,
 * then the days of all these people. Act by act they would be taken joint by joint, and delivery takes rows by their ids.
 */
export async function lockForActs(
  tx: Db,
  userId: number,
  reminderIds: readonly number[],
): Promise<void> {
  const ids = [...reminderIds];
  const { jointId, reminderId, userId: member } = jointMembers;
  const isOwn = and(eq(member, userId), inArray(reminderId, ids));
  const ofActs = tx.select({ jointId }).from(jointMembers).where(isOwn);
  const ofJoints = tx.select({ reminderId }).from(jointMembers).where(inArray(jointId, ofActs));
  const { id, userId: person } = reminders;
  const rows = await tx
    .select({ userId: person })
    .from(reminders)
    .where(or(and(eq(person, userId), inArray(id, ids)), inArray(id, ofJoints)))
    .orderBy(id)
    .for('no key update');
  await lockDaysOf(tx, rows);
}

/** The same for whoever only looks: nothing is held, nor waited for. */
export async function readJoint(db: Db, userId: number, reminderId: number): Promise<Joint | null> {
  const [joint] = await selectJoints(db, userId, eq(jointMembers.reminderId, reminderId));
  return joint ? { ...joint, rows: await selectRows(db, joint.id) } : null;
}

/** The joints that somebody takes part in, by all of their rows or some. */
function selectJoints(db: Db, userId: number, ofRows?: SQL) {
  const { jointId } = jointMembers;
  const isOwn = and(eq(jointMembers.userId, userId), ofRows);
  const own = db.select({ jointId }).from(jointMembers).where(isOwn);
  return db.select().from(joints).where(inArray(joints.id, own)).orderBy(joints.id);
}

const selectRows = (db: Db, jointId: number) =>
  db
    .select({ ...getTableColumns(reminders), joinedAt: jointMembers.joinedAt })
    .from(reminders)
    .innerJoin(jointMembers, eq(jointMembers.reminderId, reminders.id))
    .where(eq(jointMembers.jointId, jointId))
    .orderBy(asc(reminders.id));

/** The rows of those who take part now. */
export const liveRows = (joint: Joint | null): MemberRow[] =>
  joint?.rows.filter(({ deletedAt }) => deletedAt === null) ?? [];

/** Throws where somebody else than the owner would change what everybody has. */
export async function checkOwner(tx: Db, joint: Joint | null, reminderId: number): Promise<void> {
  if (!joint || joint.ownerReminderId === reminderId) return;
  const owner = await nameOf(tx, joint.ownerReminderId);
  throw new AppError('invalid', { message: validationTexts.ownerEdits(owner ?? '') });
}

/** What somebody did that holds for all; an edit names the owner's row as it was and as it is to be. */
export type ForAll =
  | AnswerForAll
  | { is: 'snooze'; occurrenceAt: Date; until: Date }
  | { is: 'edit'; before: ReminderRow; after: Shared & FiringState };
export type AnswerForAll = Answer & { is: 'done' | 'skip' };
type Shared = Pick<ReminderRow, 'text' | 'typeId'>;

/** What everybody has in common of when a reminder comes; of a one-shot that somebody has put off it says nothing. */
const sameSchedule = (a: FiringState, b: FiringState): boolean =>
  a.firstWallTime === b.firstWallTime &&
  a.timeZone === b.timeZone &&
  ruleText(a.rule) === ruleText(b.rule);

/** Whether what was over comes again. */
export const beginsAnew = (before: FiringState, after: FiringState): boolean =>
  before.completed && !after.completed;

/**
 * What a row comes to that is planned anew: where that changes nothing of when the reminder comes, what waits or was put off
 * stays so. What comes but once is told of ahead of the moment to which it was put off.
 */
export function replanned(before: FiringState, planned: FiringState, now: Date): FiringState {
  const isLeftOpen =
    before.openOccurrenceAt !== null &&
    (before.rule !== null || before.snoozedUntil === null) &&
    sameSchedule(before, planned) &&
    !beginsAnew(before, planned);
  return isLeftOpen ? withOwn(before, planned, now) : planned;
}

/**
 * An edit that holds for everybody of a joint, whether by the form or by an act: of what all have in common, or
 * of what was over for all and comes again. Null where only what is one's own has changed.
 */
export function sharedEdit(before: ReminderRow, after: Shared & FiringState): ForAll | null {
  const saysTheSame = before.text === after.text && before.typeId === after.typeId;
  const isOwn = saysTheSame && sameSchedule(before, after) && !beginsAnew(before, after);
  return isOwn ? null : { is: 'edit', before, after };
}

function followedState(row: ReminderRow, change: ForAll, now: Date): FiringState {
  if (change.is === 'snooze') {
    const isTheirs = row.pausedFrom === null && isAbout(row, change);
    return isTheirs ? putOff(row, change.until, now) : row;
  }
  if (change.is !== 'edit') {
    return answeredByOther(row, { act: change.is, occurrenceAt: change.occurrenceAt }, now);
  }
  const { before, after } = change;
  const comesAgain = beginsAnew(before, after) && row.completed;
  // Flood, and when they are told ahead, are their own.
  if (comesAgain || !sameSchedule(before, after)) {
    const told = { ...after, rule: after.rule && withoutAge(after.rule) };
    return joinedFiring(after, row, now) ?? scheduleFiring(told, row, now);
  }
  // An edit of the text alone leaves everybody what waits. Where it ends what the owner has put off, that was theirs alone.
  return row;
}

/**
 * Writes what an act on a row of a joint makes of the others' rows, by whom it was done, and what they are to be told;
 * nothing where the act is its person's own. An edit is the owner's alone. Answers the rows that go back together, also
 * where it is one alone: once another has joined, it does not come back for one.
 */
export async function writeForAll(
  tx: Db,
  joint: Joint | null,
  actor: ReminderRow,
  change: ForAll | null,
  { act, now }: { act: ActToStore; now: Date },
): Promise<number[] | undefined> {
  if (!joint || !change) return undefined;
  const { is } = change;
  if (is === 'edit') await checkOwner(tx, joint, actor.id);
  const rows = liveRows(joint).flatMap((row) => {
    if (row.id === actor.id) return [];
    const next = followedState(row, change, now);
    return next === row && is !== 'edit' ? [] : [{ row, next }];
  });
  const textOfEdit =
    change.is === 'edit' ? await textForOthers(tx, { ...actor, text: change.after.text }) : null;
  const others = rows.map(({ row }) => row);
  const partners = idsOf([actor, ...others]);
  const changes: Change[] = [];
  for (const { row, next } of rows) {
    const text = textOfEdit ?? row.text;
    const { typeId } = change.is === 'edit' ? change.after : row;
    const growing = async () => {
      await checkQuotaToGrow(tx, row.userId, bytesOf(text) - bytesOf(row.text));
      if (is === 'edit') await checkPlan(tx, row.userId, row, next);
    };
    const refused = await orRefusal(growing(), 'full');
    if (refused) throw new AppError('full', { message: jointTexts.noRoom });
    const { deliveryState, lastError } = row;
    // Its own person has done nothing: who cannot be reached stays so.
    const stays = deliveryState === 'parked' && { deliveryState, lastError };
    const before = is === 'edit' ? { text: row.text } : {};
    // Of a snooze the others' rows say that it is one, whatever it is named by.
    const done = { actId: act.actId, name: is === 'edit' ? act.name : is };
    changes.push({
      row,
      next,
      answer: answerIn(row, change, now),
      columns: { text, typeId, ...stays },
      act: { ...done, byReminderId: actor.id, partners, before },
    });
  }
  const followed = await writeChanges(tx, changes, { by: is, now });
  const unseen = others.filter((row) => {
    return is === 'edit' || !isSeen(row) || !isAbout(row, change);
  });
  const news = is === 'edit' || is === 'snooze' ? 'changed' : 'answered';
  await tellMembers(tx, unseen, news, now, actor.id);
  followersChanged(tx, followed, now);
  return partners;
}

/** Whether its person sees in the chat what becomes of it: of what is put off they expect that it comes. */
export const isSeen = ({ openOccurrenceAt, snoozedUntil }: ReminderRow): boolean =>
  openOccurrenceAt !== null && snoozedUntil === null;

/** The answer as another row has it: what has one occurrence at a time may have put that off. */
function answerIn(row: ReminderRow, change: ForAll, now: Date): Answer | null {
  if (!('outcome' in change)) return null;
  const own = hasOneOccurrence(row) ? answeredOccurrence(row, now) : null;
  return own ? { ...change, occurrenceAt: own } : change;
}

const hasOneOccurrence = ({ rule }: FiringState): boolean =>
  rule === null || rule.afterDone === true;

/**
 * The others' rows that an act has changed with this one, to be taken back with it; none where the act was its person's own.
 * Null: the act cannot be taken back, since it is no longer the last word about one of them, or somebody has come since.
 */
export function partnersOf(
  joint: Joint | null,
  row: ReminderRow,
  act: LastAct,
  acts: ReadonlyMap<number, LastAct>,
): ReminderRow[] | null {
  const { partners: ids } = act;
  if (!joint || !ids) return [];
  const others = liveRows(joint).filter(({ id }) => id !== row.id);
  const partners = others.filter(({ id }) => ids.includes(id));
  const isStillLastWord = (each: ReminderRow) =>
    ifLastWord(each, acts.get(each.id))?.actId === act.actId;
  const came = others.some(({ id, joinedAt }) => !ids.includes(id) && joinedAt > act.at);
  return came || !partners.every(isStillLastWord) ? null : partners;
}

/** Whether what the row waits for, or has ahead, is the occurrence that was answered. */
const isAbout = (row: ReminderRow, change: ForAll): boolean =>
  hasOneOccurrence(row) ||
  ('occurrenceAt' in change &&
    answerableOccurrence(row)?.getTime() === change.occurrenceAt.getTime());

type News = (typeof JOINT_NEWS)[number];

/** Untold, or on their way, these stay whatever else comes: they say how all stands by then. */
const LASTING_NEWS: News[] = ['changed', 'restored', 'owner'];
/** What some take back: while it is not on its way it stays in their place, and by its time there is nothing to tell. */
const TAKES_BACK: Partial<Record<News, News>> = { returned: 'answered', restored: 'ended' };

/**
 * Tells the people of these rows, in messages of their own, and by whose row it was done; a change, or a new owner,
 * takes the place of all else.
 */
export async function tellMembers(
  tx: Db,
  rows: readonly Pick<ReminderRow, 'id'>[],
  news: News,
  dueAt: Date,
  by: number | null = null,
): Promise<void> {
  if (rows.length === 0) return;
  const { news: untold, newsBy, leaseToken } = jointMembers;
  const cancelsUntold = and(sql`${untold} = ${TAKES_BACK[news] ?? null}`, isNull(leaseToken));
  const prevails = news === 'changed' || news === 'owner';
  const stays = prevails ? sql`false` : or(inArray(untold, LASTING_NEWS), cancelsUntold);
  await tx
    .update(jointMembers)
    .set({
      ...TOLD,
      dueAt,
      news: sql`case when ${stays} then ${untold} else ${news} end`,
      newsBy: sql`case when ${stays} then ${newsBy} else ${by} end`,
    })
    .where(inArray(jointMembers.reminderId, idsOf(rows)));
  nudgeDelivery(tx, dueAt);
}

const idsOf = (rows: readonly Pick<ReminderRow, 'id'>[]): number[] => rows.map(({ id }) => id);

/** The columns of a member to whom nothing is to be told. */
export const TOLD = {
  news: null,
  newsBy: null,
  dueAt: null,
  leaseToken: null,
  leaseUntil: null,
  attempts: 0,
};

/** Has the others' messages in the chat and about their day follow what was written of their rows. */
export function followersChanged(tx: Db, rows: readonly ReminderRow[], now: Date): void {
  if (rows.length === 0) return;
  nudgeDelivery(tx, now);
  for (const { id, userId } of rows) {
    messageIsOutdated(tx, { userId, reminderId: id });
  }
}

/**
 * What a row comes back as that its person had taken out: as it was, else as everybody has it by now; null
 * where they can take part no more.
 */
export async function comesBack(
  tx: Db,
  joint: Joint,
  row: ReminderRow,
  now: Date,
): Promise<Partial<ReminderRow> | null> {
  const others = liveRows(joint);
  const owner = others.find(({ id }) => id === joint.ownerReminderId);
  if (!owner || others.length >= JOINT_PEOPLE_MAX) return null;
  const { deletedAt, nextFireAt } = row;
  const isAsItWas = others.every(({ updatedAt }) => deletedAt && updatedAt < deletedAt);
  if (isAsItWas && (nextFireAt === null || nextFireAt > now)) return {};
  const state = joinedFiring(owner, row, now);
  if (!state) return null;
  const text = await textForOthers(tx, owner);
  return { text, typeId: owner.typeId, liveMessageId: null, ...state };
}

/** Whether one of these deleted reminders was a joint that its owner, this user, has ended for others with it. */
export async function endedForAll(db: Db, userId: number, ...ids: number[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const { rows } = await db.execute(sql`
    select from joints
    join joint_members on joint_members.joint_id = joints.id
    join reminders own on own.id = joints.owner_reminder_id
    join reminders other on other.id = joint_members.reminder_id and other.id <> own.id
    where own.id in ${ids} and own.user_id = ${userId} and other.deleted_at = own.deleted_at`);
  return rows.length > 0;
}

/**
 * Before a person is erased, or all of theirs changes. All are held first, and nothing else of them: locks on days of
 * several joints would have no one order.
 */
export async function lockJointsOf(tx: Db, userId: number): Promise<void> {
  await selectJoints(tx, userId).for('update');
}
