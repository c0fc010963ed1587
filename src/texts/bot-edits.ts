import { type Html, html } from './html';

/** What the bot answers to an edit of a message that has made something. */

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const editTexts = {
  unknown: html`Вижу, что вы исправили сообщение, но из него ничего не сохранено. Напишите заново —
  новым сообщением.`,
  cancelled: html`Это вы уже отменили. Если всё-таки нужно, напишите новым сообщением.`,
  deleted: html`Напоминание из этого сообщения отменено, поэтому правку я не применил.`,
  done: html`Это напоминание уже отмечено, поэтому правку я не применил.`,
  several: html`В этом сообщении несколько дел, поэтому правку я не применил. Исправить нужное можно
  в /list.`,

  /** Why it stays as it was. */
  unclear: html`Из правки не понял, когда напомнить, поэтому оставил как было.`,
  doubtful: (phrase: string): Html =>
    html`Не уверен, что верно понял «${phrase}», поэтому оставил как было.`,
  past: (moment: string): Html =>
    html`${capital(moment)} — это уже в прошлом, поэтому оставил как было.`,
  tooLong: (length: number, max: number): Html =>
    html`В напоминание помещается ${max} символов, а здесь ${length}, поэтому оставил как было.`,
  refused: (message: string): Html => html`${message}. Оставил как было.`,
} as const;
