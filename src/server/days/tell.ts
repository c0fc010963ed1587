import 'server-only';
import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import { nextDayMessage, spanOf } from '@/core/day-messages';
import { DAY_MESSAGE_CLOCKS, REVIEW_LIVE_MS } from '@/core/limits';
import { localDateAt } from '@/core/time-zone';
import { type Account, mayBeTold } from '../accounts/accounts';
import { type Db } from '../platform/db/client';
import { dayMessages, dayPlans, users } from '../platform/db/schema';
import { type Send } from '../telegram/send';
import { type End, isOurs, type Lease, leasedRows } from '../outbox/leased-rows';
import { PATIENCE } from '../outbox/verdict';
import { quietEndOf, settingsOf } from '../accounts/settings';
import { type DayContent, type DayView, openCount, readDay } from './day-content';

/* This file sends agendas and reviews when they are due, and edits those in the chat that no longer say how the day stands. */

type Plan = typeof dayPlans.$inferSelect;

const PLANS_BATCH = 1_000;

/** A message on its way to one chat, or, with `messageId`, what one that is there is to become. */
export interface OutgoingDay {
  chatId: number;
  view: DayView;
  /** It only asks whether such messages are wanted. */
  offer: boolean;
  messageId: number | null;
}

interface ToTell extends DayContent {
  id: string;
  offer: boolean;
}

export const dueDays = (send: Send<OutgoingDay>) =>
  leasedRows<ToTell>({
    name: 'day',
    table: dayPlans,
    prepare: (db, lease, now) => db.transaction((tx) => prepareDay(tx, lease, now)),
    send: ({ userId, view, offer }, signal) =>
      send({ chatId: userId, view, offer, messageId: null }, signal),
    // Over within two and a half hours; three hours behind its time the next day's takes its place (`nextDayMessage`).
    patience: PATIENCE.single,
    ledgerKind: ({ offer, view }) => (offer ? 'notice' : view.kind),
    end: endDay,
  });

export const dueDayEdits = (send: Send<OutgoingDay>) =>
  leasedRows<ToRefresh>({
    name: 'day-edit',
    table: dayMessages,
    prepare: prepareEdit,
    send: ({ userId, view, messageId }, signal) =>
      send({ chatId: userId, view, offer: false, messageId }, signal),
    // It is tried until the message is no longer live.
    patience: PATIENCE.edit,
    ledgerKind: () => null,
    // A message that is gone from the chat is left alone.
    end: (tx, claim) => {
      const { revision, print, items } = claim;
      return upToDate(tx, claim, { revision, shown: print, items });
    },
  });

const ofPlan = ({ userId, kind }: Pick<Plan, 'userId' | 'kind'>) =>
  and(eq(dayPlans.userId, userId), eq(dayPlans.kind, kind));
const released = { leaseToken: null, leaseUntil: null };

/** The plan's clock; null where it is off. */
const clockOf = ({ kind, state }: Plan, { settings }: Account): string | null => {
  if (state === 'offer') return DAY_MESSAGE_CLOCKS[kind];
  return state === 'on' ? settingsOf(settings)[kind] : null;
};

/** When a plan is next about which day, as its user's settings are now. */
function nextOf(plan: Plan, account: Account, clock: string, now: Date) {
  const { timeZone } = account;
  const { quietHours } = settingsOf(account.settings);
  return nextDayMessage({ kind: plan.kind, clock, quietHours, timeZone }, plan.toldDay, now);
}

async function lockPlan(tx: Db, where: SQL | undefined) {
  const [row] = await tx
    .select({ plan: dayPlans, account: users })
    .from(dayPlans)
    .innerJoin(users, eq(users.id, dayPlans.userId))
    .where(where)
    .for('update', { of: dayPlans });
  return row;
}

/**
 * Prepares what a claimed plan has to say now; null where there is nothing to send: it is not its time, the day
 * is empty or, of an agenda, over, or nobody can or may be written to.
 */
async function prepareDay(tx: Db, claim: Lease, now: Date): Promise<ToTell | Date | null> {
  const row = await lockPlan(tx, isOurs(dayPlans, claim));
  if (!row) return null;
  const { plan, account } = row;
  const { kind, userId } = plan;
  const offer = plan.state === 'offer';
  const release = async (set: Partial<Pick<Plan, 'state' | 'dueAt' | 'attempts'>>) => {
    const next = { ...set, ...released };
    await tx.update(dayPlans).set(next).where(isOurs(dayPlans, claim));
    return null;
  };
  const clock = clockOf(plan, account);
  if (clock === null) {
    return release({ state: plan.state === 'on' ? 'off' : plan.state, dueAt: null });
  }
  const { timeZone } = account;
  const { day, at } = offer
    ? { day: localDateAt(now, timeZone), at: now }
    : nextOf(plan, account, clock, now);
  if (at > now) return release({ dueAt: at, attempts: 0 });
  // A plan of a day that is over helps nobody; a review names its day.
  const isOver = kind === 'agenda' && now >= spanOf(day, timeZone).to;
  const endUntold = async () => {
    await planNextDay(tx, plan, account, { day, now });
    return null;
  };
  if (isOver) return endUntold();
  const quietEnd = quietEndOf(account, now);
  if (quietEnd) return quietEnd;
  const content = await readDay(tx, { userId, timeZone }, { kind, day });
  const isEmpty = openCount(content.view) === 0 && content.view.undated.length === 0;
  const helps = offer || !isEmpty;
  if (!mayBeTold(account) || !helps) return endUntold();
  return { id: `${kind}:${day}:${plan.state}`, offer, ...content };
}

