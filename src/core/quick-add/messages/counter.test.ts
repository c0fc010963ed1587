import { parseQuickAdd, readMessage } from '../../quick-add';
import { takeCounter } from './counter';

const context = {
  now: new Date('2026-11-26T09:00:00Z'),
  timeZone: 'Europe/Moscow',
  categories: [{ id: 1, name: 'Личное' }],
  types: [{ id: 1, name: 'Событие' }],
};

test.each([
  ['корм коту, осталось 14', 'Корм коту', 14],
  ['корм коту каждый день в 9, осталось 14', 'Корм коту', 14],
  ['каждый день в 8:30 корм коту, осталось 14 пакетов', 'Корм коту', 14],
  ['линзы каждые 2 недели, осталась 1', 'Линзы', 1],
  ['по будням в 7 кофе; осталось ещё 30 порций', 'Кофе', 30],
  ['полить фикус каждый вторник в 10 (осталось 3 раза)', 'Полить фикус', 3],
  ['картридж каждый месяц, в запасе 2 шт.', 'Картридж', 2],
  ['корм рыбкам осталось 14', 'Корм рыбкам', 14],
  ['каждый день в 9 витамин д осталось 30 капсул', 'Витамин д', 30],
  ['витамин д осталось 30 капсул', 'Витамин д', 30],
  ['каждый вечер в 21 капли, осталось четырнадцать', 'Капли', 14],
  ['каждый день в 8 кофе, осталось двадцать восемь зёрен', 'Кофе', 28],
  ['каждый день в 9 линзы, хватит на 12', 'Линзы', 12],
  ['каждый день в 9 линзы, в упаковке 28', 'Линзы', 28],
  ['каждый день в 9 корм коту хватит на 12', 'Корм коту', 12],
  ['каждый день в 9 корм коту в запасе 14', 'Корм коту', 14],
  ['завтра в 9 корм псу, осталось 14', 'Корм псу', 14],
  ['завтра в 10 фильтры для воды осталась 1 штука', 'Фильтры для воды', 1],
  ['каждый день в 9 корм коту, осталось 14 #личное', 'Корм коту', 14],
  ['каждый день в 9 корм коту, осталось 14 пакетов #личное', 'Корм коту', 14],
  ['каждый день в 9 корм коту, осталось 14 #кошка', 'Корм коту #кошка', 14],
  ['каждый день в 9 корм коту, осталось 14 пакетов #личное #кошка', 'Корм коту #кошка', 14],
])('%s: the number is counted, and no word of the text', (line, text, counter) => {
  expect(parseQuickAdd(line, context)).toMatchObject({ text, counter });
});

test.each([
  'осталось 14',
  'завтра в 9 собрать чемодан, осталось 2 дня до отпуска',
  'каждый день в 21 читать, осталось 14 страниц дочитать',
  'до отпуска, осталось 14',
  'до экзамена осталось 10',
  ...['дня', 'недели', 'часа', 'дня до отпуска'].map(
    (unit) => `завтра в 9 экзамен, осталось 3 ${unit}`,
  ),
  'каждый день в 9 бег, хватит на 12 дней',
  'матч, осталась одна тренировка',
  'каждый день в 9 мазь, осталось 2,5',
  'мазь, осталось 2,5',
  'каждый день в 9 кредит, осталось 300 рублей',
  'каждый день в 9 проверить, сколько осталось 14 числа',
  'завтра в 10 купить тапочки, осталось 2',
  'завтра в 10 купить яйца в упаковке 10',
  'завтра в 9 спросить, осталось ли 5 мест',
  'каждый день в 9 зарядка, осталось 12345',
])('%s: is no number of things that a series counts down', (line) => {
  expect(parseQuickAdd(line, context).counter).toBeUndefined();
});

test.each(['купить яйца в упаковке 10', 'купить тапочки в пачке 2'])(
  '«%s» counts nothing',
  (line) => {
    expect(takeCounter(line)).toBeUndefined();
  },
);

test('words that are no counter stay in the text', () => {
  const { text } = parseQuickAdd('каждый день в 21 читать, осталось 14 страниц дочитать', context);
  expect(text).toContain('осталось 14 страниц дочитать');
  expect(parseQuickAdd('завтра в 10 купить тапочки, осталось 2', context).text).toContain(
    'осталось 2',
  );
});

test('the form can leave the words in the text', () => {
  const line = 'корм коту каждый день в 9, осталось 14';
  const reading = parseQuickAdd(line, { ...context, asText: ['counter'] });
  expect(reading.counter).toBeUndefined();
  expect(reading.text).toContain('осталось 14');
});

test('a list below a heading is one reminder with its points', () => {
  const message = 'Собрать сумку каждую пятницу в 18:00\n- паспорт\n- зарядка';
  const [only, ...others] = readMessage(message, context);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ outcome: 'ready', text: 'Собрать сумку\n- паспорт\n- зарядка' });
});

test.each(['•', '*', '–', '—', '1.', '1)'])('«%s» makes points, too', (bullet) => {
  const points = `${bullet} паспорт\n${bullet} зарядка`;
  for (const heading of [
    'Собрать сумку каждую пятницу в 18:00',
    'каждую пятницу в 18:00 собрать сумку',
  ]) {
    const [only, ...others] = readMessage(`${heading}\n${points}`, context);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ outcome: 'ready', text: `Собрать сумку\n${points}` });
  }
});

test.each([
  'каждую пятницу в 18:\n- паспорт\n- зарядка',
  'каждую пятницу в 18\n- паспорт\n- зарядка',
  '- паспорт\n- зарядка\nкаждую пятницу в 18',
])('%j: a text of nothing but points keeps the dash of the first', (line) => {
  expect(parseQuickAdd(line, context).text).toBe('- паспорт\n- зарядка');
});

test('a decimal is not cut', () => {
  expect(parseQuickAdd('мазь, осталось 2,5', context).text).toBe('Мазь, осталось 2,5');
});
