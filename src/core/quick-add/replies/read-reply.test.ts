import fc from '@/testing/fast-check';
import { instantToWallTime } from '../../time-zone';
import { replyTo } from '../conversation/about';
import { spelledOut } from '../conversation/spoken';
import { readReply } from './read-reply';
import { type Subject } from './reply';

// Wednesday, 25 November 2026, 14:30 in Moscow.
const clock = { now: new Date('2026-11-25T14:30+03:00'), timeZone: 'Europe/Moscow' };
const call: Subject = {
  text: 'Позвонить врачу',
  rule: null,
  dueAt: new Date('2026-11-25T14:00+03:00'),
  comesAt: null,
};
const later = new Date('2026-11-27T18:00+03:00');
const bill: Subject = { text: 'Оплатить интернет', rule: null, dueAt: later, comesAt: later };
const pill: Subject = { ...call, text: 'Принять таблетку', rule: { every: 1, unit: 'DAY' } };
const actOf = (says: string, subject = call) => readReply(says, subject, clock).act;
const actMeant = (says: string) => replyTo(spelledOut(says), call, clock)?.act;
const wallOf = (says: string, subject = call) => {
  const reply = readReply(says, subject, clock);
  return reply.act === 'move' ? instantToWallTime(reply.to, clock.timeZone) : reply.act;
};

