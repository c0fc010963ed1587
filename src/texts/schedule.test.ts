import {
  describeAhead,
  describeDate,
  describeInstant,
  describePreAlerts,
  describeRule,
} from './schedule';

const NOW = '2026-11-20T12:00'; // a Friday

describe('describeInstant', () => {
  it.each([
    ['2026-11-20T21:30', 'сегодня в 21:30'],
    ['2026-11-21T09:00', 'завтра в 09:00'],
    ['2026-11-19T09:00', 'вчера в 09:00'],
    ['2026-11-24T09:00', 'во вторник, 24 ноября, в 09:00'],
    ['2026-11-25T09:00', 'в среду, 25 ноября, в 09:00'],
    ['2026-11-27T10:00', 'в пятницу, 27 ноября, в 10:00'],
    ['2026-12-20T00:05', 'в воскресенье, 20 декабря, в 00:05'],
    ['2026-12-25T15:00', '25 декабря в 15:00'],
    ['2026-11-01T15:00', '1 ноября в 15:00'],
    ['2027-03-08T10:00', '8 марта 2027 в 10:00'],
    ['2025-03-08T10:00', '8 марта 2025 в 10:00'],
    ['2026-11-21T09:00:30.500', 'завтра в 09:00'],
  ])('says %s as «%s»', (target, words) => {
    expect(describeInstant(NOW, target)).toBe(words);
  });

  it('leaves out the year of a near date beyond New Year', () => {
    expect(describeInstant('2026-12-30T23:59', '2027-01-03T10:00')).toBe(
      'в воскресенье, 3 января, в 10:00',
    );
    expect(describeDate('2026-12-31', '2027-01-01')).toBe('завтра');
  });
});

describe('what is told ahead', () => {
  it.each([
    ['2026-11-20T14:00', 120, 'Через 2 часа, в 14:00'],
    ['2026-11-20T13:30', 90, 'Через 1 час 30 минут, в 13:30'],
    ['2026-11-20T12:21', 21, 'Через 21 минуту, в 12:21'],
    ['2026-11-20T12:00', 0, 'Через 1 минуту, в 12:00'],
    ['2026-11-21T10:00', 1_320, 'Завтра в 10:00'],
    ['2026-11-27T10:00', 9_960, 'В пятницу, 27 ноября, в 10:00'],
  ])('%s: %i minutes ahead is «%s»', (target, minutes, words) => {
    expect(describeAhead(NOW, target, { minutes })).toBe(words);
  });

  it('is named by its times', () => {
    expect(describePreAlerts([10_080, 1_440, 120])).toBe('за неделю, за день и за 2 часа');
    expect(describePreAlerts([20_160, 2_880, 60, 1])).toBe(
      'за 2 недели, за 2 дня, за час и за минуту',
    );
    expect(describePreAlerts([90])).toBe('за 1 час 30 минут');
  });
});

