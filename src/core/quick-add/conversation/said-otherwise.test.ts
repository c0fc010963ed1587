import { parseQuickAdd, readMessage } from '@/core/quick-add';
import { cardTexts } from '@/texts/bot-cards';
import { instantToWallTime } from '@/core/time-zone';
import { describedLine } from '@/testing/described-line';
import { knowledgeIn } from '@/testing/dialogue-record';
import { readConversation } from './conversation';

/** Lines that were once done to a reminder that they do not speak of, or at another time than they say. */

const timeZone = 'Europe/Moscow';
const clock = { now: new Date('2026-11-25T09:00:00Z'), timeZone };
const WEDNESDAY = { now: clock.now, zone: timeZone };
type Situation = Omit<NonNullable<Parameters<typeof describedLine>[1]>, 'now' | 'zone'>;

/** What a line is read as on a Wednesday at noon; what is ahead comes the next day at that time. */
const heardOf = (line: string, situation: Situation) =>
  readConversation(line, knowledgeIn(describedLine(line, { ...situation, ...WEDNESDAY })));
function actOf(line: string, situation: Situation) {
  const heard = heardOf(line, situation);
  if (heard?.kind !== 'act') return heard?.kind;
  const { reminder, reply } = heard;
  const at = 'to' in reply ? reply.to : 'until' in reply ? reply.until : undefined;
  return [reminder.text, reply.act, ...(at ? [instantToWallTime(at, timeZone)] : [])];
}

test.each([
  'удали все напоминания',
  'удалить все напоминания',
  'сотри все мои задачи, пожалуйста',
  'хочу удалить все напоминания',
])('«%s» is never done to one, nor to those of a day', (line) => {
  for (const situation of [
    { made: 'Встреча с юристом' },
    { made: 'Встреча с юристом', ahead: ['Взвеситься', 'Купить хлеб'] },
    { rang: 'Полить цветы' },
    { rang: ['Полить цветы', 'Купить хлеб'] },
    { together: 'made-5', ahead: ['Взвеситься', 'Купить хлеб'] },
    {},
  ]) {
    expect(heardOf(line, situation)).toEqual({ kind: 'small-talk', says: 'everything' });
  }
});

test.each([
  'Э-э, напомни мне, ну, в пятницу, э, в 15:30, нет, в 16:00 позвонить в налоговую.',
  'Напомни мне, ну, в пятницу в 16:00 позвонить в налоговую',
  'Так, напомни, короче, в пятницу в 16:00 позвонить в налоговую',
  'Ну, значит, напомни мне в общем в пятницу в 16 позвонить в налоговую',
  'напомни, вот, в пятницу в 16 позвонить в налоговую',
])('«%s» is new, whatever is called like that', (line) => {
  expect(heardOf(line, { ahead: 'Позвонить в налоговую' })).toBeUndefined();
  expect(heardOf(line, { made: 'Позвонить в налоговую' })).toBeUndefined();
});

test.each([
  ['в пятницу, э, в 15:30, нет, в 16:00 позвонить в банк', '2026-11-27T16:00', 'Позвонить в банк'],
  ['напомни в субботу, нет, в воскресенье в 12 забрать торт', '2026-11-29T12:00', 'Забрать торт'],
  ['завтра, ой, нет, послезавтра в 9 сдать анализы', '2026-11-27T09:00', 'Сдать анализы'],
])('«%s» is said right in the line', (line, wallTime, text) => {
  const reading = parseQuickAdd(line, { ...clock, types: [], categories: [] });
  expect(reading).toMatchObject({ outcome: 'ready', doubt: null, wallTime, text });
});

test.each(['Бла-бла-бла, кхм, ну ладно.', 'Ой-ой-ой, кхм, ну ладно.', 'Ля-ля-ля, тыц-тыц.'])(
  '«%s» takes nothing back',
  (line) => {
    for (const situation of [
      { made: 'Встреча с юристом' },
      { rang: 'Встреча с юристом' },
      { together: 'made-5', ahead: ['Взвеситься', 'Купить хлеб'] },
    ]) {
      const heard = heardOf(line, situation);
      const isAsked = heard?.kind === 'act' && heard.reply.act === 'unclear';
      expect(heard === undefined || heard.kind === 'small-talk' || isAsked).toBe(true);
    }
  },
);

