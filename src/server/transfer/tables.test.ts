import { type RecurrenceRule } from '@/core/recurrence';
import { importTexts } from '@/texts/import';
import { readCsv } from './csv';
import { type ImportFile } from './entries';
import { readIcs } from './ics';

// Friday, 12:00 in Moscow.
const NOW = new Date('2026-11-20T09:00:00Z');
const context = {
  now: NOW,
  timeZone: 'Europe/Moscow',
  morning: '09:00',
  categories: new Set<string>(),
};

async function csv(text: string): Promise<ImportFile> {
  const file = await readCsv(text, context);
  if (!file) throw new Error('not read');
  return file;
}
const only = ({ reminders }: ImportFile) =>
  reminders.map(({ state }) => [state.dateTime.toISOString(), state.preAlerts]);
const messages = ({ faults }: ImportFile) => faults.map(({ message }) => message);

const TODOIST = 'TYPE,CONTENT,DESCRIPTION,DATE,TIMEZONE,DEADLINE';
const dated = (date: string, zone = '', deadline = '') =>
  csv(`${TODOIST}\ntask,Дело,раз,"${date}",${zone},${deadline}\n`);

describe('lines', () => {
  test('may end differently within a file, and keep their numbers', async () => {
    const file = await csv(
      `${TODOIST}\r\ntask,Первое,,2026-12-01,,\ntask,Второе,"а\r\nб",в ночь,,\rtask,Третье,,в ночь,,\r\n`,
    );
    expect(file.reminders.map(({ text }) => text)).toEqual(['Первое']);
    expect(file.notes.map(({ title }) => title)).toEqual(['Второе', 'Третье']);
    expect(file.faults.map(({ line }) => line)).toEqual([3, 5]);
  });

  test.each([';', '\t', '|', ','])(
    '«sep=» says by what cells are parted: %j',
    async (separator) => {
      const rows = [TODOIST, 'task,Молоко,,2026-12-01,,'].join('\r\n').replaceAll(',', separator);
      const file = await csv(`sep=${separator}\r\n${rows}\r\n`);
      expect(only(file)).toEqual([['2026-12-01T06:00:00.000Z', []]]);
    },
  );
});

describe('TickTick', () => {
  const head =
    '"List Name","Title","Content","Start Date","Due Date","Reminder","Repeat","Status","Timezone","Is All Day"';
  const row = (
    start: string,
    { reminder = '', repeat = '', zone = 'Europe/Berlin', wholeDay = 'false' } = {},
  ) =>
    csv(
      `${head}\n"","Дело","раз","${start}","","${reminder}","${repeat}","0","${zone}","${wholeDay}"\n`,
    );

  test.each([
    '2026-12-01T08:00:00+0000',
    '2026-12-01 08:00:00+0000',
    '2026-12-01 09:00',
    '2026-12-01 09:00:00',
  ])('a date may have a blank for its T: %s', async (start) => {
    expect(only(await row(start))).toEqual([['2026-12-01T08:00:00.000Z', []]]);
  });

  test.each([
    ['which is to come', '2026-12-01', '2026-12-10', '', '2026-12-01T08:00:00.000Z'],
    ['also once it has begun', '2026-11-18', '2026-12-10', '', '2026-11-18T08:00:00.000Z'],
    ['of a series', '2026-11-18', '2026-12-10', 'FREQ=WEEKLY', '2026-11-18T08:00:00.000Z'],
  ])('a task comes at its start, %s', async (_, start, due, repeat, moment) => {
    const [begins, ends] = [start, due].map((date) => `${date}T08:00:00+0000`);
    const file = await csv(
      `Title,Start Date,Due Date,Repeat,Status\nДело,${begins},${ends},${repeat},0\n`,
    );
    expect(only(file)).toEqual([[moment, []]]);
  });

  test('a whole day comes at its alarm', async () => {
    const wholeDay = 'true';
    const reminder = 'P0DT10H0M0S,-P0DT14H0M0S';
    const file = await row('2026-11-30T23:00:00+0000', { wholeDay, reminder });
    expect(only(file)).toEqual([['2026-12-01T09:00:00.000Z', [1_440]]]);
  });

  test('what is not understood of date, zone and alarms is named', async () => {
    const undated = await row('завтра');
    expect(undated.notes).toMatchObject([{ title: 'Дело', content: 'раз\nзавтра' }]);
    expect(messages(undated)).toEqual([importTexts.unreadDate('завтра')]);
    const elsewhere = await row('2026-12-01T08:00:00+0000', {
      zone: 'Mars/Base',
      reminder: 'PT5M',
    });
    expect(messages(elsewhere)).toEqual([
      importTexts.unknownZone,
      importTexts.alarmsLeftOut(1, 'Дело'),
    ]);
  });
});

