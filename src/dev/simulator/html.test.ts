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

test('a time is a moment, of those that Telegram shows on other clocks', () => {
  const unix = Math.floor(Date.now() / 1000);
  const { entities } = parseHtml(`<tg-time unix="${unix}" format="Dt">сейчас</tg-time>`);
  const moment = { type: 'date_time', unix_time: unix, date_time_format: 'Dt' };
  expect(entities).toEqual([{ ...moment, offset: 0, length: 6 }]);
  const later = unix + 1_099 * 86_400;
  for (const refused of [`unix="${later}" format="Dt"`, `unix="${unix}" format="tD"`]) {
    expect(() => parseHtml(`<tg-time ${refused}>x</tg-time>`)).toThrow("can't parse entities");
  }
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
  ['1 < 2', 'Unsupported start tag < 2'],
  ['<x>a</x>', 'Unsupported start tag <x>'],
  ['<br>', 'Unsupported start tag <br>'],
  ['<B>a</B>', 'Unsupported start tag <B>'],
  ['<b x>a</b>', 'Unsupported start tag <b x>'],
  ['<a>t.me/x</a>', 'Unsupported start tag <a>'],
  ['<a href=https://t.me>x</a>', 'Unsupported start tag <a href=https://t.me>'],
  ['<span class="tg-spoiler">a</span>', 'Unsupported start tag <span'],
  ['<b>a', `Can't find end tag corresponding to start tag "b"`],
  ['a</b>', 'Unexpected end tag </b>'],
  ['<b>a</>', 'Unexpected end tag </>'],
  ['<b><i>a</b>', 'Unexpected end tag </b>'],
  ['рыба & чипсы', 'Unknown reference &'],
  ['&nbsp;', 'Unknown reference &nbsp;'],
  ['&#1105;', 'Unknown reference &'],
])('%s, which the product never means, is refused', (source, complaint) => {
  expect(() => parseHtml(source)).toThrow(`Bad Request: can't parse entities: ${complaint}`);
});

test('an entity around nothing is none', () => {
  expect(parseHtml('<b></b>a')).toEqual({ text: 'a', entities: [] });
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
