import fc from '@/testing/fast-check';
import { presetTexts, type SnoozePreset } from '@/texts/presets';
import { SNOOZE_PRESETS, WHEN_PRESETS } from './limits';
import {
  formPresetsAt,
  isNight,
  momentOf,
  readSnoozePreset,
  snoozeUntil,
  suggestedMoment,
  whenPresetsAt,
} from './presets';
import { instantToWallTime, wallTimeToInstant } from './time-zone';
import { zone } from '@/testing/temporal-oracle';

const MOSCOW = 'Europe/Moscow';
/** An instant by Moscow's clocks. */
const at = (wall: string) => wallTimeToInstant(wall, MOSCOW);

describe('a snooze button means', () => {
  test.each<[SnoozePreset, string, string]>([
    ['10m', '2026-11-20T23:55:30', '2026-11-21T00:05:30'],
    ['1h', '2026-11-20T23:55', '2026-11-21T00:55'],
    ['evening', '2026-11-20T09:00', '2026-11-20T19:00'],
    ['evening', '2026-11-20T18:45', '2026-11-20T19:00'],
    ['evening', '2026-11-20T18:46', '2026-11-21T19:00'],
    ['evening', '2026-11-20T22:00', '2026-11-21T19:00'],
    ['tomorrow', '2026-11-20T09:00', '2026-11-21T09:00'],
    ['tomorrow', '2026-11-20T23:59', '2026-11-21T09:00'],
    // Awake past midnight, «завтра» is the morning that comes after sleep.
    ['tomorrow', '2026-11-21T01:30', '2026-11-21T09:00'],
    ['tomorrow', '2026-11-21T04:00', '2026-11-22T09:00'],
  ])('«%s» at %s: %s', (choice, now, wanted) => {
    expect(snoozeUntil(choice, at(now), MOSCOW)).toEqual(at(wanted));
  });

  test('the clock of the user’s zone, across a change of clocks', () => {
    const saturday = new Date('2026-03-28T10:00:00Z');
    expect(snoozeUntil('tomorrow', saturday, 'Europe/Berlin').toISOString()).toBe(
      '2026-03-29T07:00:00.000Z',
    );
  });
});

test('a button of «Отложить» is read as what it was written for, spans no longer on offer included', () => {
  for (const preset of [...SNOOZE_PRESETS, '45m', '3h'] as const) {
    expect(readSnoozePreset(preset)).toBe(preset);
  }
  for (const other of ['', '0m', '1d', '10m ', '1000m', '-1h', 'done', 'monday']) {
    expect(readSnoozePreset(other)).toBeUndefined();
  }
});

