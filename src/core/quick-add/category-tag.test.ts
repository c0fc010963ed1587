import fc from 'fast-check';
import { parseQuickAdd, readMessage } from '../quick-add';
import { takeCategoryTag } from './category-tag';

const CATEGORIES = ['Личное', 'Дом', 'Учёба', 'Дом и сад', 'Дача 🌻', '🎸', 'C++ (курс)'].map(
  (name, at) => ({ id: at + 1, name }),
);
const [PERSONAL, HOME, STUDY, GARDEN, COTTAGE, GUITAR, COURSE] = [1, 2, 3, 4, 5, 6, 7];
const context = {
  now: new Date('2026-11-20T09:00:00Z'),
  timeZone: 'Europe/Moscow',
  categories: CATEGORIES,
  types: [],
};
const read = (line: string) => {
  const { text, categoryId, outcome } = parseQuickAdd(line, context);
  return [text, categoryId, outcome];
};

test.each([
  ['купить хлеб #дом', 'Купить хлеб', HOME, 'no-date'],
  ['завтра в 9 купить хлеб #Дом', 'Купить хлеб', HOME, 'ready'],
  ['#дом завтра в 9 купить хлеб', 'Купить хлеб', HOME, 'ready'],
  ['купить #дом хлеб завтра в 9', 'Купить хлеб', HOME, 'ready'],
  ['сдать зачёт завтра #учеба', 'Сдать зачёт', STUDY, 'needs-time'],
  ['полить #дом_и_сад', 'Полить', GARDEN, 'no-date'],
  ['полить #дом и сад', 'Полить', GARDEN, 'no-date'],
  ['полить #ДомИСад', 'Полить', GARDEN, 'no-date'],
  ['полить #дача', 'Полить', COTTAGE, 'no-date'],
  ['полить #дача 🌻 завтра в 9', 'Полить', COTTAGE, 'ready'],
  ['струны #🎸', 'Струны', GUITAR, 'no-date'],
  ['домашка #c++ (курс)', 'Домашка', COURSE, 'no-date'],
  ['купить хлеб #дом, #личное', 'Купить хлеб', HOME, 'no-date'],
  ['заметка: размер обуви 38 #личное', 'размер обуви 38', PERSONAL, 'note'],
])('«%s» is «%s» in that category', (line, ...expected) => {
  expect(read(line)).toEqual(expected);
});

test.each([
  ['купить хлеб #продукты', 'Купить хлеб #продукты'],
  ['купить хлеб #домик', 'Купить хлеб #домик'],
  ['купить хлеб #дом2', 'Купить хлеб #дом2'],
  ['открыть site.ru/#дом', 'Открыть site.ru/#дом'],
  ['кабинет # 5', 'Кабинет # 5'],
  ['билет #дом-музей', 'Билет #дом-музей'],
])('«%s»: what is behind the sign is no category, and stays', (line, text) => {
  expect(parseQuickAdd(line, context).text).toBe(text);
});

test.each(['-', '_', ' - _ '])('a category named «%s» takes no sign', (name) => {
  const categories = [{ id: 1, name }];
  for (const line of ['кабинет # 5', 'кабинет #5', 'дом #', 'дом #-']) {
    expect(takeCategoryTag(line, categories)).toBeUndefined();
  }
  expect(takeCategoryTag('хлеб #дом', [...categories, ...CATEGORIES])?.categoryId).toBe(HOME);
});

test('a category behind a sign counts more than what the words suggest', () => {
  expect(read('позвонить в школу завтра в 9 #дом')[1]).toBe(HOME);
});

test('a category on its own line at the end is that of all tasks', () => {
  const readings = readMessage('завтра в 9 зарядка\nзавтра в 10 уборка\n#дом', context);
  expect(readings.map(({ text, categoryId }) => [text, categoryId])).toEqual([
    ['Зарядка', HOME],
    ['Уборка', HOME],
  ]);
});

test('whatever the names and the line are, nothing throws, and nothing but known names goes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }), { maxLength: 30 }),
      fc.string({ maxLength: 200, unit: 'grapheme' }),
      (names, line) => {
        const categories = names.map((name, id) => ({ id, name }));
        const tagged = takeCategoryTag(line, categories);
        if (tagged) expect(tagged.rest.length).toBeLessThan(line.length);
      },
    ),
    { numRuns: 200 },
  );
});
