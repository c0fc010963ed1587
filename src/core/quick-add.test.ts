import { REMINDER_TEXT_MAX } from './limits';
import { parseAnswer, parseQuickAdd, type QuickAddResult, withTime } from './quick-add';
import { CORPUS } from './quick-add/test-data/corpus';
import { type RecurrenceRule, upcomingOccurrences } from './recurrence';
import { localDateAt, wallTimeToInstant } from './time-zone';

const named = (names: readonly string[]) => names.map((name, index) => ({ id: index + 1, name }));
const TYPES = named(['Напоминание', 'Проверка', 'Оплата', 'Встреча', 'Звонок', 'Лекарство']);
const CATEGORIES = named([
  'Личное',
  'Работа',
  'Дом',
  'Семья',
  'Здоровье',
  'Учёба',
  'Финансы',
  'Покупки',
  'Другое',
]);
const WALL_NOW = '2026-11-20T12:00';

function read(said: string, wallNow = WALL_NOW, timeZone = 'Europe/Moscow'): QuickAddResult {
  const now = wallTimeToInstant(wallNow, timeZone);
  return parseQuickAdd(said, { now, timeZone, types: TYPES, categories: CATEGORIES });
}

function ruleInWords(rule: RecurrenceRule | null): string {
  if (!rule) return '';
  return [
    ` every ${rule.every} ${rule.unit}`,
    rule.weekdays && `on ${rule.weekdays.join()}`,
    rule.monthly,
    rule.monthDays && `on the ${rule.monthDays.join()}`,
    rule.times && `at ${rule.times.join()}`,
    rule.everyMinutes !== undefined && `every ${rule.everyMinutes} minutes`,
    rule.window && `${rule.window.from}-${rule.window.to}`,
    rule.afterDone && 'after done',
    rule.count !== undefined && `${rule.count} times`,
    rule.until && `until ${rule.until}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function inWords(result: QuickAddResult): string {
  const when = result.outcome === 'no-text' ? result.when : 'rule' in result ? result : null;
  const outcome = ['ready', 'needs-time'].includes(result.outcome) ? '' : result.outcome;
  if (!when) return outcome;
  const at =
    'wallTime' in when
      ? when.wallTime.replace('T', ' ') + (when.movedToTomorrow ? ' moved' : '')
      : when.date;
  return `${outcome} ${at}${ruleInWords(when.rule)}`.trim();
}

describe.each(CORPUS)('$name', ({ wallNow, lines }) => {
  it.each(lines)('«%s» means %s, «%s»', (said, means, text) => {
    const result = read(said, wallNow);
    expect([inWords(result), result.text]).toEqual([means, text]);
  });
});

describe('zones', () => {
  const instant = (said: string, timeZone: string, wallNow = WALL_NOW) => {
    const result = read(said, wallNow, timeZone);
    return result.outcome === 'ready' ? result.dateTime.toISOString() : result.outcome;
  };

  it.each([
    ['Europe/Moscow', '2026-11-21T06:00:00.000Z'],
    ['Asia/Vladivostok', '2026-11-20T23:00:00.000Z'],
    ['Europe/Kaliningrad', '2026-11-21T07:00:00.000Z'],
    ['Europe/Berlin', '2026-11-21T08:00:00.000Z'],
    ['America/New_York', '2026-11-21T14:00:00.000Z'],
  ])('«завтра в 9» is nine o’clock of %s', (timeZone, expected) => {
    expect(instant('завтра в 9 чай', timeZone)).toBe(expected);
  });

  it('takes «завтра» from the user’s calendar, not from the server’s', () => {
    const now = new Date('2026-11-20T20:00:00Z');
    const context = { now, types: TYPES, categories: CATEGORIES };
    const wallTimes = ['Asia/Vladivostok', 'America/New_York'].map((timeZone) => {
      const result = parseQuickAdd('завтра в 9 чай', { ...context, timeZone });
      return result.outcome === 'ready' ? result.wallTime : null;
    });
    expect(wallTimes).toEqual(['2026-11-22T09:00', '2026-11-21T09:00']);
  });

  it('moves a time that the clocks skip forward, and takes the first of two', () => {
    expect(instant('завтра в 2:30 чай', 'Europe/Berlin', '2026-03-28T12:00')).toBe(
      '2026-03-29T01:30:00.000Z',
    );
    expect(instant('завтра в 2:30 чай', 'Europe/Berlin', '2026-10-24T12:00')).toBe(
      '2026-10-25T00:30:00.000Z',
    );
  });

  it('counts hours as they pass and days on the calendar, across a change of the clocks', () => {
    expect(instant('через 24 часа чай', 'Europe/Berlin', '2026-03-28T12:00')).toBe(
      '2026-03-29T11:00:00.000Z',
    );
    expect(instant('через день в 12 чай', 'Europe/Berlin', '2026-03-28T12:30')).toBe(
      '2026-03-29T10:00:00.000Z',
    );
  });

  it('keeps the clock time of a series that starts where the clocks skip it', () => {
    expect(read('каждый день в 2:30 чай', '2026-03-28T12:00', 'Europe/Berlin')).toMatchObject({
      wallTime: '2026-03-29T02:30',
      dateTime: new Date('2026-03-29T01:30:00Z'),
    });
  });

  it('reads «по мск» on Moscow’s clocks and answers on the user’s', () => {
    expect(read('завтра в 10 по мск созвон', WALL_NOW, 'Asia/Vladivostok')).toMatchObject({
      wallTime: '2026-11-21T17:00',
      text: 'Созвон',
    });
    expect(
      read('каждый понедельник в 20 по мск созвон', WALL_NOW, 'Asia/Vladivostok'),
    ).toMatchObject({ outcome: 'unsupported', phrase: 'по мск' });
  });
});

describe('what a line of no set has said yet', () => {
  test.each([
    ['замочить бельё в 3 вёдрах', 'no-date', 'Замочить бельё в 3 вёдрах'],
    ['завтра принести воду в 3 бутылках', '2026-11-21', 'Принести воду в 3 бутылках'],
    ['врач принимает с 10 до 21', 'no-date', 'Врач принимает с 10 до 21'],
    ['режим с 9 до 18', 'no-date', 'Режим с 9 до 18'],
    ['до 20 страниц прочитать завтра', '2026-11-21', 'До 20 страниц прочитать'],
    ['с декабря ходить в зал', '2026-12-01', 'Ходить в зал'],
    ['деньги на театр завтра в 7', '2026-11-21 07:00', 'Деньги на театр'],
    ['завтра в 10 встреча, за час до начала', '2026-11-21 10:00', 'Встреча'],
    ['купить торт, так что завтра в 9', '2026-11-21 09:00', 'Купить торт'],
    ['завтра в 10 по алтайскому времени созвон', '2026-11-21 06:00', 'Созвон'],
  ])('«%s» means %s, «%s»', (said, means, text) => {
    const result = read(said);
    expect([inWords(result), result.text, result.doubt]).toEqual([means, text, null]);
  });

  test('«1 и 15 числа следующего месяца» are two days, of which none is lost', () => {
    const said = '1 и 15 числа следующего месяца';
    expect(read(`${said} сдать отчёт в 10`).doubt).toEqual({
      kind: 'another-moment',
      phrase: said,
    });
  });

  test.each(['28-3 января', 'с 28 по 3 января'])('%s may begin in December', (said) => {
    const doubt = { kind: 'unclear', phrase: said };
    expect(read(`каждый день ${said} в 10 таблетки`)).toMatchObject({ doubt });
    expect(read(`${said} отпуск в 10`)).toMatchObject({ doubt });
  });

  test('the minutes that may count what follows are asked about', () => {
    expect(read('в 9 20 приседаний').doubt).toMatchObject({ kind: 'unclear' });
  });
});

test('a number of minutes is as long as it was said to be, at most a second longer', () => {
  const at = (said: string, seconds: string) =>
    parseQuickAdd(said, {
      now: new Date(`2026-11-20T09:00:${seconds}Z`),
      timeZone: 'Europe/Moscow',
      types: TYPES,
      categories: CATEGORIES,
    });
  const firesAt = (said: string, seconds: string) => {
    const reading = at(said, seconds);
    return 'dateTime' in reading ? reading.dateTime.toISOString().slice(11) : reading.outcome;
  };
  expect(firesAt('через минуту чай', '40')).toBe('09:01:40.000Z');
  expect(firesAt('через минуту чай', '10.003')).toBe('09:01:11.000Z');
  expect(firesAt('через полтора часа чай', '40')).toBe('10:30:40.000Z');
  expect(firesAt('через 30 секунд чай', '59')).toBe('09:01:59.000Z');
  expect(at('через минуту чай', '40')).toMatchObject({ span: true });
  expect(at('в 15:00 чай', '40')).not.toHaveProperty('span');
});

test.each([
  ['32 декабря в 10 ёлка', '32 декабря'],
  ['ёлка в 25:00', 'в 25:00'],
  ['каждые 10 минут пить воду', 'каждые 10 минут'],
  ['таблетки 3 раза в день', '3 раза в день'],
  ['с 1 декабря до 30 ноября 2026 года каждый день в 8 чай', 'до 30 ноября 2026 года'],
  ['с 1 декабря до 30 ноября каждый день в 8 чай', undefined],
])('of «%s» it names what is wrong: %s', (said, phrase) => {
  const result = read(said);
  expect('phrase' in result ? result.phrase : undefined).toBe(phrase);
});

test('a text over the limit is too long, with its length; the words of the time do not count', () => {
  const text = 'О'.repeat(REMINDER_TEXT_MAX);
  expect(read(`завтра в 9 ${text}`)).toMatchObject({ outcome: 'ready', text });
  expect(read(`завтра в 9 ${text}о`)).toMatchObject({
    outcome: 'too-long',
    length: REMINDER_TEXT_MAX + 1,
    max: REMINDER_TEXT_MAX,
    text: `${text}о`,
  });
});

describe('withTime', () => {
  const context = {
    now: wallTimeToInstant(WALL_NOW, 'Europe/Moscow'),
    timeZone: 'Europe/Moscow',
  };

  it('completes a date', () => {
    expect(withTime({ date: '2026-11-21', rule: null }, '09:30', context)).toEqual({
      wallTime: '2026-11-21T09:30',
      dateTime: new Date('2026-11-21T06:30:00Z'),
      timeZone: 'Europe/Moscow',
      rule: null,
      movedToTomorrow: false,
    });
  });

  it('has no answer for a moment that has passed', () => {
    expect(withTime({ date: '2026-11-20', rule: null }, '09:30', context)).toBeNull();
  });

  it.each([
    [{ every: 1, unit: 'DAY' }, '2026-11-20', '2026-11-21T09:30'],
    [{ every: 1, unit: 'WEEK', weekdays: [5] }, '2026-11-20', '2026-11-27T09:30'],
    [{ every: 1, unit: 'MONTH' }, '2026-11-20', '2026-12-20T09:30'],
    [{ every: 1, unit: 'MONTH', monthly: 'NTH_WEEKDAY' }, '2026-11-20', '2026-12-18T09:30'],
    [{ every: 1, unit: 'YEAR' }, '2026-11-20', '2027-11-20T09:30'],
  ] as const)('goes on to the next day of %j', (rule, date, wallTime) => {
    expect(withTime({ date, rule }, '09:30', context)).toMatchObject({ wallTime, rule });
    expect(withTime({ date, rule }, '19:30', context)).toMatchObject({ wallTime: `${date}T19:30` });
  });
});

it.each([
  ['09:30', '2026-11-21', '2026-11-30'],
  ['19:30', '2026-11-20', '2026-11-29'],
])('ten days are ten, though %s begins them on another day', (time, first, last) => {
  const result = read('каждый день пить антибиотик 10 дней');
  if (result.outcome !== 'needs-time') throw new Error('it has no time yet');
  const timeZone = 'Europe/Moscow';
  const clock = { now: wallTimeToInstant(WALL_NOW, timeZone), timeZone };
  const { date, rule, text } = result;
  const answer = parseAnswer(time, { text, date, time: null, rule }, clock);
  const answered = answer.outcome === 'when' && 'dateTime' in answer.when ? answer.when : null;
  for (const when of [withTime(result, time, clock), answered]) {
    const schedule = { firstWallTime: when?.wallTime ?? '', timeZone, rule: when?.rule ?? null };
    const days = upcomingOccurrences(schedule, clock.now, 20).map((at) =>
      localDateAt(at, timeZone),
    );
    expect(days).toHaveLength(10);
    expect([days.at(0), days.at(-1)]).toEqual([first, last]);
  }
});

it.each([
  ['FIRST_WORKDAY', '2026-08-01', '2026-08-03', '2026-09-01'],
  ['LAST_WORKDAY', '2027-01-29', '2027-01-29', '2027-02-26'],
] as const)('a time for %s from %s on is that of the working day', (monthly, date, first, next) => {
  const rule = { every: 1, unit: 'MONTH', monthly } as const;
  const timeZone = 'Europe/Moscow';
  const asOf = (wallNow: string) => ({ now: wallTimeToInstant(wallNow, timeZone), timeZone });
  const early = withTime({ date, rule }, '09:30', asOf(`${date}T00:00`));
  expect(early).toMatchObject({ wallTime: `${first}T09:30`, rule });
  const late = withTime({ date: first, rule }, '09:30', asOf(`${first}T12:00`));
  expect(late).toMatchObject({ wallTime: `${next}T09:30`, rule });
});

describe('the guesses', () => {
  const guessed = (said: string) => {
    const { typeId, categoryId } = read(said);
    const name = (entries: typeof TYPES, id: number | null) =>
      entries.find((entry) => entry.id === id)?.name ?? null;
    return [name(TYPES, typeId), name(CATEGORIES, categoryId)];
  };

  it.each([
    ['оплатить интернет', 'Оплата', 'Финансы'],
    ['заплатить за садик', 'Оплата', 'Финансы'],
    ['внести платёж по кредиту', 'Оплата', 'Финансы'],
    ['проверить почту', 'Проверка', null],
    ['позвонить маме', 'Звонок', 'Семья'],
    ['созвон с клиентом', 'Звонок', 'Работа'],
    ['встреча с Петей', 'Встреча', null],
    ['выпить таблетку', 'Лекарство', 'Здоровье'],
    ['к стоматологу', null, 'Здоровье'],
    ['купить хлеб', null, 'Покупки'],
    ['сдать отчёт', null, 'Работа'],
    ['экзамен по физике', null, 'Учёба'],
    ['полить цветы', null, 'Дом'],
    ['забрать сына из школы', null, 'Семья'],
    ['маникюр', null, 'Личное'],
    ['посмотреть на звёзды', null, null],
  ])('«%s» suggests the type %s and the category %s', (said, type, category) => {
    expect(guessed(said)).toEqual([type, category]);
  });

  it('suggest only what the lists hold', () => {
    const now = wallTimeToInstant(WALL_NOW, 'Europe/Moscow');
    const context = { now, timeZone: 'Europe/Moscow', types: [], categories: [] };
    expect(parseQuickAdd('завтра в 9 оплатить', context)).toMatchObject({
      typeId: null,
      categoryId: null,
    });
  });
});

test.each([
  'напомни, пожалуйста, завтра утром об этом',
  'через час про это',
  'об этом сообщении завтра в 10',
  'завтра напомни мне об этом же',
])('«%s» points at something, and says nothing of what it is', (line) => {
  expect(read(line)).toMatchObject({ text: '', outcome: 'no-text' });
});

test('«завтра купить это» and «об этом позвонить завтра» say what to do', () => {
  expect(read('завтра в 9 купить это').text).toBe('Купить это');
  expect(read('об этом позвонить завтра в 9').text).toBe('Об этом позвонить');
});
