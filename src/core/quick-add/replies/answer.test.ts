import { instantToWallTime } from '../../time-zone';
import { type Answer, ANSWERS } from '../test-data/answers-corpus';
import { type Asked, parseAnswer, type QuickAddAnswer } from './answer';

const clock = { now: new Date('2026-11-20T11:00:00Z'), timeZone: 'Europe/Moscow' };
const bread = { text: 'Купить хлеб', date: null, time: null, rule: null };

function shown(reading: QuickAddAnswer): Answer {
  const says = '';
  if (reading.outcome === 'other') return { says, fresh: true };
  if (reading.outcome !== 'when' || 'date' in reading.when) return { says, ask: true };
  const { dateTime, rule } = reading.when;
  return {
    says,
    at: [instantToWallTime(dateTime, clock.timeZone).slice(0, 16)],
    ...(rule && { repeat: { unit: rule.unit, ...(rule.weekdays && { weekdays: rule.weekdays }) } }),
  };
}

test.each(ANSWERS)('«$says» is read as people mean it', ({ says, at, repeat, ask, fresh }) => {
  const card = shown(parseAnswer(says, bread, clock));
  if (card.at) {
    expect(at).toContain(card.at[0]);
    expect(card.repeat?.unit).toBe(repeat?.unit);
    if (repeat?.weekdays) expect(card.repeat?.weekdays).toEqual(repeat.weekdays);
  } else {
    expect({ ask: card.ask, fresh: card.fresh }).toEqual({ ask, fresh });
  }
});

test('«через двое суток в это же время» is of the hour that it is now', () => {
  const answer = shown(parseAnswer('через двое суток в это же время', bread, clock));
  expect(answer.at).toEqual(['2026-11-22T14:00']);
});

test.each([
  ['завтра в 9, предупреди за час', { preAlerts: [60], floodInterval: null }],
  ['завтра в 9, предупреди накануне вечером', { preAlerts: [14 * 60], floodInterval: null }],
  ['завтра в 9, настойчиво', { preAlerts: [], floodInterval: 5 }],
])('«%s» says beside the moment how it is told of', (says, said) => {
  expect(parseAnswer(says, bread, clock)).toMatchObject({ outcome: 'when', said });
});

