import fc from 'fast-check';
import { answerIn } from './answers';
import { actIn, correctionIn } from './gist';
import { otherNumber } from './other-number';
import { spelledOut } from './spoken';
import { readNamed } from './named';

const clock = { now: new Date('2026-11-26T15:00:00Z'), timeZone: 'Europe/Moscow' };
const rang = (text: string, floods = false) => ({
  ...{ text, rule: null, floods },
  ...{ dueAt: new Date('2026-11-26T14:50:00Z'), comesAt: null },
});
const ahead = (text: string) => {
  const at = new Date('2026-11-28T10:00:00Z');
  return { text, rule: null, dueAt: at, comesAt: at };
};

test.each([
  ['Забрать посылку', 'посылку забрал кстати еду домой', 'done'],
  ['Выпить железо', 'ой я уже выпила минут пять назад', 'done'],
  ['Купить шампанское', 'шампанское уже на столе', 'done'],
  ['Погулять с собакой', 'отвали а', 'skip'],
  ['Зарядка', 'пропустим спина болит', 'skip'],
  ['Покормить рыбок', 'рыбки сыты', 'done'],
  ['Покормить кота', 'кот накормлен', 'done'],
  ['Полить цветы', 'цветы политы', 'done'],
  ['Поставить суп', 'уже на плите', 'done'],
  ['Убрать на кухне', 'чисто', 'done'],
  ['Отправить отчёт', 'ушёл отчёт', 'done'],
  ['Купить цветы', 'вручила, мама в слезах', 'done'],
  ['Купить сметану', 'да не надо уже, Валя принесла', 'call-off'],
  ['Бассейн', 'сегодня не пойду горло болит', 'call-off'],
  ['Позвонить в ЖЭК', 'занято у них блин давай попозже чуть', 'later'],
  ['Форма', 'забыла совсем', 'later'],
  ['Полить рассаду', 'полила ещё с утра', 'done'],
  ['Полить рассаду', 'внучка полила', 'done'],
  ['Оформить путевой лист', 'путевой есть', 'done'],
  ['Записать Соню к логопеду', 'записала на четверг', 'done'],
  ['Оплатить кружок', 'перевела тренеру', 'done'],
  ['Заказать линзы', 'заказала, приедут во вторник', 'done'],
  ['Витамин D Тёме', 'муж дал уже, забыла отметить', 'done'],
  ['Скинуть конспект', 'скинл', 'done'],
  ['Измерить давление', '130 на 80', 'done'],
  ['Зарядить самокат', 'на зарядке', 'done'],
  ['Таблетка от давления', 'врач велел не пить', 'call-off'],
  ['Заехать на мойку', 'не поеду, дождь обещали', 'call-off'],
  ['Оформить путевой лист', 'сегодня выходной, не выезжаю', 'call-off'],
  ['Загрузить выписку', 'попозже, чай допью', 'later'],
  ['Купить гель', 'денег нет, после зарплаты', 'later'],
  ['Написать директору', 'директор не отвечает', 'unclear'],
  ['Оплатить кружок', 'купила хлеб', 'unclear'],
])('«%s» rang: «%s» is an answer', (text, line, act) => {
  expect(answerIn(line, rang(text), clock)?.act).toBe(act);
});

test.each([
  ['Сдать эссе', 'щас допишу, дай 15 минут', '2026-11-26T15:15'],
  ['Витамины', 'забыла дома коробочку вечером приму', '2026-11-26T16:00'],
  ['Кроссовки', 'я на работе до девяти напомни в 21:30 пожалуйста', '2026-11-26T18:30'],
  ['Деплой', 'ci упал, через 40 мин', '2026-11-26T15:40'],
  ['Развесить бельё', 'малой проснулся, минут через 20', '2026-11-26T15:20'],
  ['Дать Соне сироп', 'спит, не бужу, в 23', '2026-11-26T20:00'],
  ['Проверить тетради', 'проверила половину, остальное завтра в 16:30', '2026-11-27T13:30'],
  ['Сдать эссе', 'через 15 минут, чтоб его', '2026-11-26T15:15'],
  ['Сдать эссе', 'да через полчаса, ну твою ж мать', '2026-11-26T15:30'],
  ['Сдать эссе', 'в 21, задолбали', '2026-11-26T18:00'],
  ['Математика', 'сил нет, завтра перед парами в 8:20', '2026-11-27T05:20'],
  ['Забрать посылку', 'пвз закрыт уже, на завтра перекинь часиков на 11', '2026-11-27T08:00'],
])('«%s» rang: «%s» puts it off', (text, line, at) => {
  const reply = answerIn(spelledOut(line), rang(text), clock);
  expect(reply).toEqual({ act: 'move', to: new Date(`${at}:00Z`) });
});

