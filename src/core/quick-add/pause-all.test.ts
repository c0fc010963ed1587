import { wallTimeToInstant } from '../time-zone';
import { readPauseAll } from './pause-all';

const timeZone = 'Europe/Moscow';
const at = (wall: string) => wallTimeToInstant(wall, timeZone);
/** A Friday. */
const clock = { now: at('2026-11-20T12:00'), timeZone };

test.each([
  ['поставь всё на паузу', null],
  ['Всё на паузу!', null],
  ['пауза', null],
  ['поставь, пожалуйста, все напоминания на паузу', null],
  ['приостанови все напоминания', null],
  ['пауза до понедельника', '2026-11-23T00:00'],
  ['всё на паузу на неделю', '2026-11-27T00:00'],
  ['на паузу всё до 1 декабря', '2026-12-01T00:00'],
  ['поставь все на паузу на 3 дня', '2026-11-23T00:00'],
  ['пауза на 2 часа', '2026-11-20T14:00'],
  ['пауза на выходные', '2026-11-23T00:00'],
  ['пауза до конца месяца', '2026-12-01T00:00'],
  ['пауза до завтра', '2026-11-21T00:00'],
  ['я в отпуске до 5 декабря', '2026-12-05T00:00'],
  ['Я в отпуске по 5 декабря', '2026-12-06T00:00'],
  ['пауза до 05.12', '2026-12-05T00:00'],
  ['ушла в отпуск на две недели', '2026-12-04T00:00'],
  ['не беспокой меня до понедельника', '2026-11-23T00:00'],
])('«%s» pauses all series until %s', (line, until) => {
  expect(readPauseAll(line, clock)).toEqual({ act: 'pause', until: until && at(until) });
});

test.each([
  ['возобнови всё'],
  ['Возобнови'],
  ['сними всё с паузы'],
  ['убери паузу'],
  ['включи все напоминания обратно'],
  ['я вернулась из отпуска'],
])('«%s» resumes them', (line) => {
  expect(readPauseAll(line, clock)).toEqual({ act: 'resume' });
});

test.each([['пауза до когда-нибудь'], ['всё на паузу до вчера'], ['я в отпуске до моря']])(
  'the end of «%s» is asked for, not guessed',
  (line) => {
    expect(readPauseAll(line, clock)).toEqual({ act: 'unclear' });
  },
);

test.each([
  ['сделать паузу в работе в 15'],
  ['завтра в 9 поставить фильм на паузу'],
  ['пауза в отношениях'],
  ['отпуск до 5 декабря'],
  ['я в отпуске'],
  ['включи'],
  ['продолжай'],
  ['возобновить подписку завтра в 9'],
  ['купить паузу'],
  ['все на субботник в субботу'],
])('«%s» is something else', (line) => {
  expect(readPauseAll(line, clock)).toBeUndefined();
});

test('a line of any length is read at once, and never throws', () => {
  for (const line of ['и '.repeat(2_000), 'все '.repeat(24), 'пауза '.repeat(16), '\u0000', '']) {
    expect(readPauseAll(line, clock)).toBeUndefined();
  }
});
