import { html, type Html } from './html';
import { plural } from './plural';

/** `@bot завтра в 9` in a chat that the bot is not in. */
export const guestTexts = {
  /** The bot's answers, which everybody in that chat reads: nothing in them is what was asked to be remembered. */
  stored: (name: string, when: Html, repeats: boolean): Html =>
    html`${addressed(name, 'напомню')} ${when}${repeats ? ' и буду повторять' : ''}`,
  noted: (name: string): Html => html`${addressed(name, 'я сохранил')} это в заметки`,
  asked: (name: string): Html => html`${addressed(name, 'я спросил')} вас в личных сообщениях`,
  stranger: html`Я напоминаю о делах в Telegram. Чтобы я напомнил и вам, откройте меня и примите
  условия.`,
  /** In the person's chat with the bot. */
  unanswered: html`Мой ответ в том чате мог не появиться, но здесь ничего не потерялось:`,
  over: 'Эта кнопка больше не работает: прошли сутки или напоминание удалено.',
  full: (people: number) =>
    `Больше нельзя: этой кнопкой воспользовались уже ${plural(people, ['человек', 'человека', 'человек'])}.`,
  elsewhere: 'Эта кнопка работает только в чате, где о напоминании попросили.',
} as const;

/** «Анна, напомню», «Напомню» */
const addressed = (name: string, verb: string): string =>
  name === '' ? `${verb.charAt(0).toUpperCase()}${verb.slice(1)}` : `${name}, ${verb}`;
