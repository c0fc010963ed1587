import 'server-only';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { heldNag } from '@/core/firing';
import { instantToWallTime } from '@/core/time-zone';
import { shownText } from '@/core/checklist';
import { botTexts } from '@/texts/bot';
import { html, lines } from '@/texts/html';
import { HELD_MAX } from '@/core/limits';
import { type Db } from '../platform/db/client';
import { timestamp } from '../platform/db/time-in-sql';
import { type HeldItem, notices, quietDigests, reminders, users } from '../platform/db/schema';
import { type BotApi, type Send, sendMessageVia } from '../telegram/send';
import { type End, isOurs, type Lease, leasedRows } from '../outbox/leased-rows';
import { isFree } from '../outbox/pace';
import { PATIENCE } from '../outbox/verdict';
import { quietEndOf } from '../accounts/settings';
import { FIRST_PAGE, itemData } from '../telegram/callback-data';
import { inLine } from '../telegram/message';
import { button, type Card, inRows } from '../telegram/turn';
import { writeCalledOff } from '../reminders/write/history';
import { type HeldClaim } from '../reminders/claim';
import { type ReminderRow } from '../reminders/rows';
import { updateRows } from '../reminders/write/update';

const NAGS_MAX = 20;
/** Characters of a message that hold what was held, a heading aside. Telegram's own limit is 4,096. */
const TEXT_MAX = 3_900;
const LINE_EXTRA = 20;

interface Digest {
  id: string;
  timeZone: string;
  parts: (
    | { kind: 'nag'; reminderId: number; text: string; version: number; waitingSince: Date }
    | { kind: 'notice'; noticeId: number; text: string }
  )[];
  /** The held items that this message covers, those included that no longer hold. */
  items: HeldItem[];
}

/** A message on its way to one chat: what its quiet hours have held back. */
export interface OutgoingDigest extends Pick<Digest, 'timeZone' | 'parts'> {
  chatId: number;
}

export const dueDigests = (db: Db, send: Send<OutgoingDigest>) =>
  leasedRows<Digest>({
    name: 'digest',
    table: quietDigests,
    prepare: (db, lease, now) => db.transaction((tx) => prepareDigest(tx, lease, now)),
    send: async ({ userId, timeZone, parts }, signal) => {
      // Asked at the last moment: what tells of a notice that was stopped meanwhile is prepared anew, without it.
      const stillHolds = await allGoOn(db, noticesOf(parts)).catch(() => false);
      return stillHolds ? send({ chatId: userId, timeZone, parts }, signal) : null;
    },
    patience: PATIENCE.single,
    ledgerKind: () => 'notice',
    end: async (tx, { items, parts, ...lease }, { over, at }) => {
      if (!(await dropItems(tx, lease, items.length, at))) return;
      await countRecipient(tx, noticesOf(parts), over);
    },
  });

/** Counts somebody as one who has got these notices, or as one for whom they are over without that. */
export async function countRecipient(
  tx: Db,
  noticeIds: readonly number[],
  over: End['over'],
): Promise<void> {
  if (noticeIds.length === 0) return;
  const counted = over === 'rejected' ? 'failed' : over;
  const count = { [counted]: sql`${notices[counted]} + 1` };
  await tx.update(notices).set(count).where(inArray(notices.id, noticeIds));
}

const noticesOf = (parts: readonly (HeldItem | Digest['parts'][number])[]): number[] =>
  parts.flatMap((part) => (part.kind === 'notice' ? [part.noticeId] : []));

/**
 * What a claimed message is to say now. What was answered, changed or sent since is left out, and every
 * flood in it goes on from this message. Null where nothing of it holds any more;
 * where it is quiet again, until when.
 */
