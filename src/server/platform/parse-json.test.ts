import { IMPORT_MAX_BYTES } from '@/core/limits';
import { hasMoreValues, parseJson } from './parse-json';

test('half a surrogate pair and NUL become U+FFFD in every text, however deep, and nothing else changes', () => {
  const json =
    '{"a":["x\\ud800y",{"b":"\\u0000"}],"c":"\\ud83d\\ude00","__proto__":{"d":"\\udc00"},"e":[1,null,true]}';
  expect(JSON.stringify(parseJson(json))).toBe(
    '{"a":["x\ufffdy",{"b":"\ufffd"}],"c":"😀","__proto__":{"d":"\ufffd"},"e":[1,null,true]}',
  );
  expect(parseJson('"\\ud800"')).toBe('\ufffd');
  expect(() => parseJson('{"a":')).toThrow(SyntaxError);
});

test('what is nested too deep is refused like what is no JSON, and does not run out of stack', () => {
  for (const depth of [101, 1_000_000]) {
    expect(() => parseJson('['.repeat(depth) + ']'.repeat(depth))).toThrow(SyntaxError);
  }
  expect(parseJson('['.repeat(100) + ']'.repeat(100))).toHaveLength(1);
});

/** Of processor time; whatever else the process does counts too. */
const leastMs = (work: () => unknown) =>
  Math.min(
    ...Array.from({ length: 5 }, () => {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    }),
  );

test.each([
  ['numbers', `[${'0,'.repeat(IMPORT_MAX_BYTES / 2 - 2)}0]`],
  ['empty objects', `{"a":[${'{},'.repeat(IMPORT_MAX_BYTES / 3 - 4)}{}]}`],
  ['brackets', '['.repeat(IMPORT_MAX_BYTES)],
  ['members', `{${Array.from({ length: 500_000 }, (_, i) => `"k${i}":1`).join()}}`],
  ['quotation marks in a text that does not end', `["${'\\"'.repeat(IMPORT_MAX_BYTES / 2)}`],
])('the largest text of nothing but %s is refused before it costs others a moment', (_, json) => {
  expect(() => parseJson(json)).toThrow(SyntaxError);
  expect(leastMs(() => hasMoreValues(json, 400_000))).toBeLessThan(150);
});

test('commas and brackets within texts are no values, wherever a text ends', () => {
  const text = '[{,"\\\\",[{'.repeat(100);
  const json = JSON.stringify({ text, list: [text, 1] });
  expect(hasMoreValues(json, 4)).toBe(false);
  expect(hasMoreValues(json, 3)).toBe(true);
  expect(parseJson(json)).toEqual({ text, list: [text, 1] });
});

test('to mend a large file costs not much more than to parse it', () => {
  const json = `[${'0,'.repeat(399_000)}0]`;
  const parsed = leastMs(() => JSON.parse(json));
  expect(leastMs(() => parseJson(json, 400_000))).toBeLessThan(20 + 8 * parsed);
});
