import fc from '@/testing/fast-check';
import { beginningOf, excerpt, firstCharacter, foldAt } from './cut';

const wellFormed = (text: string) => !/\p{Surrogate}/u.test(text);
const graphemes = (text: string) =>
  [...new Intl.Segmenter('ru').segment(text)].map(({ segment }) => segment);

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .array(fc.constantFrom('🦊', '👨‍👩‍👧‍👦', '🇷🇺', '👍🏽', 'й', 'ё', 'a', ' ', '\n', '5️⃣'), {
      maxLength: 40,
    })
    .map((parts) => parts.join('')),
);

test('no cut makes ill-formed text, and none is longer than it may be', () => {
  fc.assert(
    fc.property(anyText, fc.nat(90), (text, max) => {
      const cut = beginningOf(text, max);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(text.startsWith(cut)).toBe(true);
      expect(wellFormed(cut)).toBe(true);
      expect(wellFormed(excerpt(text, max))).toBe(true);
      expect(excerpt(text, max).length).toBeLessThanOrEqual(max + 1);
      expect(wellFormed(firstCharacter(text))).toBe(true);
    }),
  );
});

test('a cut takes as many whole characters as fit', () => {
  fc.assert(
    fc.property(anyText, fc.nat(90), (text, max) => {
      const characters = graphemes(text);
      if ((characters[0]?.length ?? 0) > max) return;
      let whole = '';
      for (const character of characters) {
        if (whole.length + character.length > max) break;
        whole += character;
      }
      expect(beginningOf(text, max)).toBe(whole);
    }),
  );
});

test('a short text stays as it is, a long one ends in «…»', () => {
  expect(excerpt('молоко', 6)).toBe('молоко');
  expect(excerpt('купить молоко', 7)).toBe('купить…');
  expect(excerpt('ааа🦊', 4)).toBe('ааа…');
  expect(beginningOf('👨‍👩‍👧‍👦', 3)).toBe('👨‍');
});

test.each([
  ['🦊 Лиса', '🦊'],
  ['🇷🇺', '🇷🇺'],
  ['Ёж', 'Ё'],
  ['', ''],
])('of «%s» the first character is «%s»', (text, first) => {
  expect(firstCharacter(text)).toBe(first);
});

test('a long text is folded at the end of a word, or of its sixth line; a little more than fits is not', () => {
  const words = 'слово '.repeat(200);
  const shown = words.slice(0, foldAt(words) ?? 0);
  expect(shown).toMatch(/ слово$/);
  expect(shown.length).toBeGreaterThan(160);
  expect(foldAt('слово '.repeat(53))).toBeNull();
  const list = (lines: number) => Array.from({ length: lines }, (_, at) => `дело ${at}`).join('\n');
  expect(list(30).slice(0, foldAt(list(30)) ?? 0)).toBe(list(6));
  expect(foldAt(list(8))).toBeNull();
});

test('what stays of a folded text is well formed, and shorter than the text', () => {
  const long = fc
    .tuple(anyText, fc.integer({ min: 1, max: 60 }))
    .map(([text, n]) => text.repeat(n));
  fc.assert(
    fc.property(long, (text) => {
      const at = foldAt(text);
      if (at === null) return;
      expect(at).toBeLessThan(text.length);
      if (wellFormed(text)) expect(wellFormed(text.slice(0, at))).toBe(true);
    }),
  );
});