describe('what the card knows already', () => {
  const whenOf = (says: string, asked: Partial<Asked>) => {
    const reading = parseAnswer(says, { ...bread, ...asked }, clock);
    if (reading.outcome !== 'when') return reading.outcome;
    const { when } = reading;
    if ('date' in when) return when.date;
    const wall = instantToWallTime(when.dateTime, clock.timeZone).slice(0, 16);
    return when.rule ? `${wall} ${when.rule.unit}` : wall;
  };
  const tomorrow = { date: '2026-11-21' };
  const daily = { date: '2026-11-21', rule: { every: 1, unit: 'DAY' as const } };
  const mondays = { date: '2026-11-23', rule: { every: 1, unit: 'WEEK' as const, weekdays: [1] } };

  test.each([
    ['9', tomorrow, '2026-11-21T09:00'],
    ['9 30', tomorrow, '2026-11-21T09:30'],
    ['в половине восьмого', tomorrow, '2026-11-21T07:30'],
    ['полдевятого вечера', tomorrow, '2026-11-21T20:30'],
    ['давай в 8', tomorrow, '2026-11-21T08:00'],
    ['вечером', tomorrow, '2026-11-21T19:00'],
    ['в 7', { ...tomorrow, text: 'Ужин с Олей' }, '2026-11-21T19:00'],
    ['в 9', { date: '2026-11-20' }, '2026-11-20T21:00'],
    ['9:30', { date: '2026-11-20' }, 'past'],
  ])('«%s» is a time of its day', (says, asked, wall) => {
    expect(whenOf(says, asked)).toBe(wall);
  });

  test.each([
    ['лучше в 19', { ...tomorrow, time: '18:00' }, '2026-11-21T19:00'],
    [
      'в семь',
      { ...tomorrow, time: '18:00', doubted: 'в шесть или в семь вечера' },
      '2026-11-21T19:00',
    ],
    ['7', { ...tomorrow, time: '18:00', doubted: 'в 6 или 7 вечера' }, '2026-11-21T19:00'],
    ['в 2', { ...tomorrow, time: '09:00', doubted: 'в 9 или 10 утра' }, '2026-11-21T14:00'],
    ['в 7 утра', { ...tomorrow, time: '18:00', doubted: 'в 6 или 7 вечера' }, '2026-11-21T07:00'],
    ['послезавтра', { ...tomorrow, time: '18:00' }, '2026-11-22T18:00'],
    ['нет, в понедельник', { ...tomorrow, time: '18:00' }, '2026-11-23T18:00'],
    ['в понедельник в 9', { ...tomorrow, time: '18:00' }, '2026-11-23T09:00'],
    ['через час', { ...tomorrow, time: '18:00' }, '2026-11-20T15:00'],
    ['каждый день', { ...tomorrow, time: '18:00' }, '2026-11-21T18:00 DAY'],
    ['не в 18, а в 19', { ...tomorrow, time: '18:00' }, 'unclear'],
    ['1 и 15 числа следующего месяца в 10', { ...tomorrow, time: '18:00' }, 'unclear'],
    ['только не в 18', { ...tomorrow, time: '18:00' }, 'unclear'],
    ['понедельник', tomorrow, '2026-11-23'],
  ])('«%s» changes what it names and leaves the rest', (says, asked, wall) => {
    expect(whenOf(says, asked)).toBe(wall);
  });

  test.each([
    ['в 8', daily, '2026-11-21T08:00 DAY'],
    ['в 8', mondays, '2026-11-23T08:00 WEEK'],
    ['с понедельника в 8', daily, '2026-11-23T08:00 DAY'],
    ['по будням в 8', daily, '2026-11-23T08:00 WEEK'],
    ['в понедельник в 8', mondays, '2026-11-23T08:00 WEEK'],
    ['30 ноября в 8', mondays, '2026-11-30T08:00 WEEK'],
    // Neither the day nor the rule is dropped in silence.
    ['завтра в 8', mondays, 'unclear'],
  ])('«%s» keeps the repetition that was said before', (says, asked, wall) => {
    expect(whenOf(says, asked)).toBe(wall);
  });

  const hourly = {
    ...{ date: '2026-11-20', time: '15:00' },
    rule: { every: 1, unit: 'DAY', everyMinutes: 60, window: { from: '09:00', to: '18:00' } },
  } as const;
  const twice = {
    ...{ date: '2026-11-20', time: '21:00' },
    rule: { every: 1, unit: 'DAY', times: ['09:00', '21:00'], count: 10 },
  } as const;
  const tenTimes = {
    ...{ date: '2026-11-21', time: '09:00' },
    rule: { every: 1, unit: 'DAY', count: 10 },
  } as const;
  test.each([
    ['завтра', hourly, '2026-11-21T09:00', hourly.rule],
    ['с понедельника', hourly, '2026-11-23T09:00', hourly.rule],
    ['завтра', twice, '2026-11-21T09:00', twice.rule],
    ['завтра', { ...twice, date: null, time: null }, '2026-11-21T09:00', twice.rule],
    ['в 10', tenTimes, '2026-11-21T10:00', tenTimes.rule],
    ['в 10', { ...tenTimes, date: null, time: null }, '2026-11-21T10:00', tenTimes.rule],
    // An hour that is said takes the place of both.
    ['в 10', twice, '2026-11-21T10:00', tenTimes.rule],
    ['через 4 часа', twice, '2026-11-20T18:00', tenTimes.rule],
  ])('«%s» leaves what it does not name of a repetition: %j', (says, asked, wallTime, rule) => {
    const answer = parseAnswer(says, { ...bread, ...asked }, clock);
    expect(answer).toMatchObject({ outcome: 'when', when: { wallTime } });
    expect(answer.outcome === 'when' && answer.when.rule).toEqual(rule);
  });
  test.each(['в 10', 'вечером', 'завтра в 10'])(
    '«%s» says no hour of what comes every hour from nine to six: it is asked about',
    (says) => {
      expect(parseAnswer(says, { ...bread, ...hourly }, clock).outcome).toBe('unclear');
    },
  );

  test.each(['не надо', 'Отмена!', 'передумал'])('«%s» calls it off', (says) => {
    expect(whenOf(says, tomorrow)).toBe('called-off');
  });
});
