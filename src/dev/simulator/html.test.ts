import fc from 'fast-check';
import { parseHtml } from './html';

test('tags become entities in UTF-16 offsets, references become characters', () => {
  expect(parseHtml('😀 <b>Ёж &lt;3</b> &amp; <a href="https://t.me/?a=1&amp;b=2">x</a>')).toEqual({
    text: '😀 Ёж <3 & x',
    entities: [
      { type: 'bold', offset: 3, length: 5 },
      { type: 'text_link', offset: 11, length: 1, url: 'https://t.me/?a=1&b=2' },
    ],
  });
});

test('nested entities stay nested and white space is cut off both ends', () => {
  expect(parseHtml('\n <i>a<b>b</b> </i> ')).toEqual({
    text: 'ab',
    entities: [
      { type: 'italic', offset: 0, length: 2 },
      { type: 'bold', offset: 1, length: 1 },
    ],
  });
});

test.each([
  ['1 < 2', `Unsupported start tag "" at byte offset 2`],
  ['1 <2', `Unclosed start tag at byte offset 2`],
  ['<x>a</x>', `Unsupported start tag "x" at byte offset 0`],
  ['é<div>', `Unsupported start tag "div" at byte offset 2`],
  ['<b>a', `Can't find end tag corresponding to start tag "b"`],
  ['a</b>', `Unexpected end tag at byte offset 1`],
  ['<b><i>a</b>', `Unmatched end tag at byte offset 7, expected "</i>", found "</b>"`],
  ['a < b > c', `Unsupported start tag "" at byte offset 2`],
  ['<b/>', `Unsupported start tag "b/" at byte offset 0`],
  ['<br>', `Unsupported start tag "br" at byte offset 0`],
  ['<p>a</p>', `Unsupported start tag "p" at byte offset 0`],
  ['ё <i  =x>', `Empty attribute name in the tag "i" at byte offset 3`],
  ['ё <i a', `Unclosed start tag "i" at byte offset 3`],
  ['ё <i a = ', `Unclosed start tag "i" at byte offset 3`],
  ['ё <i a = "b>', `Unclosed start tag at byte offset 3`],
  ['ё <i a = b,>', `Unexpected end of name token at byte offset 10`],
  ['<a href=https://t.me>x</a>', `Unexpected end of name token at byte offset 8`],
  ['<b></b></', `Unexpected end tag at byte offset 7`],
  ['<i>a</i  ', `Unclosed end tag at byte offset 4`],
  [
    '&#xD83D;&#xDE00;',
    'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units',
  ],
])('%s is refused in the words of Telegram', (source, complaint) => {
  expect(() => parseHtml(source)).toThrow(`Bad Request: can't parse entities: ${complaint}`);
});

test.each([
  ['<b>a</>', 'a', ['bold']],
  ['<b>a</b  >', 'a', ['bold']],
  ['<B>a</b>', 'a', ['bold']],
  ['<b></b>a', 'a', []],
  ['<b x>a</b>', 'a', ['bold']],
  ['<a href="t.me/x">a</a>', 'a', ['text_link']],
  ['<a>t.me/x</a>', 't.me/x', ['text_link']],
  ['<a href="nowhere">a</a>', 'a', []],
])('%s is read as Telegram reads it', (source, text, types) => {
  const parsed = parseHtml(source);
  expect([parsed.text, parsed.entities.map(({ type }) => type)]).toEqual([text, types]);
});

test('a tag of Telegram’s that the product has no use for is a mistake', () => {
  expect(() => parseHtml('<span class="tg-spoiler">a</span>')).toThrow('simulator: the product');
});

test('unknown references stay as they are', () => {
  expect(parseHtml('&nbsp; &copy; &#1105; &#x41; & &').text).toBe('&nbsp; &copy; ё A & &');
});

test('any text that is escaped comes out as it went in, but for white space at the ends', () => {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(parseHtml(escaped(text))).toEqual({ text: text.trim(), entities: [] });
    }),
  );
});
