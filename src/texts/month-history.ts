import { calendarTexts } from './calendar';

const kinds = {
  onTime: 'вовремя',
  late: 'с задержкой',
  unanswered: 'без ответа',
  skipped: 'пропущено',
} as const;
type Kind = keyof typeof kinds;
const ORDER: readonly Kind[] = ['onTime', 'late', 'unanswered', 'skipped'];

export const monthHistoryTexts = {
  title: 'История',
  about: 'по месяцам',
  /** `YYYY-MM` → «Ноябрь 2026» */
  month: calendarTexts.month,
  earlier: calendarTexts.earlier.month,
  later: calendarTexts.later.month,
  kinds,
  empty:
    'За этот месяц пока пусто. Уведомление попадает в историю, когда вы на него отвечаете или когда приходит следующее.',
  emptyEarlier: 'За этот месяц ничего нет',
  /** «12 вовремя, 2 без ответа» */
  counts: (counts: Readonly<Record<Kind, number>>): string =>
    ORDER.filter((kind) => counts[kind] > 0)
      .map((kind) => `${counts[kind]} ${kinds[kind]}`)
      .join(', '),
  reminders: 'По уведомлениям',
  all: (n: number) => `Показать всё (${n})`,
  less: 'Свернуть',
  more: (n: number) => `И ещё ${n}`,
  failed: 'Не удалось загрузить историю',
} as const;
