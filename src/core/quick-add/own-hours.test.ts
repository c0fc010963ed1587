import { formPresetsAt, momentOf, postponedTo, suggestedMoment } from '../presets';
import { parseAnswer, parseQuickAdd } from '../quick-add';
import { USUAL_DAY_PARTS } from '../day-parts';
import { instantToWallTime } from '../time-zone';
import { readPauseAll } from './replies/pause-all';
import { readReply } from './replies/read-reply';

const timeZone = 'Asia/Omsk';
/** Friday, 15:00 in Omsk. */
const now = new Date('2026-11-20T09:00:00Z');
const dayParts = { morning: '07:30', day: '12:45', evening: '21:15' };
const clock = { now, timeZone, dayParts };
const wall = (at: Date) => instantToWallTime(at, timeZone);

/** When a line comes, on the user's clocks. */
function when(line: string, at = now, parts = dayParts): string {
  const context = { ...clock, now: at, dayParts: parts, categories: [], types: [] };
  const read = parseQuickAdd(line, context);
  return read.outcome === 'ready' ? read.wallTime : read.outcome;
}

test.each([
  ['завтра утром пробежка', '2026-11-21T07:30'],
  ['завтра днём обед с Олей', '2026-11-21T12:45'],
  ['вечером позвонить маме', '2026-11-20T21:15'],
  ['завтра к вечеру купить хлеб', '2026-11-21T21:15'],
  ['по будням утром зарядка', '2026-11-23T07:30'],
  ['каждый день утром и вечером таблетки', '2026-11-20T21:15'],
])('«%s» is read by the own hours', (line, expected) => {
  expect(when(line)).toBe(expected);
});

test.each([
  ['завтра рано утром пробежка', '2026-11-21T07:00'],
  ['завтра в 9 утра врач', '2026-11-21T09:00'],
  ['завтра ночью проверить сервер', '2026-11-21T23:00'],
  ['завтра в обед суп', '2026-11-21T13:00'],
])('«%s» names an hour of its own, which stays', (line, expected) => {
  expect(when(line)).toBe(expected);
});

test('an own hour that has passed today gives way to a later one of the same part', () => {
  const late = new Date('2026-11-20T15:20:00Z'); // 21:20 in Omsk
  expect(when('сегодня вечером полить цветы', late)).toBe('2026-11-20T22:00');
});

test('without own hours a line means what it meant', () => {
  for (const line of ['завтра утром кофе', 'завтра днём чай', 'вечером кефир']) {
    const context = { now, timeZone, categories: [], types: [] };
    expect(parseQuickAdd(line, { ...context, dayParts: USUAL_DAY_PARTS })).toEqual(
      parseQuickAdd(line, context),
    );
  }
});

test('answers, replies and a pause of all are read by them too', () => {
  const asked = { text: 'зарядка', date: null, time: null, rule: null };
  const answer = parseAnswer('завтра утром', asked, clock);
  expect(answer).toMatchObject({ when: { wallTime: '2026-11-21T07:30' } });
  const subject = { text: 'зарядка', rule: null, dueAt: now, comesAt: null };
  const reply = readReply('до вечера', subject, clock);
  expect(reply).toEqual({ act: 'move', to: new Date('2026-11-20T15:15:00Z') });
  expect(readPauseAll('всё на паузу до вечера', clock)).toEqual({
    act: 'pause',
    until: new Date('2026-11-20T15:15:00Z'),
  });
});

test('buttons mean them as well', () => {
  expect(wall(momentOf('evening', now, timeZone, dayParts))).toBe('2026-11-20T21:15');
  expect(wall(momentOf('monday', now, timeZone, dayParts))).toBe('2026-11-23T07:30');
  expect(wall(postponedTo('evening', null, now, timeZone, dayParts))).toBe('2026-11-20T21:15');
  expect(wall(postponedTo('tomorrow', null, now, timeZone, dayParts))).toBe('2026-11-21T07:30');
  const ahead = new Date('2026-11-22T16:00:00Z'); // 22:00 on Sunday
  expect(wall(postponedTo('evening', ahead, now, timeZone, dayParts))).toBe('2026-11-23T21:15');
  expect(formPresetsAt(now, timeZone, dayParts).map(({ at }) => wall(at).slice(11))).toEqual([
    '16:00',
    '21:15',
    '07:30',
    '07:30',
  ]);
});

test('a new form begins in an early riser’s morning, and always ahead', () => {
  const early = { ...dayParts, morning: '04:30' };
  for (const [at, expected] of [
    ['2026-11-20T20:10:00Z', '2026-11-21T04:30'], // 02:10
    ['2026-11-20T22:40:00Z', '2026-11-21T06:00'], // 04:40
    ['2026-11-20T17:40:00Z', '2026-11-21T04:30'], // 23:40
  ] as const) {
    expect(wall(suggestedMoment(new Date(at), timeZone, early))).toBe(expected);
  }
  // At 04:10 the next full hour lies before the morning.
  const halfPastFive = { ...dayParts, morning: '05:30' };
  const first = suggestedMoment(new Date('2026-11-20T22:10:00Z'), timeZone, halfPastFive);
  expect(wall(first)).toBe('2026-11-21T05:30');
});

test.each([
  ['вчера в 6 позвонить', '06:00'],
  ['вчера в 9 ужин', '09:00'],
  ['вчера в 9 вечера ужин', '21:00'],
])('«%s»: the hour of a day that is over is as it was said', (line, time) => {
  const read = parseQuickAdd(line, { ...clock, categories: [], types: [] });
  expect(read).toMatchObject({ outcome: 'past', date: '2026-11-19', time });
});

test('«вчера в 9» offers the same hour of tomorrow, and no evening', () => {
  const subject = { text: 'Врач', rule: null, dueAt: now, comesAt: null };
  const reply = readReply('вчера в 9', subject, clock);
  expect(reply).toMatchObject({ act: 'past', instead: [new Date('2026-11-21T03:00:00Z')] });
});
