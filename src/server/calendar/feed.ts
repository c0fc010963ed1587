import 'server-only';
import { and, asc, gt, not } from 'drizzle-orm';
import {
  type FeedAlarms,
  feedEvents,
  feedHead,
  feedMonth,
  feedTail,
  feedZone,
} from '@/core/ics/feed';
import { FEED_MAX_BYTES, FEEDS_IN_HAND_MAX, RATE_LIMITS } from '@/core/limits';
import { isTimeZone } from '@/core/time-zone';
import { PRODUCT_NAME } from '@/texts/product';
import { findLinkAt, isSignedLink } from './link';
import { printOf } from '../platform/create-once';
import { type Db, db as processDb } from '../platform/db/client';
import { livingOf } from '../platform/db/living';
import { paged } from '../platform/db/paged';
import { loadReference } from '../platform/db/reference';
import { reminders } from '../platform/db/schema';
import { env } from '../platform/env';
import { AppError } from '../platform/errors';
import { givingWay, oneAtATime } from '../platform/give-way';
import { answering, failuresOf } from '../platform/http';
import { tagKnownTo, tagOf } from '../platform/long-list';
import { refuseSpent, takePermit, takePersonalPermit } from '../platform/rate-limit';
import { shownState } from '../reminders/wire';

const ROWS_PER_PART = 200;
/** A few milliseconds' work at the most. */
const EVENTS_PER_STEP = 50;

/** A feed shows all reminders that may still come or wait for an answer. */
const current = (userId: number) => and(livingOf(reminders, userId), not(reminders.completed));

interface FeedOptions {
  /** The installation's address, behind whose host UIDs are told apart. */
  appUrl: string;
  now: Date;
  alarms: FeedAlarms;
  /** The size of the file; what is beyond is left out. */
  maxBytes?: number;
}

/** A person's current reminders, RFC 5545; one at a time for each person, `too-many` beyond `FEEDS_IN_HAND_MAX`. */
export const calendarOf = (db: Db, userId: number, options: FeedOptions): Promise<string> =>
  oneAtATime(`feed:${userId}`, FEEDS_IN_HAND_MAX, () => writeCalendar(db, userId, options));

async function writeCalendar(db: Db, userId: number, options: FeedOptions): Promise<string> {
  const { maxBytes = FEED_MAX_BYTES } = options;
  const parts: string[] = [];
  let bytes = 0;
  for await (const part of partsOfCalendar(db, userId, options)) {
    bytes += Buffer.byteLength(part);
    if (bytes > maxBytes) break;
    parts.push(part);
  }
  return [...parts, feedTail].join('');
}

/**
 * A calendar's head, its zones and its events, one by one; others have their turn between them. The tail is the caller's.
 * Of a row with a date out of range the events behind that are left out.
 */
async function* partsOfCalendar(
  db: Db,
  userId: number,
  { appUrl, now, alarms }: FeedOptions,
): AsyncGenerator<string> {
  const reference = await loadReference(db, userId);
  const zones = await db
    .selectDistinct({ timeZone: reminders.timeZone })
    .from(reminders)
    .where(current(userId));
  const giveWay = givingWay();
  yield feedHead(PRODUCT_NAME);
  for (const { timeZone } of zones) {
    await giveWay();
    if (isTimeZone(timeZone)) yield feedZone(timeZone, now);
  }
  const eventsOf = feedEvents({ host: new URL(appUrl).host, now, alarms });
  const { id } = reminders;
  const rows = paged(ROWS_PER_PART, (after) => {
    const behind = and(current(userId), gt(id, after));
    return db.select().from(reminders).where(behind).orderBy(asc(id)).limit(ROWS_PER_PART);
  });
  for await (const row of rows) {
    const category = reference.category(row.categoryId)?.name ?? null;
    const events = eventsOf({ ...row, category, state: row });
    const nextEvents = () => unlessBroken(() => takeSome(events));
    for (let text = nextEvents(); text !== ''; text = nextEvents()) {
      yield text;
      await giveWay();
    }
  }
}

/** One broken row must not hide the others. */
function unlessBroken(writeEvents: () => string): string {
  try {
    return writeEvents();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return '';
  }
}

/** Takes the next `EVENTS_PER_STEP` of them, as one text; empty behind the last. */
function takeSome(events: Iterator<string, void>): string {
  let text = '';
  for (let taken = 0; taken < EVENTS_PER_STEP; taken += 1) {
    const event = events.next();
    if (event.done) break;
    text += event.value;
  }
  return text;
}

/**
 * Answers calendar programs, which know a link and nothing else. Who asks for one that is nobody's gets 404, and is
 * counted like a failed check of init data; what we have not signed is then refused unseen.
 */
export async function calendarRoute(
  request: Request,
  context: { params: Promise<{ token: string }> },
): Promise<Response> {
  const params = await context.params;
  return answering(request, params, async () => {
    const db = processDb();
    const now = new Date();
    const { token } = params;
    const isSigned = isSignedLink(token, env().botToken);
    // A link of ours has permits of its own, so that strangers at the same address shut nobody out.
    const counted = isSigned ? `link:${printOf([token])}` : failuresOf(request);
    if (isSigned) await takePermit(db, counted, RATE_LIMITS.api, now);
    else refuseSpent(counted, RATE_LIMITS.failures, now);
    const link = await findLinkAt(db, token);
    if (link) return answerCalendar(db, token, link, request, now);
    if (!isSigned) await takePermit(db, counted, RATE_LIMITS.failures, now);
    throw new AppError('not-found');
  });
}

/** The calendar of a link; `name` is what its address ends in, with `.ics` or without; `?subscribe` leads to `webcal:`, which opens the device's own. */
async function answerCalendar(
  db: Db,
  name: string,
  { userId, withAlarms }: { userId: number; withAlarms: boolean },
  request: Request,
  now: Date,
): Promise<Response> {
  const { appUrl } = env();
  await takePersonalPermit(db, 'feed', userId, now);
  if (new URL(request.url).searchParams.has('subscribe')) {
    const location = `${appUrl}/api/calendar/${name}`.replace(/^https?:/, 'webcal:');
    return new Response(null, {
      status: 302,
      headers: { Location: location, 'Cache-Control': 'no-store' },
    });
  }
  const where = current(userId);
  const { ownTag } = await loadReference(db, userId);
  const prefixes = [feedMonth(now), ownTag, withAlarms ? 'alarms' : ''];
  const tag = await tagOf(db, { table: reminders, where, state: shownState, prefixes });
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache' };
  if (tagKnownTo(request) === tag) return new Response(null, { status: 304, headers });
  const alarms = withAlarms ? 'ahead and at the moment' : 'none';
  const calendar = await calendarOf(db, userId, { appUrl, now, alarms });
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
