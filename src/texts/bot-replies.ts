import { type Html, html, lines } from './html';
import { capital, plural, type PluralForms } from './plural';
import { seriesRemovalTexts } from './series-removal';

/** What the bot answers to a reply in words, and what it asks about one reminder. */

/** The reminder first, below it what became of it. */
const about = (text: string, said: Html | string): Html => lines(html`<b>${text}</b>`, '', said);

export const replyTexts = {
  /** Between midnight and four. */
  eitherDay: html`🤔 Какой день вы имеете в виду?`,
  about,
  /** «завтра в 10:00» */
  moved: (when: string): Html => html`🕘 Напомню ${when}.`,
  /** The next occurrence of a series comes before the moment that was asked for. */
  movedToNext: (when: string): Html =>
    html`🕘 Напомню ${when}: тогда приходит и следующее, поэтому отдельно позже не пришлю.`,
  done: '✅ Готово.',
  doneUntil: (when: string): Html => html`✅ Готово. В следующий раз — ${when}.`,
  quiet: '🔕 Больше не повторяю. Напоминание ждёт вашего «Готово».',
  skipped: '⏭ Пропущено: больше об этом не напомню.',
  skippedUntil: (when: string): Html => html`⏭ Пропущено. В следующий раз — ${when}.`,
  /** «по будням», «завтра в 09:00» */
  repeats: (rule: string, when: string): Html =>
    html`🔁 Теперь — ${rule}. Ближайший раз — ${when}.`,
  paused: '⏸ На паузе: не напомню, пока не ответите «возобнови».',
  pausedUntil: (when: string): Html => html`⏸ На паузе. Снова начну напоминать ${when}.`,
  resumed: (when: string): Html => html`▶️ Снова напоминаю. В следующий раз — ${when}.`,
  notPaused: 'Оно не на паузе.',
  toldAhead: (ahead: string, when: string): Html =>
    html`🔔 Предупрежу ${ahead}. Напоминание — ${when}.`,
  rewritten: (before: string): Html => html`✏️ Исправил. Раньше было: «${before}».`,
  deleted: '🗑 Удалил.',
  undone: '↩️ Вернул как было.',
  restored: '↩️ Вернул.',

  /** Nothing changed, and why. */
  already: '✅ Уже отмечено.',
  alreadyUntil: (when: string): Html => html`✅ Уже отмечено. В следующий раз — ${when}.`,
  /** The message is about an earlier occurrence. */
  older: (when: string): Html =>
    html`Это сообщение — о прошлом разе. Сейчас ждёт ответа то, что пришло ${when}.`,
  nothingToUndo: 'Возвращать нечего: с тех пор ничего не менялось или уже поздно.',
  tooFar: 'Так далеко вперёд я не заглядываю. Напишите дату поближе.',
  gone: html`Этого напоминания больше нет — насовсем. Напишите, о чём и когда напомнить, и я создам
  новое.`,
  deletedAlready: html`Это напоминание удалено.`,
  isDeleted: 'Это напоминание удалено. Вернуть его?',
  thanks: '🙂 Пожалуйста!',
  thanksWaiting: '🙂 Пожалуйста! Напоминание ещё ждёт вашего «Готово».',

  askWhen: (text: string): Html =>
    html`Когда напомнить о «${text}»? Напишите — например, «через 2 часа» или «завтра в 10».
    Передумали — «отмена».`,
  placeholder: 'Например, завтра в 10',
  later: 'Когда напомнить? Нажмите или напишите — например, «через 2 часа», «завтра в 10».',
  unclear: 'Не понял, когда. Напишите, например, «через 2 часа» или «завтра в 10».',
  past: (moment: string): Html =>
    html`${capital(moment)} — это уже в прошлом. Может быть, так? Или напишите другое время.`,
  impossible: (phrase: string): Html =>
    html`«${phrase}» — такой даты или времени не бывает. Напишите другое время.`,
  unsupported: (phrase: string): Html =>
    html`Повторять «${phrase}» я не умею: повторяю каждые 1–30 дней, недель, месяцев или лет —
    например, «каждый день в 9» или «по будням в 8:30».`,
  floodInApp:
    '«Настойчиво» включается и выключается в приложении, в карточке: там это называется «флуд».',
  callOff: 'Что сделать?',
  kept: 'Хорошо, оставляю как есть.',
  /** A reply that says something else: about this one, or something new. */
  aboutItOrNew: (said: string, text: string): Html =>
    lines(html`«${said}»`, '', html`Это о напоминании «${text}» или что-то новое?`),
  aboutDeletedOrNew: (said: string, text: string): Html =>
    lines(html`«${said}»`, '', html`Напоминание «${text}» удалено. Создать новое?`),
  notUnderstood:
    'Не понял. Ответьте, например, «готово», «через час», «завтра в 10», «пропусти» или «удали».',
  tooLate: html`Это время уже прошло. Ответьте на напоминание другим временем.`,

  buttons: {
    undo: '↩️ Вернуть',
    open: 'Открыть',
    skip: 'Пропустить',
    remove: 'Удалить',
    otherTime: 'Другое время…',
    /** «завтра в 10:00» */
    at: (when: string): string => capital(when),
    moveTo: (when: string): string => `🕘 ${capital(when)}`,
    rewrite: 'Заменить текст',
    cancel: 'Отмена',
  },
} as const;

