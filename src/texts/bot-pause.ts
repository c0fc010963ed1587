import { type Html, html, lines } from './html';
import { plural, type PluralForms } from './plural';

/** «1 повторяющееся напоминание», «5 повторяющихся напоминаний». */
const SERIES: PluralForms = [
  'повторяющееся напоминание',
  'повторяющихся напоминания',
  'повторяющихся напоминаний',
];
const countOfSeries = (count: number): string => plural(count, SERIES);

const ONCE = 'Разовые придут как обычно.';
const kept = (alone: number) =>
  alone > 0 && 'То, что вы ставили на паузу отдельно, остаётся на паузе.';

/** All series are paused and resumed at once, in words or by a button. */
export const pauseTexts = {
  /** `when`: «завтра», «в понедельник, 23 ноября», «завтра в 15:00»; null where the pause has no end. */
  paused: (count: number, when: string | null): Html =>
    lines(
      html`⏸ На паузе ${countOfSeries(count)}.`,
      when === null
        ? 'Не напомню, пока не нажмёте «Возобновить» или не напишете «возобнови всё».'
        : html`Снова начну напоминать ${when}.`,
      ONCE,
    ),
  nothingToPause: (alone: number): Html =>
    lines(
      'Повторяющихся напоминаний, которые можно поставить на паузу, сейчас нет.',
      kept(alone) || ONCE,
    ),
  resumed: (count: number, alone: number): Html =>
    lines(
      html`▶️ Возобновил ${countOfSeries(count)}. За прошедшее время ничего не пришлю.`,
      kept(alone),
    ),
  nothingToResume: (alone: number): Html =>
    lines('Общей паузы сейчас нет, возобновлять нечего.', kept(alone)),
  undone: html`↩️ Вернул всё как было.`,
  nothingToUndo: html`Возвращать нечего: с тех пор всё уже изменилось.`,
  unclear: html`Не понял, до какого дня пауза. Напишите, например, «всё на паузу до понедельника»
  или «пауза на неделю».`,
  tooOften: html`Слишком часто. Подождите минуту и повторите.`,
  buttons: { resume: '▶️ Возобновить', undo: '↩️ Вернуть' },
} as const;
