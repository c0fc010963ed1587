import { addMonths, getDate, getISODay, getMonth, min, startOfDay, startOfMonth } from 'date-fns';
import { DAY_MS, inUtc } from '../calendar';
import { comesAgainAt, type Span } from '../coming';
import { comingOf, type FiringState, lifeOf } from '../firing';
import {
  latestOccurrence,
  occurrencesBetween,
  occurrencesFrom,
  type RecurrenceRule,
  type Schedule,
  timesOfDay,
} from '../recurrence';
import { namesEveryDay } from '../rule-days';
import { instantToReading, readingToInstant, readWallTime, wallTimeOf } from '../time-zone';
import { WEEKDAYS, WORKDAYS } from './rrule';
import { icsClock, icsInstant, icsLine, icsText } from './write';
import { icsTimeZone, type OffsetChange, offsetChanges } from './zone';

export interface FeedReminder {
  id: number;
  text: string;
  category: string | null;
  updatedAt: Date;
  state: FiringState;
}

/** From so long ago on the changes of a zone's clocks are written out. */
const PAST_MONTHS = 12;
/** Until then they are. */
const ZONE_MONTHS = 120;
/** Until then what falls on such a change, or what no RRULE says, stands as single events. */
const EXACT_MONTHS = 27;
const FOREVER = new Date('9999-01-01T00:00:00Z');

const beginningOf = (now: Date): Date => startOfMonth(now, inUtc);

/** A feed is made anew although no reminder has changed where this has: with each month. */
export const feedMonth = (now: Date): string => beginningOf(now).toISOString().slice(0, 7);

/** What stands before the zones and the events. */
export const feedHead = (name: string): string =>
  icsLine('BEGIN', 'VCALENDAR') +
  icsLine('VERSION', '2.0') +
  icsLine('PRODID', '-//Napomnyu//Reminders//RU') +
  icsLine('CALSCALE', 'GREGORIAN') +
  icsLine('METHOD', 'PUBLISH') +
  icsLine('NAME', icsText(name)) +
  icsLine('X-WR-CALNAME', icsText(name)) +
  icsLine('REFRESH-INTERVAL;VALUE=DURATION', 'PT1H') +
  icsLine('X-PUBLISHED-TTL', 'PT1H');

export function feedZone(zone: string, now: Date): string {
  const at = (months: number) => addMonths(beginningOf(now), months, inUtc);
  return icsTimeZone(zone, at(-PAST_MONTHS), at(ZONE_MONTHS));
}

export const feedTail = icsLine('END', 'VCALENDAR');

/** Names, with their TZID where they have one, and values. */
type EventLines = readonly (readonly [name: string, value: string])[];

/** When one event of a reminder happens. */
interface Happening {
  /** Tells it from the other events of its reminder, and stays the same while it is meant. */
  key: string;
  lines: EventLines;
  /** It was sent, or put off; absent of what is to come by its schedule. */
  open?: 'waiting' | 'put off';
}

/** When a calendar rings: never, at the minutes ahead alone, or at these and at the moment itself. */
export type FeedAlarms = 'none' | 'ahead' | 'ahead and at the moment';

const single = (key: string, at: Date): Happening => ({
  key,
  lines: [['DTSTART', icsInstant(at)]],
});

/**
 * Writes the events of reminders: what waits for an answer, what is put off, and all that is to come.
 * What is done, or paused without an end, is not there. Times of day have an event each: most
 * calendars do not know BYHOUR. `host`, the installation's, stands behind the @ of each UID.
 * They are written one by one, as a single rule may have thousands.
 */
