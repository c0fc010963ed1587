export const snoozeSheetTexts = {
  title: (text: string) => `Отложить: ${text}`,
  titleOfAll: (n: number) => `Отложить всё, что ждёт ответа: ${n}`,
  titleOfChosen: (n: number) => `Отложить выбранные: ${n}`,
  fromNow: 'Придёт снова в выбранное время',
  /** «сегодня, 21:16» → «Отсчёт от 21:16 сегодня» */
  fromOwn: (moment: string) =>
    `Отсчёт от ${moment.toLowerCase().replace(/^(.*), (\S+)$/, '$2 $1')}`,
  series: 'Сдвинется только этот раз, остальные останутся на своих местах',
  other: 'Другое время…',
  date: 'Дата',
  time: 'Время',
  apply: 'Отложить',
} as const;