async function prepareDigest(tx: Db, claim: Lease, now: Date): Promise<Digest | Date | null> {
  const [row] = await tx
    .select({ digest: quietDigests, settings: users.settings, timeZone: users.timeZone })
    .from(quietDigests)
    .innerJoin(users, eq(users.id, quietDigests.userId))
    .where(isOurs(quietDigests, claim))
    .for('update', { of: quietDigests });
  if (!row) return null;
  const { digest, timeZone } = row;
  const until = quietEndOf(row, now);
  if (until) return until;
  const held = eachOnce(digest.items);
  if (held.length < digest.items.length) {
    await tx.update(quietDigests).set({ items: held }).where(isOurs(quietDigests, claim));
  }
  const { parts, told, taken } = whatFits(held, {
    rows: await rowsThatWait(tx, claim, held, now),
    noticeTexts: await noticeTexts(tx, noticesOf(held)),
  });
  await updateRows(
    tx,
    told.map((row) => ({ row, columns: { nextFireAt: heldNag(row, now).nextFireAt } })),
  );
  const items = held.slice(0, taken);
  if (parts.length === 0) {
    await dropItems(tx, claim, items.length, now);
    return null;
  }
  return { id: '', timeZone, parts, items };
}

/**
 * The first held items that have room in one message, those that no longer hold included: how many are `taken`, what is
 * said of them, and the rows of the re-sends that are `told`.
 */
function whatFits(
  held: readonly HeldItem[],
  found: { rows: readonly ReminderRow[]; noticeTexts: ReadonlyMap<number, string> },
) {
  const parts: Digest['parts'] = [];
  const told: ReminderRow[] = [];
  let [length, taken] = [0, 0];
  for (const item of held) {
    const row = item.kind === 'nag' ? found.rows.find((each) => isAbout(item, each)) : undefined;
    const part = item.kind === 'nag' ? nagOf(row) : noticeOf(item.noticeId, found.noticeTexts);
    const size = part ? part.text.length + LINE_EXTRA : 0;
    const isFull = length + size > TEXT_MAX || told.length === NAGS_MAX;
    if (part && parts.length > 0 && isFull) break;
    taken += 1;
    if (!part) continue;
    parts.push(part);
    length += size;
    if (row) told.push(row);
  }
  return { parts, told, taken };
}

/**
 * An item that was added a second time, beside a message that might have been on its way, stands where it was first.
 */
