import 'server-only';
import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { afterSend, dueFiring, type Firing } from '@/core/firing';
import { quietUntil } from '@/core/quiet-hours';
import { settingsOf } from '../accounts/settings';
import { type Claim } from '../outbox/kind';
import {
  CHAT_AHEAD_MAX_MS,
  CHAT_SPACING_MS,
  isFree,
  LEASE_MS,
  SILENCE_MAX_MS,
} from '../outbox/pace';
import { brought, storedAttachment } from '../platform/attachment';
import { type Db } from '../platform/db/client';
import { epochMs, ms } from '../platform/db/epoch';
import { namedColumns } from '../platform/long-list';
import { reminders } from '../platform/db/schema';
import { storedState } from './write/columns';
import { type Beyond } from './message';
import { ceilingOf, passInTheApp, readBeyond, sendsAt } from './ceiling';

/** A message whose chat is free within this time is claimed and waits here; a later one waits in the table. */
const CHAT_PATIENCE_MS = 1_500;
/** What waits for others is looked at once more within so long to twice that. */
const TURN_WITHIN_MS = 5 * 60_000;
/** The same of what was tried before. */
const AGAIN_WITHIN_MS = 2_000;
/** People whose turns are compared in one claim. */
const TURNS_MAX = 1_000;
/** Due rows that one look sees at most, and those of them that it puts off: what it claims waits for that. */
const WINDOW_MAX = 100_000;
const PUT_OFF_MAX = 2_500;
/** So many seconds of its chat's, and of everybody's pace, a reminder with an album takes at most. */
const MESSAGES_MAX = 8;

const instant = z.number().transform((ms) => new Date(ms));
const id = z.string().transform(Number);

const state = storedState(instant);
const CLAIMED = [
  ...state.keyof().options,
  ...(['userId', 'attempts', 'version', 'liveMessageId', 'text', 'ticked'] as const),
  ...(['counterLeft', 'counterLow', 'attachment', 'brought'] as const),
];
const keysOfRow = z.object({ id, userId: id, attempts: z.number(), version: z.number() });
const claimedRow = state.extend({
  ...keysOfRow.shape,
  chatFreeAt: instant,
  liveMessageId: id.nullable(),
  text: z.string(),
  ticked: z.array(z.string()).nullable().catch(null),
  counterLeft: z.number().nullable(),
  counterLow: z.number().nullable(),
  /** Of the note that it stands on. */
  noteContent: z.string().nullable(),
  typeName: z.string(),
  attachment: storedAttachment,
  brought: brought.nullable().catch(null),
  messages: z.number(),
  /** It is the last message of its user's day, and says what comes in the app only. */
  isLast: z.boolean(),
  userTimeZone: z.string(),
  userSettings: z.unknown().transform(settingsOf),
});

/** A leased row, which stands in for its state, and what there is to send for it. */
export type ReminderClaim = Claim &
  z.infer<typeof claimedRow> & { firing: Firing; beyond: Beyond | null };

/** A leased re-send that has to wait until the quiet hours of its user end. */
export type HeldClaim = { claim: ReminderClaim; until: Date };

/** A leased row that cannot be read: an unknown zone, a rule that is none. */
export type BrokenClaim = Pick<ReminderClaim, 'id' | 'userId' | 'token' | 'attempts'>;

const roundRows = z
  .tuple([z.object({ again: z.boolean(), passed: id.nullable() })])
  .rest(z.unknown());

/** The words of the index `reminders_due`. */
const scheduled = sql`due_at is not null and delivery_state = 'scheduled' and deleted_at is null`;

/** The words of the index `reminders_turns`: put off for others, and not because an attempt failed. */
const awaitsTurn = sql`not_before > next_fire_at and last_error is null
  and delivery_state = 'scheduled' and deleted_at is null`;

const free = (at: SQL) => isFree(sql`lease_until`, at);

/** Of that index alone: by the plain column the planner might walk through another one. */
const person = sql`(user_id + 0)`;

/** A re-send, or told ahead: behind first sends. As in the index `reminders_turns`. */
const behind = sql`(nag_due or next_fire_at < coalesce(snoozed_until, date_time))`;

const candidate = sql`id, user_id, ${behind} as behind, next_fire_at, last_error, due_at,
  ${ceilingOf(behind)} as ceiling,
  case when not nag_due and jsonb_typeof(attachment -> 'items') = 'array'
    then least(1 + jsonb_array_length(attachment -> 'items'), ${MESSAGES_MAX}::int) else 1 end as messages`;

/**
 * The next message of each person of whom others wait their turn: of all of them, or of TURNS_MAX from
 * any one on. Walks the index from person to person, however many rows each has in it.
 */
