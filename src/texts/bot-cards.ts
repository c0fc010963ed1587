import { attachmentTexts } from './attachments';
import { type Html, html, lines } from './html';
import { capital, nouns, plural } from './plural';

/** The cards of quick add: what was understood, what is still missing, what became of it. */

const TYPE_ICONS: Readonly<Record<string, string>> = {
  Проверка: '☑️',
  Оплата: '💳',
  Встреча: '🤝',
  Звонок: '📞',
  Лекарство: '💊',
};
/** The icon of a reminder type, an alarm clock for those that have none of their own. */
export const typeIcon = (typeName: string): string => TYPE_ICONS[typeName] ?? '⏰';

/** Everything of a reminder that a card may show, in words. */
export interface CardFacts {
  text: string;
  /** «завтра в 09:00» */
  when: string;
  /** «по будням»; empty without repetition. */
  rule: string;
  /** «исполняется 60 лет»; empty where that is not known. */
  age: string;
  type: string;
  category: string;
  /** Minutes between re-sends; null without flood. */
  floodInterval: number | null;
  /** «Голосовое сообщение, 0:04»; empty where nothing is attached. */
  attached: string;
  /** «за неделю, за день и за 2 часа»; empty where nothing is told ahead. */
  ahead: string;
  /** «Осталось 14»; empty where nothing is counted. */
  counter: string;
  /** «за неделю»: those of it whose moment has passed. */
  passedAhead: string;
}

/** Why a card asks before it stores; `phrase` is as the user wrote it. */
export interface Doubtful {
  kind:
    | 'contradiction'
    | 'another-moment'
    | 'unclear'
    | 'which-week'
    | 'which-day'
    | 'flood-interval'
    | 'forwarded'
    | 'moved-to-tomorrow';
  phrase: string;
}

/** What is said of a reminder besides its text and moment, in the lists' quiet letters. */
const details = (facts: CardFacts, isNew = false): Html =>
  html`<i>${detailLines(facts, isNew)}</i>`;
/** `isNew`: what the app calls it is said once of a reminder, when it is stored. */
const detailLines = (facts: CardFacts, isNew: boolean): Html =>
  lines(
    facts.attached !== '' && attachmentTexts.line(facts.attached),
    facts.rule !== '' && html`🔁 ${facts.rule}`,
    facts.age !== '' && html`🎉 ${capital(facts.age)}`,
    facts.floodInterval !== null &&
      html`📣 Настойчиво${isNew ? ' (в приложении «флуд»)' : ''}: каждые
      ${plural(facts.floodInterval, nouns.minute)}, пока не нажмёте «Готово»`,
    facts.ahead !== '' &&
      html`🔔 Предупрежу
      ${facts.ahead}${facts.passedAhead && ` (${facts.passedAhead} — уже прошло)`}`,
    facts.counter !== '' && html`📦 ${facts.counter}`,
    html`${typeIcon(facts.type)} ${facts.type} · 🏷 ${facts.category}`,
  );

const body = (facts: CardFacts): Html =>
  lines(html`<b>${facts.text}</b>`, html`🗓 ${capital(facts.when)}`, details(facts));

const oneLine = (when: string, text: string): Html => html`${when} — <b>${text}</b>`;

/** «через 10 рабочих дней» */
const WORKDAYS = /^\S* ?через .*рабоч/iu;

