import 'server-only';
import { addDays } from 'date-fns';
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { formatLocalDate, inUtc } from '@/core/calendar';
import { DAY_MESSAGES, type Settings } from '@/core/settings';
import { localDayAt } from '@/core/time-zone';
import { OFFER_AFTER_MS } from '@/core/limits';
import { type Db } from '../platform/db/client';
import { timestamp } from '../platform/db/time-in-sql';
import { dayMessages, dayPlans } from '../platform/db/schema';
import { nudgeDelivery } from '../platform/nudge';
import { CLOCKS_APART_MS } from '../platform/db/time-limits';

/** Due whatever the time: the next run of delivery looks at it, and says when it is really due. */
const AT_ONCE = new Date(0);

/** Keeps a user's plans what their settings say: what is on is looked at now, and begins with the present day. */
export async function planDayMessages(
  tx: Db,
  { userId, timeZone }: { userId: number; timeZone: string },
  settings: Settings,
  now: Date,
): Promise<void> {
  const yesterday = formatLocalDate(addDays(localDayAt(now, timeZone), -1, inUtc));
  const off = { state: 'off' as const, dueAt: null, leaseToken: null, leaseUntil: null };
  for (const kind of DAY_MESSAGES) {
    const own = and(eq(dayPlans.userId, userId), eq(dayPlans.kind, kind));
    if (settings[kind] === null) {
      await tx
        .update(dayPlans)
        .set(off)
        .where(and(own, eq(dayPlans.state, 'on')));
      continue;
    }
    const isOn = eq(dayPlans.state, 'on');
    await tx
      .insert(dayPlans)
      .values({ userId, kind, state: 'on', dueAt: AT_ONCE, toldDay: yesterday })
      .onConflictDoUpdate({
        target: [dayPlans.userId, dayPlans.kind],
        set: {
          state: 'on',
          dueAt: AT_ONCE,
          attempts: 0,
          // A plan that was only to be offered has told of no day yet.
          toldDay: sql`case when ${isOn} then ${dayPlans.toldDay}
            when ${eq(dayPlans.state, 'offer')} then excluded.told_day
            else greatest(${dayPlans.toldDay}, excluded.told_day) end`,
        },
      });
    nudgeDelivery(tx, now);
  }
}

/** Has agenda and review offered, in one message, to whom neither was ever; a change of the agenda that is just being saved comes first. */
export async function offerDayMessages(tx: Db, userId: number, now: Date): Promise<void> {
  const dueAt = new Date(now.getTime() + OFFER_AFTER_MS);
  await tx.execute(sql`insert into day_plans (user_id, kind, state, due_at)
    select ${userId}, 'agenda', 'offer', ${timestamp(dueAt)}
    where not exists (select from day_plans where user_id = ${userId})
    on conflict do nothing`);
  nudgeDelivery(tx, dueAt);
}

/** A user's zone has changed: their plans and the messages in their chat are looked at anew. */
export async function lookAtDayAnew(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .update(dayPlans)
    .set({ dueAt: AT_ONCE })
    .where(and(eq(dayPlans.userId, userId), isNotNull(dayPlans.dueAt)));
  await dayHasChanged(db, userId, now);
}

/** Live messages about the user's day may have to show a change. Written with it, so that no crash loses it. */
export async function dayHasChanged(tx: Db, userId: number, now: Date): Promise<void> {
  const { liveUntil, revision } = dayMessages;
  await tx
    .update(dayMessages)
    .set({ dueAt: AT_ONCE, revision: sql`${revision} + 1` })
    .where(
      and(eq(dayMessages.userId, userId), gt(liveUntil, new Date(now.getTime() - CLOCKS_APART_MS))),
    );
}
