import fc from '@/testing/fast-check';
import { partsOf } from './links';

const linksIn = (text: string) =>
  partsOf(text).flatMap(({ text: said, href }) => (href === null ? [] : [[said, href]]));

test.each([
  ['Оплатить: https://bank.ru/pay?id=7.', 'https://bank.ru/pay?id=7', 'https://bank.ru/pay?id=7'],
  ['Сайт (http://example.org/a_(b)), тут', 'http://example.org/a_(b)', 'http://example.org/a_(b)'],
  ['смотри «https://ya.ru»!', 'https://ya.ru', 'https://ya.ru/'],
  ['зайти на gosuslugi.ru, потом', 'gosuslugi.ru', 'http://gosuslugi.ru/'],
  ['https://президент.рф/новости?', 'https://президент.рф/новости', undefined],
  ['t.me/durov 👋', 't.me/durov', 'http://t.me/durov'],
  ['https://example.org/🎉/a🎂', 'https://example.org/🎉/a🎂', undefined],
  ['письмо на anna.k+1@mail.ru.', 'anna.k+1@mail.ru', 'mailto:anna.k+1@mail.ru'],
  ['mailto:a@b.org', 'mailto:a@b.org', 'mailto:a@b.org'],
  ['Позвонить 8 (900) 123-45-67, Оля', '8 (900) 123-45-67', 'tel:+79001234567'],
  ['+7 900 123 45 67', '+7 900 123 45 67', 'tel:+79001234567'],
  ['тел.: 89001234567;', '89001234567', 'tel:+79001234567'],
  ['+49 (30) 901820', '+49 (30) 901820', 'tel:+4930901820'],
  ['+375 29 123-45-67', '+375 29 123-45-67', 'tel:+375291234567'],
])('finds what can be tapped in «%s», without the marks around it', (text, said, href) => {
  expect(linksIn(text)).toEqual([[said, href ?? expect.stringMatching(/^https:\/\//)]]);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,<b>',
  'ftp://example.org',
  '//example.org/a',
  'file:///etc/passwd',
  'tg://resolve?domain=x',
  'Купить хлеб. Потом молоко',
  'и т.д. и т.п.',
  'запустить отчёт.py и readme.txt',
  'счёт 40817810099910004312',
  '25.12.2026 в 15:00',
  'в 8 900 рублей',
  'версия 1.2.3',
  '20.11.2026 18:30',
])('finds nothing in «%s»', (text) => {
  expect(linksIn(text)).toEqual([]);
});

const bits = fc.constantFrom(
  ...[
    'https://',
    'a',
    '.',
    'ру',
    '@',
    '(',
    ')',
    '/',
    '8',
    '+7',
    '-',
    ' ',
    ':',
    '?',
    '👨‍👩‍👧',
    'ё',
    '.ru',
    '\n',
    'javascript:',
  ],
);

test('the pieces are the text, and no link leads anywhere but to the web, mail or a phone', () => {
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 40 }), (words) => {
      const text = words.join('');
      const parts = partsOf(text);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      for (const { href } of parts) expect(href ?? 'tel:').toMatch(/^(https?|mailto|tel):/);
    }),
  );
});

test('the time that it takes grows with the length of the text, whatever is repeated in it', () => {
  fc.assert(
    fc.property(fc.array(bits, { minLength: 1, maxLength: 4 }), (words) => {
      const text = words.join('').repeat(20_000);
      const began = process.cpuUsage();
      partsOf(text.slice(0, 40_000));
      // Ten times the longest note. Quadratic time would be minutes.
      expect(process.cpuUsage(began).user / 1_000).toBeLessThan(3_000);
    }),
    { numRuns: 25 },
  );
});
