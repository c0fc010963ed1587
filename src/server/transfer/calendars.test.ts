import { type ImportFile } from './entries';
import { readIcs } from './ics';
import { importTexts } from '@/texts/import';

const NOW = new Date('2026-11-20T09:00:00Z');
const context = {
  now: NOW,
  timeZone: 'Europe/Moscow',
  morning: '09:00',
  categories: new Set<string>(),
};

async function ics(...lines: string[]): Promise<ImportFile> {
  const text = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');
  const file = await readIcs(text, context);
  if (!file) throw new Error('not read');
  return file;
}
const event = (...lines: string[]) => ics('BEGIN:VEVENT', 'SUMMARY:Дело', ...lines, 'END:VEVENT');
const task = (...lines: string[]) => ics('BEGIN:VTODO', 'SUMMARY:Дело', ...lines, 'END:VTODO');
const alarm = (trigger: string, ...more: string[]) => [
  'BEGIN:VALARM',
  `TRIGGER${trigger}`,
  ...more,
  'END:VALARM',
];
/** When the only reminder comes, and how many minutes ahead it is told of. */
const only = ({ reminders }: ImportFile) =>
  reminders.map(({ state }) => [state.dateTime.toISOString(), state.preAlerts]);
const messages = ({ faults }: ImportFile) => faults.map(({ message }) => message);

describe('alarms', () => {
  const DAY = 'DTSTART;VALUE=DATE:20261201';
  const TIMED = 'DTSTART;TZID=Europe/Moscow:20261201T120000';
  const ABSOLUTE = ';VALUE=DATE-TIME:';

  test.each<[string, string[], string, number[]]>([
    ['a day without one comes in the morning', [DAY], '06:00', []],
    ['its alarm is its time', [DAY, ...alarm(':PT10H')], '07:00', []],
    ['also at midnight', [DAY, ...alarm(':PT0S')], '-30T21:00', []],
    ['the last of that day counts', [DAY, ...alarm(':PT8H'), ...alarm(':PT20H')], '17:00', [720]],
    ['one of the day before is ahead of it', [DAY, ...alarm(':-PT15H')], '06:00', [1_440]],
    ['seconds count', [TIMED, ...alarm(':-PT900S')], '09:00', [15]],
    ['an instant is one', [TIMED, ...alarm(`${ABSOLUTE}20261201T080000Z`)], '09:00', [60]],
    [
      'Apple’s "none" is none',
      [TIMED, ...alarm(`${ABSOLUTE}19760401T005545Z`, 'ACTION:NONE')],
      '09:00',
      [],
    ],
    [
      'from the end',
      [TIMED, 'DTEND;TZID=Europe/Moscow:20261201T130000', ...alarm(';RELATED=END:-PT2H')],
      '09:00',
      [60],
    ],
    [
      'from the end of what lasts',
      [TIMED, 'DURATION:PT1H', ...alarm(';RELATED=END:-PT90M')],
      '09:00',
      [30],
    ],
    [
      'one that rings again',
      [TIMED, ...alarm(':-PT15M', 'REPEAT:2', 'DURATION:PT5M')],
      '09:00',
      [15, 10, 5],
    ],
  ])('%s', async (_, lines, at, preAlerts) => {
    const file = await event(...lines);
    const expected = at.startsWith('-') ? `2026-11${at}:00.000Z` : `2026-12-01T${at}:00.000Z`;
    expect(only(file)).toEqual([[expected, preAlerts]]);
    expect(file.faults).toEqual([]);
  });

  test('an alarm at the midnight behind a day is not its time', async () => {
    const file = await event(DAY, ...alarm(':PT9H'), ...alarm(':P1D'));
    expect(only(file)).toEqual([['2026-12-01T06:00:00.000Z', []]]);
  });

  test.each<[string, string[], number, number[]]>([
    ['behind the start', [TIMED, ...alarm(':PT5M')], 1, []],
    ['behind the day', [DAY, ...alarm(':P1DT9H')], 1, []],
    ['not at a whole minute', [TIMED, ...alarm(':-PT90S')], 1, []],
    ['in no known words', [TIMED, ...alarm(':скоро')], 1, []],
    ['more than a year ahead', [TIMED, ...alarm(':-P400D')], 1, []],
    [
      'more than five',
      [TIMED, ...[5, 10, 15, 20, 25, 30, 35].flatMap((each) => alarm(`:-PT${each}M`))],
      2,
      [25, 20, 15, 10, 5],
    ],
    [
      'one instant of a series',
      [TIMED, 'RRULE:FREQ=DAILY', ...alarm(`${ABSOLUTE}20261201T080000Z`)],
      1,
      [],
    ],
  ])('what cannot be told is named: %s', async (_, lines, count, preAlerts) => {
    const file = await event(...lines);
    expect(messages(file)).toEqual([importTexts.alarmsLeftOut(count, 'Дело')]);
    expect(file.reminders[0]?.state.preAlerts).toEqual(preAlerts);
  });

  test('an instant stays one where the clocks are changed between', async () => {
    const file = await event(
      'DTSTART;TZID=Europe/Berlin:20270328T100000',
      ...alarm(`${ABSOLUTE}20270328T000000Z`),
    );
    expect(only(file)).toEqual([['2027-03-28T08:00:00.000Z', [480]]]);
  });

  test('a task with nothing but alarms comes at the last of them', async () => {
    const file = await task(
      ...alarm(`${ABSOLUTE}20261201T080000Z`),
      ...alarm(`${ABSOLUTE}20261201T070000Z`),
    );
    expect(only(file)).toEqual([['2026-12-01T08:00:00.000Z', [60]]]);
  });

  test('what is over is told without its alarms', async () => {
    expect(messages(await event('DTSTART:20200101T090000Z', ...alarm(':PT5M')))).toEqual([]);
  });
});

