import { PRODUCT_NAME } from './product';
import { type Html, html, lines, link } from './html';
import { capital, enumerated, nouns, plural, type PluralForms, pluralForm } from './plural';
import { zoneQuestionTexts } from './zone-question';

/** What the bot says. Everything of a user's goes through `html`, which escapes it. */

const examples = lines(
  '• завтра в 9 оплатить интернет',
  '• через полтора часа позвонить маме',
  '• каждый будний день в 8:30 зарядка',
);

interface Clock {
  /** «Омск, UTC+6» */
  name: string;
  /** «14:05» */
  time: string;
}

interface Stored {
  reminders: number;
  notes: number;
  drafts: number;
  deliveries: number;
}

/** «профиль, 3 напоминания, 1 заметку и 5 записей журнала доставки»: what there is none of is left out. */
const listed = (
  { reminders, notes, drafts, deliveries }: Stored,
  noun: PluralForms = nouns.reminder,
): string =>
  enumerated([
    'профиль',
    ...(reminders > 0 ? [plural(reminders, noun)] : []),
    ...(notes > 0 ? [plural(notes, ['заметку', 'заметки', 'заметок'])] : []),
    ...(drafts > 0 ? [plural(drafts, ['черновик', 'черновика', 'черновиков'])] : []),
    ...(deliveries > 0
      ? [`${plural(deliveries, ['запись', 'записи', 'записей'])} журнала доставки`]
      : []),
  ]);

interface Shifted {
  moved: number;
  stayed: number;
  shared: readonly string[];
}
const whatStays = ({ stayed, shared }: Shifted): string[] =>
  zoneQuestionTexts.staying(nouns.reminder, stayed, shared).map((sentence) => `${sentence}.`);

