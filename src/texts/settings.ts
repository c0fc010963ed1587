import { html, lines, type Html } from './html';

/** When a message of the day comes: at its clock, or, where quiet hours hold it, at their end. */
const comesAt = (clock: string, held: string | null): string =>
  held === null ? `в ${clock}` : `в ${held}, после тихих часов`;

export const settingsTexts = {
  title: 'Настройки',
  saved: 'Сохранено',
  done: 'Готово',
  /** What the profile's rows show. */
  values: {
    zone: (name: string, time: string) => `${name}, сейчас ${time}`,
    quiet: (from: string, to: string) => `с ${from} до ${to}`,
    comes: comesAt,
    off: 'выключены',
    unsent: 'не присылать',
  },
  /** Of the card in the chat. */
  summary: {
    dayParts: (morning: string, day: string, evening: string) =>
      `Утром — ${morning}, днём — ${day}, вечером — ${evening}`,
    snoozes: (names: readonly string[]) => `«Отложить»: ${names.join(', ')}`,
    category: (name: string) => `Категория по умолчанию — ${name}`,
    quiet: (from: string, to: string) => `Тихие часы — с ${from} до ${to}`,
    agenda: (clock: string, held: string | null) => `План на день — ${comesAt(clock, held)}`,
    review: (clock: string, held: string | null) => `Итоги дня — ${comesAt(clock, held)}`,
  },
  zone: {
    title: 'Часовой пояс',
    auto: 'Определять по устройству',
    autoHint: 'Пояс меняется вместе с часами телефона',
    chosen: (name: string, time: string) => `${name}, сейчас там ${time}`,
    search: 'Город',
    searchHint: 'Начните писать название города или страны',
    found: 'Найденные города',
    choose: 'Выберите город из списка',
    nothing:
      'Такого города нет в списке. Попробуйте город покрупнее рядом или смещение, например UTC+5',
  },
  dayParts: {
    title: 'Утро, день, вечер',
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
    hint: 'То, чему вы сами назначили время, придёт и в тихие часы, а повторные сообщения подождут до их конца и придут одним',
    from: 'С',
    to: 'До',
  },
  day: {
    send: 'Присылать в чат',
    at: 'Во сколько',
    hint: 'Одним сообщением, с кнопками у каждой строки. В пустой день ничего не придёт',
    agenda: 'План на день',
    review: 'Итоги дня',
    /** Of an hour in the quiet ones, which end at `to`. */
    held: (to: string) =>
      `Это время попадает в тихие часы: сообщение придёт, когда они закончатся, — в ${to}`,
  },
  help: 'Помощь',
  tour: 'Показать обучение ещё раз',
  homeScreen: 'Добавить значок на экран',
  tourFailed: 'Не удалось запустить обучение',
  chat: 'Перейти в чат с ботом',
} as const;

/** A person's own data in the app; what the chat says of them is botTexts.ownData. */
export const ownDataTexts = {
  title: 'Ваши данные',
  export: 'Экспорт',
  exportTo: 'файлом в чат',
  exportExplained:
    'Бот пришлёт в чат файл со всем, что о вас хранит: профиль, уведомления, заметки, черновики и журнал доставки. Этот файл можно загрузить обратно.',
  send: 'Прислать файл',
  exported: 'Готово, файл в чате с ботом.',
  exportFailed: 'Не удалось выгрузить данные',
  chat: 'Перейти в чат',
  erase: 'Удалить все данные',
  eraseFailed: 'Не удалось удалить данные',
  eraseAll: 'Да, удалить всё',
  keep: 'Отмена',
  close: 'Закрыть приложение',
} as const;

const { summary } = settingsTexts;

/** `HH:mm` as it was chosen, and when the message comes instead where quiet hours hold it. */
interface SaidClock {
  clock: string;
  held: string | null;
}

export const chatSettingsTexts = {
  present: ({
    zone,
    manual,
    accepted,
    dayParts,
    snoozes,
    category,
    quiet,
    agenda,
    review,
  }: {
    zone: string;
    manual: boolean;
    accepted: string | null;
    dayParts: { morning: string; day: string; evening: string };
    snoozes: readonly string[];
    category: string | undefined;
    quiet: { from: string; to: string } | null;
    agenda: SaidClock | null;
    review: SaidClock | null;
  }): Html =>
    lines(
      html`<b>Настройки</b>`,
      '',
      html`🕒 Часовой пояс — ${zone}, ${manual ? 'выбран вручную' : 'определён автоматически'}.`,
      html`🌅 ${summary.dayParts(dayParts.morning, dayParts.day, dayParts.evening)}.`,
      html`⏰ ${summary.snoozes(snoozes)}.`,
      category !== undefined && html`🗂 ${summary.category(category)}.`,
      quiet !== null && html`🌙 ${summary.quiet(quiet.from, quiet.to)}.`,
      agenda !== null && html`☀️ ${summary.agenda(agenda.clock, agenda.held)}.`,
      review !== null && html`🌆 ${summary.review(review.clock, review.held)}.`,
      accepted !== null && html`📄 Условия приняты ${accepted}.`,
      '📦 Свои данные можно выгрузить или удалить.',
    ),
  buttons: {
    zone: 'Часовой пояс',
    parts: 'Утро, день, вечер',
    snoozes: '«Отложить»',
    category: 'Категория',
    quiet: 'Тихие часы',
    quietOff: 'Выключить',
    day: { agenda: 'План на день', review: 'Итоги дня' },
    dayOff: 'Выключить',
    quietFrom: (clock: string) => `С ${clock}`,
    quietTo: (clock: string) => `До ${clock}`,
    terms: 'Условия',
    help: 'Как пользоваться',
    export: 'Выгрузить данные',
    erase: 'Удалить данные',
    back: '‹ К настройкам',
    chosen: (name: string) => `✓ ${name}`,
    part: (part: 'morning' | 'day' | 'evening', clock: string) =>
      `${settingsTexts.dayParts[part]}, ${clock}`,
    noCategory: 'Первая в списке',
  },
  parts: html`Какой час понимать под «утром», «днём» и «вечером»?`,
  partOf: (part: 'morning' | 'day' | 'evening', clock: string): Html =>
    html`«${settingsTexts.dayParts[part]}» — сейчас ${clock}. Выберите другое время.`,
  snoozes: html`Какие кнопки показывать под напоминанием? Нажмите ту, которую хотите заменить.`,
  snoozeOf: (name: string): Html => html`Чем заменить «${name}»?`,
  category: html`В какую категорию класть то, для чего она не названа?`,
  quietFrom: html`${settingsTexts.quiet.hint}. С какого часа не беспокоить?`,
  quietTo: (from: string): Html => html`Не беспокоить с ${from}. До какого часа?`,
  day: {
    agenda: html`План на день — одним сообщением утром, с кнопками у каждой строки. Во сколько его
    присылать? Любое другое время можно выбрать в приложении.`,
    review: html`Итоги дня — одним сообщением вечером: что не отмечено, с кнопками у каждой строки.
    Во сколько его присылать? Любое другое время можно выбрать в приложении.`,
  },
  /** A choice that no longer fits the others. */
  refused: (message: string): Html => html`${message}.`,
};
