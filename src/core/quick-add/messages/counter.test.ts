import { parseQuickAdd, readMessage } from '../../quick-add';
import { readReply } from '../replies/reply';
import { readStock } from './counter';

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
  ['завтра в 9 корм псу, осталось 14', 'Корм псу', 14],
  ['завтра в 10 фильтры для воды осталась 1 штука', 'Фильтры для воды', 1],
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
  'завтра в 9 спросить, осталось ли 5 мест',
  'каждый день в 9 зарядка, осталось 12345',
])('%s: is no number of things that a series counts down', (line) => {
  expect(parseQuickAdd(line, context).counter).toBeUndefined();
});

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

const FOOD = 'Корм коту';
test.each([
  ['пополнил на 28', 28, true],
  ['пополнила запас на 28', 28, true],
  ['купила еще 30', 30, true],
  ['купила 30', 30, true],
  ['докупили 5 штук', 5, true],
  ['купила ещё 10 корма коту', 10, true],
  ['пополнил на двадцать восемь', 28, true],
  ['привезли ещё 6 пачек корма', 6, true],
  ['осталось 7', 7, false],
  ['корма осталось 7 пакетов', 7, false],
  ['корм коту закончился', 0, false],
  ['корм кончился', 0, false],
  ['корма больше нет', 0, false],
])('«%s» refills', (words, count, add) => {
  expect(readStock(words, FOOD)).toEqual({ act: 'refill', count, add });
});

test.each([
  'сколько осталось корма?',
  'сколько осталось?',
  'на сколько хватит корма?',
  'купил корм коту',
  'пополнил запас',
])('«%s»: how many there are is told, and none is taken', (words) => {
  expect(readStock(words, FOOD)).toEqual({ act: 'stock' });
});

test.each([
  'купила тапочки',
  'купила',
  'нет',
  'не купила корм',
  'пополнил телефон на 300 рублей',
  'осталось 2 дня',
  'осталось 2,5',
  '28',
])('«%s» refills nothing', (words) => {
  expect(readStock(words, FOOD)).toBeUndefined();
});

test('its own verb is its deed, unless it says how many more', () => {
  expect(readStock('купила корм', 'Купить корм')).toBeUndefined();
  expect(readStock('купила ещё 10', 'Купить корм')).toMatchObject({ count: 10 });
});

test.each(['осталось', 'осталась', 'остались', 'остался'])('«%s …» is never «Готово»', (verb) => {
  const subject = { text: 'Матч, осталась одна тренировка', rule: null, dueAt: context.now };
  for (const said of [`${verb} 10`, `${verb} 3 дня`, `фильтры ${verb} 1`, verb, `матч ${verb} 1`])
    expect(readReply(said, { ...subject, comesAt: null }, context).act).not.toBe('done');
});
