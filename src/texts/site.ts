import { daysAtMost, nouns, plural } from './plural';
import { presetTexts, type SnoozePreset } from './presets';
import { PRODUCT_NAME } from './product';

/** What the landing says about the product's limits; the app passes the real ones in. */
export interface SiteFacts {
  floodIntervals: readonly number[];
  /** The buttons of «Отложить», in their order. */
  snoozePresets: readonly SnoozePreset[];
  /** The clock time that «Вечером» stands for: «19:00». */
  evening: string;
  minAge: number;
  inactivityRemovalDays: number;
  inactivityWarningDays: number;
}

const listed = (items: readonly (string | number)[]) =>
  items.length < 2
    ? items.join('')
    : `${items.slice(0, -1).join(', ')} или ${items.at(-1)?.toString() ?? ''}`;

export const siteMeta = {
  title: `${PRODUCT_NAME} — напоминания и заметки в Telegram`,
  description:
    'Напишите боту обычными словами, что и когда не забыть, — и в назначенную минуту придёт сообщение. Повторы, настойчивый режим и заметки. Бесплатно, прямо в Telegram.',
  social: 'Напоминания и заметки в Telegram',
} as const;

export const schemeToggle = {
  toDark: 'Включить тёмную тему',
  toLight: 'Включить светлую тему',
} as const;

export const siteNav = {
  label: 'Разделы страницы',
  skip: 'К содержанию',
  open: 'Открыть бота',
  links: [
    { href: '#examples', text: 'Как писать' },
    { href: '#day', text: 'Что умеет' },
    { href: '#privacy', text: 'Приватность' },
    { href: '#questions', text: 'Вопросы' },
  ],
} as const;

export const hero = {
  title: ['Напишите —', 'напомню'],
  lead: 'Бот в Telegram понимает обычные слова. Скажите, что и когда не забыть: в назначенную минуту придёт сообщение.',
  action: 'Открыть в Telegram',
  noLink: 'Бот скоро откроется. Загляните позже.',
  terms: 'Бесплатно. Ничего не нужно устанавливать.',
  qr: 'Наведите камеру телефона',
  qrLabel: 'QR-код со ссылкой на бота',
} as const;

/** The conversation on the hero's phone: what the bot says to these words, to the letter. */
export const chat = {
  label:
    'Переписка с ботом: на слова «завтра в 9 оплатить интернет» бот сразу отвечает, что запомнил, а утром в 09:00 присылает сообщение с кнопками, и его отмечают готовым.',
  status: 'бот',
  asked: { text: 'завтра в 9 оплатить интернет', time: '21:40' },
  stored: {
    when: '✅ Завтра в 09:00',
    text: 'Оплатить интернет',
    details: '💳 Оплата · 🏷 Финансы',
    time: '21:40',
    keys: ['Изменить', 'Отменить'],
  },
  days: ['Вчера', 'Сегодня'],
  fired: {
    text: 'Оплатить интернет',
    type: '💳 Оплата',
    time: '09:00',
    /** Above those of «Отложить»; the first one is pressed. */
    keys: ['✅ Готово', 'Отложить…'],
  },
  /** Telegram's short answer to the press. */
  toast: '✅ Готово',
  input: 'Сообщение',
} as const;

interface DrawnCard {
  text: string;
  when: string;
  type: string;
  repeat?: string;
  flood?: string;
  category: string;
}

const groups: readonly { heading: string; cards: readonly DrawnCard[] }[] = [
  {
    heading: 'Сегодня',
    cards: [
      {
        text: 'Показания счётчиков',
        when: '19:00',
        type: 'Проверка',
        flood: 'Флуд каждые 15 минут',
        category: 'Дом',
      },
      { text: 'Полить цветы', when: '20:30', type: 'Напоминание', category: 'Дом' },
    ],
  },
  {
    heading: 'Завтра',
    cards: [
      {
        text: 'Оплатить интернет',
        when: '09:00',
        type: 'Оплата',
        repeat: 'Каждый месяц',
        category: 'Финансы',
      },
      {
        text: 'Размяться',
        when: '11:00',
        type: 'Напоминание',
        repeat: 'По будням',
        category: 'Личное',
      },
      { text: 'Позвонить маме', when: '19:30', type: 'Звонок', category: 'Семья' },
    ],
  },
];

/** The mini app's screen on the second phone, as its list shows these reminders. */
export const appScreen = {
  label:
    'Экран приложения «Мои уведомления»: вкладки «Актуальные» и «Архив», под ними строки на сегодня и на завтра, у каждой слева круг — «Готово», внизу строка быстрого ввода.',
  search: 'Поиск',
  title: 'Мои уведомления',
  line: 'Завтра в 9 оплатить интернет',
  tabs: ['Актуальные', 'Архив'],
  groups,
  nav: ['Уведомления', 'Заметки', 'Профиль'],
};

export const examples = {
  title: 'Пишите так, как говорите',
  lead: 'Бот разберёт дату, время и повтор, запомнит и покажет, как понял. А если что-то неясно — сначала спросит.',
  moment: 'Допустим, сейчас 17:10',
  said: 'Вы пишете',
  understood: 'Бот понимает',
  rows: [
    {
      said: 'завтра в 9 оплатить интернет',
      time: '09:00',
      day: 'завтра',
      what: 'Оплатить интернет',
    },
    {
      said: 'через полтора часа вынуть пирог',
      time: '18:40',
      day: 'сегодня',
      what: 'Вынуть пирог',
    },
    {
      said: 'каждый будний день в 8:30 зарядка',
      time: '08:30',
      day: 'с понедельника по пятницу',
      what: 'Зарядка',
    },
    {
      said: '1 и 15 числа в 10 сдать отчёт',
      time: '10:00',
      day: '1 и 15 числа каждого месяца',
      what: 'Сдать отчёт',
    },
  ],
} as const;

