import { asItLooks } from './marks';
import { checkNote } from './note-rules';
import { parseQuickAdd } from './quick-add';
import { cleanText } from './reminder-rules';

const context = {
  now: new Date('2026-11-20T06:00:00Z'),
  timeZone: 'Europe/Moscow',
  categories: [{ id: 1, name: 'Без категории' }],
  types: [{ id: 1, name: 'Дело' }],
};
const read = (line: string) => {
  const reading = parseQuickAdd(line, context);
  return reading.outcome === 'ready'
    ? `${reading.text} ${reading.dateTime.toISOString()}`
    : reading.outcome;
};

test.each([
  ['soft hyphens', 'зав\u00adтра в 9:30 оп\u00adла\u00adтить ин\u00adтернет'],
  ['spaces without a width', '\ufeffзавтра\u200b в 9:30\u2060 оплатить интернет\u200b'],
  ['joiners', 'зав\u200dтра в 9:\u200c30 оплатить\u200d интер\u034fнет'],
  [
    'marks of direction',
    '\u200eзавтра в \u20669:30\u2069 \u202bоплатить\u202c интернет\u200f\u061c',
  ],
  ['a ratio sign', 'завтра в 9\u223630 оплатить интернет'],
  ['a modifier letter colon', 'завтра в 9\ua78930 оплатить интернет'],
  ['a fullwidth colon', 'завтра в 9：30 оплатить интернет'],
  ['a small colon', 'завтра в 9﹕30 оплатить интернет'],
  ['a one-dot leader', '21\u202411\u20242026 в 9:30 оплатить интернет'],
  ['a hyphen', '2026\u201011\u201021 в 9:30 оплатить интернет'],
  ['a hyphen that does not break', '2026\u201111\u201121 в 9:30 оплатить интернет'],
  ['the same before letters', '21\u2011го ноября в 9:30 оплатить интернет'],
])('a line is read by what it looks like: %s', (_, line) => {
  expect(read(line)).toBe('Оплатить интернет 2026-11-21T06:30:00.000Z');
});

test('a text and a note are stored as they look', () => {
  expect(cleanText('\u200eОп\u00adла\u00adта: 8\u2011800\u2011555, 19\u223630\u200b')).toBe(
    'Оплата: 8-800-555, 19:30',
  );
  const note = { title: 'Ви\u00adза\ufeff', content: 'с\u200b 10\u201112', categoryId: 1 };
  expect(checkNote(note)).toMatchObject({ ok: true, value: { title: 'Виза', content: 'с 10-12' } });
  expect(cleanText('\u200b\u2060\ufeff')).toBe('');
});

test.each([
  ['a family, a dark one, a pirate', '👨‍👩‍👧‍👦 👩🏿‍🚀 🏴‍☠️ ❤️‍🔥'],
  ['Persian, which writes with joiners', 'می\u200cخواهم'],
  ['Hindi', 'क्\u200dष'],
  ['a hyphen in a word that is not to break', 'кое\u2011кто'],
  ['dashes', 'Анна — врач, 5–7 лет, −5 °C'],
])('what a writer means stays: %s', (_, text) => {
  expect(asItLooks(text)).toBe(text);
});