describe('describeRule', () => {
  const first = '2026-11-25T09:00'; // a Wednesday, the fourth of its month and the last

  it.each([
    [{ every: 1, unit: 'DAY' }, 'каждый день'],
    [{ every: 2, unit: 'DAY' }, 'через день'],
    [{ every: 3, unit: 'DAY' }, 'каждые 3 дня'],
    [{ every: 5, unit: 'DAY' }, 'каждые 5 дней'],
    [{ every: 21, unit: 'DAY' }, 'каждый 21 день'],
    [{ every: 1, unit: 'WEEK' }, 'каждую среду'],
    [{ every: 2, unit: 'WEEK' }, 'каждые 2 недели по средам'],
    [{ every: 21, unit: 'WEEK' }, 'каждую 21 неделю по средам'],
    [{ every: 1, unit: 'WEEK', weekdays: [7] }, 'каждое воскресенье'],
    [{ every: 1, unit: 'WEEK', weekdays: [1, 2, 3, 4, 5] }, 'по будням'],
    [{ every: 1, unit: 'WEEK', weekdays: [6, 7] }, 'по выходным'],
    [{ every: 1, unit: 'WEEK', weekdays: [1, 2, 3, 4, 5, 6, 7] }, 'каждый день'],
    [{ every: 1, unit: 'WEEK', weekdays: [1, 3, 5] }, 'по пн, ср и пт'],
    [{ every: 2, unit: 'WEEK', weekdays: [1, 3] }, 'каждые 2 недели по пн и ср'],
    [{ every: 2, unit: 'WEEK', weekdays: [2] }, 'каждые 2 недели по вторникам'],
    [{ every: 1, unit: 'MONTH' }, 'каждый месяц 25-го числа'],
    [{ every: 6, unit: 'MONTH' }, 'каждые 6 месяцев 25-го числа'],
    [{ every: 1, unit: 'MONTH', monthly: 'LAST_DAY' }, 'в последний день каждого месяца'],
    [{ every: 3, unit: 'MONTH', monthly: 'LAST_DAY' }, 'каждые 3 месяца в последний день'],
    [{ every: 1, unit: 'MONTH', monthly: 'NTH_WEEKDAY' }, 'каждую четвёртую среду месяца'],
    [{ every: 2, unit: 'MONTH', monthly: 'NTH_WEEKDAY' }, 'каждые 2 месяца в четвёртую среду'],
    [{ every: 1, unit: 'MONTH', monthly: 'LAST_WEEKDAY' }, 'каждую последнюю среду месяца'],
    [
      { every: 1, unit: 'MONTH', monthly: 'FIRST_WORKDAY' },
      'в первый рабочий день каждого месяца (пн–пт, праздники не учитываются)',
    ],
    [
      { every: 2, unit: 'MONTH', monthly: 'LAST_WORKDAY' },
      'каждые 2 месяца в последний рабочий день (пн–пт, праздники не учитываются)',
    ],
    [{ every: 1, unit: 'YEAR' }, 'каждый год 25 ноября'],
    [{ every: 2, unit: 'YEAR' }, 'каждые 2 года 25 ноября'],
    [{ every: 1, unit: 'DAY', until: '2026-12-31' }, 'каждый день до 31 декабря'],
    [{ every: 1, unit: 'DAY', until: '2027-03-01' }, 'каждый день до 1 марта 2027'],
    [{ every: 1, unit: 'DAY', times: ['09:00', '21:00'] }, 'каждый день в 09:00 и 21:00'],
    [
      { every: 1, unit: 'WEEK', weekdays: [1, 2, 3, 4, 5], times: ['08:00', '14:00', '20:00'] },
      'по будням в 08:00, 14:00 и 20:00',
    ],
    [{ every: 1, unit: 'DAY', everyMinutes: 240 }, 'каждые 4 часа'],
    [{ every: 1, unit: 'DAY', everyMinutes: 21 }, 'каждую 21 минуту'],
    [{ every: 1, unit: 'DAY', everyMinutes: 90 }, 'каждые 90 минут'],
    [{ every: 1, unit: 'DAY', everyMinutes: 1_260 }, 'каждый 21 час'],
    [
      { every: 1, unit: 'DAY', everyMinutes: 60, window: { from: '09:00', to: '18:00' } },
      'каждый час с 09:00 до 18:00',
    ],
    [
      {
        every: 1,
        unit: 'WEEK',
        weekdays: [1, 3],
        everyMinutes: 30,
        window: { from: '09:00', to: '18:00' },
      },
      'по пн и ср каждые 30 минут с 09:00 до 18:00',
    ],
    [{ every: 1, unit: 'MONTH', monthDays: [15] }, '15 числа каждого месяца'],
    [{ every: 1, unit: 'MONTH', monthDays: [1, 15] }, '1 и 15 числа каждого месяца'],
    [
      { every: 2, unit: 'MONTH', monthDays: [1, 15, 31] },
      'каждые 2 месяца 1, 15 и 31 числа (или в последний день)',
    ],
    [{ every: 3, unit: 'DAY', afterDone: true }, 'через 3 дня после выполнения'],
    [{ every: 1, unit: 'DAY', afterDone: true }, 'на следующий день после выполнения'],
    [{ every: 1, unit: 'WEEK', afterDone: true }, 'через неделю после выполнения'],
    [{ every: 21, unit: 'WEEK', afterDone: true }, 'через 21 неделю после выполнения'],
    [{ every: 6, unit: 'MONTH', afterDone: true }, 'через 6 месяцев после выполнения'],
    [{ every: 1, unit: 'DAY', count: 10 }, 'каждый день, 10 раз'],
    [
      { every: 1, unit: 'DAY', times: ['09:00', '21:00'], count: 2 },
      'каждый день в 09:00 и 21:00, 2 раза',
    ],
    [
      { every: 1, unit: 'DAY', until: '2026-12-31', count: 21 },
      'каждый день до 31 декабря, не больше 21 раза',
    ],
  ] as const)('says %j as «%s»', (rule, words) => {
    expect(describeRule(rule, first)).toBe(words);
  });

  it('says what happens where a month has no such day', () => {
    expect(describeRule({ every: 1, unit: 'MONTH' }, '2026-12-31T09:00')).toBe(
      'каждый месяц 31-го числа (или в последний день)',
    );
    expect(describeRule({ every: 1, unit: 'YEAR' }, '2028-02-29T09:00')).toBe(
      'каждый год 29 февраля (или 28-го)',
    );
  });

  it('says «второй вторник», and the last one for a fifth', () => {
    const rule = { every: 1, unit: 'MONTH', monthly: 'NTH_WEEKDAY' } as const;
    expect(describeRule(rule, '2026-12-08T09:00')).toBe('каждый второй вторник месяца');
    expect(describeRule({ ...rule, every: 2 }, '2026-12-08T09:00')).toBe(
      'каждые 2 месяца во второй вторник',
    );
    expect(describeRule(rule, '2026-12-29T09:00')).toBe('каждый последний вторник месяца');
  });
});