/** What the bot says to a line that replies to nothing and speaks of what is there already. */
export const conversationTexts = {
  which: html`Какое из них?`,
  allOrOne: (count: number): Html => html`Все (${count}) или только одно?`,
  /** More than there are buttons for. */
  inWords: (texts: readonly string[], more: number): Html =>
    together('Или напишите, какое:', texts, more),
  /** Of series whose next occurrence is earlier than the day that was named. */
  leftOut: (texts: readonly string[]): Html =>
    html`Без изменений: ${texts.join(', ')} — до этого дня придёт ещё раз, а изменить можно только
    ближайший.`,
  /** Their owner would end them for everybody. */
  sharedLeftOut: (texts: readonly string[]): Html =>
    html`Без изменений: ${texts.join(', ')} — это общее, его можно удалить только отдельно.`,
  delete: (text: string): Html => html`Удалить «${text}»?`,
  deleteSeries: (text: string): Html =>
    html`«${text}» повторяется. Пропустить только этот раз или удалить всю серию?`,
  scope: (text: string): Html => html`«${text}» повторяется. Изменить только этот раз или всегда?`,
  /** «завтра в 14:20»; `more` of one list stand there, too. */
  stands: (text: string, when: string, more: number): Html =>
    more > 0
      ? html`Всё это уже есть: <b>${text}</b> — ${when}, и ещё ${more}. Создать ещё раз?`
      : html`Такое уже есть: <b>${text}</b> — ${when}. Создать ещё одно?`,
  kept: html`Хорошо, оставляю.`,
  noSuch: html`Не нашёл у вас такого напоминания. Назовите его иначе, посмотрите /list — или это
  что-то новое?`,
  nothingWaits: html`Сейчас ничего не ждёт ответа. Все напоминания — /list.`,
  /** In answer to a message that came late. */
  nothingWaitsOfThen: html`Из того, что тогда ждало ответа, сейчас ничего не ждёт. Все напоминания —
  /list.`,
  fresh: html`Хорошо, новое.`,
  all: html`Хорошо, все.`,
  stale: html`Этот вопрос уже неактуален. Напишите ещё раз.`,
  allActed: {
    done: (texts: readonly string[], more: number) => together('✅ Готово:', texts, more),
    skip: (texts: readonly string[], more: number) => together('⏭ Пропущено:', texts, more),
    delete: (texts: readonly string[], more: number) => together('🗑 Удалено:', texts, more),
    /** What was skipped and does not repeat comes no more. */
    over: (texts: readonly string[], more: number) =>
      together('🗑 Больше не напомню, убрал в архив:', texts, more),
    quiet: (texts: readonly string[], more: number) =>
      together('🔕 Больше не повторяю, ждёт ответа:', texts, more),
    pause: (texts: readonly string[], more: number) => together('⏸ На паузе:', texts, more),
  },
  /** `when` is null where each comes at a time of its own. */
  allMoved: (when: string | null, texts: readonly string[], more: number): Html =>
    together(when === null ? '🕘 Перенёс:' : `🕘 Напомню ${when}:`, texts, more),
  movedTo: (text: string, when: string): string => `${text} — ${when}`,
  /** «Парикмахер — в пятницу, 12 марта, в 16:00» */
  comes: (text: string, when: string): Html => html`<b>${text}</b> — ${when}.`,
  waits: (text: string, since: string): Html =>
    html`<b>${text}</b> — ждёт ответа, пришло ${since}.`,
  paused: (text: string): Html => html`<b>${text}</b> — на паузе.`,
  smallTalk: {
    hello: html`Здравствуйте! Напишите, о чём и когда напомнить.`,
    thanks: html`🙂 Пожалуйста!`,
    night: html`🌙 Доброй ночи!`,
    bye: html`👋 До связи!`,
    fine: html`👌`,
    everything: html`Все напоминания сразу удаляет /delete, вместе со всеми вашими данными. Чтобы
    удалить одно, напишите «удали» и его название, а чтобы освободить день — «удали всё на завтра».`,
  },
  notThere: html`Такого напоминания нет. Найти можно по словам: /find хлеб.`,
  buttons: {
    all: (count: number): string => `Все (${count})`,
    undo: replyTexts.buttons.undo,
    delete: 'Удалить',
    keep: 'Оставить',
    once: seriesRemovalTexts.once,
    series: seriesRemovalTexts.all,
    another: 'Ещё одно',
    always: 'Всегда',
    note: 'Сохранить заметкой',
    fresh: 'Новое напоминание',
  },
} as const;

