import { composed, withFewMarks } from './marks';
import { checkNote } from './note-rules';
import { cleanText } from './reminder-rules';
import { wordFinder } from './search';

const piled = (length: number) => 'а' + '\u0316\u0301'.repeat(length / 2);

test.each([
  ['й and ё in two characters', 'И\u0306огурт, е\u0308лка'],
  ['stress', 'за\u0301мок'],
  ['a family and a flag', '👨‍👩‍👧‍👦🏳️‍🌈🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}1️⃣'],
  ['Vietnamese in parts', 'Vie\u0323\u0302t Nam'],
  ['Hebrew with vowels and accents', 'בְּרֵאשִׁ֖ית בָּרָ֣א'],
  ['Arabic', 'ٱلسَّلَامُ عَلَيْكُمْ'],
  ['Hindi', 'क्षत्रिय हिन्दी'],
  ['Thai', 'ที่นี่น้ำ'],
  ['a Tibetan mantra', 'ཧྐྵྨླྺྼྻྂ'],
])('a text keeps its marks: %s', (_, text) => {
  expect(withFewMarks(text)).toBe(text);
  expect(cleanText(text)).toBe(text);
  expect(composed(text)).toBe(text.normalize('NFC'));
});

test('no text that is stored holds more marks in a row than any script writes', () => {
  const { length } = cleanText(piled(4_000));
  expect(length).toBeLessThan(20);
  const note = checkNote({ title: piled(100), content: piled(4_000), categoryId: 1 });
  expect(note).toMatchObject({ ok: true, value: { title: cleanText(piled(100)) } });
});

test('a search in texts of marks, as they may still be stored, takes time in proportion to their length', () => {
  const found = wordFinder('а');
  const spent = (text: string) => {
    const before = process.cpuUsage();
    for (let i = 0; i < 20; i += 1) found(text);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const least = (text: string) => Math.min(...Array.from({ length: 5 }, () => spent(text)));
  const few = piled(4_000);
  const many = piled(64_000);
  least(few);
  // Linear is 16, quadratic 256.
  expect(least(many) / least(few)).toBeLessThan(80);
});
