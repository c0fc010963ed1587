import { IMPORT_MAX_BYTES } from '@/core/limits';
import { parseJson } from './parse-json';

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

test('the largest file of numbers costs not much more than to parse it', () => {
  const json = `[${'0,'.repeat(IMPORT_MAX_BYTES / 2 - 2)}0]`;
  /** Of processor time; whatever else the process does counts too. */
  const leastMs = (read: (text: string) => unknown) =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const before = process.cpuUsage();
        read(json);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1_000;
      }),
    );
  expect(leastMs(parseJson)).toBeLessThan(4 * leastMs((text) => JSON.parse(text)));
});