const together = (head: string, texts: readonly string[], more: number): Html =>
  lines(head, ...texts.map((text) => html`• ${text}`), more > 0 && `… и ещё ${more}`);

/** What the bot answers to an edit of a message that has made something. */

export const editTexts = {
  unknown: html`Вижу, что вы исправили сообщение, но из него ничего не сохранено. Напишите заново —
  новым сообщением.`,
  cancelled: html`Это вы уже отменили. Если всё-таки нужно, напишите новым сообщением.`,
  deleted: html`Напоминание из этого сообщения отменено, поэтому правку я не применил.`,
  done: html`Это напоминание уже отмечено, поэтому правку я не применил.`,
  several: html`В этом сообщении несколько дел, поэтому правку я не применил. Исправить нужное можно
  в /list.`,

  noteChanged: html`Эту заметку с тех пор изменили, поэтому правку я не применил.`,

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

/** «1 повторяющееся напоминание», «5 повторяющихся напоминаний». */
const SERIES: PluralForms = [
  'повторяющееся напоминание',
  'повторяющихся напоминания',
  'повторяющихся напоминаний',
];
const countOfSeries = (count: number): string => plural(count, SERIES);

const ONCE = 'Разовые придут как обычно.';
const kept = (alone: number) =>
  alone > 0 && 'То, что вы ставили на паузу отдельно, остаётся на паузе.';

/** All series are paused and resumed at once, in words or by a button. */
export const pauseTexts = {
  /** `when`: «завтра», «в понедельник, 23 ноября», «завтра в 15:00»; null where the pause has no end. */
  paused: (count: number, when: string | null): Html =>
    lines(
      html`⏸ На паузе ${countOfSeries(count)}.`,
      when === null
        ? 'Не напомню, пока не нажмёте «Возобновить» или не напишете «возобнови всё».'
        : html`Снова начну напоминать ${when}.`,
      ONCE,
    ),
  nothingToPause: (alone: number): Html =>
    lines(
      'Повторяющихся напоминаний, которые можно поставить на паузу, сейчас нет.',
      kept(alone) || ONCE,
    ),
  resumed: (count: number, alone: number): Html =>
    lines(
      html`▶️ Возобновил ${countOfSeries(count)}. За прошедшее время ничего не пришлю.`,
      kept(alone),
    ),
  nothingToResume: (alone: number): Html =>
    lines('Общей паузы сейчас нет, возобновлять нечего.', kept(alone)),
  undone: html`↩️ Вернул всё как было.`,
  nothingToUndo: html`Возвращать нечего: с тех пор всё уже изменилось.`,
  unclear: html`Не понял, до какого дня пауза. Напишите, например, «всё на паузу до понедельника»
  или «пауза на неделю».`,
  buttons: { resume: '▶️ Возобновить', undo: '↩️ Вернуть' },
} as const;
