import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { CHAT_AHEAD_MAX_MS, isFree, SILENCE_MAX_MS } from '../outbox/pace';
import { ms, timestamp } from '../platform/db/time-in-sql';
import { CHAT_SPACING_MS } from '../telegram/chat-pace';

/**
 * The statement by which reminders are claimed, in the order in which PostgreSQL works: what is due → each
 * person's next message and its round → whose message goes now → their rows, leased → what waits, deferred.
 */

/** A message whose chat is free within this time is claimed and waits here; a later one waits in the table. */
export const CHAT_PATIENCE_MS = 1_500;
/** What waits for others is looked at once more within so long to twice that. */
const TURN_WITHIN_MS = 5 * 60_000;
/** The same of what was tried before. */
const AGAIN_WITHIN_MS = 2_000;
/** People whose turns are compared in one claim. */
const TURNS_MAX = 1_000;
/** Due rows that one look sees at most, and those of them that it defers: what it claims waits for that. */
export const WINDOW_MAX = 100_000;
const DEFERRED_MAX = 2_500;
/**
 * So many messages of an album count at most: their seconds in the chat are fewer than CHAT_AHEAD_MAX_MS and
 * CHAT_PATIENCE_MS leave.
 */
const MESSAGES_COUNTED_MAX = 8;

/** The words of the index `reminders_due`. */
export const scheduled = sql`due_at is not null and delivery_state = 'scheduled' and deleted_at is null`;

/** The words of the index `reminders_turns`: deferred for others, and not because an attempt failed. */
const awaitsTurn = sql`not_before > next_fire_at and last_error is null
  and delivery_state = 'scheduled' and deleted_at is null`;

export const isUnleased = (at: SQL) => isFree(sql`lease_until`, at);

/** Of that index alone: by the plain column the planner might walk through another one. */
const person = sql`(user_id + 0)`;

/** A re-send, or told ahead: behind first sends. As in the index `reminders_turns`. */
const behind = sql`(nag_due or next_fire_at < coalesce(snoozed_until, date_time))`;

const candidate = sql`id, user_id, ${behind} as behind, next_fire_at, last_error, due_at,
  case when not nag_due and jsonb_typeof(attachment -> 'items') = 'array'
    then 1 + jsonb_array_length(attachment -> 'items') else 1 end as messages`;

/** When the chat of a row of `users` takes its next message. */
export const chatFree = (at: SQL) => sql`greatest(
  case when chat_silent_until between ${at} and ${at} + ${ms(SILENCE_MAX_MS)} then chat_silent_until end,
  case when chat_free_at between ${at} and ${at} + ${ms(CHAT_AHEAD_MAX_MS)} then chat_free_at else ${at} end)`;

const chatIsFreeSoon = (at: SQL) => sql`${chatFree(at)} <= ${at} + ${ms(CHAT_PATIENCE_MS)}`;

/**
 * `turns`: the next message of each person of whom others wait their turn: of all of them, or of TURNS_MAX from
 * any one on. Walks the index from person to person, however many rows each has in it.
 */