const doubts: Record<Doubtful['kind'], (phrase: string) => Html> = {
  contradiction: (phrase) =>
    html`«${phrase}» — здесь что-то не сходится. Сохранить так, как я понял, — или напишите, когда
    напомнить.`,
  'another-moment': (phrase) =>
    html`«${phrase}» — это тоже о времени? Сохранить так, как я понял, — или напишите, когда
    напомнить.`,
  unclear: (phrase) =>
    WORKDAYS.test(phrase)
      ? html`«${phrase}»: субботы и воскресенья я пропустил, а праздников не знаю. Сохранить так —
        или напишите, когда напомнить.`
      : html`Не уверен, что верно понял «${phrase}». Сохранить так — или напишите, когда напомнить.`,
  'which-week': (phrase) => html`«${phrase}» — сегодня или через неделю?`,
  'which-day': (phrase) => html`Сейчас ночь. «${phrase}» — это уже наступивший день или следующий?`,
  'flood-interval': (phrase) =>
    html`«${phrase}» не получится: настойчиво напоминаю каждые 5, 15, 30 или 60 минут. Взял
    ближайшее, оно выше. Сохранить так?`,
  forwarded: () =>
    html`Такое время — в самом сообщении. Напомнить тогда? Или напишите другое — например, «завтра в
    9».`,
  'moved-to-tomorrow': () =>
    html`На сегодня это время уже прошло. Сохранить на завтра — или напишите другое время?`,
};

/** «последний рабочий день ноября» repeats nothing; «последний рабочий день каждого ноября» does. */
const OF_ONE_MONTH =
  /^(?!.*кажд).*(?:январ|феврал|март|апрел|ма[яй]|июн|июл|август|сентябр|октябр|ноябр|декабр)/iu;

export const cardTexts = {
  body,
  /** Above what was made of a voice message: its words, as they were heard. */
  heard: (words: string): Html => html`🎙 «${words}»`,
  /** Above what asks about a voice message, by why it has no words. */
  unheard: {
    busy: html`Сейчас слишком много голосовых — это не расшифровал.`,
    failed: html`Расшифровать не получилось.`,
    silent: html`Слов не расслышал.`,
    'over-limit': html`Слишком много голосовых за сутки — это не расшифровал.`,
    'too-large': html`Расшифровываю только голосовые не длиннее минуты.`,
  },
  ready: (facts: CardFacts, doubt: Doubtful | null): Html =>
    lines(body(facts), '', doubt ? doubts[doubt.kind](doubt.phrase) : 'Сохранить?'),
  stored: (facts: CardFacts): Html =>
    lines(html`✅ ${oneLine(capital(facts.when), facts.text)}`, details(facts, true)),
  /** Telegram did not take its card. */
  storedUnseen: html`✅ Сохранил, только карточку показать не получилось: всё есть в /list.`,
  /** The message that it was made of was edited. */
  edited: (facts: CardFacts): Html =>
    lines(html`✏️ Исправил: ${oneLine(facts.when, facts.text)}`, details(facts)),
  cancelled: (text: string): Html => html`Отменено: ${text}`,
  takenBack: (text: string): Html => html`🗑 Отменено: ${text}`,
  noteTakenBack: (title: string): Html => html`🗑 Убрал из заметок: «${title}»`,
  /** `category`: where it is, '' for nothing worth to be said. */
  noted: (title: string, category: string): Html =>
    lines(html`📝 Сохранил в заметки: «${title}»`, category !== '' && html`🏷 ${category}`),
  deleted: (text: string): Html => html`🗑 Удалено: ${text}`,

  askWhen: (text: string): Html =>
    lines(
      html`<b>${text}</b>`,
      '',
      'Когда напомнить? Выберите или напишите — например, «завтра в 9».',
    ),
  /** `rule`: «каждый месяц», empty without repetition. */
  askTime: (text: string, date: string, rule: string): Html =>
    lines(
      html`<b>${text}</b>`,
      html`🗓 ${capital(date)}`,
      rule !== '' && html`🔁 ${rule}`,
      '',
      'Во сколько? Выберите или напишите — например, «18:30».',
    ),
  askText: (when: string): Html => html`О чём напомнить ${when}?`,

  /** What is wrong; `text` is the rest of the message where there is one to keep. */
  past: (moment: string): Html =>
    html`${capital(moment)} — это уже в прошлом. Выберите другое время или напишите его — например,
    «завтра в 9».`,
  impossible: (phrase: string): Html =>
    html`«${phrase}» — такой даты или времени не бывает. Проверьте и напишите ещё раз — например,
    «31 декабря в 18:00».`,
  unsupported: (phrase: string): Html =>
    OF_ONE_MONTH.test(phrase) ? cardTexts.uncounted(phrase) : cardTexts.unrepeatable(phrase),
  /** A day of one month, which comes once. */
  uncounted: (phrase: string): Html =>
    html`На какое число приходится «${phrase}», я сам не посчитаю. Напишите дату — например, «30
    ноября в 18:00».`,
  unrepeatable: (phrase: string): Html =>
    html`Повторять «${phrase}» я не умею: повторяю каждые 1–30 дней, недель, месяцев или лет —
    например, «каждый день в 9» или «каждые 2 недели по средам в 18:00».`,
  tooLong: (length: number, max: number): Html =>
    html`В напоминание помещается ${max} символов, а здесь ${length}. Сократите текст и пришлите ещё
    раз — или сохраните его в заметки.`,
  tooLongForAll: (length: number, max: number): Html =>
    html`Здесь ${length} символов — столько не поместится даже в заметку, там предел ${max}.
    Пришлите текст покороче.`,
  howTo: html`Напишите, что и когда, одной фразой — например, «завтра в 9 оплатить интернет». А
  можно просто переслать сообщение, о котором нужно напомнить.`,
  unclearTime: html`Не понял, во сколько. Напишите, например, «18:30» или «в 7 вечера» — или нажмите
  кнопку.`,
  unclearMoment: html`Не понял, когда. Напишите, например, «завтра в 18:30» или «через час» — или
  нажмите кнопку.`,
  pastTime: html`Это время уже прошло. Напишите другое — или нажмите кнопку на карточке.`,
  stale: html`Эта карточка устарела. Напишите, о чём и когда напомнить, ещё раз.`,
  /** The rules of the form refused the save. */
  refused: (message: string): Html => html`${message}. Когда напомнить?`,
  full: (message: string): Html =>
    html`${message}. Пока не сохранил: освободите место и нажмите «Сохранить».`,

  buttons: {
    save: 'Сохранить',
    edit: 'Изменить',
    cancel: 'Отмена',
    note: 'В заметки',
    otherTime: 'Другое время',
    weekLater: 'Через неделю',
    takeBack: 'Отменить',
    restore: 'Вернуть',
    back: '‹ Назад',
    category: (name: string): string => `🏷 ${name}`,
    newCategory: (name: string): string => `Создать категорию «${name}»`,
    /** The same of a name that has no room beside all those words. */
    newLongCategory: (name: string): string => `🏷 Создать «${name}»`,
    type: (name: string): string => `${typeIcon(name)} ${name}`,
    chosen: (name: string): string => `• ${name}`,
  },
} as const;

