import { rowTexts } from './reminder-row';

/** What a reminder counts, and its points. */

const { left } = rowTexts;
const low = (count: number): string => `Осталось ${count} — пора пополнить запас`;

export const counterTexts = {
  left,
  low,
  empty: 'Запас закончился. Пополнили — напишите, например, «пополнил на 28»',
  /** Behind «Готово». */
  after: (counter: { left: number; low: number }): string => {
    if (counter.left === 0) return 'Запас закончился — пора пополнить';
    return counter.left === counter.low ? low(counter.left) : left(counter.left);
  },
  refilled: (count: number): string => `📦 Записал: осталось ${count}`,

  points: '☑ Пункты',
  pick: 'Нажмите пункт, чтобы отметить его или снять отметку.',
  noPoints: 'Пунктов здесь больше нет.',
  back: '‹ Назад',
} as const;