describe('dates of Todoist', () => {
  const FRIDAY: RecurrenceRule = { every: 1, unit: 'WEEK', weekdays: [5] };
  const WORKDAYS: RecurrenceRule = { every: 1, unit: 'WEEK', weekdays: [1, 2, 3, 4, 5] };

  test.each<[string, string, RecurrenceRule | null]>([
    ['every friday', '2026-11-27T06:00', FRIDAY],
    ['every fri at 8pm', '2026-11-20T17:00', FRIDAY],
    ['ev friday', '2026-11-27T06:00', FRIDAY],
    ['every mon, wed', '2026-11-23T06:00', { every: 1, unit: 'WEEK', weekdays: [1, 3] }],
    ['every monday and thursday', '2026-11-23T06:00', { every: 1, unit: 'WEEK', weekdays: [1, 4] }],
    ['every other friday', '2026-11-27T06:00', { every: 2, unit: 'WEEK', weekdays: [5] }],
    ['every day', '2026-11-21T06:00', { every: 1, unit: 'DAY' }],
    ['daily at 7:30 am', '2026-11-21T04:30', { every: 1, unit: 'DAY' }],
    ['every 3 days', '2026-11-21T06:00', { every: 3, unit: 'DAY' }],
    ['every other day', '2026-11-21T06:00', { every: 2, unit: 'DAY' }],
    ['every 2 weeks', '2026-11-27T06:00', { every: 2, unit: 'WEEK' }],
    ['every month', '2026-12-20T06:00', { every: 1, unit: 'MONTH' }],
    ['every 15th', '2026-12-15T06:00', { every: 1, unit: 'MONTH' }],
    ['every last day', '2026-11-30T06:00', { every: 1, unit: 'MONTH', monthly: 'LAST_DAY' }],
    [
      'every last workday',
      '2026-11-30T06:00',
      { every: 1, unit: 'MONTH', monthly: 'LAST_WORKDAY' },
    ],
    ['every 1st friday', '2026-12-04T06:00', { every: 1, unit: 'MONTH', monthly: 'NTH_WEEKDAY' }],
    ['every 3rd friday', '2026-12-18T06:00', { every: 1, unit: 'MONTH', monthly: 'NTH_WEEKDAY' }],
    ['every workday', '2026-11-23T06:00', WORKDAYS],
    ['every weekday at 9', '2026-11-23T06:00', WORKDAYS],
    ['every jan 5', '2027-01-05T06:00', { every: 1, unit: 'YEAR' }],
    ['every 5 january', '2027-01-05T06:00', { every: 1, unit: 'YEAR' }],
    ['every! 3 days', '2026-11-21T06:00', { every: 3, unit: 'DAY', afterDone: true }],
    ['Dec 1', '2026-12-01T06:00', null],
    ['1 Dec 2027', '2027-12-01T06:00', null],
    ['dec 1 2027 at 9am', '2027-12-01T06:00', null],
    ['tomorrow at 21:00', '2026-11-21T18:00', null],
    ['каждую пятницу', '2026-11-27T06:00', FRIDAY],
    ['каждое 15', '2026-12-15T06:00', { every: 1, unit: 'MONTH' }],
    ['каждый последний день', '2026-11-30T06:00', { every: 1, unit: 'MONTH', monthly: 'LAST_DAY' }],
    ['каждые! 3 дня', '2026-11-21T06:00', { every: 3, unit: 'DAY', afterDone: true }],
    ['1 дек 2027', '2027-12-01T06:00', null],
  ])('%s', async (words, at, rule) => {
    const file = await dated(words);
    expect(messages(file)).toEqual([]);
    expect(
      file.reminders.map(({ state }) => [state.dateTime.toISOString().slice(0, 16), state.rule]),
    ).toEqual([[at, rule]]);
  });

  test.each(['every! friday', 'every full moon', 'jeden Freitag', 'every 3 fortnights'])(
    'one that is not clear becomes a note, and is named: %s',
    async (words) => {
      const file = await dated(words);
      expect(file.notes).toMatchObject([{ title: 'Дело', content: `раз\n${words}` }]);
      expect(messages(file)).toEqual([importTexts.unreadDate(words)]);
    },
  );

  test('a deadline is a date where there is no other, and is kept beside one', async () => {
    expect(only(await dated('', '', '2026-12-05'))).toEqual([['2026-12-05T06:00:00.000Z', []]]);
    const both = await dated('2026-12-01', '', '2026-12-05');
    expect(both.reminders).toMatchObject([{ text: 'Дело\nраз\nКрайний срок: 2026-12-05' }]);
    expect(only(both)).toEqual([['2026-12-01T06:00:00.000Z', []]]);
  });

  test('comments become lines of the task above them; one above all tasks becomes a note', async () => {
    const file = await csv(
      [
        TODOIST,
        'note,О проекте,,,,',
        'task,Молоко,раз,2026-12-01,,',
        'note,"два, жирность 3,2",,,,',
        'note,,,,,',
        'note,три,,,,',
        'task,Хлеб,,,,',
        'note,четыре,,,,',
        'section,Дом,,,,',
        '',
      ].join('\n'),
    );
    expect(file.reminders.map(({ text }) => text)).toEqual(['Молоко\nраз\nдва, жирность 3,2\nтри']);
    expect(file.notes.map(({ title, content }) => [title, content])).toEqual([
      ['О проекте', 'О проекте'],
      ['Хлеб', 'четыре'],
    ]);
    expect(messages(file)).toEqual([]);
  });

  test('a zone that nobody knows is said', async () => {
    expect(messages(await dated('2026-12-01', 'Mars/Base'))).toEqual([importTexts.unknownZone]);
  });
});