/** Nothing more of this day: the plan, or the offer that did not help, waits for the next one. Its row is locked. */
async function planNextDay(
  tx: Db,
  plan: Plan,
  account: Account,
  { day, now }: { day: string; now: Date },
): Promise<void> {
  const toldDay = plan.toldDay !== null && plan.toldDay > day ? plan.toldDay : day;
  const clock = clockOf(plan, account);
  const dueAt = clock === null ? null : nextOf({ ...plan, toldDay }, account, clock, now).at;
  const next = { toldDay, dueAt, attempts: 0, ...released };
  await tx.update(dayPlans).set(next).where(ofPlan(plan));
}

/** Takes what was due at `until` or before for told, or offered. Repeated, it changes nothing. */
export async function takeForToldUntil(db: Db, until: Date): Promise<void> {
  const due = lte(dayPlans.dueAt, until);
  for (;;) {
    const rows = await db
      .select({ plan: dayPlans, account: users })
      .from(dayPlans)
      .innerJoin(users, eq(users.id, dayPlans.userId))
      .where(due)
      .limit(PLANS_BATCH);
    if (rows.length === 0) return;
    for (const { plan, account } of rows) {
      const clock = plan.state === 'offer' ? null : clockOf(plan, account);
      const next = clock === null ? null : nextOf(plan, account, clock, until);
      if (next && next.at <= until) {
        await planNextDay(db, plan, account, { day: next.day, now: until });
        continue;
      }
      const state = plan.state === 'offer' ? 'offered' : plan.state;
      const told = { state, dueAt: next?.at ?? null } as const;
      await db.update(dayPlans).set(told).where(ofPlan(plan));
    }
  }
}

/** Writes down that a message is over. Settings that were changed meanwhile count. */
async function endDay(
  tx: Db,
  { userId, token, offer, view, items, print }: ToTell & Lease,
  { result, at }: End,
): Promise<void> {
  const { kind, day } = view;
  // An erasure takes the account first, then what hangs on it: so does this.
  const { id } = users;
  const [known] = await tx.select({ id }).from(users).where(eq(id, userId)).for('key share');
  if (!known) return;
  if (result.status === 'sent' && !offer) {
    const { messageId } = result;
    const liveUntil =
      kind === 'agenda' ? spanOf(day, view.timeZone).to : new Date(at.getTime() + REVIEW_LIVE_MS);
    // The message is due at once, so that what changed while it was on its way is looked for.
    const times = { sentAt: at, liveUntil, dueAt: at };
    const message = { userId, messageId, kind, day, items, shown: print, ...times };
    await tx.insert(dayMessages).values(message).onConflictDoNothing();
  }
  // A message that is out counts as told, whoever holds the plan by now: it is not to come once more.
  const row = await lockPlan(
    tx,
    result.status === 'sent' ? ofPlan({ userId, kind }) : isOurs(dayPlans, { userId, token }),
  );
  if (!row) return;
  if (offer && result.status === 'sent') {
    // Switched on meanwhile, it stays on.
    const still = and(eq(dayPlans.userId, userId), eq(dayPlans.state, 'offer'));
    const offered = { state: 'offered', dueAt: null, ...released } as const;
    await tx.update(dayPlans).set(offered).where(still);
    return;
  }
  // Switched on or off meanwhile, it has a plan of its own; this lease runs out by itself.
  if (offer && row.plan.state !== 'offer') return;
  await planNextDay(tx, row.plan, row.account, { day, now: at });
}

type ToRefresh = DayContent & { id: string; messageId: number; revision: number };

/** Prepares what a message in a chat should say by now; null where it says so already, or is to stay as it is. */
async function prepareEdit(db: Db, claim: Lease, now: Date): Promise<ToRefresh | null> {
  const [row] = await db
    .select({ message: dayMessages, account: users })
    .from(dayMessages)
    .innerJoin(users, eq(users.id, dayMessages.userId))
    .where(isOurs(dayMessages, claim));
  if (!row) return null;
  const { message, account } = row;
  const { userId, messageId, revision, kind, day, shown } = message;
  const isLive = message.liveUntil > now && account.unreachableSince === null;
  const person = { userId, timeZone: account.timeZone };
  const content = isLive ? await readDay(db, person, { kind, day }, message.items) : null;
  if (!content || content.print === shown) {
    await upToDate(db, claim, { revision });
    return null;
  }
  return { id: `${messageId}:${revision}`, messageId, revision, ...content };
}

/** Nothing to do until the next change; one that came since `revision` keeps it due. */
async function upToDate(
  db: Db,
  claim: Lease,
  { revision, ...said }: { revision: number; shown?: string; items?: ToRefresh['items'] },
): Promise<void> {
  const { dueAt } = dayMessages;
  const still = sql`case when ${dayMessages.revision} = ${revision} then null else ${dueAt} end`;
  const next = { ...said, dueAt: still, attempts: 0, ...released };
  await db.update(dayMessages).set(next).where(isOurs(dayMessages, claim));
}