test.each(['завтра', 'ну завтра уже', 'давай уже завтра', 'перенеси на завтра'])(
  '«%s» said in the night of what came behind midnight leaves open when',
  (line) => {
    const now = new Date('2026-11-24T21:50:00Z');
    const situation = describedLine(line, { rang: 'Выключить бойлер', now, zone: timeZone });
    expect(readConversation(line, knowledgeIn(situation))).toMatchObject({
      kind: 'act',
      reply: { act: 'later' },
    });
  },
);

test.each([
  ['поменяй название маникюр на маникюр и брови', 'маникюр и брови'],
  ['смени название маникюр на брови', 'брови'],
  ['Исправьте, пожалуйста, название «Маникюр» на «Маникюр и брови»', 'Маникюр и брови'],
])('«%s» renames what it names', (line, text) => {
  expect(heardOf(line, { ahead: ['Маникюр', 'Тату'] })).toMatchObject({
    reminder: { text: 'Маникюр' },
    reply: { act: 'rewrite', text },
  });
});

test.each([
  'какие у меня заботы на пятницу',
  'Какие хлопоты в пятницу, подскажите, пожалуйста',
  'какие у нас мероприятия на пятницу?',
])('«%s» asks what comes on that day, whatever it is called', (line) => {
  expect(heardOf(line, { ahead: 'Тату' })).toMatchObject({
    kind: 'question',
    question: { asks: 'days', from: '2026-11-27', days: 1 },
  });
});

test('one shared verb names nothing', () => {
  expect(heardOf('купить конверты', { ahead: 'Купить бумагу для принтера' })).toBeUndefined();
});

test.each([
  ['перенеси обед на 16 часов', 'move', '2026-11-26T16:00'],
  ['сдвинь обед на шестнадцать часов', 'move', '2026-11-26T16:00'],
  ['можешь перенести обед на 16 часов?', 'move', '2026-11-26T16:00'],
  ['перенеси обед на 12 часов позже', 'move', '2026-11-27T00:00'],
  ['отложи обед на 2 часа', 'move', '2026-11-26T14:00'],
  ['сдвинь обед на 3 часа', 'move', '2026-11-26T15:00'],
  ['перенеси обед на 5 часов', 'later'],
])('«%s»: an hour of the day, a span, or it asks', (line, act, ...at) => {
  expect(actOf(line, { ahead: 'Обед' })).toEqual(['Обед', act, ...at]);
});

test.each([
  ['поставь таблетки на паузу до 10 декабря', '2026-12-10T00:00'],
  ['поставь таблетки на паузу на две недели', '2026-12-09T00:00'],
  ['поставь таблетки на паузу до понедельника, пожалуйста', '2026-11-30T00:00'],
])('«%s» ends as it says', (line, until) => {
  expect(actOf(line, { ahead: 'Выпить таблетки' })).toEqual(['Выпить таблетки', 'pause', until]);
});
test.each([
  ['поставь таблетки на паузу до 31 ноября', 'which'],
  ['поставь таблетки на паузу до приезда мамы', ['Выпить таблетки', 'pause']],
])('«%s» has an end that no calendar has', (line, act) => {
  expect(actOf(line, { ahead: 'Выпить таблетки' })).toEqual(act);
});

test.each([
  ['поставь взвеситься на паузу', 'pause'],
  ['отложи взвеситься на час', 'move', '2026-11-26T13:00'],
])('«%s» is of the one that it names, not of the card above', (line, ...act) => {
  const situation = { made: 'Встреча с юристом', ahead: 'Взвеситься' };
  expect(actOf(line, situation)).toEqual(['Взвеситься', ...act]);
});

test('a title has neither the full stop of its line in a list nor what was said before it', () => {
  const textsOf = (message: string) =>
    readMessage(message, { ...clock, types: [], categories: [] }).map(({ text }) => text);
  expect(textsOf('завтра в 10 отвезти документы.\nв 12 купить воду и т.д.')).toEqual([
    'Отвезти документы',
    'Купить воду и т.д.',
  ]);
  expect(textsOf('Не забыть, завтра в 10 отвезти документы')).toEqual(['Отвезти документы']);
  expect(textsOf('Э-э, завтра, э-э, в 10 отвезти документы')).toEqual(['Отвезти документы']);
});

