import { appTexts } from './app';
import { undatedTexts } from './undated';
import { attachmentTexts } from './attachments';
import { type Html, html, lines } from './html';
import { nouns, plural } from './plural';

/** /list, /today, /notes: the lists in the chat and one reminder of them. */

export interface ListItem {
  /** «Завтра в 09:00»; «09:00» where the list is of one day. */
  when: string;
  text: string;
  /** «по будням»; empty without repetition. */
  rule: string;
  /** «исполняется 60 лет»; empty where that is not known. */
  age: string;
  /** «Дача»; empty for the usual one. */
  category: string;
  /** It came and waits for «Готово». */
  open: boolean;
  snoozed: boolean;
  /** It was given up: Telegram did not take it. */
  failed: boolean;
  /** It came and was archived without an answer. */
  unanswered: boolean;
  /** Until when, where that was said. */
  paused: boolean;
  pausedUntil: string | null;
}

interface NoteItem {
  title: string;
  content: string;
  /** «16 ноября» */
  date: string;
  pinned: boolean;
  category: string;
  /** «Фото»; empty where nothing is attached. */
  attached?: string;
}

/** Before the moment: what a glance should tell from what is simply to come. */
const mark = ({ failed, unanswered, paused, snoozed, open }: ListItem): string =>
  failed || unanswered || paused ? '' : snoozed ? '💤 ' : open ? '🔔 ' : '';

function standing({ failed, unanswered, paused, pausedUntil }: ListItem): string {
  if (failed) return '⚠️ Не доставлено';
  if (unanswered) return '🔕 Без ответа';
  if (paused) return pausedUntil === null ? '⏸ На паузе' : `⏸ На паузе, снова — ${pausedUntil}`;
  return '';
}

/** A sign stays with what it is the sign of. */
const inCategory = (name: string): string => (name === '' ? '' : ` · 🏷\u00a0${name}`);

const groupHead = (group: string): Html => lines('', html`<u>${group}</u>`);

