import { nouns, plural, unitNouns } from './plural';
import { rowTexts } from './reminder-row';

/** Everything the mini app says, screen by screen. Validation messages are in validation.ts. */
export const appTexts = {
  startup: {
    loading: 'Загрузка...',
    terms: {
      title: 'Требуется принятие условий',
      message:
        'Для использования веб-приложения необходимо принять условия использования через бота.',
      hint: 'Вернитесь в чат с ботом, примите условия и откройте приложение снова.',
      open: 'Открыть чат с ботом',
    },
    stale: {
      title: 'Данные устарели',
      message: 'Закройте приложение и откройте его заново из бота.',
      draftKept:
        'Черновик остался на этом устройстве и вернётся, когда вы снова откроете приложение.',
    },
    unreachable: {
      title: 'Нет связи',
      message: 'Не удалось связаться с сервером. Проверьте интернет и попробуйте ещё раз.',
    },
    offline: (clock: string) => `Нет сети. Список на ${clock}`,
    crashed: {
      title: 'Что-то пошло не так',
      message: 'Эта часть приложения не открылась. Ваши записи в сохранности.',
      back: 'Вернуться',
    },
  },
  actions: {
    close: 'Закрыть',
    cancel: 'Отмена',
    save: 'Сохранить',
    edit: 'Редактировать',
    change: 'Изменить',
    delete: 'Удалить',
    undo: 'Отменить',
    bringBack: 'Вернуть',
    retry: 'Повторить',
    more: 'Загрузить ещё',
    reset: 'Сбросить',
    apply: 'Применить',
    clearSearch: 'Очистить поиск',
    focusSearch: 'Перейти к поиску',
    calendar: 'Календарь',
    keys: 'Клавиши',
    filters: 'Фильтры',
    activeFilters: (n: number) => `Фильтры, включено: ${n}`,
  },
  /** Outside Telegram's clients: a link may have brought its reader into another's account. */
  account: {
    label: 'Учётная запись',
    signedIn: (name: string) => `Вы вошли как ${name}. Если это не вы, выйдите.`,
    unnamed: (id: number) => `пользователь ${id}`,
    leave: 'Выйти',
  },
  navigation: {
    label: 'Разделы',
    reminders: 'Уведомления',
    remindersWaiting: (n: number) => `Уведомления, ждут ответа: ${n}`,
    notes: 'Заметки',
    profile: 'Профиль',
  },
  list: {
    search: 'Поиск',
    filters: 'Дополнительные фильтры',
    category: 'Категория',
    type: 'Тип',
    empty: 'Вы ничего не добавили...',
    nothingFound: (search: string) =>
      search === '' ? 'Ничего не нашлось' : `По запросу «${search}» ничего нет`,
    deleted: (n: number) => `Недавно удалённые (${n})`,
    restored: (text: string) => `Возвращено: ${text}`,
    loading: 'Загрузка...',
    failed: 'Не удалось загрузить данные',
    /** For screen readers, after a search or a filter. */
    found: (n: number) => `Найдено: ${n}`,
    shown: (n: number, of: number) => `Показано ${n} из ${of}`,
  },
  reminders: {
    title: 'Мои уведомления',
    add: 'Добавить уведомление',
    tabs: { label: 'Какие уведомления показать', current: 'Актуальные', archive: 'Архив' },
    ...rowTexts,
    /** Above the list, while nothing of it can come. */
    blocked:
      'Бот не может вам написать, поэтому уведомления не приходят. Разблокируйте его или нажмите /start в чате.',
    emptyHints: {
      current: 'Напишите одной строкой, что и когда напомнить, или нажмите «+».',
      archive: 'Сюда попадает то, что отмечено «Готово».',
    },
    all: { finish: 'Отметить все', snooze: 'Отложить все' },
    pauseAll: {
      title: 'Пауза',
      none: 'выключена',
      resume: 'Возобновить',
      paused: (n: number) => `На паузе повторяющихся уведомлений: ${n}`,
      nothing: 'Повторяющихся уведомлений, которые можно поставить на паузу, нет',
      resumed: (n: number) => `Возобновлено уведомлений: ${n}`,
      notPaused: 'Общей паузы уже нет',
      failed: 'Не удалось изменить паузу',
    },
    done: (text: string) => `Готово: ${text}`,
    doneAll: (n: number) => `Отмечено: ${n}`,
    movedAll: (n: number) => `Категория изменена: ${n}`,
    deletedAll: (n: number) => `Удалено: ${n}`,
    madeNote: 'Теперь это заметка',
    snoozedUntil: (moment: string) => `Отложено на ${moment.toLowerCase()}`,
    /** `moment`: null where not all of them come at the same one. */
    snoozedAll: (n: number, moment: string | null) =>
      `Отложено (${n})${moment === null ? '' : ` на ${moment.toLowerCase()}`}`,
    deleted: 'Уведомление удалено',
    /** Of one that others share and keep. */
    left: 'Вы вышли из общего уведомления. У остальных оно остаётся',
    created: 'Уведомление успешно создано',
    updated: 'Уведомление успешно обновлено',
    testCreated: 'Тестовое уведомление создано! Проверьте бот',
  },
  form: {
    counter: (used: number, max: number) => `${used} из ${max}`,
    saveFailed: 'Ошибка при сохранении',
    unsaved: 'Изменения не сохранены',
    choose: 'Выберите',
    /** What an empty field of a date or a time shows. */
    moment: { date: 'дд.мм.гггг', time: 'чч:мм' },
    /** Somebody changed the same row meanwhile: in the chat, on another device. */
    conflict: {
      now: (row: string) => `Сейчас сохранено: ${row}`,
      keepMine: 'Сохранить моё',
      takeNew: 'Взять новое',
      taken: 'Теперь в форме то, что сохранено',
      bringMineBack: 'Вернуть моё',
    },
    saveAsNew: 'Сохранить как новое',
    typedBack: 'Здесь текст, который вы не успели сохранить.',
  },
  reminderForm: {
    create: 'Добавить уведомление',
    edit: 'Редактировать уведомление',
    text: 'Текст уведомления',
    testText: 'Тестовое напоминание',
    /** Beside the counter, which counts this. */
    stored: (text: string) => `Сохранится: «${text}»`,
    category: 'Категория',
    type: 'Тип уведомления',
    date: 'Дата',
    time: 'Время',
    repeat: 'Повторять',
    /** Before the number, and the unit behind it, whose name is only heard. */
    every: 'Раз в',
    unit: 'Период',
    /** What the rows show while they are off. */
    off: { repeat: 'не нужно', preAlerts: 'не нужно', flood: 'выключен' },
    /** A row's value, for those who hear it: «Повторять: по будням». */
    rowValue: (label: string, value: string) => `${label}: ${value}`,
    repeatChoices: {
      DAILY: rowTexts.each.DAY,
      WORKDAYS: 'По будням',
      WEEKLY: rowTexts.each.WEEK,
      MONTHLY: rowTexts.each.MONTH,
      YEARLY: rowTexts.each.YEAR,
      NONE: 'Не повторять',
    },
    repeatOther: 'Другое…',
    repeatDone: 'Готово',
    ahead: 'Заранее',
    preAlerts: 'Предупредить заранее',
    flood: 'Флуд',
    floodEvery: 'Интервал флуда',
    /** `times`: how often at most. */
    floodExplained: (times: number) =>
      `Для самого важного: бот пишет снова и снова, пока вы не нажмёте «Готово», но не больше ${times} раз.`,
    moments: 'Когда напомнить',
    birthYear: 'Год рождения или события',
    weekdays: 'Дни недели',
    monthly: 'В какой день месяца',
    monthlyModes: {
      SAME_DATE: 'В то же число',
      LAST_DAY: 'В последний день месяца',
      NTH_WEEKDAY: 'В тот же день недели',
      LAST_WEEKDAY: 'В последний такой день недели',
      FIRST_WORKDAY: 'В первый рабочий день',
      LAST_WORKDAY: 'В последний рабочий день',
      CHOSEN: 'В выбранные числа',
    },
    monthDays: 'Числа месяца',
    inDay: 'В течение дня',
    inDayModes: {
      ONCE: 'Один раз',
      TIMES: 'Несколько раз, по часам',
      AGAIN: 'Через равные промежутки',
    },
    furtherTime: (n: number) => `${n}-е время`,
    addTime: 'Добавить время',
    removeTime: (time: string) => `Убрать время ${time}`.trim(),
    everyMinutes: 'Промежуток',
    everySoLong: (minutes: number) => {
      const hours = minutes / 60;
      if (hours === 1) return 'Каждый час';
      return Number.isInteger(hours)
        ? `Каждые ${plural(hours, nouns.hour)}`
        : `Каждые ${plural(minutes, nouns.minute)}`;
    },
    windowFrom: 'С',
    windowTo: 'До',
    afterDone: 'Считать от выполнения',
    afterDoneExplained:
      'Следующий раз назначится, когда вы нажмёте «Готово»: удобно, если важен промежуток, а не число.',
    ending: 'Закончить',
    endings: { NEVER: 'Никогда', UNTIL: 'В день', COUNT: 'После N раз' },
    until: 'Последний день',
    count: 'Сколько раз',
    /** Behind «Раз в» and a number that the reader has chosen: 1 неделю, 2 недели, 5 недель. */
    units: { ...unitNouns, WEEK: ['неделю', 'недели', 'недель'] },
    /** «15 минут», «1 час» */
    floodChoice: (minutes: number) =>
      minutes % 60 === 0 ? plural(minutes / 60, nouns.hour) : plural(minutes, nouns.minute),
    draftGone: 'Черновик из чата уже недоступен',
    /** What will happen, in words. */
    outlook: {
      arrives: (when: string) => `Напомню ${when}`,
      arrivesThen: (when: string, rule: string) => `Напомню ${when}, затем ${rule}`,
      next: (dates: string) => `Ближайшие даты: ${dates}`,
      dateAndTime: (date: string, time: string) => `${date} в ${time}`,
      ahead: (words: string) => `Предупрежу ${words}`,
      aheadPassed: (words: string) => `Предупредить ${words} уже не успею`,
      flood: (often: string) => `Флуд ${often}`,
      open: 'Укажите, когда напомнить',
    },
  },
  quickAdd: {
    label: 'Быстрый ввод',
    example: 'Завтра в 9 оплатить интернет',
    /** Beside the line above the list. */
    create: 'Создать по этой строке',
    past: 'Это время уже прошло. Выберите другое',
  },
  notes: { title: 'Мои заметки', add: 'Добавить заметку' },
  profile: { title: 'Мой профиль' },
  fault: {
    offline: 'Нет связи. Проверьте интернет и попробуйте ещё раз',
    tooLarge: 'Слишком длинный текст. Сократите его и попробуйте ещё раз',
    tooMany: 'Слишком много запросов. Подождите немного и повторите',
    /** Before the request's id: what support asks for. */
    code: 'Код ошибки:',
    copyCode: 'Скопировать код',
    codeCopied: 'Скопировано',
    codeSelected: 'Скопируйте выделенное',
    deleteFailed: 'Не удалось удалить. Запись осталась на месте',
    restoreFailed: 'Не удалось вернуть запись',
    doneFailed: 'Не удалось отметить',
    toNoteFailed: 'Не удалось перенести в заметки',
    snoozeFailed: 'Не удалось отложить',
    timeFailed: 'Не удалось выбрать время',
    /** Before the texts of what failed of several. */
    ofSome: (what: string, texts: readonly string[], more: number) =>
      `${what}: ${texts.map((text) => `«${text}»`).join(', ')}${more > 0 ? ` и ещё ${more}` : ''}`,
    undoFailed: 'Не удалось отменить',
  },
} as const;
