import { html, lines, type Html } from './html';
import { nouns, plural, type PluralForms } from './plural';

type Kind = 'agenda' | 'review';

const TIMES: PluralForms = ['раз', 'раза', 'раз'];

/** The messages about a whole day: the agenda in the morning, the review in the evening. */
export const dayTexts = {
  heading: {
    agenda: (date: string): Html => html`<b>План на день, ${date}</b>`,
    review: (date: string): Html => html`<b>Не отмечено за ${date}</b>`,
  },
  /** «09:00», of what comes many times «09:00–18:00». */
  from: (first: string, last: string) => `${first}–${last}`,
  line: (n: number, at: string, text: string): Html => html`${n}. ${at} — ${text}`,
  done: (n: number, at: string, text: string): Html => html`${n}. ✅ ${at} — ${text}`,
  /** Moved to another day. */
  away: (n: number, text: string): Html => html`${n}. ${text}`,
  remarks: {
    waiting: 'ждёт ответа',
    moved: 'отложено',
    movedTo: (when: string) => `перенесено: ${when}`,
    next: (when: string) => `в следующий раз — ${when}`,
    often: (count: number) => plural(count, TIMES),
    skipped: 'пропущено',
    unanswered: 'без ответа',
    paused: 'на паузе',
  },
  withRemark: (line: Html, remark: string): Html => html`${line} · <i>${remark}</i>`,
  more: (count: number): Html => html`… и ещё ${count}`,
  nothingLeft: {
    agenda: html`На этот день ничего не осталось.`,
    review: html`Всё отмечено.`,
  },
  allDone: html`Всё сделано 🎉`,
  /** What waits for a moment since some days. */
  undated: (texts: readonly string[], more: number, days: number): Html =>
    lines(
      html`<b>Без времени уже ${plural(days, nouns.day)}</b>`,
      ...texts.map((text) => html`• ${text}`),
      more > 0 && html`… и ещё ${more}`,
      'Выбрать время можно в /list или в приложении.',
    ),
  snoozeUntil: (text: string): Html => html`Когда напомнить снова: «${text}»?`,
  buttons: {
    done: (n: number) => `Готово ${n}`,
    snooze: (n: number) => `Отложить ${n}`,
    open: (n: number) => `Открыть ${n}`,
    undo: (n: number) => `Вернуть ${n}`,
    otherTime: 'Другое время…',
    back: '‹ Назад',
    wanted: { agenda: '☀️ План на день', review: '🌙 Итоги дня' },
  },
  offer: (clocks: Record<Kind, string>): Html =>
    lines(
      html`Могу присылать ваши напоминания одним сообщением: утром, в ${clocks.agenda}, — план на
      день, вечером, в ${clocks.review}, — итоги: что осталось неотмеченным.`,
      'Что включить?',
    ),
  on: {
    agenda: (clock: string): Html =>
      html`☀️ План на день будет приходить каждое утро в ${clock}. Изменить время или выключить —
      /settings.`,
    review: (clock: string): Html =>
      html`🌙 Итоги дня будут приходить каждый вечер в ${clock}. Изменить время или выключить —
      /settings.`,
  },
  unwanted: (kind: Kind): Html =>
    html`Хорошо, не буду. ${kind === 'agenda' ? 'План на день' : 'Итоги дня'} можно включить в
    /settings.`,
} as const;