export const listTexts = {
  heading: {
    list: (total: number): Html => html`<b>Ближайшее</b> — ${plural(total, nouns.reminder)}`,
    today: (total: number): Html => html`<b>Сегодня</b> — ${plural(total, nouns.reminder)}`,
    tomorrow: (total: number): Html => html`<b>Завтра</b> — ${plural(total, nouns.reminder)}`,
    missed: (total: number): Html => html`<b>Ждёт ответа</b> — ${plural(total, nouns.reminder)}`,
  },
  /** `span`: «Завтра», «28–29 ноября», «30 ноября — 2 декабря» */
  headingOfDays:
    (span: string) =>
    (total: number): Html =>
      html`<b>${span}</b> — ${plural(total, nouns.reminder)}`,
  noneOnDays: (span: string): Html => html`${span}: ничего не запланировано. Что дальше — в /list.`,
  /** The chat and the app call them alike. */
  groups: appTexts.reminders.groups,
  /** What waits for a moment stands behind the reminders, or alone. */
  undatedAlone: (total: number): Html => html`<b>${undatedTexts.undated}</b> — ${total}`,
  undated: (number: number, text: string, first: boolean): Html =>
    lines(first && groupHead(undatedTexts.undated), html`${number}. <b>${text}</b>`),
  /** On the pages before the one where they begin. */
  undatedLater: (count: number): Html =>
    lines('', html`${undatedTexts.undated} — ещё ${count}, в конце списка.`),
  pickUndated: lines('', 'Нажмите номер, чтобы выбрать, когда напомнить.'),
  notes: (total: number): Html => html`<b>Заметки</b> — ${plural(total, nouns.note)}`,
  /** The first of a group stands under its heading. */
  item: (number: number, item: ListItem, group: string | null): Html => {
    const quiet = [
      standing(item),
      item.rule && `🔁\u00a0${item.rule}`,
      item.age && `🎉 ${item.age}`,
      item.category && `🏷\u00a0${item.category}`,
    ].filter(Boolean);
    return lines(
      group !== null && groupHead(group),
      html`${number}. ${mark(item)}${item.when} — <b>${item.text}</b>`,
      quiet.length > 0 && html`<i>${quiet.join(' · ')}</i>`,
    );
  },
  note: (
    number: number,
    { title, content, date, pinned, category, attached = '' }: NoteItem,
  ): Html =>
    lines(
      '',
      html`${number}. ${pinned ? '📌' : '📝'} <b>${title}</b> · ${date}${inCategory(category)}`,
      content !== title && html`${content}`,
      attached !== '' && attached !== content && attachmentTexts.line(attached),
    ),
  pickNote: lines('', 'Нажмите номер, чтобы открыть заметку.'),
  noteHead: (title: string, date: string, pinned: boolean): Html =>
    lines(html`${pinned ? '📌' : '📝'} <b>${title}</b> · ${date}`, ''),
  noteGoesOn: lines('', '… Остальное — в приложении.'),
  pickPoint: lines('', 'Нажмите номер пункта, чтобы отметить его или снять отметку.'),
  noteDeleted: (title: string): Html => html`🗑 Заметка «${title}» удалена.`,
  madeNote: (title: string): Html => html`📝 Теперь это заметка: «${title}».`,
  noteGone: html`Этой заметки больше нет.`,
  noteChanged: html`С тех пор заметка изменилась: вот как она выглядит теперь.`,

  howToFind: lines(
    'Напишите после команды, что найти, — например, «/find молоко».',
    'Ищу по началу слов в напоминаниях и заметках.',
  ),
  nothingFound: (search: string): Html => html`По запросу «${search}» ничего не нашлось.`,
  found: (search: string, total: number): Html =>
    html`<b>Нашлось по запросу «${search}»</b> — ${total}`,
  foundMore: (more: number): Html =>
    lines('', html`И ещё ${more}. Уточните запрос или поищите в приложении.`),
  pickFound: lines('', 'Нажмите номер, чтобы открыть.'),
  pick: lines('', 'Нажмите номер, чтобы отметить, отложить или удалить.'),

  none: {
    list: html`Впереди пока ничего нет. Напишите, о чём и когда напомнить, — например, «завтра в 9
    оплатить интернет».`,
    today: html`На сегодня ничего нет — можно выдохнуть. Что дальше — в /list.`,
    tomorrow: html`На завтра ничего нет. Что дальше — в /list.`,
    missed: html`Ничего не пропущено — всё отмечено. Что дальше — в /list.`,
  },
  noNotes: html`Заметок пока нет. Напишите или перешлите мне текст и нажмите «В заметки».`,

  /** How one reminder stands. */
  waiting: lines('', '🔔 Ждёт вашего «Готово».'),
  snoozed: (until: string): Html => lines('', `💤 Отложено: ${until}.`),
  done: lines('', '✅ Сделано.'),
  paused: lines('', '⏸ На паузе, пока не возобновите.'),
  pausedUntil: (when: string): Html => lines('', `⏸ На паузе. Снова начну напоминать ${when}.`),
  unanswered: lines('', '🔕 Осталось без ответа.'),
  failed: lines('', '⚠️ Не доставлено. Нажмите «Открыть», проверьте текст и время и сохраните.'),
  tooLate: lines('Вернуть уже нельзя: с тех пор напоминание изменилось.'),
  /** A press on what was shown before another change. */
  changed: lines('С тех пор напоминание изменилось: вот как оно выглядит теперь.'),
  gone: html`Этого напоминания больше нет.`,

  buttons: {
    earlier: '‹ Раньше',
    later: 'Позже ›',
    newer: '‹ Новее',
    older: 'Старее ›',
    back: '‹ К списку',
    done: '✅ Готово',
    skip: 'Пропустить',
    resume: '▶️ Возобновить',
    putOff: 'Отложить…',
    more: 'Ещё…',
    otherTime: 'Другое время…',
    toCard: '‹ Назад',
    open: 'Открыть',
    toNote: 'В заметки',
    openNote: 'Открыть заметку',
    undoNote: 'Отменить',
    remind: '⏰ Напомнить',
    remove: 'Удалить',
    restore: 'Вернуть',
    undo: '↩️ Вернуть',
    openNotes: 'Все заметки',
    toNotes: '‹ К заметкам',
    pin: '📌 Закрепить',
    unpin: 'Открепить',
  },
} as const;
