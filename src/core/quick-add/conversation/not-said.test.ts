import { parseQuickAdd } from '@/core/quick-add';
import { instantToWallTime } from '@/core/time-zone';
import { describedLine } from '@/testing/described-line';
import { knowledgeIn } from '@/testing/dialogue-record';
import { readChoice } from './choice';
import { readConversation } from './conversation';

/** What nobody has said is not done: lines that come near to an act, and are none. */

const timeZone = 'Europe/Moscow';
const clock = { now: new Date('2026-11-25T09:00:00Z'), timeZone };
type Situation = Omit<NonNullable<Parameters<typeof describedLine>[1]>, 'now' | 'zone'>;

const heardOf = (line: string, situation: Situation) =>
  readConversation(
    line,
    knowledgeIn(describedLine(line, { ...situation, now: clock.now, zone: timeZone })),
  );

/** The act that a line is, without its moment; of a question or something new its kind. */
function actOf(line: string, situation: Situation): string {
  const heard = heardOf(line, situation);
  if (heard?.kind !== 'act') return heard?.kind ?? 'new';
  return heard.reply.act;
}

test.each([
  'еду',
  'еду уже',
  'собираюсь',
  'одеваюсь',
  'выезжаю',
  'занят',
  'на встрече',
  'у меня встреча',
  'уже делаю',
])('«%s» does nothing to what has rung', (line) => {
  for (const rang of ['Выпить таблетку', 'Позвонить маме', 'Обед с Олей']) {
    expect([rang, actOf(line, { rang })]).not.toEqual([
      rang,
      expect.stringMatching(/^(done|delete|skip)$/),
    ]);
  }
});

test.each(['мама не дома', 'мама занята', 'мама не берёт'])('«%s» calls nobody', (line) => {
  expect(actOf(line, { rang: 'Позвонить маме' })).not.toMatch(/^(done|delete)$/);
});

test.each([
  ['отчёт не сдан', 'Сдать отчёт'],
  ['мусор ещё не вынесен', 'Вынести мусор'],
  ['интернет ещё не оплачен', 'Оплатить интернет'],
  ['обед ещё не готов', 'Обед'],
  ['обед не готов', 'Обед'],
  ['обед не сделано', 'Обед'],
  ['обед с Олей не готово', 'Обед с Олей'],
  ['стоматолог ещё не готово', 'Стоматолог'],
  ['звонок маме не сделано', 'Звонок маме'],
])('«%s» neither ticks off nor deletes', (line, name) => {
  const situations: Situation[] = [
    { rang: name },
    { rang: [name, 'Полить цветы'] },
    { ahead: name },
    { made: name },
  ];
  for (const situation of situations) {
    expect(actOf(line, situation)).not.toMatch(/^(done|delete|skip)$/);
  }
});

test.each([
  'удали звонок',
  'удали интернет',
  'удали Ане',
  'сотри список',
  'такси не надо',
  'хватит',
  'стоп',
])('«%s» deletes nothing that has rung and is not named', (line) => {
  expect(actOf(line, { rang: 'Выпить таблетку' })).not.toBe('delete');
});

test.each([
  'обед раньше',
  'обед с Олей позже',
  'обед с Олей чуть пораньше',
  'обед больше не в 12',
  'обед теперь не в 12',
  'обед теперь не в 15',
  'обед теперь не в пятницу',
])('«%s» says no new time: nothing is done before it does', (line) => {
  for (const situation of [
    { ahead: 'Обед с Олей' },
    { rang: 'Обед с Олей' },
    { rang: 'Выпить таблетку', ahead: 'Обед с Олей' },
  ]) {
    expect(actOf(line, situation)).not.toMatch(/^(done|delete|skip|move)$/);
  }
});

