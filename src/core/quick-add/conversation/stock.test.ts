import { replyTo } from './about';
import { readBeside } from './named';
import { readStock } from './stock';

const clock = { now: new Date('2026-11-26T09:00:00Z'), timeZone: 'Europe/Moscow' };
const FOOD = 'Корм коту';
test.each([
  ['пополнил на 28', 28, true],
  ['пополнил на 28, спасибо', 28, true],
  ['пополнила запас на 28', 28, true],
  ['купила еще 30', 30, true],
  ['купила 30', 30, true],
  ['докупили 5 штук', 5, true],
  ['купила ещё 10 корма коту', 10, true],
  ['пополнил на двадцать восемь', 28, true],
  ['привезли ещё 6 пачек корма', 6, true],
  ['осталось 7', 7, false],
  ['корма осталось 7 пакетов', 7, false],
  ['корм коту закончился', 0, false],
  ['корм кончился', 0, false],
  ['корма больше нет', 0, false],
  ['корма нет', 0, false],
  ['корма сегодня нет', 0, false],
  ['взяла ещё 10', 10, true],
])('«%s» refills', (words, count, add) => {
  expect(readStock(words, FOOD)).toEqual({ act: 'refill', count, add });
});

test.each([
  'сколько осталось корма?',
  'сколько осталось?',
  'на сколько хватит корма?',
  'купил корм коту',
  'пополнил запас',
])('«%s»: how many there are is told, and none is taken', (words) => {
  expect(readStock(words, FOOD)).toEqual({ act: 'stock' });
});

test.each([
  'купила тапочки',
  'купила 5 яблок',
  'купил ещё 2 билета',
  'добавь корм коту',
  'купила',
  'нет',
  'не купила корм',
  'кота сегодня нет',
  'кота больше нет',
  'взяла 1 корм',
  'пополнил телефон на 300 рублей',
  'осталось 2 дня',
  'осталось 2,5',
  '28',
])('«%s» refills nothing', (words) => {
  expect(readStock(words, FOOD)).toBeUndefined();
});

test('its own verb is its deed, unless it says how many more', () => {
  expect(readStock('купила корм', 'Купить корм')).toBeUndefined();
  expect(readStock('купила ещё 10', 'Купить корм')).toMatchObject({ count: 10 });
});

test.each(['осталось', 'осталась', 'остались', 'остался'])('«%s …» is never «Готово»', (verb) => {
  const subject = { text: 'Матч, осталась одна тренировка', rule: null, dueAt: clock.now };
  for (const said of [`${verb} 10`, `${verb} 3 дня`, `фильтры ${verb} 1`, verb, `матч ${verb} 1`])
    expect(replyTo(said, { ...subject, comesAt: null }, clock)?.act).not.toBe('done');
});

test.each(['корм кончился?', 'корм закончился?'])('«%s» asks, and empties nothing', (line) => {
  const subject = { text: FOOD, rule: null, dueAt: clock.now, comesAt: null, counts: true };
  expect(readBeside(line, subject)).toBeUndefined();
});

test.each(['бинт купила?', 'добавь пункт вата'])('«%s» changes no list', (line) => {
  const list = line.endsWith('?') ? 'Аптека\n- бинт\n- йод' : 'Аптека';
  const subject = { text: list, rule: null, dueAt: clock.now, comesAt: null };
  expect(readBeside(line, subject)).toBeUndefined();
});
