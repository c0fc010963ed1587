import fc from '@/testing/fast-check';
import ICAL from 'ical.js';
import { anyRule } from '@/testing/recurrence-oracle';
import { plainAt, zonedInstant } from '@/testing/temporal-oracle';
import { DAY_MS } from '../calendar';
import {
  afterSend,
  dueFiring,
  finish,
  type FiringState,
  pause,
  type Plan,
  planFiring,
  putOff,
  scheduleFiring,
  skip,
} from '../firing';
import { occurrencesBetween, type Schedule } from '../recurrence';
import {
  type FeedAlarms,
  feedEvents,
  feedHead,
  type FeedReminder,
  feedTail,
  feedZone,
} from './feed';

const TWO_YEARS_MS = 731 * DAY_MS;
const FIELDS = { id: 7, text: 'Полить цветы', category: 'Личное', updatedAt: new Date(0) };

function feedOf(
  state: FiringState,
  now: Date,
  { alarms = 'ahead', ...fields }: Partial<FeedReminder> & { alarms?: FeedAlarms } = {},
): string {
  const reminder = { ...FIELDS, ...fields, state };
  const events = [...feedEvents({ host: 'example.org', now, alarms })(reminder)];
  return feedHead('Напомню') + feedZone(state.timeZone, now) + events.join('') + feedTail;
}

/** The calendar as a program sees it that is not ours. */
function parsed(feed: string): { calendar: ICAL.Component; events: ICAL.Event[] } {
  const jCal: unknown = ICAL.parse(feed);
  if (!Array.isArray(jCal)) throw new Error('no calendar');
  const calendar = new ICAL.Component(jCal);
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return {
    calendar,
    events: calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each)),
  };
}

/** The moments before `to` at which the feed has something, each once, ascending. */
function momentsOf(feed: string, to: Date): string[] {
  const moments = new Set<string>();
  for (const event of parsed(feed).events) {
    const iterator = event.iterator();
    for (;;) {
      const next: unknown = iterator.next();
      if (!(next instanceof ICAL.Time) || next.toJSDate() >= to) break;
      moments.add(next.toJSDate().toISOString());
    }
  }
  return [...moments].sort();
}

const iso = (dates: readonly Date[]) => dates.map((date) => date.toISOString());

const asked = fc
  .record({
    // Offsets had seconds in the last century, which calendars do not read.
    moment: zonedInstant.filter(({ epochMs }) => epochMs >= Date.UTC(2000)),
    rule: anyRule,
    daysBefore: fc.integer({ min: -30, max: 2_000 }),
    date: fc.option(fc.constantFrom('01-31', '02-28', '02-29', '12-31'), { nil: undefined }),
    untilDays: fc.option(fc.integer({ min: -40, max: 700 }), { nil: undefined }),
  })
  .map(({ moment: { zone, epochMs }, rule, daysBefore, date, untilDays }) => {
    const now = plainAt(epochMs, zone).round('minute');
    let first = now.subtract({ days: daysBefore });
    if (date) first = first.with({ month: Number(date.slice(0, 2)), day: Number(date.slice(3)) });
    const until = untilDays === undefined ? null : now.add({ days: untilDays }).toPlainDate();
    const schedule: Schedule = {
      firstWallTime: first.toString({ smallestUnit: 'minute' }),
      timeZone: zone,
      rule: { ...rule, ...(until && { until: until.toString() }) },
    };
    return { schedule, now: new Date(epochMs) };
  });

test('an independent parser finds in the feed the occurrences of the next two years, by every rule', () => {
  let found = 0;
  fc.assert(
    fc.property(asked, ({ schedule, now }) => {
      const state = scheduleFiring(schedule, { floodInterval: null }, now);
      const many = schedule.rule?.everyMinutes !== undefined || schedule.rule?.times !== undefined;
      const to = new Date(now.getTime() + (many ? 200 * DAY_MS : TWO_YEARS_MS));
      const wanted = state.completed
        ? []
        : occurrencesBetween(schedule, { from: state.dateTime, to });
      found += wanted.length;
      expect(momentsOf(feedOf(state, now), to)).toEqual(iso(wanted));
    }),
    // The same cases each time; thousands of others were tried.
    { numRuns: 150, seed: 20_261_122 },
  );
  expect(found).toBeGreaterThan(100);
});