test('a day of one month repeats nothing', () => {
  expect(String(cardTexts.unsupported('последний рабочий день ноября'))).not.toContain('Повторять');
  expect(String(cardTexts.unsupported('третий рабочий день месяца'))).toContain('Повторять');
});

test.each([
  'выполнила и то и то',
  'и то и другое сделал',
  'сделала и это и то',
  'и первое, и второе сделано',
  'сделала и одно и другое',
  'обе сделала',
])('«%s» is of both that wait, however long ago one of them rang', (line) => {
  const record = describedLine(line, { rang: ['Сдать ключи', 'Вынести ёлку'], ...WEDNESDAY });
  const [last = 0] = record.rang;
  const heard = readConversation(line, knowledgeIn({ ...record, rang: [last] }));
  expect(heard).toMatchObject({
    kind: 'all',
    act: 'done',
    reminders: [{ text: 'Сдать ключи' }, { text: 'Вынести ёлку' }],
  });
});

test.each(['обе ноги намазала', 'оба укола сделала'])(
  '«%s» counts its own thing: nothing that has waited for longer is done',
  (line) => {
    const record = describedLine(line, { rang: ['Налоговая', 'Мазь'], ...WEDNESDAY });
    const [, last = 0] = record.rang;
    const heard = readConversation(line, knowledgeIn({ ...record, rang: [last] }));
    expect(heard?.kind).not.toBe('all');
  },
);

test('of three that wait «обе» leaves open which', () => {
  const heard = heardOf('обе сделала', { rang: ['Сдать ключи', 'Вынести ёлку', 'Побрить кота'] });
  expect(heard).toMatchObject({ kind: 'which', reminders: [{}, {}, {}] });
});

test.each([
  ['стоматолог теперь в 18:30', 'Стоматолог', '2026-11-26T18:30'],
  ['стоматолог не в 12, а в 16', 'Стоматолог', '2026-11-26T16:00'],
  ['встретить Таню теперь в 7:30', 'Встретить Таню', '2026-11-26T07:30'],
  ['планёрку завтра на час раньше поставь', 'Планёрка', '2026-11-26T11:00'],
  ['обед на день позже сдвинь', 'Обед', '2026-11-27T12:00'],
  ['обед попозже минут на двадцать', 'Обед', '2026-11-26T12:20'],
])('«%s» moves «%s»', (line, ahead, wallTime) => {
  expect(actOf(line, { ahead })).toEqual([ahead, 'move', wallTime]);
});

test.each([
  ['стоматолог не в 12, а в 16', '2026-11-26T16:00'],
  ['стоматолог теперь в 13:00', '2026-11-26T13:00'],
])('«%s» moves what it names, though something else has rung', (line, wallTime) => {
  const situation = { rang: 'Выключить духовку', ahead: 'Стоматолог' };
  expect(actOf(line, situation)).toEqual(['Стоматолог', 'move', wallTime]);
});

test.each([
  ['за час до педиатра предупреди', [60]],
  ['за 20 минут до педиатра тоже напомни', [20]],
])('«%s» tells ahead', (line, minutes) => {
  expect(heardOf(line, { ahead: 'Педиатр' })).toMatchObject({ reply: { act: 'ahead', minutes } });
});

test('«в следующие месяцы» says no moment', () => {
  const line = 'обед перенеси на 28-е число, в следующие месяцы пусть всё остаётся как было';
  expect(actOf(line, { ahead: 'Обед' })).toEqual(['Обед', 'move', '2026-11-28T12:00']);
});

test('the same task as a sentence stands already', () => {
  const line = 'Напомните завтра в 12:00 отправить акты.';
  expect(heardOf(line, { ahead: 'Отправить акты' })?.kind).toBe('stands');
});

test('«сколько осталось корма» asks about what it names, however much it sounds like talk', () => {
  const ahead = 'У меня осталось 10 пакетиков корма, кормить кота';
  expect(heardOf('сколько осталось корма', { ahead })?.kind).toBe('question');
});
