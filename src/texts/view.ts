import { nouns, plural } from './plural';

export const viewTexts = {
  label: 'Уведомление',
  loading: 'Загрузка...',
  close: 'Закрыть',
  /** The link that led here is about nothing that its reader has. */
  gone: {
    title: 'Такого уведомления нет',
    text: 'Его удалили, или ссылка ведёт к чужому уведомлению.',
    back: 'К списку',
  },
  failed: 'Не удалось загрузить уведомление',
  facts: {
    when: 'Когда',
    zone: 'Часовой пояс',
    repeat: 'Повтор',
    age: 'Возраст',
    ahead: 'Заранее',
    flood: 'Флуд',
    counter: 'Запас',
    category: 'Категория',
    next: 'Дальше',
  },
  flood: (minutes: number) =>
    `${minutes === 60 ? 'Каждый час' : `Каждые ${plural(minutes, nouns.minute)}`}, пока вы не нажмёте «Готово»`,
  /** How it stands. `since`, `until` and `at` are moments: «20 ноября, 18:32». */
  state: {
    waiting: (since: string) => `Ждёт ответа с ${since}`,
    snoozed: (until: string) => `Отложено до ${until}`,
    paused: 'На паузе, пока вы не возобновите',
    pausedUntil: (until: string) => `На паузе до ${until}`,
    done: (at: string) => `Выполнено ${at}`,
    unanswered: 'Осталось без ответа',
    failed: 'Не доставлено. Проверьте текст и время и сохраните ещё раз',
    unreachable: 'Бот не может вам написать. Разблокируйте его или нажмите /start в чате',
  },
  history: {
    title: 'История',
    /** What became of an occurrence. `at`: «в 9:12», «25 ноября в 9:12». */
    done: ({ day, hour }: { day: string; hour: string }, sameDay: boolean) =>
      sameDay ? `Выполнено в ${hour}` : `Выполнено ${day} в ${hour}`,
    skipped: 'Пропущено',
    unanswered: 'Без ответа',
    /** What was ticked by then. */
    ticked: (points: readonly string[]) => `, отмечено: ${points.join(', ')}`,
    all: (n: number) => `Показать всё (${n})`,
    less: 'Свернуть',
    failed: 'Не удалось загрузить историю',
  },
  acts: {
    label: 'Действия',
    finish: 'Готово',
    snooze: 'Отложить',
    skip: 'Пропустить',
    pause: 'Пауза',
    resume: 'Возобновить',
    edit: 'Изменить',
    openNote: 'Открыть заметку',
    toNote: 'В заметки',
    bringBack: 'Вернуть',
    select: 'Выбрать',
    delete: 'Удалить',
    more: 'Ещё',
  },
  points: 'Пункты',
  counter: {
    edit: 'Изменить запас',
    left: 'Сколько осталось',
    low: 'Предупредить, когда останется',
    save: 'Сохранить',
    stop: 'Больше не считать',
  },
  pause: {
    title: 'На сколько поставить на паузу?',
    tomorrow: 'До завтра',
    week: 'На неделю',
    month: 'На месяц',
    open: 'Пока не возобновлю',
    date: 'До даты',
    set: 'Поставить',
    cancel: 'Отмена',
    invalid: 'Выберите день не раньше завтрашнего',
    /** Of a series, and of what comes once. */
    explainSeries: 'До конца паузы ничего не придёт, а после — сразу следующее по расписанию.',
    explainOnce: 'Придёт после паузы, в своё время.',
  },
  said: {
    skip: 'Пропущено',
    pause: 'Поставлено на паузу',
    resume: 'Возобновлено',
    failed: 'Не удалось изменить',
  },
} as const;
