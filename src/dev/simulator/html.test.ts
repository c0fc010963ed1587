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
  ['1 < 2', `Unclosed start tag at byte offset 2`],
  ['<x>a</x>', `Unsupported start tag "x" at byte offset 0`],
  ['é<div>', `Unsupported start tag "div" at byte offset 2`],
  ['<b>a', `Can't find end tag corresponding to start tag "b"`],
  ['a</b>', `Unexpected end tag at byte offset 1`],
  ['<b><i>a</b>', `Unmatched end tag at byte offset 7, expected "</i>", found "</b>"`],
  ['a < b > c', `Unsupported start tag "" at byte offset 2`],
])('%s is refused in the words of Telegram', (source, complaint) => {
  expect(() => parseHtml(source)).toThrow(`Bad Request: can't parse entities: ${complaint}`);
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