/** Several tasks of one message: the list of what was read, and what became of it. */

const item = ({ text, when, rule, floodInterval }: CardFacts, number: number): Html =>
  html`${number}. ${capital(when)} — <b>${text}</b>${rule && ` · 🔁 ${rule}`}${
      floodInterval === null ? '' : ` · 📣 каждые ${plural(floodInterval, nouns.minute)}`
    }`;
const numbered = (items: readonly CardFacts[]): Html[] =>
  items.map((each, index) => item(each, index + 1));
const named = (texts: readonly string[]): string => texts.map((text) => `«${text}»`).join(', ');

export const batchTexts = {
  stored: (items: readonly CardFacts[]): Html =>
    lines(html`✅ Сохранил ${plural(items.length, nouns.reminder)}:`, '', ...numbered(items)),
  takenBack: (texts: readonly string[]): Html => html`🗑 Отменено: ${named(texts)}`,
  /** More than one message may hold. */
  left: (max: number, texts: readonly string[]): Html =>
    html`За раз беру ${max} дел. Не взял: ${named(texts)}. Пришлите их отдельным сообщением.`,
  stale: html`Этот список устарел. Напишите, о чём и когда напомнить, ещё раз.`,

  buttons: {
    takeBack: 'Отменить',
    restore: 'Вернуть',
  },
} as const;