export const botTexts = {
  greeting: (firstName: string): Html =>
    html`Здравствуйте${firstName && `, ${firstName}`}! Я — «${PRODUCT_NAME}»: напоминаю о делах
    точно в срок и храню заметки.`,

  /** Said to new people by a bot that takes no more of them. */
  nextCell: {
    moved: (firstName: string, bot: string): Html =>
      html`Здравствуйте${firstName && `, ${firstName}`}! Этот бот новых людей больше не принимает:
      мест не осталось. Точно так же напоминает @${bot} — откройте его и нажмите «Запустить».`,
    open: (bot: string) => `Открыть @${bot}`,
  },

  terms: {
    ask: (urls: { terms: string; privacy: string }, minAge: number): Html =>
      html`Нажимая кнопку, вы подтверждаете, что вам есть ${minAge} лет, принимаете
      ${link('соглашение', urls.terms)} и прочитали ${link('политику', urls.privacy)}.`,
    askAgain: (urls: { terms: string; privacy: string }, minAge: number): Html =>
      html`Мы обновили условия: что изменилось, написано в конце ${link('соглашения', urls.terms)} и
      ${link('политики', urls.privacy)}. Напоминания, которые у вас уже есть, приходят как прежде.
      Нажимая кнопку, вы подтверждаете, что вам есть ${minAge} лет, принимаете соглашение и
      прочитали политику.`,
    /** Under the question, where a text came first. */
    kept: html`Ваше сообщение подождёт сутки: отвечу на него, как только вы примете условия.`,
    /** As above, where as many as are kept wait already. */
    full: html`Это сообщение не сохранится: несколько ваших сообщений уже ждут ответа. Пришлите его
    ещё раз, когда примете условия.`,
    accept: (minAge: number) => `Мне есть ${minAge}, принимаю`,
    decline: 'Не принимаю',
    declined: html`Хорошо. Без соглашения бот работать не может. Если передумаете — условия всегда
    под рукой.`,
    declinedWithData: (days: number) =>
      html`Хорошо. Без соглашения бот работать не может. Всё, что о вас хранится, сотрётся через
      ${plural(days, nouns.day)}, а командой /delete — сразу. Забрать данные себе можно командой
      /export. Если передумаете — условия всегда под рукой.`,
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

  /** As much as a phone shows at once: what is longer is seen from its end. `hearsVoices`: what is said is written down. */
  help: (hearsVoices: boolean) =>
    lines(
      hearsVoices
        ? html`<b>Создать</b>: напишите или скажите голосовым, что и когда`
        : html`<b>Создать</b>: напишите, что и когда`,
      '• завтра в 9 оплатить интернет',
      '• каждый будний день в 8:30 зарядка',
      hearsVoices
        ? 'Фото, файл или чужое сообщение тоже можно прислать: спрошу, когда напомнить.'
        : 'Фото, голосовое, файл или чужое сообщение тоже можно прислать: спрошу, когда напомнить.',
      '',
      html`<b>Ответить</b>: кнопкой или словами`,
      '«готово», «через 2 часа», «завтра в 10», «пропусти»',
      '',
      html`<b>Изменить или найти</b>: назовите дело`,
      '«перенеси ужин на 20:00», «удали хлеб», «что в пятницу?», «всё на паузу до понедельника»',
      '',
      html`<b>Ещё</b>`,
      '«Заметка: …» — без срока. «Поделиться» — позвать других. Файл .ics или CSV — перенести из другой программы.',
      '',
      '/list — ближайшие, /today — сегодня',
      '/support — если не пришло',
      'Остальные команды — если набрать «/».',
    ),

  /** The list behind Telegram's «/». */
  commands: [
    ['today', 'Что сегодня'],
    ['list', 'Ближайшие напоминания'],
    ['notes', 'Последние заметки'],
    ['find', 'Поиск по напоминаниям и заметкам'],
    ['app', 'Открыть приложение'],
    ['settings', 'Настройки'],
    ['timezone', 'Часовой пояс'],
    ['calendar', 'Ссылка для календаря'],
    ['help', 'Как пользоваться'],
    ['support', 'Если напоминание не пришло'],
    ['privacy', 'Политика конфиденциальности'],
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

  timeZone: {
    ask: ({ name, time }: Clock, standing: 'assumed' | 'chosen' | 'told'): Html =>
      lines(
        standing === 'assumed'
          ? html`Пока считаю по времени «<b>${name}</b>», сейчас ${time}.`
          : html`Ваш часовой пояс — <b>${name}</b>, у вас сейчас ${time}.
              ${standing === 'chosen' ? 'Он выбран вручную.' : 'Он определён автоматически.'}`,
        '',
        'Если это не так, выберите свой город или напишите его — можно и смещение, например, «UTC+5» или «МСК+2».',
      ),
    /** On the card of somebody's first reminder: the zone is a guess until somebody says so. */
    isIt: ({ time }: Clock): Html => html`🕒 У вас сейчас ${time}?`,
    right: 'Время верное',
    other: 'Другой город',
    confirmed: ({ name, time }: Clock): Html =>
      html`Хорошо: <b>${name}</b>, у вас сейчас ${time}. Поменять можно командой /timezone.`,
    chosen: ({ name, time }: Clock): Html =>
      html`Готово: <b>${name}</b>, у вас сейчас ${time}. Новые напоминания буду понимать по этому
        времени, а созданные раньше придут в прежний момент.`,
    /** What was said while the zone was a guess has the same hours and minutes there. */
    chosenAndMoved: ({ name, time }: Clock, shifted: Shifted): Html =>
      lines(
        html`Готово: <b>${name}</b>, у вас сейчас ${time}.`,
        shifted.moved > 0 &&
          html`На это время перенёс и то, что уже создано: ${plural(shifted.moved, nouns.reminder)}.`,
        ...whatStays(shifted),
      ),
    moveBack: '↩️ Вернуть',
    movedBack: (back: number): Html =>
      back > 0
        ? html`↩️ Вернул: ${plural(back, nouns.reminder)}
          ${pluralForm(back, ['придёт', 'придут', 'придут'])} в прежний момент.`
        : html`Возвращать нечего: с тех пор всё уже изменилось.`,
    chosenElsewhere: ({ name, time }: Clock, ahead: number, before: string): Html =>
      lines(
        html`Готово: <b>${name}</b>, у вас сейчас ${time}.`,
        '',
        html`${plural(ahead, nouns.reminder)} впереди
        ${pluralForm(ahead, ['стоит', 'стоят', 'стоят'])} по времени «${before}». Перенести на те же
        часы и минуты по местному времени или оставить как есть? Новые будут по местному.`,
      ),
    shift: 'Перенести',
    keep: 'Оставить',
    shifted: (shifted: Shifted): Html =>
      lines(
        shifted.moved > 0 && `Перенёс на ваше время: ${plural(shifted.moved, nouns.reminder)}.`,
        ...whatStays(shifted),
      ),
    automatic: ({ name }: Clock): Html =>
      html`Хорошо, буду брать часовой пояс с вашего устройства — при следующем открытии приложения.
        Пока остаётся <b>${name}</b>.`,
    unknown: (said: string): Html =>
      html`Не знаю такого места: «${said}». Выберите город из списка или напишите смещение —
      например, «UTC+5» или «МСК+2».`,
    /** Two in a row on a phone: the chosen one is without its clock, which stands above. */
    city: (name: string, time: string, chosen: boolean): string =>
      chosen ? `• ${name}` : `${name} ${time}`,
    auto: (chosen: boolean): string => `${chosen ? '• ' : ''}Определять автоматически`,
  },

  /** What quiet hours held back. */
  quietDigest: {
    heading: html`<b>Пока было тихо</b>`,
    waits: (n: number, text: string, since: string): Html =>
      html`${n}. ${text} — ждёт ответа с ${since}`,
    pick: html`Нажмите номер, чтобы отметить или отложить.`,
  },

  /** «отмена» where nothing was asked. */
  nothingToCancel: html`Отменять нечего: я ни о чём не спрашиваю. Чтобы удалить напоминание,
  ответьте на него «удали» — или откройте /list.`,

  privacy: (urls: { terms: string; privacy: string }): Html =>
    html`Что я о вас храню, зачем и сколько — в
    ${link('политике конфиденциальности', urls.privacy)}, правила — в
    ${link('пользовательском соглашении', urls.terms)}. Свои данные можно выгрузить командой /export
    и удалить командой /delete.`,

  /** A message that Telegram could not hand over in time. */
  cameLate: (when: string): Html =>
    html`Пришло с опозданием: отправлено ${when}, по тому времени и понято. Если срок уже прошёл,
    напомню сразу.`,
  /** A message that has waited for its author to accept the terms. */
  readAsOf: (when: string): Html =>
    html`Отправлено ${when}, по тому времени и понято. Если срок уже прошёл, напомню сразу.`,

  tooMany: html`Слишком много сообщений подряд. Подождите несколько секунд: пока я отвечаю не на
  каждое.`,

  ownData: {
    exported: html`Здесь всё, что я о вас храню: профиль, напоминания, заметки, черновики и журнал
    доставки. Этот файл можно загрузить обратно в приложении: «Профиль», «Импорт». Таблицей пришлю
    по команде «/export csv», календарём — «/export ics».`,
    exportedTable: html`Напоминания и заметки таблицей: откроется в Excel и других программах.`,
    exportedCalendar: html`Предстоящие напоминания для календаря. Чтобы он обновлялся сам, создайте
    ссылку: /calendar.`,
    calendarBusy: html`Календарь уже собирается для ваших программ. Попробуйте через минуту.`,
    exportedPart: (part: number): Html => html`Продолжение, часть ${part}.`,
    exportedOften: (minutes: number): Html =>
      html`Выгружать данные можно три раза в час. Следующий раз — через
      ${plural(minutes, nouns.minute)}.`,
    nothingStored: html`Я ничего о вас не храню. Чтобы начать, отправьте /start.`,
    /** `noun`: what the asker's side, chat or app, calls a reminder. */
    wouldGo: (stored: Stored, noun?: PluralForms): Html =>
      html`Удалить все ваши данные? Сотру ${listed(stored, noun)}. Вернуть их будет нельзя.`,
    askErase: (stored: Stored): Html =>
      lines(botTexts.ownData.wouldGo(stored), '', 'Копию можно сохранить командой /export.'),
    kept: html`Хорошо, всё остаётся на месте.`,
    askedLongAgo: html`Прошло много времени — на всякий случай отправьте /delete ещё раз.`,
    erased: (stored: Stored, noun?: PluralForms): Html =>
      html`Готово, всё удалено: ${listed(stored, noun)}. Сообщения в этом чате можно удалить в самом
      Telegram. Если захотите вернуться — /start.`,
    buttons: { erase: 'Да, удалить всё', keep: 'Отмена' },
  },

  inactivity: {
    warning: (date: string): Html =>
      lines(
        html`Давно не виделись! По соглашению данные тех, кто долго не заглядывает, удаляются: ваши
        напоминания и заметки я удалю ${date}.`,
        '',
        'Чтобы всё осталось, просто нажмите кнопку.',
      ),
    stay: 'Оставить всё как есть',
    stayed: html`Рад, что вы здесь! Всё остаётся на месте.`,
  },

  unknownCommand: html`Такой команды я не знаю. Всё, что я умею, — в /help.`,
  staleButton: html`Эта кнопка больше не работает. Список команд — в /help.`,
  privateOnly: html`Я работаю только в личных сообщениях: напоминания — дело личное. Напишите мне
  напрямую!`,
  failed: html`Что-то пошло не так, и я не справился. Попробуйте ещё раз чуть позже.`,

  /** A reminder that came, and what became of it. */
  reminderMessage: {
    /** «исполняется 60 лет» */
    age: (age: string) => `🎉 ${capital(age)}`,
    late: (scheduled: string) => `С опозданием: должно было прийти ${scheduled}`,
    resend: (number: number, max: number) => `Повтор ${number} из ${max}`,
    lastResend: 'Последний повтор: больше не напомню, пока не наступит новое время',
    done: '✅ Готово',
    doneUntil: (next: string) => `✅ Готово. В следующий раз — ${next}`,
    skipped: '⏭ Пропущено',
    skippedUntil: (next: string) => `⏭ Пропущено. В следующий раз — ${next}`,
    paused: '⏸ На паузе',
    pausedUntil: (next: string) => `⏸ На паузе. В следующий раз — ${next}`,
    snoozed: (until: string) => `💤 Отложено до ${until}`,
    scheduled: (at: string) => `🕘 Запланировано на ${at}`,
    superseded: 'Ниже есть более новое сообщение об этом напоминании',
    waiting: '🔔 Снова ждёт вашего «Готово»',
    tooLate: 'Вернуть уже нельзя: с тех пор напоминание изменилось',
    gone: 'Напоминание удалено',
    buttons: {
      done: '✅ Готово',
      putOff: 'Отложить…',
      otherTime: 'Другое время…',
      back: '‹ Назад',
      undo: '↩️ Вернуть',
      open: 'Открыть',
    },
  },
} as const;
