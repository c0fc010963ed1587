import 'server-only';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { afterSend, dueFiring, type Firing } from '@/core/firing';
import { quietUntil } from '@/core/quiet-hours';
import { settingsOf } from '../accounts/settings';
import { type Claim } from '../outbox/kind';
import { LEASE_MS } from '../outbox/pace';
import { brought, storedAttachment } from '../platform/attachment';
import { type Db } from '../platform/db/client';
import { readRow } from '../platform/db/read-rows';
import { epochMs, ms, timestamp } from '../platform/db/time-in-sql';
import { namedColumns } from '../platform/long-list';
import { reminders } from '../platform/db/schema';
import {
  CHAT_PATIENCE_MS,
  chatFree,
  claiming,
  isUnleased,
  looksAgain,
  scheduled,
  turns,
  WINDOW_MAX,
} from './claim-statement';
import { peopleSharing } from './joint-people';
import { storedState } from './write/columns';

const instant = z.number().transform((ms) => new Date(ms));
const id = z.string().transform(Number);

const state = storedState(instant);
const CLAIMED = [
  ...state.keyof().options,
  'userId',
  'attempts',
  'version',
  'liveMessageId',
  'text',
  'ticked',
  'counterLeft',
  'counterLow',
  'attachment',
  'brought',
] as const;
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
  /** How many people share it; null where it is one person's alone. */
  people: z.number().nullable(),
  typeName: z.string(),
  attachment: storedAttachment,
  brought: brought.nullable().catch(null),
  messages: z.number(),
  userTimeZone: z.string(),
  userSettings: z.unknown().transform(settingsOf),
});

/** A leased row, which stands in for its state, and what there is to send for it. */
export type ReminderClaim = Claim & z.infer<typeof claimedRow> & { firing: Firing };

/** A leased re-send that has to wait until the quiet hours of its user end. */
export type HeldClaim = { claim: ReminderClaim; until: Date };

/** A leased row that cannot be read: an unknown zone, a rule that is none. */
export type BrokenClaim = Pick<ReminderClaim, 'id' | 'userId' | 'token' | 'attempts'>;

const roundRows = z.tuple([z.object({ again: z.boolean() })]).rest(z.unknown());

type Look = { now: Date; limit: number };

/**
 * Leases up to `limit` due rows, in rounds: one of each person, first those of whom nothing was sent
 * since it fell due, the oldest first; then whoever was sent to longest ago; re-sends and what is told
 * ahead come last. Waits for nobody: rows and users that another one holds are skipped and stay due.
 * What has to wait for its chat or for others is deferred out of the way, and found again by `turns`.
 */
export async function claimDue(db: Db, look: Look) {
  for (
    let window = look.limit;
    ;
    window = window < 32 * look.limit ? 32 * look.limit : WINDOW_MAX
  ) {
    const { again, ...found } = await claimRound(db, look, window);
    if (!again || found.claims.length + found.broken.length + found.held.length > 0) return found;
  }
}

/**
 * The same among the `window` rows that are due longest. Claims nothing where these are of too few
 * people and there are more: then, and where it only put rows off, one has to look `again`.
 */
async function claimRound(db: Db, { now, limit }: Look, window: number) {
  const lease = { token: randomUUID(), leaseUntil: new Date(now.getTime() + LEASE_MS) };
  const { rows } = await db.execute(sql`${claiming({ now, limit, window, ...lease })}
    select ${looksAgain} as again, claimed.id, ${namedColumns(reminders, CLAIMED, epochMs)},
      ${epochMs(sql`goes_at`)} as "chatFreeAt", messages, user_time_zone as "userTimeZone",
      user_settings as "userSettings", reminder_types.name as "typeName",
      case when note_id is not null then (
        select content from notes where notes.id = note_id and notes.user_id = claimed.user_id
          and notes.deleted_at is null) end as "noteContent",
      ${peopleSharing(sql`claimed.id`)} as people
    from seen left join (
      claimed join reminder_types on reminder_types.id = claimed.type_id
    ) on true
    order by round, served_at nulls first, next_fire_at`);

  const claims: ReminderClaim[] = [];
  const broken: BrokenClaim[] = [];
  const held: HeldClaim[] = [];
  for (const row of rows) {
    if (row.id === null) continue;
    const read = readClaim(row, lease, now);
    if (read === null) broken.push({ ...keysOfRow.parse(row), token: lease.token });
    else if (read.until) held.push({ claim: read.claim, until: read.until });
    else claims.push(read.claim);
  }
  const [{ again }] = roundRows.parse(rows);
  return { claims, broken, held, again };
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
    const claim = { key, firing, ...lease, ...parsed.data };
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
  const at = timestamp(now);
  const earliest = sql`
    with recursive ${turns(at)}
    select ${epochMs(sql`least(
      (select due_at from reminders
        where not nag_due and ${scheduled} and ${isUnleased(at)} order by due_at limit 1),
      (select due_at from reminders
        where nag_due and ${scheduled} and ${isUnleased(at)} order by due_at limit 1),
      (select min(lease_until) from reminders
        where nag_due in (true, false) and ${scheduled} and due_at <= ${at} and not ${isUnleased(at)}),
      (select min(${chatFree(at)}) - ${ms(CHAT_PATIENCE_MS)} from turns join users on users.id = user_id
        where users.id = any(array(select user_id from turns)))
    )`)} as at`;
  return (await readRow(db, earliest, z.object({ at: instant.nullable() }))).at;
}
