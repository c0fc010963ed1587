import { appTexts } from './app';

/** Of the notes: appTexts has what stands there before they come. */
export const notesTexts = {
  ...appTexts.notes,
  emptyHint: 'Заметка — для того, у чего нет срока: списка покупок, кода двери, мысли на потом.',
  edit: 'Редактировать заметку',
  created: 'Заметка добавлена',
  updated: 'Заметка сохранена',
  deleted: 'Заметка удалена',
  unfold: 'Показать полностью',
  fold: 'Свернуть',
  remind: 'Напомнить',
  alone: 'Показана одна заметка',
  gone: 'Этой заметки больше нет',
  showAll: 'Все заметки',
  pin: 'Закрепить',
  unpin: 'Открепить',
  pinFailed: 'Не удалось закрепить заметку',
  unpinFailed: 'Не удалось открепить заметку',
  tickFailed: 'Не удалось отметить пункт',
  markupHint: 'Строка с «- » в начале станет пунктом, который можно отметить',
  fields: { title: 'Заголовок', content: 'Описание', category: 'Категория' },
} as const;