describe('a button of «Когда напомнить?» means', () => {
  test.each<[(typeof WHEN_PRESETS)[number], string, string]>([
    ['1h', '2026-11-20T23:30', '2026-11-21T00:30'],
    ['3h', '2026-11-20T10:00', '2026-11-20T13:00'],
    ['evening', '2026-11-20T18:59', '2026-11-20T19:00'],
    // Pressed late, on a card of the afternoon.
    ['evening', '2026-11-20T19:00', '2026-11-21T19:00'],
    ['nextEvening', '2026-11-20T18:30', '2026-11-21T19:00'],
    ['morning', '2026-11-20T10:00', '2026-11-21T09:00'],
    ['monday', '2026-11-20T10:00', '2026-11-23T09:00'],
    ['monday', '2026-11-23T08:00', '2026-11-30T09:00'],
    // Awake past midnight: «завтра» is the same as on the buttons of «Отложить».
    ['morning', '2026-11-21T01:30', '2026-11-21T09:00'],
    ['nextEvening', '2026-11-21T01:30', '2026-11-21T19:00'],
    ['monday', '2026-11-23T01:30', '2026-11-23T09:00'],
  ])('«%s» at %s: %s', (preset, now, wanted) => {
    expect(momentOf(preset, at(now), MOSCOW)).toEqual(at(wanted));
  });

  test('a moment ahead, whenever and wherever it is pressed', () => {
    const now = fc.date({
      min: at('2020-01-01T00:00'),
      max: at('2040-01-01T00:00'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(fc.constantFrom(...WHEN_PRESETS), now, zone, (preset, instant, timeZone) => {
        expect(momentOf(preset, instant, timeZone).getTime()).toBeGreaterThan(instant.getTime());
      }),
    );
  });
});

test.each([
  ['2026-11-20T18:29', 'evening'],
  ['2026-11-20T18:30', 'nextEvening'],
  ['2026-11-20T23:00', 'nextEvening'],
])('of the two evenings a card at %s offers %s', (now, evening) => {
  const offered = whenPresetsAt(at(now), MOSCOW).filter((each) => each.endsWith('vening'));
  expect(offered).toEqual([evening]);
});

test.each<[SnoozePreset, string, string, string]>([
  ['10m', '10 мин', '+10 мин', 'на 10 минут'],
  ['1m', '1 мин', '+1 мин', 'на минуту'],
  ['1h', '1 час', '+1 час', 'на час'],
  ['3h', '3 часа', '+3 часа', 'на 3 часа'],
  ['evening', 'Вечером', 'Вечером', 'до вечера'],
  ['tomorrow', 'Завтра', '+1 день', 'на завтра'],
])('«%s» is said as «%s», «%s» and «%s»', (preset, snooze, move, putOff) => {
  expect(presetTexts.snooze(preset)).toBe(snooze);
  expect(presetTexts.move(preset)).toBe(move);
  expect(presetTexts.putOff(preset)).toBe(putOff);
});

describe('a new form offers', () => {
  const chips = (wall: string) =>
    formPresetsAt(at(wall), MOSCOW).map(({ preset, at: comesAt }) => {
      const label = presetTexts.when(preset, isNight(at(wall), MOSCOW));
      return `${label}: ${instantToWallTime(comesAt, MOSCOW)}`;
    });

  test('an hour, this evening, tomorrow morning, Monday', () => {
    expect(chips('2026-11-19T10:20:30')).toEqual([
      'Через час: 2026-11-19T11:20',
      'Сегодня вечером: 2026-11-19T19:00',
      'Завтра утром: 2026-11-20T09:00',
      'В понедельник: 2026-11-23T09:00',
    ]);
  });

  test('after midnight the coming morning is called no other day than it is', () => {
    const names = (wall: string) =>
      formPresetsAt(at(wall), MOSCOW).map(({ preset }) =>
        presetTexts.moment(preset, isNight(at(wall), MOSCOW)),
      );
    expect(names('2026-11-20T02:00')).toEqual(['Через час', 'Вечером', 'Утром', 'В понедельник']);
    expect(names('2026-11-20T04:00')).toContain('Завтра утром');
  });

  test.each([
    ['an evening that is over or about to begin', '2026-11-19T18:45', /вечером/],
    ['an evening that is an hour ahead', '2026-11-19T18:00', /вечером/],
    ['a Monday that is tomorrow', '2026-11-22T10:00', /понедельник/],
  ])('not %s', (_, now, chip) => {
    expect(chips(now).filter((each) => chip.test(each))).toEqual([]);
  });
});

describe('a new form begins with', () => {
  test.each([
    ['the next full hour', '2026-11-20T10:10', '2026-11-20T11:00'],
    ['one that is half an hour ahead', '2026-11-20T10:30', '2026-11-20T11:00'],
    ['the one after it where that is nearer', '2026-11-20T10:31', '2026-11-20T12:00'],
    ['the last hour of the day', '2026-11-20T21:15', '2026-11-20T22:00'],
    ['the next morning by night', '2026-11-20T21:45', '2026-11-21T09:00'],
    ['this morning after midnight', '2026-11-21T02:00', '2026-11-21T09:00'],
    ['an early hour', '2026-11-21T07:10', '2026-11-21T08:00'],
  ])('%s: at %s %s', (_, now, wanted) => {
    expect(suggestedMoment(at(now), MOSCOW)).toEqual(at(wanted));
  });

  test('at least half an hour ahead, by day, whatever the clocks do', () => {
    const inYear = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) });
    fc.assert(
      fc.property(inYear, zone, (ms, timeZone) => {
        const moment = suggestedMoment(new Date(ms), timeZone);
        expect(moment.getTime()).toBeGreaterThanOrEqual(ms + 30 * 60_000);
        const clock = instantToWallTime(moment, timeZone).slice(11);
        expect(clock >= '08:00' && clock <= '22:00').toBe(true);
      }),
    );
  });
});
