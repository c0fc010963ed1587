import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { dueFiring, type Firing, type FiringState } from '@/core/firing';
import { type Db } from '../db/client';
import { preparedStatement } from '../db/prepared';
import { reminders } from '../db/schema';
import { epochMs, storedRule } from './columns';
import { SILENCE_MAX_MS } from './pace';

/** How long a claim is ours. After a crash the rows are claimed again once this has passed. */
export const LEASE_MS = 30_000;
/**
 * By how much the clocks of two instances may differ, together with the time that a claim takes to
 * reach the database: without this, the slower one would take a fresh lease for one from the future.
 */
const CLOCKS_APART_MS = 30_000;
/** Telegram's advice is one message a second to a chat. */
export const CHAT_SPACING_MS = 1_000;
/** A message whose chat is free within this time is claimed and waits here; a later one waits in the table. */
const CHAT_PATIENCE_MS = 1_500;
/** A chat is never busy further ahead; if it is, the clock was set back. */
const CHAT_AHEAD_MAX_MS = 10_000;

/** A leased row and what there is to send for it. */
export interface Claim {
  id: number;
  userId: number;
  token: string;
  leaseUntil: Date;
  /** When the chat is free for it. */
  chatFreeAt: Date;
  attempts: number;
  liveMessageId: number | null;
  text: string;
  typeName: string;
  /** The user's saved zone. */
  userTimeZone: string;
  state: FiringState;
  firing: Firing;
}

/** A leased row that no message can be made of: an unknown zone, a rule that is none. */
export type BrokenClaim = Pick<Claim, 'id' | 'userId' | 'token'>;

const instant = z.number().transform((ms) => new Date(ms));
const id = z.string().transform(Number);

const keysOfRow = z.object({ id, userId: id });
const claimedRow = keysOfRow.extend({
  chatFreeAt: instant,
  attempts: z.number(),
  liveMessageId: id.nullable(),
  text: z.string(),
  typeName: z.string(),
  userTimeZone: z.string(),
  firstWallTime: z.string(),
  timeZone: z.string(),
  rule: storedRule,
  floodInterval: z.number().nullable(),
  dateTime: instant,
  completed: z.boolean(),
  nextFireAt: instant.nullable(),
  openOccurrenceAt: instant.nullable(),
  nagCount: z.number(),
  snoozedUntil: instant.nullable(),
});

const ms = (milliseconds: number) => sql`${milliseconds} * interval '1 ms'`;

/** The words of the index `reminders_due`. */
const scheduled = sql`due_at is not null and delivery_state = 'scheduled' and deleted_at is null`;

/** Not leased. A lease that ends too far ahead was given by a clock that has since been set back. */
const free = (at: SQL) =>
  sql`(lease_until is null or lease_until not between ${at} and ${at} + ${ms(LEASE_MS + CLOCKS_APART_MS)})`;

/**
 * Locked rows are found again by their place, `ctid`; one that was changed between the statement's
 * snapshot and the lock is then not found, and stays due. `not_before` is set to what it is, or
 * PostgreSQL would read the definitions of the generated columns anew for each row.
 */