export function feedEvents({
  host,
  now,
  alarms,
}: {
  host: string;
  now: Date;
  alarms: FeedAlarms;
}): (reminder: FeedReminder) => Generator<string> {
  const begin = beginningOf(now);
  const exactUntil = addMonths(begin, EXACT_MONTHS, inUtc);
  const known = new Map<string, Clocks>();
  const clocksOf = (zone: string) => {
    const clocks = known.get(zone) ?? {
      changes: offsetChanges(zone, addMonths(begin, -PAST_MONTHS, inUtc), exactUntil),
      exactUntil,
    };
    known.set(zone, clocks);
    return clocks;
  };
  return function* eventsOf({ id, text, category, updatedAt, state }) {
    const [title = '', ...more] = text.split(/\r?\n/);
    const about =
      icsLine('DTSTAMP', icsInstant(updatedAt)) +
      icsLine('SUMMARY', icsText(title)) +
      (more.length > 0 ? icsLine('DESCRIPTION', icsText(text)) : '') +
      (category === null ? '' : icsLine('CATEGORIES', icsText(category))) +
      icsLine('TRANSP', 'TRANSPARENT');
    const alarmsOf = (open: Happening['open']) =>
      minutesOfAlarms(state.preAlerts, alarms, open)
        .map((minutes) => alarm(minutes, title))
        .join('');
    const usualAlarms = alarmsOf(undefined);
    for (const { key, lines, open } of happeningsOf(state, clocksOf)) {
      yield (
        icsLine('BEGIN', 'VEVENT') +
        icsLine('UID', `${id}-${key}@${host}`) +
        lines.map(([name, value]) => icsLine(name, value)).join('') +
        about +
        (open === undefined ? usualAlarms : alarmsOf(open)) +
        icsLine('END', 'VEVENT')
      );
    }
  };
}

/** How many minutes before an event of a reminder calendars ring. */
function minutesOfAlarms(
  preAlerts: readonly number[],
  alarms: FeedAlarms,
  open: Happening['open'],
): readonly number[] {
  if (alarms === 'none') return [];
  if (alarms === 'ahead') return preAlerts;
  // A calendar that reads what waits under its new UID would ring for it a second time.
  if (open === 'waiting') return [];
  // The bot does not tell ahead of what was put off, either.
  return open === 'put off' ? [0] : [...preAlerts, 0];
}

/** How long before an event an alarm rings. Whole days go by the clocks, as in `preAlertAt`. */
function triggerOf(minutes: number): string {
  if (minutes === 0) return 'PT0S';
  return minutes % 1_440 === 0 ? `-P${minutes / 1_440}D` : `-PT${minutes}M`;
}

const alarm = (minutes: number, title: string): string =>
  icsLine('BEGIN', 'VALARM') +
  icsLine('ACTION', 'DISPLAY') +
  icsLine('TRIGGER', triggerOf(minutes)) +
  icsLine('DESCRIPTION', icsText(title)) +
  icsLine('END', 'VALARM');

/** What is known of a zone's clocks, until when what no RRULE says is written out. */
interface Clocks {
  changes: readonly OffsetChange[];
  exactUntil: Date;
}

function* happeningsOf(
  state: FiringState,
  clocksOf: (timeZone: string) => Clocks,
): Iterable<Happening> {
  const life = lifeOf(state);
  if (life.is !== 'current') return;
  const { open, rule } = life;
  const coming = comingOf(state);
  const { next } = coming;
  const stands = open?.is === 'waiting' ? open.at : comesAgainAt(coming);
  if (open && stands) yield { ...single('open', stands), open: open.is };
  if (next === null) return;
  if (rule === null || rule.afterDone) yield single('next', next);
  else yield* seriesFrom({ ...life, rule }, next, clocksOf(life.timeZone));
}

/**
 * All of a series from an occurrence on. What falls on a change of clocks stands as single events, and the rule
 * excepts it: see `partFrom`.
 */