const eachOnce = (items: readonly HeldItem[]): HeldItem[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

type NagItem = Extract<HeldItem, { kind: 'nag' }>;

/** The rows of held re-sends that may still wait for the answer, as far as nobody else has them in hand. */
async function rowsThatWait(
  tx: Db,
  { userId }: Lease,
  items: readonly HeldItem[],
  now: Date,
): Promise<ReminderRow[]> {
  const ids = items.flatMap((item) => (item.kind === 'nag' ? [item.reminderId] : []));
  if (ids.length === 0) return [];
  const stillWait = and(
    inArray(reminders.id, ids),
    eq(reminders.userId, userId),
    sql`not completed and delivery_state = 'scheduled' and deleted_at is null
      and paused_from is null and snoozed_until is null`,
    // Not being sent by themselves at this moment.
    isFree(sql`lease_until`, timestamp(now)),
  );
  const rows = tx.select().from(reminders).where(stillWait).orderBy(reminders.id);
  return rows.for('no key update', { skipLocked: true });
}

/** True while the row still waits for the answer that this very re-send would have asked for. */
function isAbout(item: NagItem, { id, nagCount, openOccurrenceAt }: ReminderRow): boolean {
  const isSameOccurrence = openOccurrenceAt?.getTime() === Date.parse(item.occurrenceAt);
  return isSameOccurrence && id === item.reminderId && nagCount === item.nagCount;
}

function nagOf(row: ReminderRow | undefined) {
  if (!row || row.floodInterval === null || row.waitingSince === null) return null;
  const { id: reminderId, version, waitingSince } = row;
  return { kind: 'nag' as const, reminderId, text: shownText(row), version, waitingSince };
}

/** The texts of those notices that were not stopped, by their ids. */
async function noticeTexts(db: Db, noticeIds: readonly number[]): Promise<Map<number, string>> {
  if (noticeIds.length === 0) return new Map();
  // Stopped meanwhile: a stop is meant for everybody who has not got it.
  const goesOn = and(inArray(notices.id, noticeIds), ne(notices.state, 'stopped'));
  const { id, text } = notices;
  const rows = await db.select({ id, text }).from(notices).where(goesOn);
  return new Map(rows.map((row) => [row.id, row.text]));
}

const allGoOn = async (db: Db, noticeIds: readonly number[]): Promise<boolean> =>
  (await noticeTexts(db, noticeIds)).size === noticeIds.length;

function noticeOf(noticeId: number, texts: ReadonlyMap<number, string>) {
  const text = texts.get(noticeId);
  return text === undefined ? null : { kind: 'notice' as const, noticeId, text };
}

/** Takes the first items off; what was held meanwhile stays, and is due at once. */
async function dropItems(tx: Db, claim: Pick<Lease, 'userId' | 'token'>, count: number, now: Date) {
  const [row] = await tx
    .select()
    .from(quietDigests)
    .where(isOurs(quietDigests, claim))
    .for('update');
  if (!row) return false;
  const rest = row.items.slice(count);
  if (rest.length === 0) await tx.delete(quietDigests).where(isOurs(quietDigests, claim));
  else {
    const next = { items: rest, dueAt: now, leaseToken: null, leaseUntil: null, attempts: 0 };
    await tx.update(quietDigests).set(next).where(isOurs(quietDigests, claim));
  }
  return true;
}

const texts = botTexts.quietDigest;
const BUTTONS_A_ROW = 5;

/** What quiet hours held back, in one message; a button by its number opens each reminder of it. */
function renderDigest({ parts, timeZone }: Pick<OutgoingDigest, 'parts' | 'timeZone'>): Card {
  const nags = parts.filter((part) => part.kind === 'nag');
  const text = parts.map((part) => {
    if (part.kind === 'notice') return html`${part.text}`;
    const since = instantToWallTime(part.waitingSince, timeZone).slice(11, 16);
    return texts.waits(nags.indexOf(part) + 1, inLine(part.text), since);
  });
  const buttons = nags.map(({ reminderId, version }, at) =>
    button(String(at + 1), itemData(reminderId, 'show', FIRST_PAGE, version)),
  );
  return {
    text: nags.length > 0 ? lines(texts.heading, '', ...text, '', texts.pick) : lines(...text),
    keyboard: inRows(buttons, BUTTONS_A_ROW),
  };
}

export const sendDigestVia = (api: BotApi): Send<OutgoingDigest> => {
  const send = sendMessageVia(api);
  return ({ chatId, ...digest }, signal) => send({ chatId, message: renderDigest(digest) }, signal);
};

/**
 * Puts what is held back into the one message that its user gets at `until`, once: what stands there
 * already is not added, unless that message may be on its way at this moment. In the caller's
 * transaction: what is taken out of its own way is in the message, or neither is.
 */
export async function hold(tx: Db, userId: number, item: HeldItem, until: Date): Promise<void> {
  const { items, leaseToken, dueAt } = quietDigests;
  const stands = sql`${leaseToken} is null and ${items} @> excluded.items`;
  const full = sql`${item.kind === 'nag'} and jsonb_array_length(${items}) >= ${HELD_MAX}`;
  await tx
    .insert(quietDigests)
    .values({ userId, items: [item], dueAt: until })
    .onConflictDoUpdate({
      target: quietDigests.userId,
      set: {
        items: sql`case when (${stands}) or (${full}) then ${items} else ${items} || excluded.items end`,
        dueAt: sql`least(${dueAt}, excluded.due_at)`,
      },
    });
}

/**
 * Holds claimed re-sends back, each where the claim is still ours; the floods go on behind the message. One transaction
 * for all could cross with others: claims have one re-send of each person, and rows of `quiet_digests` have no order in
 * which several are locked.
 */
export async function holdNags(db: Db, held: readonly HeldClaim[]): Promise<void> {
  for (const { claim, until } of held) {
    const { id, userId, token, nagCount } = claim;
    await db.transaction(async (tx) => {
      const { nextFireAt } = heldNag(claim, until);
      const row = { id, userId, leaseToken: token };
      const columns = { nextFireAt, leaseToken: null, leaseUntil: null };
      const [stillOurs] = await updateRows(tx, [{ row, columns }], { unchanged: 'leaseToken' });
      if (!stillOurs) return;
      const occurrenceAt = claim.firing.occurrenceAt.toISOString();
      const item = { kind: 'nag', reminderId: id, occurrenceAt, nagCount } as const;
      await hold(tx, userId, item, until);
      const called = { ...claim.firing, reminderId: id };
      await writeCalledOff(tx, [called], { by: 'quiet-hours', at: until });
    });
  }
}