test.each([
  'молоко закончилось',
  'завтра приезжает мама',
  'у Лены в субботу день рождения',
  'через 40 минут пицца приедет',
  'через час позвонить маме',
  'что у меня завтра',
])('«Утюг» rang: «%s» is something else', (line) => {
  expect(answerIn(line, rang('Утюг'), clock)).toBeUndefined();
});

test.each([
  ['Постирать форму', 'минут через двадцать, мелкого укладываю', 'move'],
  ['Полить орхидею', 'на этой неделе пропусти, земля мокрая', 'skip'],
  ['Дописать лабу', 'завтра в 9, ой, лучше в 10', 'move'],
  ['Инсулин', 'Петька накосячил, отстань', 'skip'],
  ['Выехать на вокзал', 'уже еду', 'done'],
  ['Измерить давление', 'Сто сорок на девяносто', 'done'],
])('«%s» rang: «%s»: what is said beside the answer is chatter', (text, line, act) => {
  expect(answerIn(spelledOut(line), rang(text), clock)?.act).toBe(act);
});

test('an answer that also says something else is asked about', () => {
  expect(answerIn('купил молоко', rang('Утюг'), clock)).toEqual({ act: 'unclear' });
  expect(answerIn('выключил, надо ещё позвонить маме', rang('Утюг'), clock)).toEqual({
    act: 'unclear',
  });
});

test.each([
  ['Полить цветы', 'цветы завяли'],
  ['Позвонить маме', 'мама приехала'],
  ['Покормить кота', 'кот сбежал'],
  ['Оплатить интернет', 'интернет отвалился'],
  ['Заказать пиццу', 'пицца едет'],
])('«%s» rang: «%s» is asked about, the thing itself has done it', (text, line) => {
  expect(answerIn(line, rang(text), clock)).toEqual({ act: 'unclear' });
});

test.each([
  ['Позвонить свекрови', 'звонок свекрови отложи на час'],
  ['Купить корм коту', 'покупку корма отложи на час'],
])('«%s» is named by its noun: «%s»', (text, line) => {
  const known = { ...ahead(text), id: 1, state: 'ahead' as const };
  const to = new Date('2026-11-28T11:00:00Z');
  expect(readNamed(line, known, clock)?.reply).toEqual({ act: 'move', to });
});

test.each([
  ['не 28 а 29', '29 числа'],
  ['ёлку забираем не 28-го, а 29-го', '29 числа'],
  ['не в 13, а в 14', 'в 14:00'],
])('«%s» gives another number for its own', (line, said) => {
  expect(otherNumber(line, ahead('Забрать ёлку'), clock)).toBe(said);
});

test.each([
  ['Йога', 'сними йогу с паузы', 'resume'],
  ['Стрижка', 'моя стрижка отменилась мастер заболел', 'call-off'],
  ['Вынести мусор', 'мусор вынес кстати', 'done'],
  ['Стоматолог', 'стоматолога на четверг перекинь плиз на то же время', 'move'],
  ['Платёж по кредиту', 'по кредиту ещё за день предупреди', 'ahead'],
])('of «%s»: «%s» is an act', (text, line, act) => {
  expect(actIn(line, ahead(text), clock)?.act).toBe(act);
});

test.each([
  ['Купить диван', 'перенести диван завтра в 10'],
  ['Вернуть флешку', 'сегодня вечером перенести фото с телефона на флешку'],
  ['Встретить жену с поезда', 'жена закрыла'],
])('of «%s»: «%s» is none', (text, line) => {
  expect(actIn(line, ahead(text), clock)).toBeUndefined();
});

test.each([
  ['пораньше на полтора часа', { act: 'move', to: new Date('2026-11-28T08:30:00Z') }],
  ['попозже минут на двадцать', { act: 'move', to: new Date('2026-11-28T10:20:00Z') }],
  ['и за полчаса ещё напомни', { act: 'ahead', minutes: [30] }],
  ['тьфу верни как было', { act: 'undo' }],
])('of what was just made: «%s»', (line, reply) => {
  expect(correctionIn(spelledOut(line), ahead('Собрание'), clock)).toEqual(reply);
});

test('never throws, whatever is typed', () => {
  const words = fc.constantFrom(
    'не',
    'за',
    'через',
    'с',
    'на',
    '38.2',
    'завтра',
    'вместо',
    '…',
    'а',
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(words, fc.string({ maxLength: 8 })), { maxLength: 12 }),
      (said) => {
        const line = spelledOut(said.join(' '));
        for (const read of [answerIn, actIn, correctionIn]) read(line, ahead('За завтра'), clock);
      },
    ),
  );
});
