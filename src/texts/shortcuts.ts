/** Of a keyboard. */
export const shortcutTexts = {
  keys: [
    ['N', 'Добавить'],
    ['/', 'Искать'],
    ['↑ ↓', 'По списку'],
    ['Enter', 'Открыть'],
    ['Esc', 'Закрыть'],
    ['?', 'Эта подсказка'],
  ],
} as const;