const leaseDue = preparedStatement<{
  now: string;
  token: string;
  leaseUntil: string;
  limit: number;
}>((value) => {
  const at = sql`${value('now')}::timestamptz`;
  const due = sql`${scheduled} and due_at <= ${at} and ${free(at)}`;
  const silentUntil = sql`case when chat_silent_until between ${at} and ${at} + ${ms(SILENCE_MAX_MS)}
    then chat_silent_until end`;
  return sql`
    with firsts as materialized (
      select ctid as row, id, user_id, nag_due, due_at from reminders where not nag_due and ${due}
      order by due_at limit ${value('limit')} for update skip locked
    ), nags as materialized (
      select ctid as row, id, user_id, nag_due, due_at from reminders where nag_due and ${due}
      order by due_at limit ${value('limit')} - (select count(*) from firsts) for update skip locked
    ), due as (
      select * from firsts union all select * from nags
    ), chats as materialized (
      select ctid as row, id, time_zone, greatest(${silentUntil},
        case when chat_free_at between ${at} and ${at} + ${ms(CHAT_AHEAD_MAX_MS)}
          then chat_free_at else ${at} end) as free_at,
        greatest(chat_tail_at, chat_free_at, ${silentUntil}, ${at}) as tail_at
      from users where id = any(array(select user_id from due))
      for no key update skip locked
    ), ranked as (
      select due.row, chats.row as chat_row, time_zone, free_at, tail_at, ${ms(CHAT_SPACING_MS)}
          * (row_number() over (partition by due.user_id order by nag_due, due_at, due.id) - 1)
        as behind
      from due join chats on chats.id = due.user_id
    ), turns as materialized (
      select *, free_at + behind as turn_at, free_at + behind <= ${at} + ${ms(CHAT_PATIENCE_MS)} as goes
      from ranked
    ), busier as (
      update users set
        chat_free_at = coalesce(last_turn + ${ms(CHAT_SPACING_MS)}, chat_free_at),
        chat_tail_at = coalesce(last_wait + ${ms(CHAT_SPACING_MS)}, chat_tail_at)
      from (
        select chat_row, max(turn_at) filter (where goes) as last_turn,
          max(tail_at + behind) filter (where not goes) as last_wait
        from turns group by chat_row
      ) as load
      where users.ctid = load.chat_row
    ), put_off as (
      update reminders set not_before = tail_at + behind
      from turns where reminders.ctid = turns.row and not goes
    ), claimed as (
      update reminders set lease_token = ${value('token')}, lease_until = ${value('leaseUntil')},
        not_before = not_before
      from turns where reminders.ctid = turns.row and goes
      returning reminders.*, turn_at, turns.time_zone as user_time_zone
    )
    select claimed.id, user_id as "userId", ${epochMs(sql`turn_at`)} as "chatFreeAt", attempts,
      live_message_id as "liveMessageId", text, reminder_types.name as "typeName",
      user_time_zone as "userTimeZone", first_wall_time as "firstWallTime", time_zone as "timeZone",
      rule, flood_interval as "floodInterval", ${epochMs(sql`date_time`)} as "dateTime", completed,
      ${epochMs(sql`next_fire_at`)} as "nextFireAt",
      ${epochMs(sql`open_occurrence_at`)} as "openOccurrenceAt",
      nag_count as "nagCount", ${epochMs(sql`snoozed_until`)} as "snoozedUntil"
    from claimed join reminder_types on reminder_types.id = claimed.type_id
    order by nag_due, due_at`;
});

/**
 * Leases up to `limit` due rows, first sends before re-sends and the oldest first. One statement that
 * waits for nobody: rows and users that another one holds are skipped and stay due. Where a chat has
 * more than one message a second to take, the later ones are put off, each to its own second.
 */
export async function claimDue(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<{ claims: Claim[]; broken: BrokenClaim[] }> {
  const token = randomUUID();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const rows = await leaseDue(db, {
    now: now.toISOString(),
    token,
    leaseUntil: leaseUntil.toISOString(),
    limit,
  });

  const claims: Claim[] = [];
  const broken: BrokenClaim[] = [];
  for (const row of rows) {
    const lease = { token, leaseUntil };
    const claim = readClaim(row, lease, now);
    if (claim) claims.push(claim);
    else broken.push({ ...keysOfRow.parse(row), token });
  }
  return { claims, broken };
}

/** Null for a row of which no message can be made; it must never come back by itself. */
function readClaim(
  row: unknown,
  lease: Pick<Claim, 'token' | 'leaseUntil'>,
  now: Date,
): Claim | null {
  const parsed = claimedRow.safeParse(row);
  if (!parsed.success) return null;
  try {
    const firing = dueFiring(parsed.data, now);
    return firing && { ...parsed.data, ...lease, state: parsed.data, firing };
  } catch {
    return null;
  }
}

/** Gives unsent claims back: they are due again at once, or at `notBefore`. */
export async function releaseClaims(
  db: Db,
  claims: readonly Pick<Claim, 'id' | 'token'>[],
  notBefore?: Date,
): Promise<void> {
  if (claims.length === 0) return;
  await db
    .update(reminders)
    .set({ leaseToken: null, leaseUntil: null, ...(notBefore && { notBefore }) })
    .where(
      and(
        inArray(
          reminders.id,
          claims.map((claim) => claim.id),
        ),
        inArray(reminders.leaseToken, [...new Set(claims.map((claim) => claim.token))]),
      ),
    );
}

const readNextClaim = preparedStatement<{ now: string }>((value) => {
  const at = sql`${value('now')}::timestamptz`;
  return sql`
    select ${epochMs(sql`least(
      (select due_at from reminders
        where not nag_due and ${scheduled} and ${free(at)} order by due_at limit 1),
      (select due_at from reminders
        where nag_due and ${scheduled} and ${free(at)} order by due_at limit 1),
      (select min(lease_until) from reminders
        where nag_due in (true, false) and ${scheduled} and due_at <= ${at} and not ${free(at)})
    )`)} as at`;
});

/**
 * When something can be claimed next: the earliest due row, or the end of a lease whose holder may
 * have died. Null when nothing is scheduled. Reads the front of an index, whatever the table holds.
 */
export async function nextClaimAt(db: Db, now: Date): Promise<Date | null> {
  const rows = await readNextClaim(db, { now: now.toISOString() });
  return z.array(z.object({ at: instant.nullable() })).parse([...rows])[0]?.at ?? null;
}
