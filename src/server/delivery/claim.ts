import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { afterSend, dueFiring, type Firing, type FiringState } from '@/core/firing';
import { quietUntil } from '@/core/quiet-hours';
import { READS_UP_TO } from '@/core/row-level';
import { type Settings } from '@/core/settings';
import { type Attachment, storedAttachment } from '../attachment';
import { type Db } from '../db/client';
import { reminders } from '../db/schema';
import { settingsOf } from '../settings';
import { epochMs, storedState } from './columns';
import { CLOCKS_APART_MS, REMINDER_LEASE_MS } from './lease-times';
import { type Brought, brought } from './outgoing';
import { SILENCE_MAX_MS } from './pace';

/** Telegram's advice is one message a second to a chat. */
export const CHAT_SPACING_MS = 1_000;
/** A message whose chat is free within this time is claimed and waits here; a later one waits in the table. */
const CHAT_PATIENCE_MS = 1_500;
/** A chat is never busy further ahead; if it is, the clock was set back. */
export const CHAT_AHEAD_MAX_MS = 10_000;
/** So many seconds of its chat's, and of everybody's pace, a reminder with an album takes at most. */
const MESSAGES_MAX = 8;

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
  attachment: Attachment | null;
  brought: Brought | null;
  /** How many messages go out for it, at most. */
  messages: number;
  /** The user's saved zone. */
  userTimeZone: string;
  userSettings: Settings;
  state: FiringState;
  firing: Firing;
}

/** A leased re-send that has to wait until the quiet hours of its user end. */
export interface HeldClaim {
  claim: Claim;
  until: Date;
}

/** A leased row that this release cannot read: an unknown zone, a rule that is none. */
export type BrokenClaim = Pick<Claim, 'id' | 'userId' | 'token' | 'attempts'>;

const instant = z.number().transform((ms) => new Date(ms));
const id = z.string().transform(Number);

const keysOfRow = z.object({ id, userId: id, attempts: z.number() });
const claimedRow = storedState(instant).extend({
  ...keysOfRow.shape,
  chatFreeAt: instant,
  liveMessageId: id.nullable(),
  text: z.string(),
  typeName: z.string(),
  attachment: storedAttachment,
  brought: brought.nullable().catch(null),
  messages: z.number(),
  userTimeZone: z.string(),
  userSettings: z.unknown().transform(settingsOf),
});

const ms = (milliseconds: number) => sql`${milliseconds} * interval '1 ms'`;

/** The words of the index `reminders_due`, without what only a newer release can read. */
const scheduled = sql`due_at is not null and delivery_state = 'scheduled' and deleted_at is null
  and level <= ${READS_UP_TO}`;

/** Not leased. A lease that ends too far ahead was given by a clock that has since been set back. */
const free = (at: SQL) =>
  sql`(lease_until is null or lease_until not between ${at} and ${at} + ${ms(REMINDER_LEASE_MS + CLOCKS_APART_MS)})`;

/**
 * Leases up to `limit` due rows, first sends before re-sends and the oldest first. One statement that
 * waits for nobody: rows and users that another one holds are skipped and stay due. Where a chat has
 * more than one message a second to take, or has to stay silent, the later ones are put off, each to
 * its own second.
 */
