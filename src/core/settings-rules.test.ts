import { validationTexts } from '@/texts/validation';
import { DAY_PART_RANGES, SNOOZE_PRESETS } from './limits';
import { USUAL_SETTINGS } from './settings';
import { changedSettings, type UncheckedSettings } from './settings-rules';

const texts = validationTexts.settings;
const usual = USUAL_SETTINGS.dayParts;
const change = (given: UncheckedSettings, present = USUAL_SETTINGS) =>
  changedSettings(present, given, [1, 2]);
/** «field: message» of each fault, in order. */
const faults = (given: UncheckedSettings) => {
  const result = change(given);
  return result.ok ? [] : result.errors.map(({ field, message }) => `${field}: ${message}`);
};

test('what is absent stays as it was', () => {
  const present = {
    dayParts: { morning: '07:30', day: '13:00', evening: '21:15' },
    snoozes: ['5m', '30m', '3h', 'tomorrow'] as const,
    categoryId: 2,
    quietHours: { from: '23:00', to: '07:00' },
    agenda: '07:45',
    review: null,
  };
  expect(change({}, present)).toEqual({ ok: true, value: present });
  expect(change({ categoryId: null, quietHours: null }, present)).toEqual({
    ok: true,
    value: { ...present, categoryId: null, quietHours: null },
  });
});

test.each(['morning', 'day', 'evening'] as const)(
  'the hour of «%s» is taken up to both ends of its range, and refused a minute behind them',
  (part) => {
    const [first, last] = DAY_PART_RANGES[part];
    const minuteOff = (clock: string, by: number) => {
      const minutes = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)) + by;
      return new Date(minutes * 60_000).toISOString().slice(11, 16);
    };
    const own = {
      morning: { morning: '', day: '13:00', evening: '20:00' },
      day: { morning: '06:00', day: '', evening: '20:00' },
      evening: { morning: '06:00', day: '12:00', evening: '' },
    }[part];
    const said = `${part}: ${texts.dayPart[part](first, last)}`;
    expect(faults({ dayParts: { ...own, [part]: first } })).toEqual([]);
    expect(faults({ dayParts: { ...own, [part]: last } })).toEqual([]);
    expect(faults({ dayParts: { ...own, [part]: minuteOff(first, -1) } })).toEqual([said]);
    expect(faults({ dayParts: { ...own, [part]: minuteOff(last, 1) } })).toEqual([said]);
    for (const nothing of ['', '9:00', '24:00', '09:60', 'утром']) {
      expect(faults({ dayParts: { ...own, [part]: nothing } })).toEqual([
        `${part}: ${validationTexts.time.invalid}`,
      ]);
    }
  },
);

test('the parts of a day come in their order', () => {
  expect(faults({ dayParts: { ...usual, morning: '11:30', day: '11:30' } })).toEqual([
    `day: ${texts.dayPartOrder.day}`,
  ]);
  expect(faults({ dayParts: { ...usual, day: '17:30', evening: '17:00' } })).toEqual([
    `evening: ${texts.dayPartOrder.evening}`,
  ]);
});

test('there are four snoozes, each another one, and only such as can be offered', () => {
  const said = `snoozes: ${texts.snoozes(SNOOZE_PRESETS.length)}`;
  expect(faults({ snoozes: ['5m', '45m', 'tomorrow', 'evening'] })).toEqual([]);
  expect(faults({ snoozes: ['5m', '5m', 'tomorrow', 'evening'] })).toEqual([said]);
  expect(faults({ snoozes: ['5m', '10m', '1h'] })).toEqual([said]);
  expect(faults({ snoozes: ['5m', '10m', '1h', '2h', '3h'] })).toEqual([said]);
  expect(faults({ snoozes: ['5m', '10m', '1h', '2h', '2h'] })).toEqual([said]);
  expect(faults({ snoozes: [] })).toEqual([said]);
  expect(faults({ snoozes: ['5m', '10m', '1h', '7m'] })).toEqual([
    `snoozes: ${texts.snoozeUnknown}`,
  ]);
});

test('a category has to be one of those there are', () => {
  expect(faults({ categoryId: 2 })).toEqual([]);
  expect(faults({ categoryId: 3 })).toEqual([`categoryId: ${texts.category}`]);
});

test('quiet hours have a beginning and another end', () => {
  expect(faults({ quietHours: { from: '23:00', to: '08:00' } })).toEqual([]);
  expect(faults({ quietHours: { from: '13:00', to: '14:30' } })).toEqual([]);
  expect(faults({ quietHours: { from: '08:00', to: '08:00' } })).toEqual([
    `quietHours: ${texts.quietSame}`,
  ]);
  expect(faults({ quietHours: { from: '8:00', to: '' } })).toEqual([
    `quietHours: ${texts.quietInvalid}`,
  ]);
});

test('all faults are told together', () => {
  const given = { dayParts: { ...usual, day: '03:00' }, snoozes: [], categoryId: 9 };
  expect(faults(given).map((fault) => fault.split(':')[0])).toEqual([
    'day',
    'snoozes',
    'categoryId',
  ]);
});

test.each(['agenda', 'review'] as const)(
  'the %s comes at any minute of the day, or not at all; what is no time is refused',
  (kind) => {
    for (const clock of ['00:00', '23:59', null]) {
      expect(change({ [kind]: clock })).toMatchObject({ ok: true, value: { [kind]: clock } });
    }
    for (const clock of ['', '24:00', '8', '08:60']) {
      expect(faults({ [kind]: clock })).toEqual([`${kind}: ${validationTexts.time.invalid}`]);
    }
  },
);
