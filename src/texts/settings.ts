/** The settings, in the app and in the chat. */
export const settingsTexts = {
  title: 'Настройки',
  open: 'Изменить настройки',
  saved: 'Настройки сохранены',
  /** Of the section in the profile. */
  summary: {
    zone: (name: string, time: string) => `Часовой пояс — ${name}, у вас сейчас ${time}`,
    dayParts: (morning: string, day: string, evening: string) =>
      `Утром — ${morning}, днём — ${day}, вечером — ${evening}`,
    snoozes: (names: readonly string[]) => `«Отложить»: ${names.join(', ')}`,
    category: (name: string) => `Категория по умолчанию — ${name}`,
    quiet: (from: string, to: string) => `Тихие часы — с ${from} до ${to}`,
  },
  zone: {
    title: 'Часовой пояс',
    auto: 'Определять по устройству',
    autoHint: 'Пояс меняется вместе с часами телефона',
    chosen: (name: string, time: string) => `${name}, сейчас там ${time}`,
    search: 'Город',
    searchHint: 'Начните писать название города или страны',
    found: 'Найденные города',
    place: (name: string, time: string) => `${name}, ${time}`,
    nothing: 'Такого города нет в списке. Попробуйте город покрупнее рядом или UTC+5',
  },
  dayParts: {
    title: 'Время суток',
    hint: 'Так понимаются слова «утром», «днём» и «вечером» и кнопки с ними',
    morning: 'Утром',
    day: 'Днём',
    evening: 'Вечером',
  },
  snoozes: {
    title: 'Кнопки «Отложить»',
    nth: (n: number) => `Кнопка ${n}`,
  },
  category: {
    title: 'Категория по умолчанию',
    last: 'Как в прошлый раз',
  },
  quiet: {
    title: 'Тихие часы',
    switch: 'Не беспокоить',
    hint: 'Повторные сообщения подождут до конца тихих часов и придут одним. То, чему вы сами назначили время, придёт вовремя',
    from: 'С',
    to: 'До',
  },
  more: {
    tour: 'Показать обучение ещё раз',
    tourFailed: 'Не удалось запустить обучение',
    chat: 'Перейти в чат с ботом',
    chatHint:
      'В чате с ботом: /export — выгрузить свои данные, /delete — удалить их, /help — как пользоваться.',
  },
} as const;