function seriesFrom(
  schedule: Schedule & { rule: RecurrenceRule },
  from: Date,
  { changes, exactUntil }: Clocks,
): Iterable<Happening> {
  const { timeZone, firstWallTime } = schedule;
  const rule = namesEveryDay(schedule.rule)
    ? { ...schedule.rule, unit: 'DAY' as const }
    : schedule.rule;
  const { clockMs } = readWallTime(firstWallTime);
  const day = startOfDay(clockMs, inUtc).getTime();
  const ends = rule.until !== undefined || rule.count !== undefined;
  const last = ends ? latestOccurrence(schedule, FOREVER) : FOREVER;
  if (last === null) return [];
  const { every, unit, weekdays, monthly, monthDays } = rule;
  const parts = dayRules(rule, new Date(day));
  if (parts === null) return singlesOf(schedule, { from, to: exactUntil });
  /** What the clocks are to show at the beginning of its days, as if they were UTC's, which no change moves. */
  const days: Schedule = {
    firstWallTime: wallTimeOf(day),
    timeZone: 'UTC',
    rule: { every, unit, weekdays, monthly, monthDays },
  };
  const clockChanges = changes.map(({ at, from: before, to: after }) => {
    const gap = { from: at + Math.min(before, after), to: at + Math.max(before, after) };
    const span = { from: startOfDay(gap.from, inUtc), to: new Date(gap.to) };
    return { ...gap, days: occurrencesBetween(days, span) };
  });
  const lookFrom = instantToReading(from, timeZone).clockMs - 2 * DAY_MS;
  const placed = parts.map(({ rrule, months = ALL_YEAR, name = '' }) => {
    const isMeant = (date: Date) => months.includes(getMonth(date, inUtc) + 1);
    return {
      ...{ name, rrule: ends ? `${rrule};UNTIL=${icsInstant(last)}` : rrule },
      changed: clockChanges.map((each) => ({ ...each, days: each.days.filter(isMeant) })),
      beginnings: firstOf(occurrencesFrom(days, new Date(lookFrom)), isMeant),
    };
  });
  return timesOfDay(rule, clockMs - day).flatMap((time) => {
    const key = `at-${icsClock(time).slice(9)}`;
    return placed.flatMap((part) =>
      partFrom(part, { key: `${key}${part.name}`, time, timeZone }, { from, last }),
    );
  });
}

/** Each occurrence by itself. They are worked out by months: there may be ten thousand, and nobody else has a turn meanwhile. */
function* singlesOf(schedule: Schedule, { from, to }: Span): Iterable<Happening> {
  for (let begin = from; begin < to; begin = addMonths(begin, 1, inUtc)) {
    const end = min([addMonths(begin, 1, inUtc), to]);
    for (const at of occurrencesBetween(schedule, { from: begin, to: end })) {
      yield single(icsInstant(at), at);
    }
  }
}

/** Within so many days of a rule each month is met that is ever met. */
const DAYS_LOOKED_AT = 12 * 31;
/** Of so many days one is behind `from` and on no change of the clocks. */
const BEGINNINGS = 12;

function firstOf(days: Iterable<Date>, isMeant: (date: Date) => boolean): Date[] {
  const found: Date[] = [];
  let looked = 0;
  for (const day of days) {
    if (isMeant(day) && day.getTime() !== found.at(-1)?.getTime()) found.push(day);
    looked += 1;
    if (found.length === BEGINNINGS || looked === DAYS_LOOKED_AT) break;
  }
  return found;
}

/** Some of the days of a series, as a rule says them; worked out once for all times of day. */
interface Part {
  rrule: string;
  /** Changes of the zone's clocks, from when to when they skip or show twice, and the days that are met there. */
  changed: readonly { from: number; to: number; days: readonly Date[] }[];
  beginnings: readonly Date[];
}

/**
 * A series at one time of day, on some of its days. What falls on a change of the zone's clocks stands by
 * itself, as an instant: RFC 5545 says what a time means that the clocks skip or show twice, but
 * calendars differ. (See `EXACT_MONTHS`.)
 */
function partFrom(
  { rrule, changed, beginnings }: Part,
  { key, time, timeZone }: { key: string; time: number; timeZone: string },
  { from, last }: { from: Date; last: Date },
): Happening[] {
  const instantOf = (clockMs: number) => readingToInstant({ clockMs, offsetMs: null }, timeZone);
  const inRange = (at: Date) => at >= from && at <= last;

  const moved = changed.flatMap((change) =>
    change.days
      .map((date) => date.getTime() + time)
      .filter((clock) => clock >= change.from && clock < change.to),
  );
  const singles = moved
    .map((clock) => {
      const at = instantOf(clock);
      // The series' first occurrence may be the second pass of what the clocks show twice.
      const secondPass = instantToReading(from, timeZone).clockMs === clock && at < from;
      return secondPass ? from : at;
    })
    .filter(inRange)
    .map((at) => single(icsInstant(at), at));

  const begin = beginnings
    .map((date) => date.getTime() + time)
    .find((clock) => !moved.includes(clock) && instantOf(clock) >= from);
  if (begin === undefined || instantOf(begin) > last) return singles;
  // Nothing repeats any more; around New Year some calendars would read an UNTIL wrongly there.
  if (instantOf(begin).getTime() === last.getTime()) return [...singles, single(key, last)];
  const excepted = moved.filter((clock) => clock > begin);
  const lines: EventLines = [
    [`DTSTART;TZID=${timeZone}`, icsClock(begin)],
    ['RRULE', rrule],
    ...excepted.map((clock) => [`EXDATE;TZID=${timeZone}`, icsClock(clock)] as const),
  ];
  return [...singles, { key, lines }];
}