const turns = (at: SQL) => {
  const next = (from: SQL) => sql`coalesce((
    select ${person} from reminders where ${awaitsTurn} and ${person} ${from} order by ${person} limit 1), lowest)`;
  return sql`ends as materialized (
      select min(${person}) as lowest, max(${person}) as highest from reminders where ${awaitsTurn}
    ), people (person, first, n) as (
      select first, first, 1 from ends, lateral (
        select ${next(sql`>= (highest * ${Math.random()}::float8)::bigint`)} as first
      ) as any_one where first is not null
      union all
      select next, first, n + 1 from people, ends, lateral (
        select ${next(sql`> people.person`)} as next
      ) as another where n < ${TURNS_MAX} and next <> first
    ), turns as materialized (
      select turn.* from people cross join lateral (
        select ${candidate} from reminders
        where ${person} = people.person and ${awaitsTurn} and not_before > ${at} and next_fire_at <= ${at}
          and ${free(at)}
        order by ${behind}, next_fire_at limit 1
      ) as turn
    )`;
};

/** Of all that reminders send this one message, however often it is tried. */
const firingName = (id: SQL) => sql`${id} || '@' || date_part('epoch', next_fire_at)`;

const chatFree = (at: SQL) => sql`greatest(
  case when chat_silent_until between ${at} and ${at} + ${ms(SILENCE_MAX_MS)} then chat_silent_until end,
  case when chat_free_at between ${at} and ${at} + ${ms(CHAT_AHEAD_MAX_MS)} then chat_free_at else ${at} end)`;

type Look = { now: Date; limit: number };

/**
 * Leases up to `limit` due rows, in rounds: one of each person, first those of whom nothing was sent
 * since it fell due, the oldest first; then whoever was sent to longest ago; re-sends and what is told
 * ahead come last. Waits for nobody: rows and users that another one holds are skipped and stay due.
 * What has to wait for its chat or for others is put off out of the way, and found again by `turns`.
 */
export async function claimDue(db: Db, look: Look) {
  for (
    let window = look.limit;
    ;
    window = window < 32 * look.limit ? 32 * look.limit : WINDOW_MAX
  ) {
    const { again, passed, ...found } = await claimRound(db, look, window);
    const passes = passed !== null && (await passInTheApp(db, passed, look.now, free)) > 0;
    for (const claim of found.claims) {
      if (claim.isLast) claim.beyond = await readBeyond(db, claim, look.now, free);
    }
    if (!(again || passes) || found.claims.length + found.broken.length + found.held.length > 0)
      return found;
  }
}

/**
 * The same among the `window` rows that are due longest. Claims nothing where these are of too few
 * people and there are more: then, and where it only put rows off, one has to look `again`.
 */
