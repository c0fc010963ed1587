import { parseQuickAdd } from '../quick-add';

const context = {
  now: new Date('2026-11-20T09:00:00Z'),
  timeZone: 'Europe/Moscow',
  types: [],
  categories: [],
};
const doubtOf = (line: string): string | undefined => parseQuickAdd(line, context).doubt?.phrase;

test.each([
  ['через 3 рабочих дня в 10 позвонить', 'через 3'],
  ['22 в 10 стоматолог', '22 в 10'],
  ['21 и 22 в 10 дача', '21 и 22 в 10'],
  ['кроме субботы в 9 зал', 'кроме субботы'],
  ['в последний день в 9 сдать ключи', 'в последний день'],
  ['17,45 физра', '17,45'],
  ['завтра в 10 встреча (за час)', 'за час'],
  ['в 14:00 заказать торт на 29 ноября', 'на 29 ноября'],
  ['завтра в 9 20 отжиманий', 'в 9 20'],
])('«%s» is asked about, for «%s» may say when', (line, phrase) => {
  expect(doubtOf(line)).toBe(phrase);
});

test.each([
  'завтра в 10 позвонить зав. складом',
  'кабинет 14-20 завтра в 10',
  'завтра в 10 отдать 1500 Маше',
  'завтра в 10 купить билеты на субботу',
  'завтра в 10 написать, что договор истекает 15 января',
  'автобус 17 в 8:45',
  'померить температуру 36.6 завтра в 9',
])('«%s» leaves no doubt', (line) => {
  expect(parseQuickAdd(line, context)).toMatchObject({ outcome: 'ready', doubt: null });
});