test.each([
  ['позвонить Ане вместо Оли завтра в 10', 'Позвонить маме'],
  ['позвонить папе вместо мамы завтра в 10', 'Позвонить маме'],
  ['позвонить теперь в банк завтра в 10', 'Позвонить маме'],
  ['купить батон вместо хлеба завтра в 9', 'Купить хлеб'],
  ['купить хлеб, а не батон, завтра в 9', 'Купить хлеб'],
  ['сдать отчёт вместо Оли в пятницу в 12', 'Сдать отчёт'],
  ['купить корм завтра в 10, а не в магазине у дома', 'Купить корм'],
])('«%s» is something new to do', (line, ahead) => {
  expect(actOf(line, { ahead })).toBe('new');
  expect(actOf(line, { rang: 'Полить цветы', ahead })).not.toBe('move');
});

test.each([
  ['купить хлеб вместо булки в 19', 'Купить хлеб'],
  ['теперь надо купить хлеб завтра в 9', 'Купить хлеб'],
  ['купить с утра на рынке хлеб в субботу', 'Купить хлеб'],
])('«%s» moves nothing behind a ring', (line, ahead) => {
  expect(actOf(line, { rang: 'Полить цветы', ahead })).not.toBe('move');
});

test.each([
  ['за час до врача не есть', 'Врач'],
  ['за час до врача такси', 'Врач'],
  ['за час до врача напомни про паспорт', 'Врач'],
  ['за неделю до врача записаться', 'Врач'],
  ['за сутки до врача бесшлаковая диета', 'Врач'],
  ['звонок маме напомни за неделю до нового года', 'Звонок маме'],
  ['за час до конца тренировки напомни', 'Тренировка'],
  ['за два часа до обеда напомни про врача', 'Врач'],
  ['психолога напомни за час до выхода', 'Психолог'],
  ['за час до тренировки и за день напомни', 'Врач'],
])('«%s» is of something else, or before something else', (line, ahead) => {
  expect(actOf(line, { ahead })).not.toBe('ahead');
});

test.each([
  ['маму запиши на вторник к врачу в 10', 'Маму запиши к врачу'],
  ['пирог поставь на завтра в духовку в 18', 'Пирог поставь в духовку'],
  ['позвони Оле и запиши на субботу нас', 'Позвони Оле и запиши нас'],
  ['купи ткань и добавь на пятницу в список', 'Купи ткань и добавь в список'],
  ['завтра в 9 заспамь Олю письмами', 'Заспамь Олю письмами'],
  ['завтра в 9 задолби его звонками', 'Задолби его звонками'],
  ['завтра в 9 бомби почту отписками', 'Бомби почту отписками'],
])('«%s» keeps its verb', (line, text) => {
  const reading = parseQuickAdd(line, { ...clock, types: [], categories: [] });
  expect([reading.text, reading.floodInterval ?? null]).toEqual([text, null]);
});

const asked = {
  kind: 'which',
  reminders: ['Позвонить Ане', 'Позвонить Коле'].map((text, at) => ({
    ...{ id: at + 1, text, rule: null, state: 'ahead' as const },
    ...{ dueAt: clock.now, comesAt: clock.now },
  })),
  all: false,
} as const;

test.each([
  ['как раз второе', { how: 'act', id: 2 }],
  ['что ж, второе', { how: 'act', id: 2 }],
  ['второе?', { how: 'act', id: 2 }],
  ['Коле, а что?', { how: 'act', id: 2 }],
  ['когда звонить Коле', undefined],
])('«%s» behind «Какое из них?»', (line, decision) => {
  expect(readChoice(line, asked)).toEqual(decision);
});

test.each(['нет, зачем?', 'нет?', 'не надо'])('«%s» keeps what was to be deleted', (line) => {
  const [reminder] = asked.reminders;
  expect(reminder && readChoice(line, { kind: 'delete', reminder })).toEqual({ how: 'keep' });
});

test.each([
  ['отложи обед минут этак на 20', '2026-11-26T12:20'],
  ['отложи обед дня на три', '2026-11-29T12:00'],
  ['перенеси обед дня этак на три позже', '2026-11-29T12:00'],
])('«%s» says about how long', (line, wallTime) => {
  const heard = heardOf(line, { ahead: 'Обед' });
  const to = heard?.kind === 'act' && 'to' in heard.reply ? heard.reply.to : undefined;
  expect(to && instantToWallTime(to, timeZone)).toBe(wallTime);
});