describe('tasks', () => {
  test('the due moment counts, and alarms count from the start', async () => {
    const file = await task(
      'DTSTART:20261201T080000Z',
      'DUE:20261202T080000Z',
      ...alarm(':-PT30M'),
    );
    expect(only(file)).toEqual([['2026-12-02T08:00:00.000Z', [1_470]]]);
  });

  test('a series that is due later ends later, and where days are named it is refused', async () => {
    const dates = ['DTSTART;VALUE=DATE:20261201', 'DUE;VALUE=DATE:20261203'];
    const daily = await task(...dates, 'RRULE:FREQ=DAILY;INTERVAL=7;UNTIL=20261215');
    expect(daily.reminders[0]?.state.rule).toEqual({ every: 7, unit: 'DAY', until: '2026-12-17' });
    const named = await task(...dates, 'RRULE:FREQ=WEEKLY;BYDAY=TU');
    expect(named.reminders).toEqual([]);
    expect(messages(named)).toEqual([importTexts.unknownRepeat('Дело')]);
  });

  test.each(['STATUS:COMPLETED', 'COMPLETED:20261101T080000Z', 'PERCENT-COMPLETE:100'])(
    'is done: %s',
    async (line) => {
      const file = await task('DUE:20261201T080000Z', line);
      expect(file.reminders.map(({ state }) => state.completed)).toEqual([true]);
    },
  );

  test.each(['PERCENT-COMPLETE:99', 'STATUS:IN-PROCESS'])('is not done: %s', async (line) => {
    const file = await task('DUE:20261201T080000Z', line);
    expect(file.reminders.map(({ state }) => state.completed)).toEqual([false]);
  });

  test('whose date cannot be read is a note, and named; an event too', async () => {
    for (const read of [task, event]) {
      const file = await read('DTSTART:когда-нибудь', 'DESCRIPTION:раз');
      expect(file.notes).toMatchObject([{ title: 'Дело', content: 'раз\nкогда-нибудь' }]);
      expect(messages(file)).toEqual([importTexts.unreadDate('когда-нибудь')]);
    }
    const undated = await event();
    expect(undated.notes).toMatchObject([{ title: 'Дело' }]);
    expect(messages(undated)).toEqual([importTexts.noDate]);
  });
});

