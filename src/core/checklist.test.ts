import fc from 'fast-check';
import {
  aboveChecklist,
  checklistOf,
  keptTicks,
  ticksForHistory,
  withPointsOf,
  withTick,
  withTicks,
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
    expect(withTicks(text, ['зарядка'])).toBe('Сумка\n☐ паспорт\n☑ зарядка');
    expect(aboveChecklist(text)).toBe('Сумка');
    expect(withPointsOf(text, 'Магазин')).toBe(text.replace('Сумка', 'Магазин'));
    expect(done(`Сумка\n${bullet} паспорт`, null)).toEqual([]);
  },
);

test('a text without points has those of its note', () => {
  expect(checklistOf('Сборы', '- зонт', ['зонт'])).toEqual([
    { key: 'зонт', text: 'зонт', done: true },
  ]);
});

test('a message shows the text with a box before each point', () => {
  expect(withTicks(BAG, ['зарядка'])).toBe('Сумка\n☐ паспорт\n☑ зарядка\n☐ паспорт');
  expect(aboveChecklist(BAG)).toBe('Сумка');
});

test('an edit keeps the ticks of points that stay, wherever they stand', () => {
  expect(keptTicks(['паспорт', 'зарядка'], 'Сумка\n- зонт\n- зарядка')).toEqual(['зарядка']);
  expect(keptTicks(['зонт'], 'Сумка')).toEqual(['зонт']);
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
