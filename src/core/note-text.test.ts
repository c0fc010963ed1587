import fc from '@/testing/fast-check';
import {
  noteBlocks,
  plainText,
  pointsOf,
  shownOnce,
  titleOfText,
  type TextPart,
  withPoint,
} from './note-text';

const said = (parts: readonly TextPart[]) =>
  parts
    .map(({ text, bold, href }) => `${bold ? 'b:' : ''}${text}${href === null ? '' : `→${href}`}`)
    .join('|');
const shown = (content: string) =>
  noteBlocks(content).flatMap((block) => {
    if (block.kind === 'text') return [`text ${said(block.parts)}`];
    if (block.kind === 'list')
      return block.items.map(({ mark, parts }) => `${mark} ${said(parts)}`);
    return block.points.map(({ done, parts }) => `${done ? '☑' : '☐'} ${said(parts)}`);
  });

test.each([
  ['- молоко', '☐ молоко'],
  ['☐ молоко', '☐ молоко'],
  ['☑ молоко', '☑ молоко'],
  ['[ ] молоко', '☐ молоко'],
  ['[x] молоко', '☑ молоко'],
  ['[х] молоко', '☑ молоко'],
  ['- [ ] молоко', '☐ молоко'],
  ['  - [X] молоко', '☑ молоко'],
  ['* молоко', '• молоко'],
  ['• молоко', '• молоко'],
  ['3. молоко', '3. молоко'],
  ['12) молоко', '12) молоко'],
  ['**Важно:** взять паспорт', 'text b:Важно:| взять паспорт'],
  ['см. [сайт](https://ya.ru/a_(b)), там', 'text см. |сайт→https://ya.ru/a_(b)|, там'],
  ['**[сайт](https://ya.ru)**', 'text b:сайт→https://ya.ru'],
])('%s is shown as %s', (content, expected) => {
  expect(shown(content)).toEqual([expected]);
});

test.each([
  '-5 градусов',
  '- ',
  '— Привет',
  '-',
  '[] молоко',
  '2*2**2 и 3**',
  '** молоко **',
  '[сайт](javascript:alert(1))',
  '[сайт](ya.ru)',
  '12.5 кг',
  '☐',
])('«%s» is text and nothing else', (content) => {
  expect(shown(content)).toEqual([`text ${content.trimEnd()}`]);
});

test('neighbours make one list; text between them keeps its lines, not the empty ones at its edges', () => {
  const content = 'Купить:\n\n- хлеб\n☑ сыр\n\nИ ещё\n\nчай\n1. да\n2. нет';
  expect(shown(content)).toEqual([
    'text Купить:',
    '☐ хлеб',
    '☑ сыр',
    'text И ещё\n\nчай',
    '1. да',
    '2. нет',
  ]);
  expect(noteBlocks(content).map(({ kind }) => kind)).toEqual(['text', 'points', 'text', 'list']);
});

test('without its markup a note says the same in plain words', () => {
  const content = '**Важно**:\n- хлеб\n[x] [сыр](https://ya.ru)\n* чай\n2) вода';
  expect(plainText(content)).toBe('Важно:\n☐ хлеб\n☑ сыр (https://ya.ru)\n• чай\n2) вода');
});

test('a ticked point and the same one unticked have one length, and say the same', () => {
  for (const content of ['- хлеб', '☐ хлеб', '[ ] хлеб', '- [ ] хлеб', '* ☐ хлеб']) {
    const ticked = withPoint(content, { line: 0, text: 'хлеб', done: true });
    expect(pointsOf(ticked ?? '')).toEqual([{ line: 0, done: true, text: 'хлеб' }]);
    expect(ticked).toHaveLength(content.length);
    const back = withPoint(ticked ?? '', { line: 0, text: 'хлеб', done: false });
    expect(pointsOf(back ?? '')).toEqual([{ line: 0, done: false, text: 'хлеб' }]);
  }
});

test('a point is found again where a line came in above it, never one of other words', () => {
  expect(withPoint('Список\n- хлеб\n- сыр', { line: 0, text: 'хлеб', done: true })).toBe(
    'Список\n☑ хлеб\n- сыр',
  );
  expect(withPoint('- сыр', { line: 0, text: 'хлеб', done: true })).toBeNull();
  const twice = '- хлеб\n- хлеб\n- сыр';
  expect(withPoint(twice, { line: 1, text: 'хлеб', done: true })).toBe('- хлеб\n☑ хлеб\n- сыр');
  expect(withPoint(twice, { line: 2, text: 'хлеб', done: true })).toBeNull();
});

const lineOf = fc
  .array(
    fc.constantFrom('- ', '☐ ', '[ ] ', '[x]', '**', '*', '[', '](https://a.ru)', 'а', ' ', '🙂'),
  )
  .map((pieces) => pieces.join(''));
const contents = fc.array(lineOf, { maxLength: 6 }).map((all) => all.join('\n'));

test('whatever the text, its parts stand in it where they say, in order, and no word is lost', () => {
  fc.assert(
    fc.property(contents, (content) => {
      const parts = noteBlocks(content).flatMap((block) =>
        block.kind === 'text'
          ? block.parts
          : (block.kind === 'list' ? block.items : block.points).flatMap((each) => each.parts),
      );
      let last = 0;
      for (const { at, text } of parts) {
        expect(content.slice(at, at + text.length)).toBe(text);
        expect(at).toBeGreaterThanOrEqual(last);
        last = at + text.length;
      }
      const letters = (text: string) =>
        text.replaceAll('https://a.ru', '').match(/а/g)?.length ?? 0;
      expect(letters(parts.map(({ text }) => text).join(''))).toBe(letters(content));
    }),
  );
});

test('ticking changes the mark of that point and nothing else', () => {
  fc.assert(
    fc.property(contents, fc.nat(5), fc.boolean(), (content, which, done) => {
      const before = pointsOf(content);
      const point = before[which];
      if (!point) return;
      const after = withPoint(content, { ...point, done });
      expect(pointsOf(after ?? '')).toEqual(
        before.map((each) => (each === point ? { ...each, done } : each)),
      );
    }),
  );
});

test.each([
  ['a title of its own', 'Купить', 'хлеб\nсыр', { titled: true, body: 'хлеб\nсыр', line: 0 }],
  ['one line', 'Код 1234', 'Код 1234', { titled: true, body: '', line: 0 }],
  ['the first line', 'Купить', 'Купить\n\n- хлеб', { titled: true, body: '- хлеб', line: 2 }],
  [
    'a line with marks',
    '- хлеб',
    '- хлеб\n- сыр',
    { titled: false, body: '- хлеб\n- сыр', line: 0 },
  ],
])('what a title repeats is shown once: %s', (_, title, content, shown) => {
  expect(shownOnce({ title, content })).toEqual(shown);
});

test.each([
  ['- пункт **жирный**\n- ещё', 'пункт жирный'],
  ['☑ хлеб', 'хлеб'],
  ['1. Паспорт\n2. Билет', 'Паспорт'],
  ['[Рецепт](https://ya.ru/1) борща', 'Рецепт борща'],
  ['\n  2**3 и 2**4', '2**3 и 2**4'],
])('«%s» is called «%s», and shown once', (content, title) => {
  expect(titleOfText(content)).toBe(title);
  const isPlain = content.trim() === title;
  expect(shownOnce({ title, content }).titled).toBe(isPlain);
});

test('a first line that goes on behind the title is shown whole, without the title', () => {
  const content = 'слово '.repeat(30).trim();
  expect(shownOnce({ title: titleOfText(content), content })).toEqual({
    titled: false,
    body: content,
    line: 0,
  });
});
