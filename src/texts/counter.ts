import { plural } from './plural';
import { rowTexts } from './reminder-row';

/** What a reminder counts, and its points. */

const { left } = rowTexts;
const low = (count: number): string => `Осталось ${count} — пора пополнить запас`;

interface Counter {
  left: number;
  low: number;
}
/** Of the last one, too: what began lower than that is told of once. */
const runsLow = (counter: Counter): boolean => counter.left === counter.low || counter.left === 1;
const refill = 'Пополнили — напишите, например, «пополнил на 28»';
const empty = `Запас закончился. ${refill}`;

export const counterTexts = {
  left,
  low,
  empty,
  stock: (count: number): string =>
    count === 0
      ? empty
      : `${left(count)} — хватит на ${plural(count, ['раз', 'раза', 'раз'])}. ${refill}`,
  /** On a card, on which it may begin low. */
  standing: (counter: Counter): string =>
    counter.left > 0 && counter.left <= counter.low ? low(counter.left) : left(counter.left),
  /** With the message. */
  ring: (counter: Counter): string | false =>
    counter.left === 0 ? empty : runsLow(counter) && low(counter.left),
  /** Behind «Готово». */
  after: (counter: Counter): string => {
    if (counter.left === 0) return 'Запас закончился — пора пополнить';
    return runsLow(counter) ? low(counter.left) : left(counter.left);
  },
  refilled: (count: number): string => (count === 0 ? empty : `📦 Записал: осталось ${count}`),

  points: '☑ Пункты',
  pick: 'Нажмите пункт, чтобы отметить его или снять отметку.',
  noPoints: 'Пунктов здесь больше нет.',
  back: '‹ Назад',
} as const;
