import { type Html, html, lines } from './html';

/** What the bot answers to a reply in words, and what it asks about one reminder. */

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The reminder first, below it what became of it. */
const about = (text: string, said: Html | string): Html => lines(html`<b>${text}</b>`, '', said);

export const replyTexts = {
  about,
  /** «завтра в 10:00» */
  moved: (when: string): Html => html`🕘 Напомню ${when}.`,
  /** The next occurrence of a series comes before the moment that was asked for. */
  movedToNext: (when: string): Html =>
    html`🕘 Напомню ${when}: тогда приходит и следующее, поэтому отдельно позже не пришлю.`,
  done: '✅ Готово.',
  doneUntil: (when: string): Html => html`✅ Готово. В следующий раз — ${when}.`,
  skipped: '⏭ Пропущено: больше об этом не напомню.',
  skippedUntil: (when: string): Html => html`⏭ Пропущено. В следующий раз — ${when}.`,
  /** «по будням», «завтра в 09:00» */
  repeats: (rule: string, when: string): Html =>
    html`🔁 Теперь — ${rule}. Ближайший раз — ${when}.`,
  paused: '⏸ На паузе: не напомню, пока не ответите «возобнови».',
  pausedUntil: (when: string): Html => html`⏸ На паузе. Снова начну напоминать ${when}.`,
  resumed: (when: string): Html => html`▶️ Снова напоминаю. В следующий раз — ${when}.`,
  notPaused: 'Оно не на паузе.',
  rewritten: (before: string): Html => html`✏️ Исправил. Раньше было: «${before}».`,
  deleted: '🗑 Удалил.',
  undone: '↩️ Вернул как было.',
  restored: '↩️ Вернул.',

  /** Nothing changed, and why. */
  already: '✅ Уже отмечено.',
  alreadyUntil: (when: string): Html => html`✅ Уже отмечено. В следующий раз — ${when}.`,
  /** The message is about an earlier occurrence. */
  older: (when: string): Html =>
    html`Это сообщение — о прошлом разе. Сейчас ждёт ответа то, что пришло ${when}.`,
  nothingToUndo: 'Возвращать нечего: с тех пор ничего не менялось или уже поздно.',
  tooFar: 'Так далеко вперёд я не заглядываю. Напишите дату поближе.',
  gone: html`Этого напоминания больше нет — насовсем. Напишите, о чём и когда напомнить, и я создам
  новое.`,
  deletedAlready: html`Это напоминание удалено.`,
  isDeleted: 'Это напоминание удалено. Вернуть его?',
  thanks: '🙂 Пожалуйста!',
  thanksWaiting: '🙂 Пожалуйста! Напоминание ещё ждёт вашего «Готово».',

  /** Questions. */
  askWhen: (text: string): Html =>
    html`Когда напомнить о «${text}»? Напишите — например, «через 2 часа» или «завтра в 10».
    Передумали — «отмена».`,
  placeholder: 'Например, завтра в 10',
  later: 'Когда напомнить? Нажмите или напишите — например, «через 2 часа», «завтра в 10».',
  unclear: 'Не понял, когда. Напишите, например, «через 2 часа» или «завтра в 10».',
  past: (moment: string): Html =>
    html`${capital(moment)} — это уже в прошлом. Может быть, так? Или напишите другое время.`,
  impossible: (phrase: string): Html =>
    html`«${phrase}» — такой даты или времени не бывает. Напишите другое время.`,
  unsupported: (phrase: string): Html =>
    html`Повторять «${phrase}» я не умею: повторяю каждые 1–30 дней, недель, месяцев или лет —
    например, «каждый день в 9» или «по будням в 8:30».`,
  callOff: 'Что сделать?',
  kept: 'Хорошо, оставляю как есть.',
  /** A reply that says something else: about this one, or something new. */
  aboutItOrNew: (said: string, text: string): Html =>
    lines(html`«${said}»`, '', html`Это о напоминании «${text}» или что-то новое?`),
  aboutDeletedOrNew: (said: string, text: string): Html =>
    lines(html`«${said}»`, '', html`Напоминание «${text}» удалено. Создать новое?`),
  notUnderstood:
    'Не понял. Ответьте, например, «готово», «через час», «завтра в 10», «пропусти» или «удали».',
  tooLate: html`Это время уже прошло. Ответьте на напоминание другим временем.`,
  full: html`В вашем аккаунте не осталось места для более длинного текста.`,

  buttons: {
    undo: '↩️ Вернуть',
    open: 'Открыть',
    skip: 'Пропустить',
    remove: 'Удалить',
    otherTime: 'Другое время…',
    /** «завтра в 10:00» */
    at: (when: string): string => capital(when),
    moveTo: (when: string): string => `Перенести: ${when}`,
    fresh: 'Новое напоминание',
    rewrite: 'Заменить текст',
    cancel: 'Отмена',
  },
} as const;