const ALL_YEAR = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const FEBRUARY = 2;
/** Of February the number stands for two. */
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

interface DayRule {
  rrule: string;
  /** In which months its days are; all year unless told. */
  months?: readonly number[];
  /** Tells it from the other part. */
  name?: string;
}

/** On which days a rule falls, as RRULEs that share no day; null where no RRULE says it. */
function dayRules(rule: RecurrenceRule, anchor: Date): DayRule[] | null {
  const { every, unit, weekdays, monthly, monthDays } = rule;
  const interval = `INTERVAL=${every}`;
  const date = getDate(anchor, inUtc);
  switch (unit) {
    case 'DAY':
      return [{ rrule: `FREQ=DAILY;${interval}` }];
    case 'WEEK': {
      const named = weekdays?.map((weekday) => WEEKDAYS[weekday - 1]).join(',');
      return [{ rrule: `FREQ=WEEKLY;${interval};WKST=MO${named ? `;BYDAY=${named}` : ''}` }];
    }
    case 'MONTH': {
      const monthlyBy = `FREQ=MONTHLY;${interval}`;
      const dates = monthDays?.length ? monthDays : monthly === undefined && [date];
      if (dates) return datesOfMonths(every, dates, getMonth(anchor, inUtc) + 1);
      if (monthly === 'LAST_DAY') return [{ rrule: `${monthlyBy};BYMONTHDAY=-1` }];
      if (monthly === 'FIRST_WORKDAY' || monthly === 'LAST_WORKDAY') {
        const place = monthly === 'FIRST_WORKDAY' ? 1 : -1;
        return [{ rrule: `${monthlyBy};BYDAY=${WORKDAYS.join()};BYSETPOS=${place}` }];
      }
      const week = Math.ceil(date / 7);
      const nth = monthly === 'NTH_WEEKDAY' && week <= 4 ? week : -1;
      return [
        { rrule: `${monthlyBy};BYDAY=${nth}${WEEKDAYS[getISODay(anchor, inUtc) - 1] ?? ''}` },
      ];
    }
    case 'YEAR': {
      const month = getMonth(anchor, inUtc) + 1;
      const day = month === FEBRUARY && date === 29 ? -1 : date;
      return [{ rrule: `FREQ=YEARLY;${interval};BYMONTH=${month};BYMONTHDAY=${day}` }];
    }
  }
}

/**
 * RFC 5545 leaves out months that are too short; our series take their last day. For the 31st that is
 * the last day of every month. With a 29th or a 30th months of each length have a rule of their own:
 * BYSETPOS would say it in one, but many calendars do not know it here, nor BYMONTH with an interval of
 * months. Null where the months met are not the same each year.
 */
function datesOfMonths(every: number, dates: readonly number[], month: number): DayRule[] | null {
  if (!dates.some((date) => date === 29 || date === 30)) {
    const days = dates.map((date) => (date === 31 ? -1 : date));
    return [{ rrule: `FREQ=MONTHLY;INTERVAL=${every};BYMONTHDAY=${days.join(',')}` }];
  }
  if (12 % every !== 0 && every % 12 !== 0) return null;
  const years = Math.max(1, every / 12);
  const met = ALL_YEAR.filter((each) => (each - month) % every === 0);
  const upTo = (last: number) => [...new Set(dates.map((date) => Math.min(date, last)))].join(',');
  const parts: DayRule[] = [31, 30].flatMap((length) => {
    const months = met.filter((each) => MONTH_DAYS[each - 1] === length);
    const rrule = `FREQ=YEARLY;INTERVAL=${years};BYMONTH=${months.join(',')};BYMONTHDAY=${upTo(length)}`;
    return months.length > 0 ? [{ rrule, months, name: `-${length}` }] : [];
  });
  if (met.includes(FEBRUARY)) {
    const days = [...new Set(dates.map((date) => (date > 28 ? -1 : date)))].join(',');
    const rrule = `FREQ=MONTHLY;INTERVAL=${12 * years};BYMONTHDAY=${days}`;
    parts.push({ rrule, months: [FEBRUARY], name: '-feb' });
  }
  return parts;
}
