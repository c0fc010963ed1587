import fc from '@/testing/fast-check';
import {
  dayLines,
  type DayItem,
  type DayRow,
  inDayOrder,
  nextDayMessage,
  spanOf,
} from './day-messages';
import { afterSend, dueFiring, finish, pause, planFiring, postpone, putOff, skip } from './firing';
import { type QuietHours, quietUntil } from './quiet-hours';
import { type RecurrenceRule } from './recurrence';
import { instantToWallTime, localDateAt, wallTimeToInstant } from './time-zone';

const MOSCOW = 'Europe/Moscow';
const at = (wall: string, zone = MOSCOW) => wallTimeToInstant(wall, zone);
const DAY = '2026-11-20';
const span = spanOf(DAY, MOSCOW);
const NOW = at('2026-11-20T08:00');

const NIGHT_HOURS = { from: '23:00', to: '09:00' };

describe('when the message of a day comes', () => {
  interface Given {
    kind?: 'agenda' | 'review';
    clock?: string;
    told?: string | null;
    quietHours?: QuietHours | null;
    zone?: string;
  }
  const next = (
    now: string,
    { kind = 'review', clock = '08:00', told = null, quietHours = null, zone = MOSCOW }: Given = {},
  ) => {
    const { day, at: comes } = nextDayMessage(
      { kind, clock, quietHours, timeZone: zone },
      told,
      at(now, zone),
    );
    return [day, instantToWallTime(comes, zone)];
  };

  test('at its time, of that day', () => {
    expect(next('2026-11-20T07:59')).toEqual(['2026-11-20', '2026-11-20T08:00']);
    expect(next('2026-11-20T08:00')).toEqual(['2026-11-20', '2026-11-20T08:00']);
    expect(next('2026-11-20T08:00', { told: '2026-11-20' })).toEqual([
      '2026-11-21',
      '2026-11-21T08:00',
    ]);
  });

  test('up to three hours late; what could not be sent for longer is not sent the next day', () => {
    expect(next('2026-11-20T10:59')).toEqual(['2026-11-20', '2026-11-20T08:00']);
    expect(next('2026-11-20T11:00')).toEqual(['2026-11-21', '2026-11-21T08:00']);
    expect(next('2026-11-21T01:30', { clock: '23:30' })).toEqual([
      '2026-11-20',
      '2026-11-20T23:30',
    ]);
    expect(next('2026-11-21T08:00', { clock: '23:30' })).toEqual([
      '2026-11-21',
      '2026-11-21T23:30',
    ]);
  });

  test('of a review in quiet hours when they end, also on the next day, and then of the day before', () => {
    expect(next('2026-11-20T08:00', { quietHours: NIGHT_HOURS })).toEqual([
      '2026-11-20',
      '2026-11-20T09:00',
    ]);
    expect(next('2026-11-21T08:59', { clock: '23:30', quietHours: NIGHT_HOURS })).toEqual([
      '2026-11-20',
      '2026-11-21T09:00',
    ]);
    expect(next('2026-11-21T12:00', { clock: '23:30', quietHours: NIGHT_HOURS })).toEqual([
      '2026-11-21',
      '2026-11-22T09:00',
    ]);
  });

  test('of a review that is set to the night, of the day before it', () => {
    expect(next('2026-11-21T00:29', { clock: '00:30', told: '2026-11-19' })).toEqual([
      '2026-11-20',
      '2026-11-21T00:30',
    ]);
    expect(next('2026-11-21T00:31', { clock: '00:30', told: '2026-11-20' })).toEqual([
      '2026-11-21',
      '2026-11-22T00:30',
    ]);
    const held = { clock: '00:30', quietHours: NIGHT_HOURS };
    expect(next('2026-11-21T11:59', held)).toEqual(['2026-11-20', '2026-11-21T09:00']);
    expect(next('2026-11-21T03:00', { clock: '04:00' })).toEqual([
      '2026-11-21',
      '2026-11-21T04:00',
    ]);
    expect(next('2026-11-21T00:29', { kind: 'agenda', clock: '00:30' })).toEqual([
      '2026-11-21',
      '2026-11-21T00:30',
    ]);
  });

  test('of an agenda in quiet hours when they end, and then of the day on which it comes, once', () => {
    const given = { kind: 'agenda', clock: '23:30', quietHours: NIGHT_HOURS } as const;
    expect(next('2026-11-20T23:30', { ...given, told: '2026-11-20' })).toEqual([
      '2026-11-21',
      '2026-11-21T09:00',
    ]);
    expect(next('2026-11-21T09:00', { ...given, told: '2026-11-20' })).toEqual([
      '2026-11-21',
      '2026-11-21T09:00',
    ]);
    expect(next('2026-11-21T09:01', { ...given, told: '2026-11-21' })).toEqual([
      '2026-11-22',
      '2026-11-22T09:00',
    ]);
    // Those that end at midnight end on the day after.
    expect(
      next('2026-11-20T22:30', { ...given, quietHours: { from: '22:00', to: '00:00' } }),
    ).toEqual(['2026-11-21', '2026-11-21T00:00']);
    // On the morning of that day already.
    expect(next('2026-11-20T08:00', { ...given, clock: '08:00' })).toEqual([
      '2026-11-20',
      '2026-11-20T09:00',
    ]);
  });

  test('of an agenda held over the nights on which the clocks change, at the end by the new clocks', () => {
    const given = {
      kind: 'agenda',
      clock: '23:30',
      zone: 'Europe/Berlin',
      quietHours: { from: '23:00', to: '02:30' },
    } as const;
    expect(next('2026-03-28T23:30', { ...given, told: '2026-03-28' })).toEqual([
      '2026-03-29',
      '2026-03-29T03:30',
    ]);
    const twice = nextDayMessage(
      { ...given, timeZone: given.zone },
      '2026-10-24',
      at('2026-10-24T23:30', given.zone),
    );
    expect([twice.day, twice.at.toISOString()]).toEqual(['2026-10-25', '2026-10-25T00:30:00.000Z']);
    // Cairo has no midnight on this day: it begins at one o'clock.
    expect(
      next('2026-04-23T23:40', {
        ...{ kind: 'agenda', clock: '23:30', zone: 'Africa/Cairo', told: '2026-04-23' },
        quietHours: { from: '23:00', to: '00:00' },
      }),
    ).toEqual(['2026-04-24', '2026-04-24T01:00']);
  });

  test('late when quiet hours begin, behind these, for three hours', () => {
    const given = { clock: '21:50', quietHours: { from: '22:00', to: '09:00' } };
    expect(next('2026-11-20T22:30', given)).toEqual(['2026-11-20', '2026-11-20T21:50']);
    expect(next('2026-11-21T00:50', given)).toEqual(['2026-11-20', '2026-11-21T09:00']);
    expect(next('2026-11-21T11:59', given)).toEqual(['2026-11-20', '2026-11-21T09:00']);
    expect(next('2026-11-21T12:00', given)).toEqual(['2026-11-21', '2026-11-21T21:50']);
  });

  test('at a time that the clocks skip behind the gap, and at one that they show twice the first time', () => {
    const zone = 'Europe/Berlin';
    expect(next('2026-03-29T00:00', { kind: 'agenda', clock: '02:30', zone })).toEqual([
      '2026-03-29',
      '2026-03-29T03:30',
    ]);
    const twice = nextDayMessage(
      { kind: 'agenda', clock: '02:30', quietHours: null, timeZone: zone },
      null,
      at('2026-10-25T00:00', zone),
    );
    expect(twice.at.toISOString()).toBe('2026-10-25T00:30:00.000Z');
  });

  test('once of each day, whatever becomes of clock and zone: the days told of only rise', () => {
    const clock = fc.constantFrom('00:00', '08:00', '12:30', '23:59');
    const zone = fc.constantFrom(MOSCOW, 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati');
    const quiet = fc.constantFrom(
      null,
      { from: '22:00', to: '09:00' },
      { from: '00:00', to: '06:00' },
    );
    fc.assert(
      fc.property(
        fc.constantFrom('agenda' as const, 'review' as const),
        fc.array(fc.tuple(clock, zone, quiet), { minLength: 1, maxLength: 20 }),
        (kind, changes) => {
          let told: string | null = null;
          let now = NOW;
          for (const [each, timeZone, quietHours] of changes) {
            const found = nextDayMessage({ kind, clock: each, quietHours, timeZone }, told, now);
            expect(found.at.getTime()).toBeGreaterThan(now.getTime() - 3 * 3_600_000);
            expect(told === null || found.day > told).toBe(true);
            told = found.day;
            if (found.at > now) now = found.at;
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test('every day has its agenda on that very day, whatever hour and quiet hours were chosen', () => {
    const MINUTES = 24 * 60;
    const minute = fc.integer({ min: 0, max: MINUTES - 1 });
    const shown = (minute: number) => {
      const padded = (value: number) => String(value).padStart(2, '0');
      return `${padded(Math.floor(minute / 60))}:${padded(minute % 60)}`;
    };
    // A day on which the clocks skip the only hour that is not quiet has no moment for its agenda.
    const leavesAnHour = ([from, to]: [number, number]) =>
      from === to || (from - to + MINUTES) % MINUTES > 60;
    const zone = fc.constantFrom(MOSCOW, 'Europe/Berlin', 'America/New_York', 'Africa/Cairo');
    const from = fc.constantFrom('2026-03-26', '2026-04-21', '2026-10-22', '2026-10-29');
    fc.assert(
      fc.property(
        minute,
        fc.tuple(minute, minute).filter(leavesAnHour),
        zone,
        from,
        (chosen, [quietFrom, quietTo], timeZone, start) => {
          const quietHours =
            quietFrom === quietTo ? null : { from: shown(quietFrom), to: shown(quietTo) };
          const clockOf = { kind: 'agenda', clock: shown(chosen), quietHours, timeZone } as const;
          let told: string = start;
          let now = spanOf(start, timeZone).to;
          for (let days = 0; days < 8; days += 1) {
            const { day, at: comes } = nextDayMessage(clockOf, told, now);
            const next = spanOf(told, timeZone).to;
            expect(day).toBe(localDateAt(next, timeZone));
            expect(localDateAt(comes, timeZone)).toBe(day);
            expect(quietUntil(quietHours, comes, timeZone)).toBeNull();
            [told, now] = [day, comes];
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

test('a day of a change of clocks has 23 or 25 hours', () => {
  const hours = (day: string) => {
    const { from, to } = spanOf(day, 'Europe/Berlin');
    return (to.getTime() - from.getTime()) / 3_600_000;
  };
  expect([hours('2026-03-29'), hours('2026-10-25'), hours(DAY)]).toEqual([23, 25, 24]);
});

describe('what the message of a day holds', () => {
  let lastId = 0;
  const planned = (wall: string, rule: RecurrenceRule | null = null): DayRow => ({
    id: (lastId += 1),
    text: wall,
    ...planFiring(
      { dateTime: at(wall), rule, floodInterval: null },
      MOSCOW,
      at('2026-11-01T00:00'),
    ),
  });
  const daily: RecurrenceRule = { every: 1, unit: 'DAY' };
  /** Everything of it that is due by then has been sent. */
  const sentBy = (row: DayRow, wall: string): DayRow => {
    const until = at(wall);
    let present = row;
    while (present.nextFireAt && present.nextFireAt <= until) {
      const firing = dueFiring(present, present.nextFireAt);
      if (!firing) throw new Error('nothing is due');
      present = { ...present, ...afterSend(present, firing, present.nextFireAt) };
    }
    return present;
  };
  const linesOf = (
    kind: 'agenda' | 'review',
    rows: DayRow[],
    shown: DayItem[] = [],
    answers: Parameters<typeof dayLines>[1]['answers'] = [],
  ) =>
    inDayOrder(dayLines(kind, { span, shown, answers })(rows), span).map(
      ({ state, at: comes }) => `${instantToWallTime(comes, MOSCOW).slice(5)} ${state}`,
    );
  const itemOf = (row: DayRow, wall: string): DayItem => ({
    reminderId: row.id,
    occurrenceAt: at(wall),
  });

  test('the agenda: what comes until midnight, by its time, and what came that day and waits', () => {
    const rows = [
      planned('2026-11-20T18:00'),
      sentBy(planned('2026-11-20T07:00'), '2026-11-20T07:30'),
      planned('2026-11-19T09:30', daily),
      planned('2026-11-21T00:00'),
      sentBy(planned('2026-11-19T12:00'), '2026-11-20T07:00'),
      { ...planned('2026-11-20T10:00'), completed: true, nextFireAt: null },
    ];
    expect(linesOf('agenda', rows)).toEqual([
      '11-20T07:00 waiting',
      '11-20T09:30 planned',
      '11-20T18:00 planned',
    ]);
  });

  test('a series that comes several times has a line each, one that comes many times one in all', () => {
    const twice = planned('2026-11-19T09:00', { ...daily, times: ['09:00', '21:00'] });
    const water = planned('2026-11-19T09:00', {
      ...daily,
      everyMinutes: 30,
      window: { from: '09:00', to: '18:00' },
    });
    expect(linesOf('agenda', [sentBy(twice, '2026-11-20T08:00')])).toEqual([
      '11-20T09:00 planned',
      '11-20T21:00 planned',
    ]);
    for (const now of ['2026-11-20T08:00', '2026-11-20T12:10', '2026-11-20T23:00']) {
      const [line, ...others] = dayLines('agenda', {
        span,
        shown: [itemOf(water, '2026-11-20T09:00')],
        answers: [],
      })([sentBy(water, now)]);
      expect(others).toEqual([]);
      expect(line).toMatchObject({ state: 'often', count: 19, answerable: false });
    }
  });

  test('paused reminders and whole series that are paused are not in it', () => {
    const series = planned('2026-11-19T09:30', daily);
    const paused = { ...series, ...pause(series, null, NOW) };
    const back = { ...series, ...pause(series, at('2026-11-25T00:00'), NOW) };
    expect(linesOf('agenda', [paused, back])).toEqual([]);
  });

  test('the review: what came that day and waits, not what was answered, put off or came before', () => {
    const evening = '2026-11-20T21:00';
    const waits = sentBy(planned('2026-11-20T09:00'), evening);
    const late = sentBy(planned('2026-11-19T09:00', daily), evening);
    const done = sentBy(planned('2026-11-20T10:00'), evening);
    const put = sentBy(planned('2026-11-20T11:00'), evening);
    const old = sentBy(planned('2026-11-19T10:00'), evening);
    const rows = [
      waits,
      late,
      { ...done, ...finish(done, at(evening)) },
      { ...put, ...postpone(put, 'tomorrow', at(evening), MOSCOW) },
      old,
    ];
    expect(linesOf('review', rows)).toEqual(['11-20T09:00 waiting', '11-20T09:00 waiting']);
  });

  test('a line stays with what became of it: done, skipped, put off, paused; deleted it goes', () => {
    const walls = ['09:00', '10:00', '11:00', '12:00', '13:00'].map((clock) => `${DAY}T${clock}`);
    const fresh = walls.map((wall) => planned(wall));
    const shown = fresh.map((row, i) => itemOf(row, walls[i] ?? ''));
    const [first, second, third, fourth] = fresh;
    if (!first || !second || !third || !fourth) throw new Error('no rows');
    const rows = [
      { ...first, ...finish(first, NOW) },
      { ...second, ...putOff(second, at('2026-11-20T15:00'), NOW) },
      { ...third, ...putOff(third, at('2026-11-22T15:00'), NOW) },
      { ...fourth, ...pause(fourth, null, NOW) },
    ];
    expect(linesOf('agenda', rows, shown)).toEqual([
      '11-20T09:00 done',
      '11-20T12:00 paused',
      '11-20T15:00 planned',
      '11-22T15:00 moved',
    ]);
    const series = planned('2026-11-20T09:30', daily);
    const item = itemOf(series, `${DAY}T09:30`);
    const skipped = { ...series, ...skip(series, NOW) };
    expect(linesOf('agenda', [skipped], [item], [{ ...item, outcome: 'skipped' }])).toEqual([
      '11-20T09:30 skipped',
    ]);
  });

  test('«Готово» of a line is offered where it is about that very occurrence', () => {
    const series = planned('2026-11-18T09:30', daily);
    const answerable = (row: DayRow) =>
      dayLines('agenda', { span, shown: [], answers: [] })([row]).map((line) => line.answerable);
    // Yesterday's waits for an answer: that would be done.
    expect(answerable(sentBy(series, '2026-11-20T08:00'))).toEqual([false]);
    expect(answerable(sentBy(series, '2026-11-20T10:00'))).toEqual([true]);
    expect(answerable(planned('2026-11-20T15:00'))).toEqual([true]);
  });
});
