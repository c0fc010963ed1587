import fc from '@/testing/fast-check';
import { textOfFile } from './file-text';

const PHRASE = 'Купить «Чай №5» — и молоко; Ёлка, IKEA, 100 г\r\nпозвонить Анне';
const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, littleEndian: boolean) => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) {
    view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  }
  return bytes;
};
/** In an encoding of one byte a character. */
const encodedAs = (encoding: string, text: string) => {
  const decoder = new TextDecoder(encoding);
  const byteOf = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(new Uint8Array([byte])), byte]),
  );
  return Uint8Array.from(text, (character) => byteOf.get(character) ?? 0x3f);
};

test.each([
  ['UTF-8', utf8(PHRASE)],
  ['UTF-8 with a mark', utf8(`\uFEFF${PHRASE}`)],
  ['UTF-16LE with a mark', utf16(`\uFEFF${PHRASE}`, true)],
  ['UTF-16BE with a mark', utf16(`\uFEFF${PHRASE}`, false)],
  ['windows-1251', encodedAs('windows-1251', PHRASE)],
])('%s is told from the others', (_, bytes) => {
  expect(textOfFile(bytes)).toBe(PHRASE);
});

test.each([true, false])('UTF-16 without a mark is told by its first letters', (littleEndian) => {
  const table = 'TYPE,CONTENT\r\ntask,Молоко';
  expect(textOfFile(utf16(table, littleEndian))).toBe(table);
});

test.each([
  ['KOI8-R', encodedAs('koi8-r', 'Купить молоко. Позвонить Анне')],
  ['CP866', encodedAs('ibm866', 'Купить молоко. Позвонить Анне')],
  ['windows-1252', encodedAs('windows-1252', 'Bücher für Müller käufen, Gespräch')],
  ['UTF-8 that was cut', utf8('Молоко').slice(0, -1)],
  ['no text', Uint8Array.from([0x89, 0x50, 0x98, 0xff, 0xd8, 0x00])],
])('what is in no known encoding is none: %s', (_, bytes) => {
  expect(textOfFile(bytes)).toBeNull();
});

test('a fold may part a line anywhere, within a letter too, and lines keep their numbers', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('а', 'Ж', '🦊', 'x', '—', '漢'), minLength: 1 }),
      fc.nat(),
      fc.constantFrom('\r\n ', '\n\t', '\n '),
      (text, place, fold) => {
        const bytes = utf8(text);
        const at = place % bytes.length;
        const folded = [...bytes.slice(0, at), ...utf8(fold), ...bytes.slice(at)];
        const read = textOfFile(Uint8Array.from(folded));
        expect(read?.replace(fold, '')).toBe(text);
        expect(read?.split('\n')).toHaveLength(2);
      },
    ),
  );
});