const NOW = new Date('2026-11-20T09:00:00Z');
const LATER = new Date('2027-03-01T00:00:00Z');
const at = (text: string) => new Date(text);
const daily = (fields: Partial<Plan> = {}) =>
  planFiring(
    {
      dateTime: at('2026-11-21T06:00:00Z'),
      rule: { every: 1, unit: 'DAY', count: 4 },
      floodInterval: null,
      ...fields,
    },
    'Europe/Moscow',
    NOW,
  );
const sent = (state: FiringState) => {
  const firing = dueFiring(state, state.dateTime);
  if (!firing) throw new Error('nothing is due');
  return afterSend(state, firing, state.dateTime);
};
const shown = (state: FiringState) => momentsOf(feedOf(state, NOW), LATER);

describe('the feed follows what its user did:', () => {
  const [first, second, third, fourth] = [21, 22, 23, 24].map(
    (day) => `2026-11-${day}T06:00:00.000Z`,
  );

  test('what is skipped or done early is not there', () => {
    expect(shown(skip(daily(), NOW))).toEqual([second, third, fourth]);
    expect(shown(finish(daily(), NOW))).toEqual([second, third, fourth]);
  });

  test('what waits for an answer stays at its time, beside what is to come', () => {
    expect(shown(sent(daily()))).toEqual([first, second, third, fourth]);
    const once = sent(daily({ rule: null }));
    expect(shown(once)).toEqual([first]);
    expect(shown(finish(once, at('2026-11-21T07:00:00Z')))).toEqual([]);
  });

  test('what is put off stands where it was put', () => {
    const until = at('2026-11-21T10:30:00Z');
    expect(shown(putOff(sent(daily()), until, at('2026-11-21T06:05:00Z')))).toEqual([
      until.toISOString(),
      second,
      third,
      fourth,
    ]);
    expect(shown(putOff(daily({ rule: null }), until, NOW))).toEqual([until.toISOString()]);
  });

  test('a pause takes out what falls into it, one without an end all of it', () => {
    expect(shown(pause(daily(), at('2026-11-22T21:00:00Z'), NOW))).toEqual([third, fourth]);
    expect(shown(pause(daily(), null, NOW))).toEqual([]);
    expect(shown(pause(daily({ rule: null }), null, NOW))).toEqual([]);
  });

  test('what counts from «Готово» has its next date only', () => {
    const rule = { every: 3, unit: 'DAY', afterDone: true } as const;
    expect(shown(daily({ rule }))).toEqual([first]);
  });
});

