import { type CardFacts } from './bot-cards';
import { type Html, html, lines } from './html';
import { nouns, plural } from './plural';

/** Several tasks of one message: the list of what was read, and what became of it. */

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const item = ({ text, when, rule, floodInterval }: CardFacts, number: number): Html =>
  html`${number}. ${capital(when)} — <b>${text}</b>${rule && ` · 🔁 ${rule}`}${
      floodInterval === null ? '' : ` · 📣 каждые ${plural(floodInterval, nouns.minute)}`
    }`;
const numbered = (items: readonly CardFacts[]): Html[] =>
  items.map((each, index) => item(each, index + 1));
const named = (texts: readonly string[]): string => texts.map((text) => `«${text}»`).join(', ');

export const batchTexts = {
  read: (items: readonly CardFacts[]): Html =>
    lines(html`Понял так:`, '', ...numbered(items), '', 'Сохранить?'),
  stored: (items: readonly CardFacts[]): Html =>
    lines(html`✅ Сохранил ${plural(items.length, nouns.reminder)}:`, '', ...numbered(items)),
  takenBack: (texts: readonly string[]): Html => html`🗑 Отменено: ${named(texts)}`,
  /** More than one message may hold. */
  left: (max: number, texts: readonly string[]): Html =>
    html`За раз беру ${max} дел. Не взял: ${named(texts)}. Пришлите их отдельным сообщением.`,
  passed: html`Это время уже прошло.`,
  stale: html`Этот список устарел. Напишите, о чём и когда напомнить, ещё раз.`,

  buttons: {
    save: (count: number): string => `Сохранить все (${count})`,
    cancel: 'Отмена',
    takeBack: 'Отменить',
    restore: 'Вернуть',
  },
} as const;