describe('zones', () => {
  const observance = (kind: string, from: string, to: string, start: string, rrule = '') => [
    `BEGIN:${kind}`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    `DTSTART:${start}`,
    ...(rrule ? [`RRULE:FREQ=YEARLY;${rrule}`] : []),
    `END:${kind}`,
  ];
  const zone = (name: string, ...parts: string[][]) => [
    'BEGIN:VTIMEZONE',
    `TZID:${name}`,
    ...parts.flat(),
    'END:VTIMEZONE',
  ];
  const western = zone(
    'W. Europe Standard Time',
    observance('STANDARD', '+0200', '+0100', '16010101T030000', 'BYDAY=-1SU;BYMONTH=10'),
    observance('DAYLIGHT', '+0100', '+0200', '16010101T020000', 'BYDAY=-1SU;BYMONTH=3'),
  );
  const odd = zone('Местное', observance('STANDARD', '+0317', '+0317', '16010101T000000'));
  const named = (definition: string[], start: string, ...more: string[]) =>
    ics(
      ...definition,
      'BEGIN:VEVENT',
      'SUMMARY:Дело',
      `DTSTART;TZID=${start}`,
      ...more,
      'END:VEVENT',
    );

  test('a series by the clocks that the file defines goes by them through the year', async () => {
    const file = await named(
      western,
      'W. Europe Standard Time:20261201T090000',
      'RRULE:FREQ=DAILY',
    );
    expect(file.faults).toEqual([]);
    const state = file.reminders[0]?.state;
    expect(state?.dateTime.toISOString()).toBe('2026-12-01T08:00:00.000Z');
    expect(
      new Date('2027-07-01T09:00:00Z').toLocaleTimeString('ru', { timeZone: state?.timeZone }),
    ).toBe(
      new Date('2027-07-01T09:00:00Z').toLocaleTimeString('ru', { timeZone: 'Europe/Berlin' }),
    );
  });

  test.each(['/Europe/Vienna', '/mozilla.org/20050126_1/Europe/Vienna', '"Europe/Vienna"'])(
    'a known zone behind a path is itself: %s',
    async (name) => {
      const file = await named([], `${name}:20261201T090000`);
      expect(file.reminders[0]?.state.timeZone).toBe('Europe/Vienna');
      expect(file.faults).toEqual([]);
    },
  );

  test('by clocks of no known zone a one-shot keeps its instant, and a series is named', async () => {
    const start = 'Местное:20261201T091700';
    expect(only(await named(odd, start))).toEqual([['2026-12-01T06:00:00.000Z', []]]);
    const series = await named(odd, start, 'RRULE:FREQ=DAILY');
    expect(series.reminders).toEqual([]);
    expect(messages(series)).toEqual([importTexts.unlikeAnyZone('Дело')]);
  });

  test('what neither the file nor anybody knows is read by one’s own clocks, and said', async () => {
    const file = await named([], 'W. Europe Standard Time:20261201T090000');
    expect(only(file)).toEqual([['2026-12-01T06:00:00.000Z', []]]);
    expect(messages(file)).toEqual([importTexts.unknownZone]);
  });
});

test('a task that repeats and says no date is named, and does not become a note in silence', async () => {
  const file = await task('RRULE:FREQ=DAILY');
  expect([...file.reminders, ...file.notes]).toEqual([]);
  expect(messages(file)).toEqual([importTexts.unknownRepeat('Дело')]);
});

test('what was once, and has passed, counts as done at its time: nobody has to answer it', async () => {
  const { reminders } = await event('DTSTART:20251201T060000Z');
  const at = new Date('2025-12-01T06:00:00Z');
  expect(reminders.map(({ state }) => state)).toMatchObject([
    { completed: true, dateTime: at, doneAt: at, nextFireAt: null },
  ]);
});

test('of several categories the first counts, and a comma of its name parts nothing', async () => {
  const { reminders } = await event(
    'DTSTART:20261201T060000Z',
    String.raw`CATEGORIES:Дом\, дача,Сад`,
  );
  expect(reminders.map(({ category }) => category)).toEqual(['Дом, дача']);
});
