import { type RepeatUnit } from './schedule';

/** «2 нед.» */
const interval = (n: number, unit: RepeatUnit) =>
  `${n} ${{ DAY: 'дн.', WEEK: 'нед.', MONTH: 'мес.', YEAR: 'г.' }[unit]}`;

/** What the list's rows and headings say; the prelude (client/prelude) carries these words in the document. */
export const rowTexts = {
  unknownType: 'Неизвестный тип',
  /** Why a reminder does not come, and what its owner can do. */
  trouble: {
    failed: 'Не доставлено. Проверьте текст и время и сохраните ещё раз',
    unreachable: 'Бот не может вам написать. Разблокируйте его или нажмите /start в чате',
  },
  /** Headings of the current tab. */
  groups: {
    waiting: 'Ждут ответа',
    trouble: 'Не доставлено',
    today: 'Сегодня',
    tomorrow: 'Завтра',
    week: 'На неделе',
    later: 'Позже',
    paused: 'На паузе',
  },
  /** How cards say days near today, from yesterday on. */
  days: ['Вчера', 'Сегодня', 'Завтра'],
  /** What a card says. */
  card: {
    /** Before what is attached: «Фото». */
    attached: '📎',
    /** Of one that several people share. */
    people: (n: number) => `👥 ${n}`,
    finish: 'Готово',
    done: 'Выполнено',
    unanswered: 'Без ответа',
    snoozed: 'Отложено',
    paused: 'На паузе',
    /** Before a moment. */
    pausedUntil: 'На паузе до',
    /** Over the list while all series are paused; the second one stands before a day. */
    allPaused: 'Повторяющиеся уведомления на паузе',
    allPausedUntil: 'Повторяющиеся уведомления на паузе до',
  },
  /** How many are left of what it counts. */
  left: (n: number) => (n === 0 ? 'Закончилось' : `Осталось ${n}`),
  interval,
  /** How often, where it is every one of them. */
  each: {
    DAY: 'Каждый день',
    WEEK: 'Каждую неделю',
    MONTH: 'Каждый месяц',
    YEAR: 'Каждый год',
  } satisfies Record<RepeatUnit, string>,
  repeatEvery: (n: number, unit: RepeatUnit) => `Повторять каждые ${interval(n, unit)}`,
  weekdays: [
    { short: 'пн', full: 'понедельник' },
    { short: 'вт', full: 'вторник' },
    { short: 'ср', full: 'среда' },
    { short: 'чт', full: 'четверг' },
    { short: 'пт', full: 'пятница' },
    { short: 'сб', full: 'суббота' },
    { short: 'вс', full: 'воскресенье' },
  ],
  /** Before «за день и за 2 часа». */
  toldAhead: (ahead: string) => `Заранее: ${ahead}`,
  floodEvery: (minutes: number) => `Флуд каждые ${minutes} минут`,
};