export const day = (facts: SiteFacts) => ({
  title: 'Один день с ботом',
  repeat: {
    time: '08:30',
    title: 'Повтор, который не сбивается',
    text: 'По будням, раз в две недели, по первым и пятнадцатым числам, каждые два часа с утра до вечера. Девять утра останутся девятью, даже если переведут часы, а в коротком месяце сообщение придёт в последний день.',
    week: ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'],
    what: 'Зарядка',
    rule: 'По будням в 08:30',
  },
  flood: {
    time: '13:00',
    title: 'Флуд — для того, что нельзя пропустить',
    text: `В режиме флуда бот пишет снова каждые ${listed(facts.floodIntervals)} минут, пока вы не нажмёте «Готово». Прошлая копия исчезает: чат остаётся чистым. И предел есть — бесконечно бот писать не станет.`,
    what: 'Позвонить в банк',
    times: ['13:00', '13:05', '13:10'],
    done: 'Готово',
  },
  snooze: {
    time: '17:40',
    title: 'Неудобно сейчас? Отложите',
    text: `Под каждым сообщением есть кнопки: ${listed(facts.snoozePresets.map(presetTexts.putOff))}. Или ответьте словами: «через 2 часа», «завтра в 10». Повторы не собьются: отложится только этот раз.`,
    what: 'Позвонить маме',
    choices: facts.snoozePresets.map(presetTexts.snooze),
    chosen: presetTexts.snooze('evening'),
    result: `Отложено до ${facts.evening}`,
  },
});

export const application = {
  title: 'Всё под рукой — внутри Telegram',
  lead: 'Приложение открывается в чате с ботом: устанавливать ничего не нужно.',
  points: [
    {
      title: 'Одна строка',
      text: 'Напишите её так же, как боту: пока печатаете, видно, что получится.',
    },
    {
      title: 'Календарь и история',
      text: 'Месяц целиком: что впереди, что сделано и что осталось без ответа.',
    },
    {
      title: 'Заметки',
      text: 'Для мыслей без времени. Найдутся по категории или по любому слову.',
    },
    {
      title: 'Удалили случайно?',
      text: 'Кнопка «Отменить» вернёт всё на место.',
    },
  ],
} as const;

export const privacy = (facts: SiteFacts) => ({
  title: 'Ваши данные — в ваших руках',
  points: [
    {
      title: 'Кто может увидеть тексты',
      text: 'В панели администратора и в журналах сервера их нет. До базы добираются только те, кто её обслуживает, и читать записи без вашей просьбы они не вправе. Сообщения доставляет Telegram.',
    },
    {
      title: 'Забрать или стереть — одна команда',
      text: '/export пришлёт всё ваше одним файлом, /delete сотрёт всё сразу.',
    },
    {
      title: 'Ничего лишнего надолго',
      text: `Если вас нет около ${daysAtMost(facts.inactivityRemovalDays)}, данные удалятся сами. За ${plural(facts.inactivityRemovalDays - facts.inactivityWarningDays, nouns.day)} до этого бот предупредит.`,
    },
  ],
  more: 'Политика конфиденциальности',
});

export const start = (facts: SiteFacts) => ({
  title: 'Начать — меньше минуты',
  steps: [
    { title: 'Откройте бота', text: 'По кнопке или по коду.' },
    {
      title: 'Примите условия',
      text: `Подтвердите, что вам есть ${plural(facts.minAge, nouns.year)}, и примите соглашение: это один шаг.`,
    },
    { title: 'Напишите первое напоминание', text: 'Например: «через 5 минут выпить воды».' },
  ],
});

export const questions = (facts: SiteFacts) => ({
  title: 'Вопросы и ответы',
  items: [
    {
      q: 'Сколько это стоит?',
      a: 'Нисколько: сервис бесплатный. Когда-нибудь могут появиться платные дополнительные функции, но без вашего согласия за них ничего не спишется.',
    },
    {
      q: 'Нужно ли что-то устанавливать?',
      a: 'Нет, достаточно Telegram — на телефоне, компьютере или в браузере. Приложение открывается прямо в чате с ботом.',
    },
    {
      q: 'А если бот поймёт не так?',
      a: 'Он сразу покажет, что запомнил, и под ответом будут кнопки «Изменить» и «Отменить». Можно ответить на карточку другим временем или исправить своё сообщение в чате: напоминание изменится вместе с ним. А то, что неясно, бот сам не сохранит — сначала спросит.',
    },
    {
      q: 'Насколько точно приходят напоминания?',
      a: 'В назначенную минуту, обычно в первую её секунду. Если Telegram или наш сервер был недоступен, сообщение придёт сразу, как только связь вернётся, с пометкой «с опозданием».',
    },
    {
      q: 'Что будет, если я уеду в другой часовой пояс?',
      a: 'Новые напоминания будут считаться по новому поясу, а созданные раньше останутся в прежнем: 09:00 по Москве так и придёт в 09:00 по Москве. Командой /timezone пояс можно закрепить.',
    },
    {
      q: 'Как удалить свои данные?',
      a: `Отправьте боту команду /delete: он переспросит и сотрёт всё. Перед этим можно забрать копию командой /export. Если вы просто перестанете пользоваться ботом, данные удалятся сами примерно через ${plural(facts.inactivityRemovalDays, nouns.day)}.`,
    },
  ],
});

export const footer = {
  about: 'Напоминания и заметки в Telegram.',
  legal: 'Документы',
  terms: 'Пользовательское соглашение',
  privacy: 'Политика конфиденциальности',
  status: 'Приходит ли вовремя',
  contacts: 'Связь',
  bot: 'Бот в Telegram',
  age: (minAge: number) => `${minAge}+`,
} as const;
