import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, gt, isNull, not } from 'drizzle-orm';
import { feedEvents, feedHead, feedMonth, feedTail, feedZone } from '@/core/ics/feed';
import { FEED_MAX_BYTES, FEED_WORK_MS, FEEDS_IN_HAND_MAX } from '@/core/limits';
import { isTimeZone } from '@/core/time-zone';
import { calendarLinkTexts } from '@/texts/calendar-link';
import { PRODUCT_NAME } from '@/texts/product';
import { exportedState } from './account-export';
import { ownerOfLink, tellingOwner } from './calendar-link';
import { printOf } from './create-once';
import { type Db } from './db/client';
import { loadReference } from './db/reference';
import { reminders } from './db/schema';
import { AppError } from './errors';
import { givingWay } from './give-way';
import { tagKnownTo, tagOf, withPrefix } from './long-list';
import { oneAtATime } from './one-at-a-time';
import { takePersonalPermit } from './rate-limit';
import { shownState } from './reminders';

/** Rows read at a time. */
const ROWS_PER_PART = 200;

/** What a feed shows: all that may still come or waits for an answer. */
const current = (userId: number) =>
  and(eq(reminders.userId, userId), isNull(reminders.deletedAt), not(reminders.completed));

interface FeedOptions {
  /** The installation's address, behind whose host UIDs are told apart. */
  appUrl: string;
  now: Date;
  /** Of the file; what is beyond is left out. */
  maxBytes?: number;
  /** With all that an import needs to take each reminder back as it is. A link shows nobody that. */
  forImport?: boolean;
}

/**
 * A person's current reminders as a calendar, RFC 5545. One at a time is worked out, and all that one
 * person asks for takes so much processor time in a window: beyond it this throws `unavailable`.
 */
export const calendarOf = (db: Db, userId: number, options: FeedOptions): Promise<string> =>
  oneAtATime(`feed:${userId}`, FEEDS_IN_HAND_MAX, () => writeCalendar(db, userId, options));

async function writeCalendar(
  db: Db,
  userId: number,
  { appUrl, now, maxBytes = FEED_MAX_BYTES, forImport = false }: FeedOptions,
): Promise<string> {
  const reference = await loadReference(db, userId);
  const zones = await db
    .selectDistinct({ timeZone: reminders.timeZone })
    .from(reminders)
    .where(current(userId));
  const step = givingWay((ms) => takeWork(db, userId, ms));
  const eventsOf = feedEvents({ host: new URL(appUrl).host, now });
  const parts = [feedHead(PRODUCT_NAME)];
  for (const { timeZone } of zones) {
    if (isTimeZone(timeZone)) parts.push(await step(() => feedZone(timeZone, now)));
  }
  let bytes = Buffer.byteLength(parts.join(''));
  for (let after = 0; ;) {
    const rows = await db
      .select()
      .from(reminders)
      .where(and(current(userId), gt(reminders.id, after)))
      .orderBy(asc(reminders.id))
      .limit(ROWS_PER_PART);
    for (const row of rows) {
      const { id, text, updatedAt } = row;
      const own = (events: readonly string[]) => {
        const type = reference.type(row.typeId)?.name;
        const stored = withoutEmpty({ type, ...exportedState(row) });
        return JSON.stringify({ ...stored, events: printOf(events) });
      };
      const category = reference.category(row.categoryId)?.name ?? null;
      const reminder = { id, text, category, updatedAt, state: row, ...(forImport && { own }) };
      const events = await step(() => unlessBroken(() => eventsOf(reminder)));
      bytes += Buffer.byteLength(events);
      if (bytes > maxBytes) return [...parts, feedTail].join('');
      parts.push(events);
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < ROWS_PER_PART) return [...parts, feedTail].join('');
  }
}

/** Takes processor time out of what a person's calendars may cost; throws `unavailable` where none is left. */
async function takeWork(db: Db, userId: number, ms: number): Promise<void> {
  try {
    for (let taken = FEED_WORK_MS; taken <= ms; taken += FEED_WORK_MS) {
      await takePersonalPermit(db, 'feedWork', userId, new Date());
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.retryAfter === undefined) throw error;
    const { retryAfter } = error;
    throw new AppError('unavailable', { message: calendarLinkTexts.tooMuch, retryAfter });
  }
}

/** As short as it can be: an import fills in what is absent. */
const withoutEmpty = (stored: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.entries(stored).filter(([, value]) => Boolean(value) && !isDeepStrictEqual(value, [])),
  );

/** One broken row must not hide the others. */
function unlessBroken(write: () => string): string {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return '';
  }
}

/**
 * What a calendar program gets that asks for a link's address; null where it is nobody's. Who has the
 * calendar as it is gets 304, after one digest of the rows' states. The link's owner sees when it could not
 * be worked out. With `?subscribe` it is led to the
 * same address as `webcal:`, which opens the device's calendar.
 */
export async function answerCalendar({
  db,
  token,
  now,
  request,
  appUrl,
}: {
  db: Db;
  token: string;
  now: Date;
  request: Request;
  appUrl: string;
}): Promise<Response | null> {
  const userId = await ownerOfLink(db, token);
  if (userId === undefined) return null;
  await takePersonalPermit(db, 'feed', userId, now);
  if (new URL(request.url).searchParams.has('subscribe')) {
    const location = `${appUrl}/api/calendar/${token}`.replace(/^https?:/, 'webcal:');
    return new Response(null, {
      status: 302,
      headers: { Location: location, 'Cache-Control': 'no-store' },
    });
  }
  const where = current(userId);
  const { ownTag } = await loadReference(db, userId);
  const digest = await tagOf(db, { table: reminders, where, state: shownState });
  const tag = withPrefix(withPrefix(digest, ownTag), feedMonth(now));
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache' };
  if (tagKnownTo(request) === tag) return new Response(null, { status: 304, headers });
  const calendar = await tellingOwner(db, userId, now, () =>
    calendarOf(db, userId, { appUrl, now }),
  );
  return new Response(calendar, {
    headers: {
      ...headers,
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="napomnyu.ics"',
      // No search engine is to keep what it was sent by mistake.
      'X-Robots-Tag': 'noindex',
    },
  });
}
