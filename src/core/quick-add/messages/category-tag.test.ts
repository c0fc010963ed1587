import fc from '@/testing/fast-check';
import { checkCategory } from '../../category-rules';
import { parseQuickAdd, readMessage } from '../../quick-add';
import { categoryNamesIn, newCategoryIn, takeCategoryTag, withoutCategory } from './category-tag';

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

test.each([
  ['купить хлеб завтра в 9 #огород', 'Купить хлеб #огород', 'ready'],
  ['завтра в 9 купить хлеб #огород #рынок', 'Купить хлеб #огород #рынок', 'ready'],
  ['купить хлеб завтра #огород', 'Купить хлеб #огород', 'needs-time'],
  ['#огород завтра в 9 купить хлеб', '#огород купить хлеб', 'ready'],
  ['заметка: семена #огород', 'семена #огород', 'note'],
])(
  '«%s»: an unknown category keeps no moment from being read, and stays',
  (line, text, outcome) => {
    expect(parseQuickAdd(line, context)).toMatchObject({ text, outcome });
  },
);

test('tags alone are words', () => {
  expect(parseQuickAdd('#огород #рынок', context)).toMatchObject({ text: '#огород #рынок' });
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

describe('a new category behind a sign', () => {
  test.each([
    ['Купить хлеб #дача', 'дача', 'Купить хлеб'],
    ['#дача купить хлеб', 'дача', 'купить хлеб'],
    ['Купить #дача хлеб', 'дача', 'Купить хлеб'],
    ['Полить #мой_сад.', 'мой сад', 'Полить.'],
    ['Билет #дача-музей', 'дача-музей', 'Билет'],
    ['Купить #дача, хлеб', 'дача', 'Купить, хлеб'],
    ['Купить хлеб #дача, #огород', 'дача', 'Купить хлеб, #огород'],
    ['Семена\n- укроп\n#огород', 'огород', 'Семена\n- укроп'],
    ['Купить хлеб #Work2026', 'Work2026', 'Купить хлеб'],
  ])('%j is offered as «%s»', (text, name, rest) => {
    expect(newCategoryIn(text, CATEGORIES.slice(0, 1))).toBe(name);
    expect(withoutCategory(text, name)).toBe(rest);
  });

  test.each([
    'Купить хлеб',
    '#огород',
    'Кабинет #5',
    'Кабинет # пять',
    'Выучить C#',
    'Выучить #c++',
    'Открыть site.ru/#огород',
    'Всё сразу #все',
    'Купить хлеб #ДОМ',
    `Купить хлеб #${'о'.repeat(31)}`,
    'Купить #<b>',
    'Купить хлеб #_',
  ])('%j offers none', (text) => {
    expect(newCategoryIn(text, CATEGORIES)).toBeUndefined();
  });

  test('once it is made, the text has it no more, and the next one is offered', () => {
    const text = 'Купить хлеб #ёлка #ЕЛКА #огород';
    const made = [...CATEGORIES, { id: 99, name: 'ёлка' }];
    expect(newCategoryIn(text, CATEGORIES)).toBe('ёлка');
    expect(newCategoryIn(text, made)).toBe('огород');
    expect(withoutCategory(text, 'ёлка')).toBe('Купить хлеб #огород');
  });

  test('of names that are one name the first is looked at, and of many the first ten', () => {
    expect(categoryNamesIn(`${'#рынок #Рынок '.repeat(400)}хлеб`)).toEqual(['рынок']);
    const many = Array.from({ length: 800 }, (_, at) => `#место${at}`);
    expect(categoryNamesIn(`хлеб ${many.join(' ')}`)).toEqual(
      many.slice(0, 10).map((tag) => tag.slice(1)),
    );
  });

  test('each known category is looked at once, however many names there are', () => {
    let looks = 0;
    const known = ['Дом', ...Array.from({ length: 37 }, (_, at) => `Место ${at}`)].map(
      (name, id) => ({
        id,
        get name() {
          looks += 1;
          return name;
        },
      }),
    );
    const tags = Array.from({ length: 200 }, (_, at) => `#дом #место_${at % 37}`).join(' ');
    expect(newCategoryIn(`${tags} хлеб`, known)).toBeUndefined();
    expect(looks).toBe(known.length);
  });

  test.each([
    ['Полить #дом_и_сад', ['Дом'], 'дом и сад'],
    ['Полить #мой_сад', ['мойсад'], undefined],
    ['Полить #ДомИСад', ['Дом и сад'], undefined],
    ['Полить #дача', ['Дача 🌻'], undefined],
    ['Полить #елка', ['Ёлка!'], undefined],
    ['Полить #огород', ['🎸', '-'], 'огород'],
  ])('%j beside the categories %j: «%s»', (text, names, offered) => {
    const known = names.map((name, id) => ({ id, name }));
    expect(newCategoryIn(text, known)).toBe(offered);
  });

  test('whatever a text holds, what is offered is a name that can be made, and it goes with its sign', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100, unit: 'grapheme' }), (words) => {
        const text = `хлеб ${words} #огород`;
        const name = newCategoryIn(text, CATEGORIES) ?? '';
        expect(checkCategory({ name, color: 'red' }, []).ok).toBe(true);
        expect(withoutCategory(text, name).length).toBeLessThan(text.length);
      }),
      { numRuns: 200 },
    );
  });
});
