import fc from '@/testing/fast-check';
import {
  aboveChecklist,
  checklistOf,
  keptTicks,
  readTicked,
  reminderTextOf,
  shownText,
  tickedOf,
  ticksForHistory,
  wholeText,
  withNoteTicks,
  withPointsOf,
  withTick,
} from './checklist';

const BAG = 'Сумка\n- паспорт\n- зарядка\n- паспорт';
const done = (text: string, ticked: readonly string[] | null) =>
  checklistOf(text, null, ticked).map((point) => point.done);

test('points with the same words are ticked one by one', () => {
  const points = checklistOf(BAG, null, null);
  const ticked = withTick(points, [points[2]?.key ?? ''], true);
  expect(done(BAG, ticked)).toEqual([false, false, true]);
});

test.each(['•', '*', '–', '—', '1.', '2)'])(
  'two lines with «%s» are points, one is none',
  (bullet) => {
    const text = `Сумка\n${bullet} паспорт\n${bullet} зарядка`;
    expect(done(text, ['зарядка'])).toEqual([false, true]);
    const ticked = ['зарядка'];
    expect(wholeText({ text, ticked }, null)).toBe('Сумка\n☐ паспорт\n☑ зарядка');
    expect(aboveChecklist(text)).toBe('Сумка');
    expect(withPointsOf(text, 'Магазин')).toBe(text.replace('Сумка', 'Магазин'));
    expect(done(`Сумка\n${bullet} паспорт`, null)).toEqual([]);
  },
);

test('a text without points has those of its note, ticked as the note says', () => {
  expect(checklistOf('Сборы', '☑ зонт\n- паспорт', ['паспорт'])).toEqual([
    { key: 'зонт', text: 'зонт', done: true },
    { key: 'паспорт', text: 'паспорт', done: false },
  ]);
  expect(tickedOf({ text: 'Сборы', ticked: ['паспорт'] }, '☑ зонт\n- паспорт')).toEqual(['зонт']);
  expect(tickedOf({ text: BAG, ticked: ['зарядка'] }, '☑ зонт')).toEqual(['зарядка']);
});

test('a message shows the text with a box before each point, or the points of its note below it', () => {
  const whole = wholeText({ text: BAG, ticked: ['зарядка'] }, '☑ зонт');
  expect(whole).toBe('Сумка\n☐ паспорт\n☑ зарядка\n☐ паспорт');
  expect(wholeText({ text: 'Сборы', ticked: null }, 'Дорога\n☑ зонт\n- паспорт')).toBe(
    'Сборы\n☑ зонт\n☐ паспорт',
  );
  expect(aboveChecklist(BAG)).toBe('Сумка');
});

test('a list shows the text as it was written while nothing is ticked', () => {
  expect(shownText({ text: BAG, ticked: null })).toBe(BAG);
  expect(shownText({ text: '- а\n[ ] б', ticked: ['б'] })).toBe('☐ а\n[x] б');
});

test.each([
  ['- паспорт\n☑ зарядка', null, '- паспорт\n☐ зарядка', ['зарядка']],
  ['[x] паспорт', null, '[ ] паспорт', ['паспорт']],
  ['☐ паспорт\n☑ зарядка\n- зонт', ['паспорт'], '- паспорт\n- зарядка\n- зонт', ['зарядка']],
  ['- паспорт\n- зонт', ['паспорт'], '- паспорт\n- зонт', ['паспорт']],
  ['Иначе', ['паспорт'], 'Иначе', null],
])('«%s», written where %s was ticked, says «%s» and ticks %s', (input, was, text, ticked) => {
  const before = { text: '- паспорт\n- зарядка', ticked: was };
  expect(readTicked(input, was && before)).toEqual({ text, ticked });
});

test.each([
  ['- паспорт\n☐ зарядка', ['зарядка']],
  ['1. паспорт\n2. зарядка', ['паспорт']],
  ['☐ паспорт\n[ ] зарядка', null],
])('«%s» with %s ticked is read back as it was shown', (text, ticked) => {
  const stored = { text, ticked };
  expect(readTicked(shownText(stored), stored)).toEqual(stored);
});

test('one number that an edit leaves is a point with its box, and no line', () => {
  const before = { text: '1. паспорт\n2. зарядка', ticked: ['паспорт'] };
  expect(readTicked('☑ паспорт', before)).toEqual({ text: '☐ паспорт', ticked: ['паспорт'] });
});

test('a note is ticked by its marks, and the others stay as they are written', () => {
  const note = 'Список\n- хлеб\n☑ сыр\n• чай\n- хлеб';
  expect(withNoteTicks(note, ['хлеб\n2'])).toBe('Список\n- хлеб\n☐ сыр\n• чай\n☑ хлеб');
  expect(withNoteTicks(note, null)).toBe(note.replace('☑', '☐'));
});

test.each([
  [{ title: 'Магазин', content: 'Магазин\n- хлеб\n☑ сыр' }, 'Магазин'],
  [{ title: 'Магазин', content: '- хлеб\nдо восьми' }, 'Магазин\nдо восьми'],
  [{ title: '- хлеб', content: '- хлеб\n- сыр' }, 'хлеб'],
  [{ title: 'Магазин', content: '- хлеб\n• чай\n• сахар' }, 'Магазин'],
  [{ title: 'Чай', content: '• чай\n• сахар' }, 'Чай\n• чай\n• сахар'],
  [{ title: 'Рецепт', content: 'Для **мамы**' }, 'Рецепт\nДля мамы'],
])('the text of a reminder of the note %j is «%s»: points stay in the note', (note, text) => {
  expect(reminderTextOf(note)).toBe(text);
});

test('an edit keeps the ticks of points that stay, wherever they stand', () => {
  expect(keptTicks(['паспорт', 'зарядка'], 'Сумка\n- зонт\n- зарядка')).toEqual(['зарядка']);
  expect(keptTicks(['зонт'], 'Сумка')).toBeNull();
});

test('the history has words, and no more than it holds', () => {
  expect(ticksForHistory(['паспорт', 'паспорт\n2'])).toEqual(['паспорт', 'паспорт']);
  expect(ticksForHistory(null)).toBeNull();
});

test('what is ticked is ticked and nothing else, whatever the points are called', () => {
  const words = fc.constantFrom('а', 'б', 'в г');
  fc.assert(
    fc.property(fc.array(words, { maxLength: 8 }), fc.array(fc.nat(7)), (names, presses) => {
      const text = names.map((name) => `- ${name}`).join('\n');
      const expected = names.map(() => false);
      let ticked: string[] | null = null;
      for (const at of presses) {
        const points = checklistOf(text, null, ticked);
        const point = points[at];
        if (!point) continue;
        ticked = withTick(points, [point.key], !point.done);
        expected[at] = !point.done;
      }
      expect(done(text, ticked)).toEqual(expected);
    }),
  );
});
