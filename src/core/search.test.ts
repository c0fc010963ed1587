import { wordFinder } from './search';

test.each([
  ['елк', 'Купить ёлку'],
  ['ЁЛК', 'купить елку'],
  ['стоматолог врач', 'Врач: стоматолог'],
  ['пол', 'Полить цветы'],
  ['йог', 'И\u0306ога в 9'],
  ['+7 916', 'Позвонить +7 (916) 123-45-67'],
  ['🎁', 'Подарок 🎁 маме'],
  ['№', 'Заказ № 5'],
  ['замок', 'Смазать за\u0301мок'],
  ['за\u0301мок', 'Смазать замок'],
])('«%s» finds «%s»', (search, text) => {
  expect(wordFinder(search)(text)).toBe(true);
});

test.each([
  ['лить', 'Полить цветы'],
  ['врач зубной', 'Врач: стоматолог'],
  ['', 'что угодно'],
  ['  ', 'что угодно'],
  ['🎁', 'Подарок маме'],
  ['.*', 'что угодно'],
])('«%s» does not find «%s»', (search, text) => {
  expect(wordFinder(search)(text)).toBe(false);
});

test('the words may stand in several texts', () => {
  expect(wordFinder('виза паспорт')('Виза', 'фото, паспорт')).toBe(true);
});

test('of a long search only the beginning is looked for: 10 different words in 100 characters', () => {
  const ten = 'раз два три четыре пять шесть семь восемь девять десять';
  const found = (search: string) => wordFinder(search)(ten);
  expect(found(`${ten} одиннадцать`)).toBe(true);
  expect(found(`раз раз ${ten.slice(0, -7)} одиннадцать`)).toBe(false);
  expect(found(`раз${' '.repeat(100)}одиннадцать`)).toBe(true);
});