test.each(['готово купить хлеб', 'готово хлеб'])('«%s» finishes the card above', (line) => {
  expect(actOf(line, { made: 'Купить хлеб' })).toBe('done');
});

test.each([
  ['перенеси встречу на субботу', 'move'],
  ['встречу на час позже', 'move'],
  ['петю перенеси на 15', 'move'],
  ['поставь встречу на паузу', 'pause'],
])('«%s» is about the meeting, whatever the card above says', (line, act) => {
  const heard = heardOf(line, { made: 'Суп и салат', ahead: ['Встреча с Петей', 'Витамины'] });
  expect(heard).toMatchObject({ reminder: { text: 'Встреча с Петей' }, reply: { act } });
});

test.each(['удали всё', 'удали все', 'отмени всё', 'перенеси всё на завтра', 'отложи всё на час'])(
  '«%s» is not done to the one that rang alone',
  (line) => {
    const heard = heardOf(line, { rang: 'Позвонить маме', ahead: ['Стоматолог', 'Обед'] });
    expect(heard).toMatchObject({ kind: 'which' });
  },
);

test.each(['отметь всё', 'верни удалённое'])('«%s» takes away nothing that was made', (line) => {
  expect(actOf(line, { made: 'Позвонить маме' })).not.toMatch(/^(delete|undo|skip)$/);
});

test('«отключи уведомления» ends nothing that has rung', () => {
  for (const line of ['отключи уведомления', 'выключи все напоминания']) {
    expect(actOf(line, { rang: 'Позвонить маме' })).not.toMatch(/^(delete|skip|done|quiet)$/);
  }
});

/** Each line of one of these, said behind a card of something else, and behind a ring of it. */
const OTHERS = ['Стоматолог', 'Встреча с Петей', 'Выпить витамины', 'Купить корм коту'];
const BEHIND: Situation[] = [{}, { made: 'Позвонить маме' }, { rang: 'Позвонить маме' }];

test.each([
  ['перенеси стоматолога на четверг на 10', 'Стоматолог', 'move'],
  ['стоматолога на час позже', 'Стоматолог', 'move'],
  ['удали стоматолога', 'Стоматолог', 'delete'],
  ['отмени стоматолога', 'Стоматолог', 'delete'],
  ['переименуй стоматолога в ортодонта', 'Стоматолог', 'rewrite'],
  ['напомни про стоматолога за 2 часа', 'Стоматолог', 'ahead'],
  ['витамины выпил', 'Выпить витамины', 'done'],
])('«%s» is about «%s», and is the same behind any card or ring', (line, text, act) => {
  for (const before of BEHIND) {
    const heard = heardOf(line, { ...before, ahead: OTHERS });
    expect([before, heard]).toMatchObject([before, { reminder: { text }, reply: { act } }]);
  }
});

test.each(['корм потом', 'корм через час', 'не забыть корм', 'добавь к встрече взять паспорт'])(
  '«%s» changes nothing of the call that it does not name',
  (line) => {
    for (const before of BEHIND) {
      const heard = heardOf(line, { ...before, ahead: OTHERS });
      const changed = heard?.kind === 'act' ? heard.reminder.text : 'nothing';
      expect([before, changed]).not.toEqual([before, 'Позвонить маме']);
    }
  },
);

test('«оплатить интернет и телефон в пятницу» is new, whatever rang or is called like it', () => {
  for (const before of BEHIND) {
    const line = 'оплатить интернет и телефон в пятницу';
    expect(heardOf(line, { ...before, ahead: 'Оплатить интернет' })).toBeUndefined();
  }
});

test('«не маме, а папе» puts the card above right, though another reminder names somebody, too', () => {
  const heard = heardOf('не маме, а папе', { made: 'Позвонить маме', ahead: 'Подарок папе' });
  expect(heard).toMatchObject({ reminder: { text: 'Позвонить маме' }, reply: { act: 'rewrite' } });
});
