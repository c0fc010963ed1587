import { readMessage } from '../quick-add';
import { wallTimeToInstant } from '../time-zone';

/** Until four o'clock it is still last night for the one who is awake; the calendar says otherwise. */

const read = (line: string, wallNow: string, timeZone = 'Europe/Moscow') => {
  const now = wallTimeToInstant(wallNow, timeZone);
  return readMessage(line, { now, timeZone, types: [], categories: [] });
};

test.each([
  ['завтра в 10 позвонить в банк', '2026-11-20T01:30', '2026-11-20T10:00', 'завтра'],
  ['завтра вечером спортзал', '2026-11-20T00:10', '2026-11-20T19:00', 'завтра'],
  ['послезавтра в 15 забрать куртку', '2026-11-20T03:50', '2026-11-21T15:00', 'послезавтра'],
  ['завтра в обед встретиться с Ильёй', '2026-12-31T02:00', '2026-12-31T13:00', 'завтра'],
  ['напомни завтра в 7:40 про таблетку', '2026-11-29T00:40', '2026-11-29T07:40', 'завтра'],
  ['врач завтра 9:30', '2026-11-30T01:05', '2026-11-30T09:30', 'завтра'],
  ['завтра утром полить цветы', '2026-11-20T02:20', '2026-11-20T09:00', 'завтра'],
  ['завтра в 9 по мск созвон', '2026-11-20T01:30', '2026-11-20T09:00', 'завтра'],
  ['забрать заказ послезавтра к 18', '2026-11-20T00:00', '2026-11-21T18:00', 'послезавтра'],
])('«%s» said at %s may be of either day', (line, wallNow, wallTime, phrase) => {
  const doubt = { kind: 'which-day', phrase };
  expect(read(line, wallNow)).toMatchObject([{ outcome: 'ready', wallTime, doubt }]);
});

test.each([
  ['завтра в час ночи такси', '2026-11-20T01:30', '2026-11-21T01:00'],
  ['завтра в 2 часа ночи такси', '2026-11-20T01:30', '2026-11-21T02:00'],
  ['завтра, в субботу, в 11 каток', '2026-11-20T01:30', '2026-11-21T11:00'],
  ['завтра 20 ноября в 12 шиномонтаж', '2026-11-20T01:30', '2026-11-20T12:00'],
  ['сегодня в 10 банк', '2026-11-20T01:30', '2026-11-20T10:00'],
  ['завтра в 10 банк', '2026-11-20T04:00', '2026-11-21T10:00'],
  ['завтра в 10 банк', '2026-11-19T23:59', '2026-11-20T10:00'],
  ['через час чай', '2026-11-20T01:30', '2026-11-20T02:30'],
  ['в субботу в 3:00 рыбалка', '2026-11-21T00:30', '2026-11-21T03:00'],
  ['в ближайшую субботу в 3:00 рыбалка', '2026-11-21T00:30', '2026-11-21T03:00'],
  ['в ближайшую субботу в 3:00 рыбалка', '2026-11-21T03:30', '2026-11-28T03:00'],
  ['на выходных в 3:30 рыбалка', '2026-11-21T00:30', '2026-11-21T03:30'],
])('«%s» said at %s leaves nothing to ask', (line, wallNow, wallTime) => {
  expect(read(line, wallNow)).toMatchObject([{ outcome: 'ready', wallTime, doubt: null }]);
});

test.each([
  ['2026-11-20T12:00', '2026-11-20T23:30'],
  ['2026-11-21T04:00', '2026-11-27T23:30'],
  ['2026-11-21T10:00', '2026-11-27T23:30'],
])(
  '«в ночь на субботу в 23:30» said at %s is the evening before the next Saturday',
  (now, wallTime) => {
    const reading = read('в ночь на субботу в 23:30 такси', now);
    expect(reading).toMatchObject([{ outcome: 'ready', wallTime, doubt: null }]);
  },
);

test.each([
  ['в ночь на субботу в 23:30 такси', '2026-11-20T23:45'],
  ['в ночь на субботу в 23:30 такси', '2026-11-21T00:30'],
  ['в ночь на 21 ноября в 23:30 такси', '2026-11-21T10:00'],
])('«%s» said at %s has passed on the evening before', (line, now) => {
  expect(read(line, now)).toMatchObject([{ outcome: 'past', date: '2026-11-20', time: '23:30' }]);
});

test('midnight of a night is of the day behind it', () => {
  const reading = read('в ночь на субботу в 12 рыбалка', '2026-11-21T00:30');
  expect(reading).toMatchObject([{ outcome: 'past', date: '2026-11-21', time: '00:00' }]);
});
