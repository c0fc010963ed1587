import { type Html, html } from './html';
import { capital, plural } from './plural';

/** What /support says: what became of a person's reminders, and whom to write to. */

/** What held a message up. */
const because = {
  blocked: 'бот был заблокирован',
  'telegram-away': 'Telegram не отвечал',
  'rate-limited': 'Telegram просил подождать',
  'bot-refused': 'Telegram не принимал сообщения бота',
  refused: 'Telegram не принимал это сообщение',
  'our-fault': 'в сервисе случилась ошибка',
  'its-time': 'его время впереди',
  unrecorded: 'причина не записана',
} as const;

/** What one can do where a message was late or did not come; what is not named here mends itself. */
const advice = {
  blocked: 'Разблокируйте бота и нажмите /start: всё, что ждёт, сразу придёт.',
  refused: 'Откройте его, проверьте текст и вложение и сохраните ещё раз.',
  paused: 'Чтобы оно приходило снова, возобновите его.',
  'called-off': 'Если это вышло случайно, откройте его и назначьте время заново.',
  sent: 'Пришло, но не заметили? Проверьте в Telegram, включён ли у этого чата звук и не убран ли чат в архив.',
  waits: 'Делать ничего не нужно.',
  mended: 'Делать ничего не нужно: с тех пор всё уже работает.',
  'its-time': 'Оно придёт в своё время.',
} as const;

/** Why nothing more is to come. */
const rests = {
  deleted: 'Больше ничего не придёт: вы его удалили. Вернуть можно в течение месяца.',
  done: 'Больше ничего не придёт: вы отметили его выполненным.',
  archived: 'Больше ничего не придёт: оно в архиве. Там его можно поставить снова.',
  'waits-for-answer':
    'Больше ничего не придёт: сообщение отправлено и ждёт, пока вы нажмёте «Готово».',
  'never-due': 'Ничего и не должно было прийти: когда оно появилось здесь, его время уже прошло.',
} as const;

/** «Почему не пришло?» of one reminder, in the app and in the chat. */
export const whyTexts = {
  button: 'Почему не пришло?',
  loading: 'Смотрю журнал отправки…',
  failed: 'Не удалось узнать. Попробуйте ещё раз.',
  heading: (text: string): Html => html`<b>${text}</b>`,
  /** `when`: «сегодня в 10:00» */
  line: (when: string, fate: string): string => `${capital(when)} — ${fate}.`,
  comes: (when: string): string => `Следующее сообщение — ${when}.`,
  nothing: 'О прежних сообщениях ничего не записано.',
  advice,
  rests,
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
  others: html`Это не всё: здесь только те напоминания, с которыми что-то было недавно.`,

  sent: 'пришло вовремя',
  /** `when`: «сегодня в 10:02» */
  sentLate: (when: string, why: keyof typeof because): string =>
    `пришло с опозданием, ${when}: ${because[why]}`,
  /** Behind the two above, of a series of which only the latest came. */
  missedBefore: (count: number): string =>
    `; до этого не пришло ${plural(count, ['раз', 'раза', 'раз'])}`,
  failed: 'не пришло: Telegram отказался принять это сообщение',
  calledOff: (by: keyof typeof calledOff): string => `не пришло: ${calledOff[by]}`,
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
