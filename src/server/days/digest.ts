import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { heldNag } from '@/core/firing';
import { instantToWallTime } from '@/core/time-zone';
import { shownText } from '@/core/checklist';
import { botTexts } from '@/texts/bot';
import { lines } from '@/texts/html';
import { HELD_MAX } from '@/core/limits';
import { type Db } from '../platform/db/client';
import { timestamp } from '../platform/db/time-in-sql';
import { type HeldItem, quietDigests, reminders, users } from '../platform/db/schema';
import { type BotApi, type Send, sendMessageVia } from '../telegram/send';
import { isOurs, type Lease, leasedRows } from '../outbox/leased-rows';
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

/** So many re-sends are told of in one message. */
const NAGS_MAX = 20;

interface Digest {
  id: string;
  timeZone: string;
  nags: { reminderId: number; text: string; version: number; waitingSince: Date }[];
  /** The held items that this message covers, those included that no longer hold. */
  items: HeldItem[];
}

/** A message on its way to one chat: what its quiet hours have held back. */
export interface OutgoingDigest extends Pick<Digest, 'timeZone' | 'nags'> {
  chatId: number;
}

export const dueDigests = (send: Send<OutgoingDigest>) =>
  leasedRows<Digest>({
    name: 'digest',
    table: quietDigests,
    prepare: (db, lease, now) => db.transaction((tx) => prepareDigest(tx, lease, now)),
    send: ({ userId, timeZone, nags }, signal) => send({ chatId: userId, timeZone, nags }, signal),
    patience: PATIENCE.single,
    ledgerKind: () => 'notice',
    end: (tx, { items, ...lease }, { at }) => dropItems(tx, lease, items.length, at),
  });

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
  const { items, nags, told } = whatFits(held, await rowsThatWait(tx, claim, held, now));
  await updateRows(
    tx,
    told.map((row) => ({ row, columns: { nextFireAt: heldNag(row, now).nextFireAt } })),
  );
  if (nags.length === 0) {
    await dropItems(tx, claim, items.length, now);
    return null;
  }
  return { id: '', timeZone, nags, items };
}

/** The first held items that have room in one message, those that no longer hold included, and what is `told` of these. */
function whatFits(held: readonly HeldItem[], rows: readonly ReminderRow[]) {
  const items: HeldItem[] = [];
  const nags: Digest['nags'] = [];
  const told: ReminderRow[] = [];
  for (const item of held) {
    if (told.length === NAGS_MAX) break;
    items.push(item);
    const row = rows.find((each) => isAbout(item, each));
    if (!row || row.floodInterval === null || row.waitingSince === null) continue;
    const { id: reminderId, version, waitingSince } = row;
    nags.push({ reminderId, text: shownText(row), version, waitingSince });
    told.push(row);
  }
  return { items, nags, told };
}

/** An item that was added a second time, beside a message that might have been on its way, stands where it was first. */
const eachOnce = (items: readonly HeldItem[]): HeldItem[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

/** The rows of held re-sends that may still wait for the answer, as far as nobody else has them in hand. */
async function rowsThatWait(
  tx: Db,
  { userId }: Lease,
  items: readonly HeldItem[],
  now: Date,
): Promise<ReminderRow[]> {
  const ids = items.map(({ reminderId }) => reminderId);
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
function isAbout(item: HeldItem, { id, nagCount, openOccurrenceAt }: ReminderRow): boolean {
  const isSameOccurrence = openOccurrenceAt?.getTime() === Date.parse(item.occurrenceAt);
  return isSameOccurrence && id === item.reminderId && nagCount === item.nagCount;
}

/** Takes the first items off; what was held meanwhile stays, and is due at once. */
async function dropItems(
  tx: Db,
  claim: Pick<Lease, 'userId' | 'token'>,
  count: number,
  now: Date,
): Promise<void> {
  const [row] = await tx
    .select()
    .from(quietDigests)
    .where(isOurs(quietDigests, claim))
    .for('update');
  if (!row) return;
  const rest = row.items.slice(count);
  if (rest.length === 0) await tx.delete(quietDigests).where(isOurs(quietDigests, claim));
  else {
    const next = { items: rest, dueAt: now, leaseToken: null, leaseUntil: null, attempts: 0 };
    await tx.update(quietDigests).set(next).where(isOurs(quietDigests, claim));
  }
}

const texts = botTexts.quietDigest;
const BUTTONS_A_ROW = 5;

/** What quiet hours held back, in one message; a button by its number opens each reminder of it. */
function renderDigest({ nags, timeZone }: Pick<OutgoingDigest, 'nags' | 'timeZone'>): Card {
  const text = nags.map(({ text, waitingSince }, at) => {
    const since = instantToWallTime(waitingSince, timeZone).slice(11, 16);
    return texts.waits(at + 1, inLine(text), since);
  });
  const buttons = nags.map(({ reminderId, version }, at) =>
    button(String(at + 1), itemData(reminderId, 'show', FIRST_PAGE, version)),
  );
  return {
    text: lines(texts.heading, '', ...text, '', texts.pick),
    keyboard: inRows(buttons, BUTTONS_A_ROW),
  };
}

export const sendDigestVia = (api: BotApi): Send<OutgoingDigest> => {
  const send = sendMessageVia(api);
  return ({ chatId, ...digest }, signal) => send({ chatId, message: renderDigest(digest) }, signal);
};

/**
 * Puts a re-send into the one message that its user gets at `until`, once, if that has room. What stands there already is
 * not added, unless that message may be on its way at this moment. In the caller's transaction: what is taken out of its
 * own way is in the message, or neither is.
 */
export async function hold(tx: Db, userId: number, item: HeldItem, until: Date): Promise<void> {
  const { items, leaseToken, dueAt } = quietDigests;
  const stands = sql`${leaseToken} is null and ${items} @> excluded.items`;
  const isFull = sql`jsonb_array_length(${items}) >= ${HELD_MAX}`;
  await tx
    .insert(quietDigests)
    .values({ userId, items: [item], dueAt: until })
    .onConflictDoUpdate({
      target: quietDigests.userId,
      set: {
        items: sql`case when (${stands}) or ${isFull} then ${items} else ${items} || excluded.items end`,
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
