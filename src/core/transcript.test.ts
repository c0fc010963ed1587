import fc from '@/testing/fast-check';
import { spokenWordsIn } from './transcript';

test.each([
  ['Завтра в девять оплатить интернет.', 'Завтра в девять оплатить интернет'],
  ['Через час чайник. Завтра в девять интернет.', 'Через час чайник. Завтра в девять интернет'],
  [' Завтра\n в девять   оплатить интернет', 'Завтра в девять оплатить интернет'],
  ['[музыка] Купить хлеб. (смех)', 'Купить хлеб'],
  ['Купить хлеб. Продолжение следует...', 'Купить хлеб'],
  ['Субтитры сделал DimaTorzok', ''],
  ['Редактор субтитров А.Семкин Корректор А.Егорова', ''],
  ['Спасибо за просмотр!', ''],
  ['Продолжение следует…', ''],
  ['...', ''],
  ['', ''],
])('of «%s» the words are «%s»', (transcript, words) => {
  expect(spokenWordsIn(transcript)).toBe(words);
});

test.each([
  'Завтра в 10 проверить субтитры к фильму',
  'Напомни сказать: спасибо за внимание',
  'Через час подписывайтесь на канал напомни мне написать',
])('«%s» is said by somebody, though it holds such words', (line) => {
  expect(spokenWordsIn(line)).toBe(line);
});

test('no transcript becomes longer, or more than one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (transcript) => {
      const words = spokenWordsIn(transcript);
      expect(words.length).toBeLessThanOrEqual(transcript.length);
      expect(words).not.toMatch(/[\r\n]/);
      expect(spokenWordsIn(words).length).toBeLessThanOrEqual(words.length);
    }),
  );
});
