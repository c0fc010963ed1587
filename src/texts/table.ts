/** The table of /export: its columns and the words in its cells. */
export const tableTexts = {
  /** In their order, each with its heading. */
  columns: [
    ['kind', 'Вид'],
    ['text', 'Текст'],
    ['description', 'Описание'],
    ['date', 'Дата'],
    ['clock', 'Время'],
    ['timeZone', 'Часовой пояс'],
    ['repeat', 'Повтор'],
    ['category', 'Категория'],
    ['type', 'Тип'],
    ['state', 'Состояние'],
  ],
  reminder: 'Напоминание',
  note: 'Заметка',
  state: (completed: boolean, done: boolean): string => {
    if (!completed) return 'Актуально';
    return done ? 'Выполнено' : 'В архиве';
  },
} as const;
