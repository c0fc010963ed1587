import { PRODUCT_NAME } from './product';
import { html, type Html, lines } from './html';
import { plural } from './plural';

/** A reminder in words for people who see it elsewhere. */
export interface SharedFacts {
  text: string;
  /** «25 ноября 2026 в 15:00 (Москва, UTC+3)» */
  when: Html;
  /** «по будням»; empty without repetition. */
  rule: string;
}

/** «Поделиться»: a reminder's card in another chat, and what is said about it. */
export const shareTexts = {
  card: ({ text, when, rule }: SharedFacts): Html =>
    lines(
      html`🔔 <b>${text}</b>`,
      html`🗓 ${rule && 'ближайший раз — '}${when}`,
      rule !== '' && html`🔁 ${rule}`,
    ),
  take: 'Напомнить и мне',
  refuse: 'Не надо',
  offered: html`С вами поделились напоминанием:`,
  afterTerms: html`Как только вы примете условия, оно появится и у вас.`,
  refused: html`Хорошо, ничего не сохраняю.`,
  closed: 'Этой ссылкой больше нельзя воспользоваться: владелец её закрыл или удалил напоминание.',
  own: 'Это ваше напоминание — оно у вас уже есть.',
  tooLate: 'Время этого напоминания уже прошло.',
  /** `when`: «завтра в 15:00». */
  taken: (when: string) => `Готово! Напомню ${when}`,
  there: (when: string) => `Оно у вас уже есть: напомню ${when}`,
  thereDone: 'Оно у вас уже есть.',
  added: html`Теперь это и ваше напоминание:`,

  over: 'Поделиться можно тем, что ещё впереди, а время этого прошло.',
  tooMany: (max: number) =>
    `Открыто ${plural(max, ['ссылка', 'ссылки', 'ссылок'])} — больше нельзя. Закройте те, что не нужны.`,
  off: 'Поделиться сейчас нельзя: у бота не указано имя.',

  button: 'Поделиться',
  title: 'Поделиться уведомлением',
  explain:
    'Получатель увидит текст и время. Нажмёт «Напомнить и мне» — получит своё уведомление. Категория, вложение и ваши отметки останутся у вас, а то, что вы измените потом, он не увидит.',
  sending: 'Отправить в чат',
  label: 'Ссылка',
  copy: 'Скопировать ссылку',
  copied: 'Скопировано',
  copyByHand: 'Скопируйте выделенную ссылку',
  close: 'Закрыть ссылку',
  closedNow: 'Ссылка закрыта: по ней уведомление больше никто не получит',
  sent: 'Отправлено',
  failed: 'Не получилось. Попробуйте ещё раз',
  dismiss: 'Свернуть',

  chat: {
    about: (title: string, card: Html, url: string, explain: string): Html =>
      lines(html`<b>${title}</b>`, '', card, '', html`<code>${url}</code>`, '', explain),
    explain:
      'По этой ссылке напоминание получит любой, кто откроет её и согласится. Увидят только текст и время — и не увидят того, что вы измените потом.',
    closed: html`Ссылка закрыта: по ней напоминание больше никто не получит. Карточки, отправленные
    в чаты, останутся там, а копии, которые люди уже взяли себе, — у них.`,
  },
} as const;

/** `@бот завтра в 9 …` in any chat. */
export const inlineTexts = {
  /** `when`: «завтра в 09:00». */
  found: (when: string) => `Напомнить ${when}`,
  details: (text: string) => `${text} · в чат уйдёт только «Ставлю себе напоминание»`,
  /** What everybody in that chat sees. */
  message: '🔔 Ставлю себе напоминание',
  stored: '🔔 Напоминание поставлено',
  save: 'Сохранить',
  notYours: 'Это кнопка того, кто отправил сообщение.',
  stale: (days: number) =>
    `Прошло больше ${plural(days, ['дня', 'дней', 'дней'])}, сохранить уже нельзя: напишите ещё раз.`,
  tooLate: 'Время уже прошло: напишите ещё раз.',
  savedAs: html`Сохранено из другого чата:`,
  open: `Открыть «${PRODUCT_NAME}»`,
  tooMany: 'Слишком много запросов: напишите мне в чат',
  howTo: 'Напишите, что и когда: «завтра в 9 позвонить»',
} as const;
