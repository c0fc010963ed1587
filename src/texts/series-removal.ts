/** «Удалить» of a series asks what of it is meant. */
export const seriesRemovalTexts = {
  title: (text: string) => `Удалить: ${text}`,
  shared:
    'Уведомление общее. «Всё»: если его ведёте вы, оно закончится для всех, иначе вы из него выйдете.',
  once: 'Только этот раз',
  all: 'Всё',
} as const;