async function claimRound(db: Db, { now, limit }: Look, window: number) {
  const token = randomUUID();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const at = sql`${now.toISOString()}::timestamptz`;
  const due = sql`${scheduled} and due_at <= ${at} and ${free(at)}`;
  // In no words of an index: rows that are named by their key are to be found by it.
  const still = sql`next_fire_at <= ${at} and delivery_state = 'scheduled' and ${free(at)}
    and coalesce(deleted_at, 'infinity') = 'infinity'`;
  const goes = sql`${chatFree(at)} <= ${at} + ${ms(CHAT_PATIENCE_MS)}`;
  // `id = any(array(…))` beside a join: whatever the planner expects of the other side, it then looks
  // the rows up by their key instead of reading the table.
  const { rows } = await db.execute(sql`
    with recursive firsts as materialized (
      select ${candidate} from reminders where not nag_due and ${due} order by due_at limit ${window}
    ), nags as materialized (
      select ${candidate} from reminders where nag_due and ${due}
      order by due_at limit greatest(0, ${limit} - (select count(*) from firsts))
    ), ${turns(at)}, ranked as materialized (
      select each.*, ${goes} as goes,
        row_number() over (partition by user_id order by behind, next_fire_at, each.id) as nth,
        case when behind then 2 when last_error is null and chat_free_at > next_fire_at then 1 else 0 end as round,
        ${sendsAt(at)} >= ceiling and last_error is null
          and (behind or sends_last <> ${firingName(sql`each.id`)}) is true as passes
      from (
        select * from firsts union all select * from nags union all select * from turns
      ) as each join users on users.id = user_id
      where users.id = any(array(
        select user_id from firsts union select user_id from nags union select user_id from turns))
    ), seen as materialized (
      select ${window >= WINDOW_MAX} or (select count(*) from firsts) < ${window} as everybody,
        (select count(*) from ranked where nth = 1 and goes and round = 0) >= ${Math.ceil(limit / 2)} as enough
    ), chosen as materialized (
      select ranked.id, user_id, messages, time_zone, settings, round,
        case when round > 0 then chat_free_at end as served_at,
        ${chatFree(at)} as goes_at, last_error, ceiling, ${firingName(sql`ranked.id`)} as name, ${sendsAt(at)} as so_far,
        case when ${sendsAt(at)} > 0 then sends_since else ${at} end as since,
        case when ${sendsAt(at)} > 0 then sends_last end as last
      from seen, ranked join users on users.id = user_id
      where users.id = any(array(select user_id from ranked where nth = 1)) and nth = 1 and ${goes}
        and not passes
        and (everybody or enough and round = 0)
      order by round, served_at nulls first, next_fire_at, ranked.id
      limit ${limit} for no key update of users skip locked
    ), judged as materialized (
      select *, so_far >= ceiling and last_error is null as over from chosen
    ), locked as materialized (
      select judged.* from judged join reminders on reminders.id = judged.id
      where (not over or coalesce(last, name) = name) and ${still} for update of reminders skip locked
    ), busier as (
      update users set chat_free_at = goes_at + ${ms(CHAT_SPACING_MS)} * messages, sends_since = since,
        sends = so_far + case when last_error is null then messages else 0 end,
        sends_last = case when over then name else last end
      from locked where users.id = locked.user_id
    ), waiting as materialized (
      select id from reminders where id = any(array(
          select id from ranked, seen
          where due_at <= ${at} and (everybody or enough) and id not in (select id from chosen)
            and (nth > 1 or not goes or round = 1 or round = 2 and not everybody)
          limit ${PUT_OFF_MAX}
        )) and ${still} for update skip locked
    ), put_off as (
      update reminders set not_before = ${at} + (1 + random()) * case when last_error is null
        then ${ms(TURN_WITHIN_MS)} else ${ms(AGAIN_WITHIN_MS)} end
      where id = any(array(select id from waiting))
      returning id
    ), claimed as (
      update reminders set lease_token = ${token}, lease_until = ${leaseUntil.toISOString()}, not_before = null
      from locked where reminders.id = locked.id
      returning reminders.*, round, served_at, goes_at, messages, last = name or over as is_last,
        locked.time_zone as user_time_zone, locked.settings as user_settings
    )
    select exists (select from put_off) or not (everybody or enough) as again,
      (select user_id from ranked where nth = 1 and passes limit 1) as passed,
      claimed.id, ${namedColumns(reminders, CLAIMED, epochMs)}, ${epochMs(sql`goes_at`)} as "chatFreeAt",
      reminder_types.name as "typeName", case when note_id is not null then (
        select content from notes where notes.id = note_id and notes.user_id = claimed.user_id
          and notes.deleted_at is null) end as "noteContent",
      messages, coalesce(is_last, false) as "isLast",
      user_time_zone as "userTimeZone", user_settings as "userSettings"
    from seen left join (
      claimed join reminder_types on reminder_types.id = claimed.type_id
    ) on true
    order by round, served_at nulls first, next_fire_at`);

  const claims: ReminderClaim[] = [];
  const broken: BrokenClaim[] = [];
  const held: HeldClaim[] = [];
  for (const row of rows) {
    if (row.id === null) continue;
    const read = readClaim(row, { token, leaseUntil }, now);
    if (read === null) broken.push({ ...keysOfRow.parse(row), token });
    else if (read.until) held.push({ claim: read.claim, until: read.until });
    else claims.push(read.claim);
  }
  const [{ again, passed }] = roundRows.parse(rows);
  return { claims, broken, held, again, passed };
}

/** Of all that delivery sends only re-sends come at no time of their user's own choice. */
const heldUntil = ({ firing, userSettings, userTimeZone }: ReminderClaim, now: Date) =>
  firing.kind === 'nag' ? quietUntil(userSettings.quietHours, now, userTimeZone) : null;

/**
 * What is to be sent, and until when quiet hours hold it back; null for a row that cannot be read, or of which
 * nobody could say what comes after the send.
 */
function readClaim(row: unknown, lease: Pick<Claim, 'token' | 'leaseUntil'>, now: Date) {
  const parsed = claimedRow.safeParse(row);
  if (!parsed.success) return null;
  try {
    const firing = dueFiring(parsed.data, now);
    if (!firing) return null;
    afterSend(parsed.data, firing, now);
    const { id, version } = parsed.data;
    const { kind, occurrenceAt, scheduledAt } = firing;
    const key = [id, version, kind, +occurrenceAt, +scheduledAt].join(':');
    const claim = { key, firing, beyond: null, ...lease, ...parsed.data };
    return { claim, until: heldUntil(claim, now) };
  } catch {
    return null;
  }
}

/**
 * When something can be claimed next: the earliest due row, or the end of a lease whose holder may
 * have died. Null when nothing is scheduled. Reads the front of an index, whatever the table holds.
 */
export async function nextClaimAt(db: Db, now: Date): Promise<Date | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute(sql`
    with recursive ${turns(at)}
    select ${epochMs(sql`least(
      (select due_at from reminders
        where not nag_due and ${scheduled} and ${free(at)} order by due_at limit 1),
      (select due_at from reminders
        where nag_due and ${scheduled} and ${free(at)} order by due_at limit 1),
      (select min(lease_until) from reminders
        where nag_due in (true, false) and ${scheduled} and due_at <= ${at} and not ${free(at)}),
      (select min(${chatFree(at)}) - ${ms(CHAT_PATIENCE_MS)} from turns join users on users.id = user_id
        where users.id = any(array(select user_id from turns)))
    )`)} as at`);
  return z.array(z.object({ at: instant.nullable() })).parse(rows)[0]?.at ?? null;
}
