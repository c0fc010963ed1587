/** Of what waits for a moment, below the list. */
export const undatedTexts = {
  /** The last heading of the current tab: what waits for a moment. */
  undated: 'Без времени',
  /** The quick times of one of them. */
  undatedWhen: (text: string) => `Когда напомнить: ${text}`,
  undatedSet: (moment: string) => `Напомню: ${moment.toLowerCase()}`,
  undatedDeleted: 'Удалено',
} as const;