test('a text comes through whole: several lines, emoji, what the format uses itself, 500 characters', () => {
  const text = `Запятая, точка; косая \\ и 👨‍👩‍👧‍👦\nвторая строка: ${'ёж🦔'.repeat(100)}`;
  const feed = feedOf(daily(), NOW, { text });
  for (const line of feed.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const [event] = parsed(feed).events;
  expect(event?.summary).toBe('Запятая, точка; косая \\ и 👨‍👩‍👧‍👦');
  expect(event?.description).toBe(text);
});

test('a text cannot add lines of its own to the calendar', () => {
  const feed = feedOf(daily(), NOW, { text: 'a\rEND:VEVENT\u2028\u0000BEGIN:VALARM' });
  expect(parsed(feed).events).toHaveLength(1);
  expect(feed.match(/^END:VEVENT/gm)).toHaveLength(1);
  expect(feed).not.toContain('\nBEGIN:VALARM');
});

const alarmsOf = ({ component }: ICAL.Event) => component.getAllSubcomponents('valarm');
const triggersOf = (event: ICAL.Event | undefined) =>
  event && alarmsOf(event).map((each) => String(each.getFirstPropertyValue('trigger')));

test('messages ahead are alarms, whole days by the clocks; where it is asked for the moment is one, too', () => {
  const state = daily({ preAlerts: [2_880, 90] });
  expect(triggersOf(parsed(feedOf(state, NOW)).events[0])).toEqual(['-P2D', '-PT90M']);
  const ringing = feedOf(state, NOW, { alarms: 'ahead and at the moment' });
  expect(triggersOf(parsed(ringing).events[0])).toEqual(['-P2D', '-PT90M', 'PT0S']);
});

describe('a calendar that rings', () => {
  /** What somebody may have done, and which minutes before its open occurrence a calendar rings then. */
  const lives = {
    'to come': (state: FiringState) => state,
    waiting: sent,
    'put off': (state: FiringState) =>
      putOff(sent(state), new Date(state.dateTime.getTime() + DAY_MS / 2), state.dateTime),
    done: (state: FiringState) => finish(sent(state), state.dateTime),
    paused: (state: FiringState, now: Date) => pause(state, null, now),
    'paused for a week': (state: FiringState, now: Date) =>
      pause(state, new Date(now.getTime() + 7 * DAY_MS), now),
  };
  /** A pause with an end puts off what falls into it and comes once. */
  const minutesOpen: Partial<Record<keyof typeof lives, number[]>> = {
    'put off': [0],
    'paused for a week': [0],
  };
  const life = fc.constantFrom<keyof typeof lives>(
    'to come',
    'waiting',
    'put off',
    'done',
    'paused',
    'paused for a week',
  );
  const minutesAhead = fc
    .uniqueArray(fc.integer({ min: 1, max: 366 * 1_440 }), { maxLength: 5 })
    .map((minutes) => minutes.sort((a, b) => b - a));
  const minutesOf = (event: ICAL.Event) =>
    alarmsOf(event).map((alarm) => {
      expect(alarm.getFirstPropertyValue('action')).toBe('DISPLAY');
      expect(alarm.getFirstPropertyValue('description')).toBe(FIELDS.text);
      const trigger = alarm.getFirstPropertyValue('trigger');
      return trigger instanceof ICAL.Duration ? 0 - trigger.toSeconds() / 60 : null;
    });

  test('does so at the moments of what is to come and at its minutes ahead, for nothing else, and has the same events', () => {
    const met = new Map<string, number>();
    fc.assert(
      fc.property(asked, life, minutesAhead, ({ schedule, now }, lived, preAlerts) => {
        const planned = scheduleFiring(schedule, { floodInterval: null, preAlerts }, now);
        fc.pre(!planned.completed);
        const state = lives[lived](planned, now);
        const silent = parsed(feedOf(state, now, { alarms: 'none' })).events;
        const ringing = parsed(feedOf(state, now, { alarms: 'ahead and at the moment' })).events;
        const whenAndWhat = (event: ICAL.Event) => [event.uid, event.startDate.toString()];
        expect(ringing.map(whenAndWhat)).toEqual(silent.map(whenAndWhat));
        expect(silent.flatMap(alarmsOf)).toEqual([]);
        for (const event of ringing) {
          const isOpen = event.uid === `${FIELDS.id}-open@example.org`;
          expect(minutesOf(event)).toEqual(isOpen ? (minutesOpen[lived] ?? []) : [...preAlerts, 0]);
          met.set(lived, (met.get(lived) ?? 0) + alarmsOf(event).length);
        }
        if (state.completed || lived === 'paused') expect(ringing.flatMap(alarmsOf)).toEqual([]);
      }),
      { numRuns: 80, seed: 20_261_129 },
    );
    expect([...met.keys()]).toEqual(expect.arrayContaining(['to come', 'put off']));
  });
});

test('each event has a UID of its own, the same tomorrow', () => {
  const rule = { every: 1, unit: 'MONTH', monthDays: [1, 30], times: ['09:00', '21:00'] } as const;
  const state = daily({ rule });
  const uids = (state: FiringState) => parsed(feedOf(state, NOW)).events.map(({ uid }) => uid);
  expect(new Set(uids(state)).size).toBe(6);
  expect(uids(skip(state, NOW)).toSorted()).toEqual(uids(state).toSorted());
});

test('a rule of months that names every day is written as the daily one that it is', () => {
  const rule = {
    ...{ every: 1, unit: 'MONTH' as const, times: ['09:00', '21:00'] },
    monthDays: Array.from({ length: 31 }, (_, i) => i + 1),
  };
  const schedule = { firstWallTime: '2026-11-21T09:00', timeZone: 'Europe/Moscow', rule };
  const feed = feedOf(scheduleFiring(schedule, { floodInterval: null }, NOW), NOW);
  expect(feed.match(/RRULE:.*/g)).toEqual([
    'RRULE:FREQ=DAILY;INTERVAL=1',
    'RRULE:FREQ=DAILY;INTERVAL=1',
  ]);
  const to = at('2026-12-01T00:00:00Z');
  const days = { from: NOW, to };
  expect(momentsOf(feed, to)).toEqual(iso(occurrencesBetween(schedule, days)));
});