export async function claimDue(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<{ claims: Claim[]; broken: BrokenClaim[]; held: HeldClaim[] }> {
  const token = randomUUID();
  const leaseUntil = new Date(now.getTime() + REMINDER_LEASE_MS);
  const at = sql`${now.toISOString()}::timestamptz`;
  const spacing = ms(CHAT_SPACING_MS);
  const due = sql`${scheduled} and due_at <= ${at} and ${free(at)}`;
  const silentUntil = sql`case when chat_silent_until between ${at} and ${at} + ${ms(SILENCE_MAX_MS)}
    then chat_silent_until end`;
  // A nag brings nothing but itself.
  const messages = sql`case when jsonb_typeof(attachment -> 'items') = 'array'
    then least(1 + jsonb_array_length(attachment -> 'items'), ${MESSAGES_MAX}::int) else 1 end`;
  // `id = any(array(…))` beside a join: whatever the planner expects of the other side, it then looks
  // the rows up by their key instead of reading the table.
  const { rows } = await db.execute(sql`
    with firsts as materialized (
      select id, user_id, nag_due, due_at, ${messages} as messages
      from reminders where not nag_due and ${due}
      order by due_at limit ${limit} for update skip locked
    ), nags as materialized (
      select id, user_id, nag_due, due_at, 1 as messages from reminders where nag_due and ${due}
      order by due_at limit ${limit} - (select count(*) from firsts) for update skip locked
    ), due as (
      select * from firsts union all select * from nags
    ), chats as materialized (
      select id, time_zone, settings, greatest(${silentUntil},
        case when chat_free_at between ${at} and ${at} + ${ms(CHAT_AHEAD_MAX_MS)}
          then chat_free_at else ${at} end) as free_at,
        greatest(chat_tail_at, chat_free_at, ${silentUntil}, ${at}) as tail_at
      from users where id = any(array(select user_id from due))
      for no key update skip locked
    ), ranked as (
      select due.id, user_id, time_zone, settings, free_at, tail_at, messages, ${spacing}
          * (sum(messages) over (partition by user_id order by nag_due, due_at, due.id) - messages)
        as behind
      from due join chats on chats.id = user_id
    ), queued as materialized (
      select *, free_at + behind as goes_at, free_at + behind <= ${at} + ${ms(CHAT_PATIENCE_MS)} as goes
      from ranked
    ), busier as (
      update users set
        chat_free_at = coalesce(queue_end, chat_free_at),
        chat_tail_at = coalesce(waits_end, chat_tail_at)
      from (
        select user_id,
          max(goes_at + ${spacing} * messages) filter (where goes) as queue_end,
          max(tail_at + behind + ${spacing} * messages) filter (where not goes) as waits_end
        from queued group by user_id
      ) as load
      where users.id = any(array(select user_id from queued)) and users.id = load.user_id
    ), put_off as (
      update reminders set not_before = tail_at + behind from queued
      where reminders.id = any(array(select id from queued where not goes))
        and reminders.id = queued.id
    ), claimed as (
      update reminders set lease_token = ${token}, lease_until = ${leaseUntil.toISOString()} from queued
      where reminders.id = any(array(select id from queued where goes)) and reminders.id = queued.id
      returning reminders.*, goes_at, queued.messages, queued.time_zone as user_time_zone,
        queued.settings as user_settings
    )
    select claimed.id, user_id as "userId", ${epochMs(sql`goes_at`)} as "chatFreeAt", attempts,
      live_message_id as "liveMessageId", text, reminder_types.name as "typeName",
      attachment, brought, messages,
      user_time_zone as "userTimeZone", user_settings as "userSettings", first_wall_time as "firstWallTime", time_zone as "timeZone",
      rule, flood_interval as "floodInterval", pre_alerts as "preAlerts",
      ${epochMs(sql`date_time`)} as "dateTime", completed,
      ${epochMs(sql`next_fire_at`)} as "nextFireAt",
      ${epochMs(sql`open_occurrence_at`)} as "openOccurrenceAt",
      ${epochMs(sql`waiting_since`)} as "waitingSince",
      nag_count as "nagCount", ${epochMs(sql`snoozed_until`)} as "snoozedUntil"
    from claimed join reminder_types on reminder_types.id = claimed.type_id
    order by nag_due, due_at`);

  const claims: Claim[] = [];
  const broken: BrokenClaim[] = [];
  const held: HeldClaim[] = [];
  for (const row of rows) {
    const claim = readClaim(row, { token, leaseUntil }, now);
    const until = claim && heldUntil(claim, now);
    if (until) held.push({ claim, until });
    else if (claim) claims.push(claim);
    else broken.push({ ...keysOfRow.parse(row), token });
  }
  return { claims, broken, held };
}

/** Of all that delivery sends only re-sends come at no time of their user's own choice. */
const heldUntil = ({ firing, userSettings, userTimeZone }: Claim, now: Date): Date | null =>
  firing.kind === 'nag' ? quietUntil(userSettings.quietHours, now, userTimeZone) : null;

/** Null for a row that cannot be read, or of which nobody could say what comes after the send. */
function readClaim(
  row: unknown,
  lease: Pick<Claim, 'token' | 'leaseUntil'>,
  now: Date,
): Claim | null {
  const parsed = claimedRow.safeParse(row);
  if (!parsed.success) return null;
  try {
    const firing = dueFiring(parsed.data, now);
    if (firing) afterSend(parsed.data, firing, now);
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

/**
 * When something can be claimed next: the earliest due row, or the end of a lease whose holder may
 * have died. Null when nothing is scheduled. Reads the front of an index, whatever the table holds.
 */
export async function nextClaimAt(db: Db, now: Date): Promise<Date | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute(sql`
    select ${epochMs(sql`least(
      (select due_at from reminders
        where not nag_due and ${scheduled} and ${free(at)} order by due_at limit 1),
      (select due_at from reminders
        where nag_due and ${scheduled} and ${free(at)} order by due_at limit 1),
      (select min(lease_until) from reminders
        where nag_due in (true, false) and ${scheduled} and due_at <= ${at} and not ${free(at)})
    )`)} as at`);
  return z.array(z.object({ at: instant.nullable() })).parse(rows)[0]?.at ?? null;
}
