/** Several that were chosen one by one, and what is done to all of them. */
export const selectionTexts = {
  label: 'Выбранные уведомления',
  count: (n: number) => `Выбрано: ${n}`,
  finish: 'Готово',
  snooze: 'Отложить',
  category: 'Категория',
  delete: 'Удалить',
  end: 'Закончить выбор',
} as const;
