import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inShort, readBlindSet, score } from './blind-score';

/**
 * Phrases by people who had not seen the grammar; how they scored first stands in docs/quick-add.md. Since then
 * they are regression sets. `known` are those that stay missed.
 */
const SETS: readonly { file: string; known: ReadonlySet<string> }[] = [
  {
    file: 'blind-2026-11-22.jsonl',
    // The grammar means the last day of each month, and so begins in November.
    known: new Set(['каждый месяц 31 числа в 12:00 сверка остатков']),
  },
  {
    file: 'blind-2026-11-22-b.jsonl',
    known: new Set([
      // A deadline stays in the text.
      'прочесть главу 11 к среде',
      // No rule has 90 days: it asks.
      'менять фильтр через 90 дней после выполнения, первый раз 1 декабря в 10',
    ]),
  },
  { file: 'blind-2026-11-22-c.jsonl', known: new Set() },
  { file: 'blind-2026-11-22-d.jsonl', known: new Set() },
  { file: 'blind-2026-11-22-e.jsonl', known: new Set() },
  {
    file: 'blind-2026-11-22-f.jsonl',
    known: new Set([
      // It asks.
      'сегодня в 17:30 прием хаски, пни меня за 15 минут',
      'через 30 минут скажи что поезд прибывает в 14:10',
      'в 14 напомни: в 16 забрать дочь из сада',
      'вт 10,30 вакцинация 🐶',
      'каждый день в 8 утра метформин и каждый понедельник в 10 взвешиваться',
      'ха-ха ну ты даёшь',
      'ой устала я сегодня ужасно',
      'Доставка заказа №48213: 22.11.2026 в 14:00. Курьер Тимур, тел. 8 925 100-20-30',
      // Stored at the right moment, with words of asking or of time left in the text.
      'завтра в 10 полить орхидею и потом через 7 дней после выполнения',
      'если можно, каждую пятницу в 21:30 напоминай промыть группы кофемашины таблеткой и разобрать питчеры, а то сменщик вечно забывает',
      'Подтверждаем бронь: площадка «Лофт 12», 05.12.2026, монтаж с 08:00',
      // Stored as a reminder for the next morning; a person means a note.
      'запомни что сахар утром был 7,8',
    ]),
  },
];

describe.each(SETS)('$file', ({ file, known }) => {
  const lines = readBlindSet(readFileSync(join(__dirname, file), 'utf8'));
  const misses = score(lines)
    .filter(({ line, verdict }) => verdict !== 'right' && !known.has(line.text))
    .map(
      ({ line, verdict, results }) => `${verdict}: «${line.text}» ${results.map(inShort).join()}`,
    );

  test('nothing of the blind set is silently misread', () => {
    expect(misses.filter((miss) => miss.startsWith('silent'))).toEqual([]);
  });

  test('the blind set is read as people mean it', () => {
    expect(misses).toEqual([]);
  });
});