describe('what was to come before now', () => {
  const states = (file: ImportFile | null) =>
    file?.reminders.map(({ state }) => ({
      completed: state.completed,
      nextFireAt: state.nextFireAt,
      openOccurrenceAt: state.openOccurrenceAt,
      waitingSince: state.waitingSince,
    }));
  const at = new Date('2026-11-19T06:00:00Z');
  const waits = { completed: false, nextFireAt: null, openOccurrenceAt: at, waitingSince: NOW };
  const ticked = (status: string) =>
    `Title,Start Date,Due Date,Repeat,Status\nДело,2026-11-19T06:00:00+0000,,,${status}\n`;
  const component = (name: string, ...lines: string[]) =>
    ['BEGIN:VCALENDAR', `BEGIN:${name}`, 'SUMMARY:Дело', ...lines, `END:${name}`, 'END:VCALENDAR']
      .join('\r\n')
      .concat('\r\n');
  const due = 'DUE:20261119T060000Z';

  test.each([
    ['Todoist', () => dated('2026-11-19')],
    ['TickTick', () => csv(ticked('0'))],
    ['a calendar', () => readIcs(component('VTODO', due, 'STATUS:NEEDS-ACTION'), context)],
    ['a calendar that says no status', () => readIcs(component('VTODO', due), context)],
  ])(
    'waits for an answer from now on, and does not ring, if its program says that it is open: %s',
    async (_, read) => {
      expect(states(await read())).toEqual([waits]);
    },
  );

  test.each([
    ['an event', () => readIcs(component('VEVENT', 'DTSTART:20261119T060000Z'), context)],
    ['a task that is done', () => readIcs(component('VTODO', due, 'STATUS:COMPLETED'), context)],
    ['a task of a table that is done', () => csv(ticked('2'))],
  ])('goes to the archive if nobody has to answer it: %s', async (_, read) => {
    expect(states(await read())).toEqual([
      { completed: true, nextFireAt: null, openOccurrenceAt: null, waitingSince: null },
    ]);
  });

  test.each([
    ['19 ноя', '2026-11-19T06:00:00.000Z'],
    ['nov 19 10:00', '2026-11-19T07:00:00.000Z'],
    ['19.11', '2026-11-19T06:00:00.000Z'],
    ['20 янв', '2027-01-20T06:00:00.000Z'],
    ['19 ноя 2027', '2027-11-19T06:00:00.000Z'],
    ['через 11 месяцев', '2027-10-20T06:00:00.000Z'],
  ])('is of this year where a date names none: %s', async (said, moment) => {
    expect(only(await dated(said))).toEqual([[moment, []]]);
  });
});
