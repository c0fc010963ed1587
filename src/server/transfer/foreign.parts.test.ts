import { IMPORT_ENTRIES_MAX, IMPORT_EVENTS_MAX, IMPORT_WORDINGS_MAX } from '@/core/limits';
import { type FiringState, scheduleFiring } from '@/core/firing';
import { feedEvents, feedHead, feedTail, feedZone } from '@/core/ics/feed';
import { type RecurrenceRule } from '@/core/recurrence';
import { importTexts } from '@/texts/import';
import { EXPORT_FORMAT } from './export';
import { readCsv } from './csv';
import { type ImportFile } from './entries';
import { readIcs } from './ics';
import { readOwnExport } from './own-export';

const NOW = new Date('2026-11-20T09:00:00Z');
const context = {
  ...{ now: NOW, timeZone: 'Europe/Moscow', morning: '09:00' },
  categories: new Set(['дом', 'работа']),
};

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) => calendar('BEGIN:VEVENT', ...lines, 'END:VEVENT');
const must = async (read: Promise<ImportFile | null>): Promise<ImportFile> => {
  const file = await read;
  if (!file) throw new Error('not read');
  return file;
};
const ics = (text: string) => must(readIcs(text, context));
const csv = (text: string) => must(readCsv(text, context));
const shown = ({ reminders }: ImportFile) =>
  reminders.map(({ text, state }) => [text, state.dateTime.toISOString(), state.timeZone]);
const ruleOf = async (rrule: string, start = 'DTSTART;TZID=Europe/Moscow:20261124T100000') => {
  const file = await ics(event('SUMMARY:Дело', start, `RRULE:${rrule}`));
  return file.reminders[0]?.state.rule ?? file.faults;
};

