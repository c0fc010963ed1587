/** The table of /export: its columns and the words in its cells. */
export const tableTexts = {
  columns: [
    'Вид',
    'Текст',
    'Описание',
    'Дата',
    'Время',
    'Часовой пояс',
    'Повтор',
    'Категория',
    'Тип',
    'Состояние',
  ],
  reminder: 'Напоминание',
  note: 'Заметка',
  state: (completed: boolean, done: boolean): string => {
    if (!completed) return 'Актуально';
    return done ? 'Выполнено' : 'В архиве';
  },
} as const;
