import { type Html, html } from './html';
import { plural } from './plural';

/** What /support says: what became of a person's reminders, and whom to write to. */

/** What held a message up. */
const because = {
  blocked: 'бот был заблокирован',
  'telegram-away': 'Telegram не отвечал',
  'rate-limited': 'Telegram просил подождать',
  'bot-refused': 'Telegram не принимал сообщения бота',
  refused: 'Telegram не принимал это сообщение',
  'service-down': 'сервис не работал',
  'process-died': 'сервис перезапускался',
  'newer-release': 'сервис обновлялся',
  queue: 'сообщение ждало своей очереди',
  ceiling: 'за сутки пришло слишком много сообщений, поэтому оно только в приложении',
} as const;

/** What the person did before it was due. */
const calledOff = {
  edit: 'вы его изменили',
  done: 'вы отметили его раньше',
  skip: 'вы его пропустили',
  snooze: 'вы его отложили',
  pause: 'вы поставили его на паузу',
  'pause-all': 'вы поставили всё на паузу',
  resume: 'вы вернули его с паузы',
  undo: 'вы вернули прежнее время',
  delete: 'вы его удалили',
  'time-zone': 'вы сменили часовой пояс',
  'quiet-hours': 'были ваши тихие часы',
} as const;

export const supportTexts = {
  /** `clock`: «Омск, UTC+6», «14:05» */
  heading: (days: number, { name, time }: { name: string; time: string }): Html =>
    html`<b>Что я знаю о ваших напоминаниях за ${plural(days, ['день', 'дня', 'дней'])}</b>
      (${name}, сейчас ${time})`,
  nothingDue: (days: number): Html =>
    html`За последние ${plural(days, ['день', 'дня', 'дней'])} ни одно напоминание не должно было
    прийти.`,
  line: (text: string, when: string, fate: string): Html =>
    html`• <b>${text}</b>, ${when} — ${fate}.`,
  more: (count: number): Html => html`…и ещё ${count}`,

  sent: 'пришло вовремя',
  /** `when`: «сегодня в 10:02» */
  sentLate: (when: string, why: keyof typeof because): string =>
    `пришло с опозданием, ${when}: ${because[why]}`,
  failed: 'не пришло: Telegram отказался принять это сообщение',
  calledOff: (by: keyof typeof calledOff): string => `не пришло: ${calledOff[by]}`,
  overtaken: (when: string, why: keyof typeof because): string =>
    `не пришло: ${because[why]}; вместо него пришло следующее, ${when}`,
  paused: 'не пришло: оно на паузе',
  waits: (why: keyof typeof because): string =>
    `ещё не пришло: ${because[why]}. Пришлю, как только получится`,
  givenWay: (why: keyof typeof because): string => `не пришло: ${because[why]}`,

  check: html`Пришло, но не заметили? Проверьте в Telegram, включён ли у этого чата звук. Чего ждать
  сегодня — в /today, всё остальное — в /list.`,
  operator: (email: string, name: string | undefined): Html =>
    html`Если дело в другом, напишите: ${email}${name === undefined ? '' : ` (${name})`}`,
  noOperator: html`Адреса для писем у этого бота нет.`,
} as const;
