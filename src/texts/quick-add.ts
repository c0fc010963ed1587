import { appTexts } from './app';

/** What is said of a line as it is read: appTexts has what is there before it is. */
export const quickAddTexts = {
  ...appTexts.quickAdd,
  /** Around what was understood, part by part. */
  understood: 'Что получится',
  chips: {
    remove: (words: string) => `Убрать «${words}»: слова останутся в тексте`,
    when: 'Когда?',
    time: 'Во сколько?',
    text: 'О чём?',
    since: (rule: string, year: number) => `${rule}, считая с ${year}`,
  },
  newCategory: (name: string) => `Создать категорию «${name}»`,
  categoryMade: (name: string) => `Категория «${name}» создана`,
  categoryFailed: 'Не удалось создать категорию',
  saved: (when: string, text: string) => `${when} — ${text}`,
  movedToTomorrow: 'Сегодня это время уже прошло, поэтому стоит завтра',
  needsTime: 'Дата понятна. Укажите время',
  noDate: 'Непонятно, когда напомнить. Выберите дату и время ниже',
  noText: 'Время понятно. Напишите, о чём напомнить',
  impossible: (phrase: string) => `«${phrase}» — такой даты или такого времени не бывает`,
  unsupported: (phrase: string) =>
    `«${phrase}» — так повторять пока нельзя. Выберите другой повтор`,
  doubt: (phrase: string) => `Верно ли понято «${phrase}»? Проверьте, когда напомнить`,
  tooLong: (max: number) => `Текст длиннее ${max} символов. Сократите его`,
} as const;