describe('a calendar', () => {
  test('gives its events and tasks, each at its moment, with and without a zone', async () => {
    const file = await ics(
      calendar(
        ...['BEGIN:VEVENT', 'SUMMARY:В Берлине', 'DTSTART;TZID=Europe/Berlin:20261201T090000'],
        ...['END:VEVENT', 'BEGIN:VEVENT', 'SUMMARY:Мгновение', 'DTSTART:20261201T090000Z'],
        ...['END:VEVENT', 'BEGIN:VEVENT', 'SUMMARY:Без пояса', 'DTSTART:20261201T090000'],
        ...['END:VEVENT', 'BEGIN:VEVENT', 'SUMMARY:Весь день', 'DTSTART;VALUE=DATE:20261201'],
        ...['END:VEVENT', 'BEGIN:VTODO', 'SUMMARY:Срок', 'DUE:20261201T090000Z', 'END:VTODO'],
        ...['BEGIN:VTODO', 'SUMMARY:Когда-нибудь', 'DESCRIPTION:не к спеху', 'END:VTODO'],
      ),
    );
    expect(file.faults).toEqual([]);
    expect(shown(file)).toEqual([
      ['В Берлине', '2026-12-01T08:00:00.000Z', 'Europe/Berlin'],
      ['Мгновение', '2026-12-01T09:00:00.000Z', 'Europe/Moscow'],
      ['Без пояса', '2026-12-01T06:00:00.000Z', 'Europe/Moscow'],
      ['Весь день', '2026-12-01T06:00:00.000Z', 'Europe/Moscow'],
      ['Срок', '2026-12-01T09:00:00.000Z', 'Europe/Moscow'],
    ]);
    expect(file.notes).toMatchObject([{ title: 'Когда-нибудь', content: 'не к спеху' }]);
  });

  test('gives texts as they were written: folded, escaped, of several lines', async () => {
    const file = await ics(
      event(
        ...['DTSTART:20261201T090000Z', 'SUMMARY:Молоко\\, хлеб\\; и 🦊', ' лиса'],
        ...['DESCRIPTION:раз\\nдва \\\\ три', 'CATEGORIES:Дом,Ещё'],
      ),
    );
    expect(file.reminders).toMatchObject([
      { text: 'Молоко, хлеб; и 🦊лиса\nраз\nдва \\ три', category: 'Дом' },
    ]);
  });

  test.each<[string, RecurrenceRule]>([
    ['FREQ=DAILY', { every: 1, unit: 'DAY' }],
    ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', { every: 1, unit: 'WEEK', weekdays: [1, 2, 3, 4, 5] }],
    ['FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=SU,TU', { every: 2, unit: 'WEEK', weekdays: [2, 7] }],
    ['FREQ=MONTHLY', { every: 1, unit: 'MONTH' }],
    ['FREQ=MONTHLY;BYMONTHDAY=24', { every: 1, unit: 'MONTH' }],
    ['FREQ=MONTHLY;BYMONTHDAY=24,10', { every: 1, unit: 'MONTH', monthDays: [10, 24] }],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', { every: 1, unit: 'MONTH', monthly: 'LAST_DAY' }],
    ['FREQ=MONTHLY;BYDAY=4TU', { every: 1, unit: 'MONTH', monthly: 'NTH_WEEKDAY' }],
    ['FREQ=MONTHLY;BYDAY=+4TU', { every: 1, unit: 'MONTH', monthly: 'NTH_WEEKDAY' }],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1',
      { every: 1, unit: 'MONTH', monthly: 'FIRST_WORKDAY' },
    ],
    ['FREQ=MONTHLY;BYDAY=-1TU', { every: 1, unit: 'MONTH', monthly: 'LAST_WEEKDAY' }],
    ['FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24', { every: 1, unit: 'YEAR' }],
    ['FREQ=DAILY;COUNT=3', { every: 1, unit: 'DAY', count: 3 }],
    // At ten in Moscow it comes for the last time on the day before that instant, or at it.
    ['FREQ=DAILY;UNTIL=20261130T220000Z', { every: 1, unit: 'DAY', until: '2026-11-30' }],
    ['FREQ=DAILY;UNTIL=20261201T070000Z', { every: 1, unit: 'DAY', until: '2026-12-01' }],
    ['FREQ=DAILY;UNTIL=20261201T095900', { every: 1, unit: 'DAY', until: '2026-11-30' }],
    ['FREQ=DAILY;UNTIL=20261130', { every: 1, unit: 'DAY', until: '2026-11-30' }],
  ])('repeats: %s', async (rrule, rule) => {
    expect(await ruleOf(rrule)).toEqual(rule);
  });

  test.each([
    ...[
      'FREQ=HOURLY',
      'FREQ=DAILY;BYHOUR=9,21',
      'FREQ=MONTHLY;BYDAY=2TU',
      'FREQ=DAILY;INTERVAL=31',
    ],
    ...['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1', 'FREQ=YEARLY;BYMONTH=1,7', 'FREQ=DAILY;COUNT=0'],
    ...['FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,SU', 'FREQ=WEEKLY;WKST=XX'],
    ...['FREQ=WEEKLY;BYDAY=XX', 'FREQ=DAILY;UNTIL=завтра', 'INTERVAL=2', 'x'],
  ])(
    'a repetition that cannot be kept is named with its line, and not turned into another: %s',
    async (rrule) => {
      const faults = await ruleOf(rrule);
      expect(faults).toMatchObject([{ line: 6 }]);
      expect(JSON.stringify(faults)).toContain('Дело');
    },
  );

  describe('where an occurrence of a series was changed', () => {
    const series = ['UID:1@x', 'SUMMARY:Планёрка', 'DTSTART:20261109T070000Z', 'RRULE:FREQ=WEEKLY'];
    const read = (...changes: string[][]) => {
      const all = [...changes, series].map((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']);
      return ics(calendar(...all.flat()));
    };
    const moved = (of: string, to: string) => [
      ...['UID:1@x', 'SUMMARY:Планёрка', `RECURRENCE-ID:${of}`, `DTSTART:${to}`],
    ];

    test.each([
      ['moved', moved('20261130T070000Z', '20261201T100000Z')],
      ['moved in a zone', [...moved('x', '20261201T100000Z'), 'RECURRENCE-ID;TZID=Mars:x']],
      ['cancelled', [...moved('20261130T070000Z', '20261130T070000Z'), 'STATUS:CANCELLED']],
      [
        'changed with all that follow',
        [
          ...['UID:1@x', 'SUMMARY:Планёрка', 'DTSTART:20261201T100000Z'],
          'RECURRENCE-ID;RANGE=THISANDFUTURE:20261109T070000Z',
        ],
      ],
    ])('one that is to come is named, and rings once: %s', async (_, change) => {
      const file = await read(change);
      expect(file.reminders).toMatchObject([{ state: { rule: { unit: 'WEEK' } } }]);
      expect(file.faults).toMatchObject([{ message: importTexts.changedOccurrence('Планёрка') }]);
      expect(file.faults[0]?.line).toBeGreaterThan(4);
    });

    test('one that has passed, and was put off until a time to come, comes at that time', async () => {
      const file = await read(moved('20261116T070000Z', '20261201T100000Z'));
      expect(file.faults).toEqual([]);
      expect(
        file.reminders.map(({ state }) => [state.rule?.unit, state.dateTime.toISOString()]),
      ).toEqual([
        ['WEEK', '2026-11-09T07:00:00.000Z'],
        [undefined, '2026-12-01T10:00:00.000Z'],
      ]);
    });

    test('without its series, or where that cannot be kept, it comes alone', async () => {
      const alone = moved('20261130T070000Z', '20261201T100000Z');
      expect((await ics(event(...alone))).reminders).toHaveLength(1);
      const yearly = series.map((line) => line.replace('WEEKLY', 'HOURLY'));
      const both = [alone, yearly].map((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']);
      const file = await ics(calendar(...both.flat()));
      expect(shown(file)).toEqual([['Планёрка', '2026-12-01T10:00:00.000Z', 'Europe/Moscow']]);
    });
  });

  test('names what it cannot read by line, and gives the rest', async () => {
    const file = await ics(
      calendar(
        ...['BEGIN:VEVENT', 'SUMMARY:Никогда', 'DTSTART:20260230T090000Z', 'END:VEVENT'],
        ...['BEGIN:VEVENT', 'SUMMARY:Без даты', 'END:VEVENT'],
        ...['BEGIN:VEVENT', 'SUMMARY:Отменено', 'DTSTART:20261201T090000Z', 'STATUS:CANCELLED'],
        ...['END:VEVENT', 'это не строка', 'BEGIN:VEVENT', 'DTSTART;TZID=Mars:20261201T090000'],
        ...['SUMMARY:Марс', 'END:VEVENT'],
      ),
    );
    expect(file.faults.map(({ line }) => line)).toEqual([5, 7, 17]);
    expect(shown(file)).toEqual([['Марс', '2026-12-01T06:00:00.000Z', 'Europe/Moscow']]);
  });

  test('tells of alarms ahead, and of what was done', async () => {
    const file = await ics(
      calendar(
        ...['BEGIN:VEVENT', 'SUMMARY:Врач', 'DTSTART:20261201T090000Z', 'BEGIN:VALARM'],
        ...['TRIGGER:-PT1H30M', 'END:VALARM', 'BEGIN:VALARM', 'TRIGGER:-P1D', 'END:VALARM'],
        ...['BEGIN:VALARM', 'TRIGGER:PT0S', 'END:VALARM', 'END:VEVENT'],
        ...[
          'BEGIN:VTODO',
          'SUMMARY:Сделано',
          'DUE:20261101T090000Z',
          'STATUS:COMPLETED',
          'END:VTODO',
        ],
      ),
    );
    expect(file.reminders.map(({ state }) => [state.preAlerts, state.completed])).toEqual([
      [[1_440, 90], false],
      [[], true],
    ]);
  });

  test('of our own is read back: the same series at the same times', async () => {
    const rules: RecurrenceRule[] = [
      { every: 2, unit: 'WEEK', weekdays: [2, 5] },
      { every: 1, unit: 'MONTH', monthly: 'LAST_DAY' },
      { every: 1, unit: 'YEAR' },
    ];
    const start = { firstWallTime: '2026-11-24T10:00', timeZone: 'Europe/Berlin' };
    const states: FiringState[] = rules.map((rule) =>
      scheduleFiring({ ...start, rule }, { floodInterval: null }, NOW),
    );
    const write = feedEvents({ host: 'example.org', now: NOW, alarms: 'ahead' });
    const text =
      feedHead('Напомню') +
      feedZone('Europe/Berlin', NOW) +
      states
        .flatMap((state, id) => [
          ...write({ id, text: 'Дело', category: null, updatedAt: NOW, state }),
        ])
        .join('') +
      feedTail;
    const file = await ics(text);
    expect(file.reminders.map(({ state }) => state.rule)).toEqual(rules);
    expect(file.reminders.map(({ state }) => state.dateTime)).toEqual(
      states.map(({ dateTime }) => dateTime),
    );
  });
});

describe('a table of TickTick', () => {
  const head = [
    ...['"Date: 2026-11-20+0000"', '"Version: 7.1"'],
    '"Status: \n0 Normal\n1 Completed\n2 Archived"',
    '"Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day","Is Floating"',
  ].join('\n');
  const row = (
    title: string,
    start: string,
    rest: { repeat?: string; status?: string; day?: string; reminder?: string } = {},
  ) =>
    `"","Работа","${title}","TEXT","","раз\nдва","N","${start}","${start}","${rest.reminder ?? ''}","${rest.repeat ?? ''}","0","${rest.status ?? '0'}","2026-01-01T00:00:00+0000","","1","Europe/Berlin","${rest.day ?? 'false'}","false"`;

  test('gives its tasks: moments, whole days, repetitions, what is done, and faults by line', async () => {
    const file = await csv(
      [
        head,
        row('Встреча', '2026-12-01T08:00:00+0000', { reminder: '-PT15M' }),
        row('Весь день', '2026-11-30T23:00:00+0000', { day: 'true' }),
        row('Ряд', '2026-12-01T08:00:00+0000', { repeat: 'RRULE:FREQ=WEEKLY;INTERVAL=1' }),
        row('Сделано', '2026-10-01T08:00:00+0000', { status: '2' }),
        row('Когда-нибудь', ''),
        row('Лунный', '2026-12-01T08:00:00+0000', { repeat: 'LUNAR:FREQ=YEARLY' }),
        row('Дата', 'завтра'),
      ].join('\n'),
    );
    expect(shown(file)).toEqual([
      ['Встреча\nраз\nдва', '2026-12-01T08:00:00.000Z', 'Europe/Berlin'],
      ['Весь день\nраз\nдва', '2026-12-01T08:00:00.000Z', 'Europe/Berlin'],
      ['Ряд\nраз\nдва', '2026-12-01T08:00:00.000Z', 'Europe/Berlin'],
      ['Сделано\nраз\nдва', '2026-10-01T08:00:00.000Z', 'Europe/Berlin'],
    ]);
    expect(
      file.reminders.map(({ state }) => [state.completed, state.rule?.unit, state.preAlerts]),
    ).toEqual([
      [false, undefined, [15]],
      [false, undefined, []],
      [false, 'WEEK', []],
      [true, undefined, []],
    ]);
    expect(file.reminders[0]?.category).toBe('Работа');
    expect(file.notes).toMatchObject([
      { title: 'Когда-нибудь', content: 'раз\nдва' },
      { title: 'Дата', content: 'раз\nдва\nзавтра' },
    ]);
    // Each row takes two lines, below the seven above.
    expect(file.faults.map(({ line }) => line)).toEqual([18, 20]);
  });
});

describe('a table of Todoist', () => {
  const head =
    'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE';
  const table = (...rows: string[]) => csv([head, ...rows, ''].join('\n'));

  test('gives its tasks, whose dates are words; an unclear date is told, and its task is a note', async () => {
    const file = await table(
      'section,Дом,,,,,,,,',
      'task,Оплатить @дом,"раз, два",4,1,,,2026-12-01 09:30,ru,Asia/Omsk',
      'task,Зарядка,,4,1,,,каждый день в 8,ru,Europe/Moscow',
      'task,День,,4,1,,,2026-12-01,ru,',
      'task,Полнолуние,,4,1,,,every other full moon,en,Europe/Moscow',
      'task,Без даты,,4,1,,,,,',
      'note,Примечание,,,,,,,,',
    );
    expect(shown(file)).toEqual([
      ['Оплатить\nраз, два', '2026-12-01T03:30:00.000Z', 'Asia/Omsk'],
      ['Зарядка', '2026-11-21T05:00:00.000Z', 'Europe/Moscow'],
      ['День', '2026-12-01T06:00:00.000Z', 'Europe/Moscow'],
    ]);
    expect(file.reminders[1]?.state.rule).toMatchObject({ every: 1, unit: 'DAY' });
    expect(file.notes).toMatchObject([
      { title: 'Полнолуние', content: 'every other full moon' },
      { title: 'Без даты', content: 'Примечание' },
    ]);
    expect(file.faults).toMatchObject([{ line: 6 }]);
  });

  test.each<[string, string, string | null]>([
    ['Оплатить счёт #12345', 'Оплатить счёт #12345', null],
    ['Написать @ivanov про договор', 'Написать @ivanov про договор', null],
    ['Ответить @ivanov', 'Ответить @ivanov', null],
    ['Купить краску @дом', 'Купить краску', 'дом'],
    ['Отчёт #3 @Работа @дом', 'Отчёт #3', 'Работа'],
    ['Про @дом на холме', 'Про @дом на холме', null],
    ['Отчёт @срочно @работа', 'Отчёт @срочно', 'работа'],
    ['@дом', '@дом', null],
    [`а${' @дом'.repeat(30)}`, `а${' @дом'.repeat(20)}`, 'дом'],
  ])('of a title only categories at its end are labels: %.40s', async (content, text, category) => {
    const file = await table(`task,${content},,4,1,,,2026-12-01,ru,`);
    expect(file.reminders).toMatchObject([{ text, category }]);
  });

  test('with semicolons, as a spreadsheet saves it, is read as well', async () => {
    const text = `${head}\ntask,Молоко,,4,1,,,2026-12-01,ru,`.replaceAll(',', ';');
    expect(shown(await csv(text))).toEqual([
      ['Молоко', '2026-12-01T06:00:00.000Z', 'Europe/Moscow'],
    ]);
  });
});

test('a date of any length is not looked at, and not repeated', async () => {
  const said = 'завтра '.repeat(5_000).trim();
  const file = await csv(`TYPE,CONTENT,DATE\ntask,Молоко,${said}\n`);
  expect(file.reminders).toEqual([]);
  expect(file.notes).toMatchObject([{ title: 'Молоко' }]);
  expect(file.faults[0]?.message.length).toBeLessThan(200);
});

describe('more entries than an import takes are refused', () => {
  const refused = importTexts.tooMany(IMPORT_ENTRIES_MAX);
  const many = (line: string) => `${line}\n`.repeat(IMPORT_ENTRIES_MAX + 1);
  const dated = (dates: readonly string[]) =>
    readCsv(`TYPE,CONTENT,DATE\n${dates.map((date) => `task,a,${date}\n`).join('')}`, context);

  test('of a table', async () => {
    await expect(readCsv(`TYPE,CONTENT,DATE\n${many('a,')}`, context)).rejects.toThrow(refused);
    expect(await readCsv(many('a,'), context)).toBeNull();
  });

  test('of a table with more different dates in words than are read; the same words are read once', async () => {
    const different = Array.from({ length: IMPORT_WORDINGS_MAX + 1 }, (_, i) => `никогда ${i}`);
    await expect(dated(different)).rejects.toThrow(
      importTexts.tooManyWordings(IMPORT_WORDINGS_MAX),
    );
    const same = await dated([...different.slice(1), ...different.slice(1)]);
    expect(same?.notes).toHaveLength(2 * IMPORT_WORDINGS_MAX);
  });

  test('but not dates that are no words, of any number', async () => {
    const days = Array.from({ length: 400 }, (_, i) => new Date(Date.UTC(2027, 0, 1 + i)));
    const iso = days.map((day) => day.toISOString().slice(0, 10));
    const russian = iso.map((day) => day.split('-').toReversed().join('.'));
    const file = await dated([...iso, ...russian, '31.02.2027']);
    expect(file?.reminders).toHaveLength(800);
    expect(file?.reminders[0]?.state.dateTime).toEqual(new Date('2027-01-01T06:00:00Z'));
    expect(file?.reminders[400]?.state.dateTime).toEqual(new Date('2027-01-01T06:00:00Z'));
    expect(file?.notes).toHaveLength(1);
  });

  test('of a calendar, also where its lines are no entries', async () => {
    const lines = 'BEGIN:VEVENT\nEND:VEVENT\n'.repeat(IMPORT_EVENTS_MAX + 1);
    for (const inside of [lines, 'A:\n'.repeat(20 * IMPORT_EVENTS_MAX)]) {
      await expect(readIcs(calendar(inside), context)).rejects.toThrow(
        importTexts.tooMany(IMPORT_EVENTS_MAX),
      );
    }
  });

  test('of our own export, before any is looked at', async () => {
    const profile = { timeZone: 'UTC', timeZoneManual: false };
    const own = (rows: object) =>
      JSON.stringify({ format: EXPORT_FORMAT, profile, reminders: [], notes: [], ...rows });
    const rows = Array.from({ length: IMPORT_ENTRIES_MAX + 1 }, () => ({}));
    const nested = Array.from({ length: 300_001 }, () => ({}));
    const read = (given: object) => readOwnExport(own(given), { userId: 1, botToken: '42:x' });
    for (const given of [{ reminders: rows }, { notes: rows }]) {
      await expect(read(given)).rejects.toThrow(refused);
    }
    await expect(read({ notes: [{ a: nested }] })).rejects.toThrow(/слишком много данных/);
  });
});

test('another table, and what is none, is not read', async () => {
  for (const text of ['', 'a,b,c\n1,2,3', '"', 'имя;дата\nАнна;завтра']) {
    expect(await readCsv(text, context)).toBeNull();
  }
  expect(await readIcs('BEGIN:VCARD\nEND:VCARD', context)).toBeNull();
});

test('a table with an endless line is none, if there is nothing in its cells', async () => {
  const head = 'TYPE,CONTENT,DATE\n';
  expect(await readCsv(head + ','.repeat(1_000_000), context)).toBeNull();
  expect(await readCsv(`${head}task,Молоко,\n${','.repeat(99_999)}\n`, context)).not.toBeNull();
});

test('the letters of a large table are whole wherever it is parted', async () => {
  const rows = Array.from({ length: 3_000 }, (_, i) => `task,${'🦊ё'.repeat(10 + (i % 7))} ${i}\n`);
  const { notes } = await csv(`TYPE,CONTENT,DATE\n${rows.join('')}`);
  expect(notes.map(({ title }) => `task,${title}\n`)).toEqual(rows);
});

describe('while a large file is read others have their turn', () => {
  afterEach(() => jest.restoreAllMocks());
  const dates = 'task,Позвонить,2027-01-01 09:30\n'.repeat(900);
  test.each([
    ['a table', () => csv(`TYPE,CONTENT,DATE\n${dates}`)],
    ['a table of blank lines', () => csv(`TYPE,CONTENT,DATE\n${'\n'.repeat(1_000_000)}`)],
    ['a calendar of one endless line', () => ics(event('SUMMARY:a', ' b\n'.repeat(390_000)))],
  ])('%s', async (_, read) => {
    let turns = 0;
    let isRead = false;
    // However fast the machine is, much time passes between two looks at its clock.
    let clock = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (clock += 10));
    const turn = () => {
      turns += 1;
      if (!isRead) setImmediate(turn);
    };
    setImmediate(turn);
    await read();
    isRead = true;
    expect(turns).toBeGreaterThan(1);
  });
});