test('whatever is typed is read without a fault, and nothing moves into the past', () => {
  const words = fc.constantFrom(
    ...'через час завтра в 10 на 2 дня раньше позже до вечера не готово удали пн 31.12 25:00 каждый — , . 👍 «»'.split(
      ' ',
    ),
  );
  const line = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(words, { maxLength: 8 }).map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(line, fc.constantFrom(call, bill, pill), (says, subject) => {
      const reply = readReply(says, subject, clock);
      if (reply.act === 'move') expect(reply.to.getTime()).toBeGreaterThan(clock.now.getTime());
      if (reply.act === 'repeat') expect(reply.when.rule).not.toBeNull();
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['включи флуд', 'flood'],
  ['выключи флуд', 'flood'],
  ['включи флуд каждые 15 минут', 'flood'],
  ['выйти из общего', 'leave'],
  ['выйди из этого общего напоминания', 'leave'],
  ['закончи для всех', 'share'],
  ['заверши это для всех', 'share'],
])('«%s» is about what a reminder of several people, or the app, does: %s', (says, act) => {
  expect(actOf(says)).toBe(act);
});

test.each([
  ...['удачи!', 'сделаю', 'сделай завтра уроки', 'завтрак в 9', 'забыл', 'понял', 'готовлю ужин'],
  ...['купил молоко', 'хотел позвонить', 'удали почту завтра', 'не удали', 'пропустил поезд вчера'],
  ...['готово ли?', 'сделал уроки, купить хлеб завтра', 'мама сделала суп', 'больше', 'дела'],
])('«%s» ends nothing', (says) => {
  expect(['done', 'delete', 'skip', 'move', 'repeat']).not.toContain(actOf(says));
});

test.each([
  ['сделал, завтра ещё раз в 10', 'unclear'],
  ['готово, удали', 'unclear'],
  ['спасибо, сделано', 'done'],
  ['не дозвонился', 'not-done'],
  ['ещё не позвонил', 'not-done'],
  ['каждые 10 минут', 'unsupported'],
  ['32 декабря', 'impossible'],
])('«%s» is read as «%s»', (says, act) => {
  expect(actOf(says)).toBe(act);
});

test.each([
  ['не сейчас, спасибо', 'later'],
  ['на следующей неделе как-нибудь', 'later'],
  ['сделаю', 'later'],
  ['хотел позвонить', 'later'],
])('«%s» is no sentence that is known, and means «%s»', (says, act) => {
  expect(actMeant(says)).toBe(act);
});

test.each([
  'удачи!',
  'забыл',
  'понял',
  'больше',
  'не удали',
  'сделай завтра уроки',
  'после созвона',
  'когда приду домой',
])('«%s» is not learned as an end', (says) => {
  expect(['done', 'delete', 'skip', 'move', 'repeat']).not.toContain(actMeant(says));
});

test.each([
  ['на 2 часа раньше', '2026-11-27T16:00'],
  ['на день раньше', '2026-11-26T18:00'],
  ['на неделю позже', '2026-12-04T18:00'],
  ['в 20:00', '2026-11-27T20:00'],
  ['утром', '2026-11-27T09:00'],
  ['сегодня в 20', '2026-11-25T20:00'],
  ['на неделю раньше', 'later'],
])('what lies ahead is moved from its own time: «%s»', (says, wall) => {
  expect(wallOf(says, bill)).toBe(wall);
});

test('of a series «напоминай в 10» changes the whole of it, «в 10 вечера» this occurrence', () => {
  const reply = readReply('теперь напоминай в 10', pill, clock);
  expect(reply).toMatchObject({ act: 'repeat', when: { wallTime: '2026-11-26T10:00' } });
  expect(wallOf('в 10 вечера', pill)).toBe('2026-11-25T22:00');
});

test.each([
  ['пауза', null],
  ['поставь на паузу до понедельника', '2026-11-30T00:00'],
  ['приостанови до 1 декабря', '2026-12-01T00:00'],
])('«%s» holds it', (says, wall) => {
  const reply = readReply(says, pill, clock);
  const until = reply.act === 'pause' && reply.until;
  expect(until && instantToWallTime(until, clock.timeZone)).toBe(wall);
});

test.each([
  ['текст: Купить хлеб', 'Купить хлеб'],
  ['Переименуй в «Звонок»', 'Звонок'],
  ['измени текст на позвонить маме', 'позвонить маме'],
])('«%s» names a new text', (says, text) => {
  expect(readReply(says, call, clock)).toEqual({ act: 'rewrite', text });
});

/** A reply to what waits, said at such a moment on Moscow's clocks. */
const answerAt = (now: string, says: string) => {
  const at = { ...clock, now: new Date(`${now}+03:00`) };
  const reply = readReply(says, call, at);
  if (reply.act === 'past') return `past ${reply.date} ${reply.time}`;
  return reply.act === 'move' ? instantToWallTime(reply.to, at.timeZone) : reply.act;
};

test.each([
  ['перенеси на семь', '2026-11-27T19:00'],
  ['надо в половине восьмого', '2026-11-27T19:30'],
  ['в 5', '2026-11-27T17:00'],
  ['перенеси на 07:30', '2026-11-27T07:30'],
  ['перенеси на десять', '2026-11-27T10:00'],
])('of what comes at six in the evening «%s» is %s', (says, wanted) => {
  expect(wallOf(says, bill)).toBe(wanted);
});

test.each([
  ['перенеси на 22:10', '2026-11-09T22:10'],
  ['в 21:09', '2026-11-09T21:09'],
  ['23:11', '2026-11-09T23:11'],
  ['20:08', '2026-11-09T20:08'],
  ['9 ноября в 21:00', '2026-11-09T21:00'],
  ['в 9', 'past 2026-11-09 09:00'],
  ['сегодня в девять', 'past 2026-11-09 09:00'],
])('only a bare hour may mean the morning that has passed: «%s» is %s', (says, wanted) => {
  expect(answerAt('2026-11-09T14:00', says)).toBe(wanted);
});

test.each([
  ['2026-11-09T14:00', 'перенеси на 25.12.27', '2027-12-25T14:00'],
  ['2026-11-09T14:00', 'через 11 месяцев', '2027-10-09T14:00'],
  ['2026-11-09T14:00', 'через 50 недель', '2027-10-25T14:00'],
  ['2026-11-09T14:00', 'через 310 дней', '2027-09-15T14:00'],
  ['2027-01-10T14:00', '31 декабря', '2027-12-31T14:00'],
  ['2027-01-20T14:00', '31 декабря в 18:00', '2027-12-31T18:00'],
  ['2026-11-09T14:00', '29 февраля', '2028-02-29T14:00'],
  ['2026-11-09T14:00', '8 ноября', 'past 2026-11-08 14:00'],
  ['2026-11-09T14:00', '01.10', 'past 2026-10-01 14:00'],
])('only a day of this year without its year may have passed: at %s «%s» is %s', (now, ...rest) => {
  const [says, wanted] = rest;
  expect(answerAt(now, says)).toBe(wanted);
});

test.each([
  ['2026-11-09T14:00', 'утром в девять', 'past 2026-11-09 09:00'],
  ['2026-11-09T14:00', 'утром в 9', 'past 2026-11-09 09:00'],
  ['2026-11-09T14:00', 'утром', '2026-11-10T09:00'],
  ['2026-11-09T01:30', 'в 2', '2026-11-09T02:00'],
  ['2026-11-09T01:30', 'на 2', '2026-11-09T02:00'],
])('one hour is read alike however it is said: at %s «%s» is %s', (now, says, wanted) => {
  expect(answerAt(now, says)).toBe(wanted);
});

test.each([
  ['завтра в 10', ['2026-11-09T10:00', '2026-11-10T10:00']],
  ['завтра вечером', ['2026-11-09T19:00', '2026-11-10T19:00']],
  ['завтра в час ночи', ['2026-11-10T01:00']],
  ['завтра 9 ноября в 12', ['2026-11-09T12:00']],
  ['завтра в понедельник в 10', ['2026-11-09T10:00']],
])('at half past one «%s» is said of today or of tomorrow, and of no later day', (says, wanted) => {
  const { timeZone } = clock;
  const now = new Date('2026-11-09T01:30+03:00');
  const reply = readReply(says, { ...call, dueAt: now }, { now, timeZone });
  const moments = reply.act === 'either' ? reply.moments : reply.act === 'move' ? [reply.to] : [];
  expect(moments.map((moment) => instantToWallTime(moment, timeZone))).toEqual(wanted);
});
