import { PRODUCT_NAME } from './product';
import { type Html, html, lines, link } from './html';

/** What the bot says. Everything of a user's goes through `html`, which escapes it. */

const examples = lines(
  '• завтра в 9 оплатить интернет',
  '• через полтора часа позвонить маме',
  '• каждый будний день в 8:30 зарядка',
);

export const botTexts = {
  greeting: (firstName: string): Html =>
    html`Здравствуйте${firstName && `, ${firstName}`}! Я — «${PRODUCT_NAME}»: напоминаю о делах
    точно в срок и храню заметки.`,

  terms: {
    ask: (urls: { terms: string; privacy: string }): Html =>
      html`Прежде чем начать, подтвердите, что вам уже есть 18 лет и что вы принимаете
      ${link('пользовательское соглашение', urls.terms)} и
      ${link('политику конфиденциальности', urls.privacy)}.`,
    askAgain: (urls: { terms: string; privacy: string }): Html =>
      html`Мы обновили условия. Чтобы пользоваться ботом дальше, прочитайте
      ${link('пользовательское соглашение', urls.terms)} и
      ${link('политику конфиденциальности', urls.privacy)} и подтвердите, что принимаете их и что
      вам уже есть 18 лет.`,
    accept: 'Мне есть 18, принимаю',
    decline: 'Не принимаю',
    declined: html`Хорошо, без вашего согласия продолжать не будем. Если передумаете — условия
    всегда под рукой.`,
    declinedWithData: html`Хорошо, без вашего согласия продолжать не будем. Свои данные можно
    забрать командой /export или удалить командой /delete. Если передумаете — условия всегда под
    рукой.`,
    back: 'Вернуться к условиям',
    accepted: lines(
      html`Спасибо, всё готово! Напишите, о чём и когда напомнить, — например:`,
      examples,
      '',
      'А можно создать напоминание в приложении.',
    ),
  },

  welcomeBack: (firstName: string): Html =>
    lines(
      html`С возвращением${firstName && `, ${firstName}`}! Напишите, о чём и когда напомнить, —
      например, «завтра в 9 оплатить интернет».`,
      'Или откройте приложение — там все ваши напоминания и заметки.',
    ),

  help: lines(
    html`<b>Как создать напоминание</b>`,
    'Просто напишите, что и когда:',
    examples,
    '• 25 декабря в 15:00 поздравить Олю',
    '',
    'Перед сохранением я покажу, как вас понял. Можно переслать мне любое сообщение — спрошу, когда о нём напомнить, или сохраню в заметки.',
    '',
    html`<b>Команды</b>`,
    '/today — что сегодня',
    '/list — ближайшие напоминания',
    '/notes — последние заметки',
    '/app — открыть приложение',
    '/timezone — часовой пояс',
    '/export — выгрузить свои данные',
    '/delete — удалить все данные',
  ),

  /** The list behind Telegram's «/». */
  commands: [
    ['today', 'Что сегодня'],
    ['list', 'Ближайшие напоминания'],
    ['notes', 'Последние заметки'],
    ['app', 'Открыть приложение'],
    ['timezone', 'Часовой пояс'],
    ['help', 'Как пользоваться'],
    ['export', 'Выгрузить свои данные'],
    ['delete', 'Удалить все свои данные'],
  ],
  /** Shown in an empty chat, before /start. */
  description: `«${PRODUCT_NAME}» присылает напоминания точно в срок: напишите «завтра в 9 оплатить интернет» — и ни о чём не забудете. Повторы, настойчивые напоминания и заметки — в приложении.`,
  shortDescription: 'Напоминания точно в срок и заметки — прямо в Telegram.',

  app: {
    menu: PRODUCT_NAME,
    open: 'Открыть приложение',
    hint: html`Все напоминания и заметки — в приложении.`,
    /** Without https Telegram refuses buttons that open an app. */
    address: (url: string): Html => html`Приложение открывается по адресу ${url}`,
  },

  unknownCommand: html`Такой команды я не знаю. Всё, что я умею, — в /help.`,
  staleButton: html`Эта кнопка больше не работает. Список команд — в /help.`,
  privateOnly: html`Я работаю только в личных сообщениях: напоминания — дело личное. Напишите мне
  напрямую!`,
  failed: html`Что-то пошло не так, и я не справился. Попробуйте ещё раз чуть позже.`,

  /** A reminder that came, and what became of it. */
  reminderMessage: {
    late: (scheduled: string) => `С опозданием: должно было прийти ${scheduled}`,
    resend: (number: number, max: number) => `Повтор ${number} из ${max}`,
    lastResend: 'Последний повтор: больше не напомню, пока не наступит новое время',
    done: '✅ Готово',
    doneUntil: (next: string) => `✅ Готово. В следующий раз — ${next}`,
    snoozed: (until: string) => `💤 Отложено до ${until}`,
    scheduled: (at: string) => `🕘 Запланировано на ${at}`,
    superseded: 'Ниже есть более новое сообщение об этом напоминании',
    gone: 'Напоминание удалено',
    buttons: {
      done: '✅ Готово',
      open: 'Открыть',
      snooze: { '10m': '10 мин', '1h': '1 час', evening: 'Вечером', tomorrow: 'Завтра' },
    },
  },
} as const;