export const turns = (at: SQL) => {
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
          and ${isUnleased(at)}
        order by ${behind}, next_fire_at limit 1
      ) as turn
    )`;
};

/**
 * `firsts`, `nags`: the `window` rows that are due longest, and re-sends where first sends leave room in a claim.
 * Re-sends are read DEFERRED_MAX at a time, whatever room is left: what cannot go now is deferred, so that one person's
 * hundreds leave the front of the index in one look, and do not hide everybody else's.
 */
const dueLongest = (at: SQL, { limit, window }: Size) => {
  const due = sql`${scheduled} and due_at <= ${at} and ${isUnleased(at)}`;
  return sql`firsts as materialized (
      select ${candidate} from reminders where not nag_due and ${due} order by due_at limit ${window}
    ), nags as materialized (
      select ${candidate} from reminders where nag_due and ${due}
      order by due_at limit case when (select count(*) from firsts) < ${limit} then ${DEFERRED_MAX}::int else 0 end
    )`;
};

/**
 * `ranked`: what was found, `nth` among its person's, with its round: 0 where nothing was sent to them since it
 * fell due, 1 where something was, 2 for what is behind. `id = any(array(…))` beside the join: whatever the planner
 * expects of the other side, it then looks the people up by their key instead of reading the table.
 */
const ranked = (at: SQL) => sql`ranked as materialized (
    select each.*, ${chatIsFreeSoon(at)} as goes,
      row_number() over (partition by user_id order by behind, next_fire_at, each.id) as nth,
      case when behind then 2 when last_error is null and chat_free_at > next_fire_at then 1 else 0 end as round
    from (
      select * from firsts union all select * from nags union all select * from turns
    ) as each join users on users.id = user_id
    where users.id = any(array(
      select user_id from firsts union select user_id from nags union select user_id from turns))
  )`;

/** `seen`: whether all were found who have something due, or enough of the first round for this claim. */
const seen = ({ limit, window }: Size) => sql`seen as materialized (
    select ${window >= WINDOW_MAX} or (select count(*) from firsts) < ${window} as everybody,
      (select count(*) from ranked where nth = 1 and goes and round = 0) >= ${Math.ceil(limit / 2)} as enough
  )`;

/** `chosen`: one message each of the people whose turn it is, and these people, held; nobody is waited for. */
const chosen = (at: SQL, { limit }: Size) => sql`chosen as materialized (
    select ranked.id, user_id, messages, time_zone, settings, round,
      case when round > 0 then chat_free_at end as served_at, ${chatFree(at)} as goes_at
    from seen, ranked join users on users.id = user_id
    where users.id = any(array(select user_id from ranked where nth = 1)) and nth = 1
      and ${chatIsFreeSoon(at)} and (everybody or enough and round = 0)
    order by round, served_at nulls first, next_fire_at, ranked.id
    limit ${limit} for no key update of users skip locked
  )`;

/** Of a row that was found: still so once it is held. In no words of an index, so that it is found by its key. */
const isStillDue = (
  at: SQL,
) => sql`next_fire_at <= ${at} and delivery_state = 'scheduled' and ${isUnleased(at)}
  and coalesce(deleted_at, 'infinity') = 'infinity'`;

/**
 * `claimed`: their rows, leased, as far as nobody else holds them; and their chats, busy until then. It is one row a
 * person, of one message, or of one and as many as its album has.
 */
const claimed = (at: SQL, { token, leaseUntil }: Lease) => sql`locked as materialized (
    select chosen.* from chosen join reminders on reminders.id = chosen.id
    where ${isStillDue(at)} for update of reminders skip locked
  ), busier as (
    update users set chat_free_at = goes_at + ${ms(CHAT_SPACING_MS)} * least(messages, ${MESSAGES_COUNTED_MAX}::int)
    from locked where users.id = locked.user_id
  ), claimed as (
    update reminders set lease_token = ${token}, lease_until = ${timestamp(leaseUntil)}, not_before = null
    from locked where reminders.id = locked.id
    returning reminders.*, round, served_at, goes_at, messages,
      locked.time_zone as user_time_zone, locked.settings as user_settings
  )`;

/** `deferred`: what has to wait for its chat or for others leaves the front of the index; `turns` finds it again. */
const deferred = (at: SQL) => sql`waiting as materialized (
    select id from reminders where id = any(array(
        select id from ranked, seen
        where due_at <= ${at} and (everybody or enough) and id not in (select id from chosen)
          and (nth > 1 or not goes or round = 1 or round = 2 and not everybody)
        limit ${DEFERRED_MAX}
      )) and ${isStillDue(at)} for update skip locked
  ), deferred as (
    update reminders set not_before = ${at} + (1 + random()) * case when last_error is null
      then ${ms(TURN_WITHIN_MS)} else ${ms(AGAIN_WITHIN_MS)} end
    where id = any(array(select id from waiting))
    returning id
  )`;

/** How many are claimed at most, among how many of those that are due longest. */
type Size = { limit: number; window: number };
type Lease = { token: string; leaseUntil: Date };

/** `with …` of a claim: `seen` has one row, `claimed` those that are leased now. */
export function claiming({ now, ...by }: { now: Date } & Size & Lease): SQL {
  const at = timestamp(now);
  const parts = [
    ...[dueLongest(at, by), turns(at), ranked(at), seen(by)],
    ...[chosen(at, by), claimed(at, by), deferred(at)],
  ];
  return sql`with recursive ${sql.join(parts, sql`, `)}`;
}

/** Whether what was claimed is not all that could be: rows were deferred, or too few people seen. */
export const looksAgain = sql`exists (select from deferred) or not (everybody or enough)`;
