/** «Удалить» of a series asks what of it is meant. */
export const seriesRemovalTexts = {
  title: (text: string) => `Удалить: ${text}`,
  once: 'Только этот раз',
  all: 'Всё',
} as const;
