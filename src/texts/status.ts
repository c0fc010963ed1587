import { nouns, plural } from './plural';

/** How punctual the service was, as the public page and its JSON tell it. Instants are ISO. */
export interface Status {
  /** When these figures were read. */
  at: string;
  periods: Record<StatusPeriod, Punctuality>;
  /** The last 30 days, the oldest first; `day` is a date in Moscow. */
  days: { day: string; figures: Figures | null }[];
  /** Since when nothing goes out, where that is so now. */
  downSince: string | null;
  /** The latest times when nothing could go out, the youngest first. */
  outages: { from: string; to: string; by: 'us' | 'telegram' }[];
}
export type StatusPeriod = 'day' | 'month' | 'year';
export interface Punctuality {
  /** Null where there were too few messages to say. */
  figures: Figures | null;
  downMinutes: { us: number; telegram: number };
}
/** Shares are percent, rounded down to hundredths; milliseconds of lateness, null where it was never sent. */
export interface Figures {
  /** Rounded to two digits. */
  messages: number;
  within1s: number;
  within5s: number;
  within1min: number;
  p50Ms: number | null;
  p99Ms: number | null;
  longestMs: number;
}

const number = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 });
const moscow = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('ru-RU', { ...options, timeZone: 'Europe/Moscow' });
  return (iso: string) => format.format(new Date(iso));
};
const moment = moscow({ day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' });
const clock = moscow({ hour: '2-digit', minute: '2-digit' });
const dateOf = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** «0,4 с», «12 с», «3 мин», «2 ч 5 мин». */
function span(ms: number): string {
  if (ms < 10_000) return `${number.format(Math.ceil(ms / 100) / 10)} с`;
  if (ms < 60_000) return `${Math.ceil(ms / 1_000)} с`;
  return minutes(Math.ceil(ms / 60_000));
}
function minutes(count: number): string {
  const [hours, rest] = [Math.floor(count / 60), count % 60];
  return [hours > 0 ? `${hours} ч` : '', rest > 0 || hours === 0 ? `${rest} мин` : '']
    .filter((part) => part !== '')
    .join(' ');
}

export const statusTexts = {
  title: 'Приходит ли вовремя',
  description:
    'Как точно приходят напоминания: сколько сообщений принято Telegram в срок за сутки, месяц и год, какой была самая долгая задержка и когда сервис не работал.',
  lead: 'Насколько точно мы отправляем напоминания. Числа программа считает сама, по журналу отправки.',
  read: (at: string) => `Данные на ${clock(at)} по московскому времени.`,
  unread:
    'Сейчас числа прочитать не удалось: база данных не отвечает. Напоминания, время которых пришло, будут отправлены, когда она заработает.',
  stale: (at: string) =>
    `Свежие числа сейчас прочитать не удаётся: база данных не отвечает. Ниже — те, что были ${moment(at)}.`,
  down: (since: string) => `С ${moment(since)} напоминания не отправляются. Мы это чиним.`,
  periods: { day: 'За 24 часа', month: 'За 30 дней', year: 'За 12 месяцев' },
  few: 'Сообщений пока меньше сотни: по ним ничего сказать нельзя.',
  sent: 'Сообщений',
  about: (messages: number) => `около ${number.format(messages)}`,
  within1s: 'Принято Telegram за 1 секунду',
  within5s: 'Принято за 5 секунд',
  within1min: 'Принято за минуту',
  p50: 'Задержка у половины, не больше',
  p99: 'Задержка у 99 из 100, не больше',
  longest: 'Самая долгая задержка',
  percent: (share: number) => `${number.format(share)} %`,
  lateness: (ms: number | null) => (ms === null ? 'часть не отправлена' : span(ms)),
  downtime: 'Не отправлялись',
  byUs: (count: number) => `по нашей вине — ${minutes(count)}`,
  byTelegram: (count: number) => `Telegram не отвечал — ${minutes(count)}`,
  noDowntime: 'перерывов не было',
  chart: {
    title: 'По дням',
    label: (days: number) =>
      `Доля сообщений, принятых Telegram не позже чем через 5 секунд, за ${plural(days, nouns.day)}. Те же числа — в таблице ниже.`,
    caption:
      'Столбик — день: чем он выше, тем больше сообщений принято не позже чем через 5 секунд. Чёрточка — сообщений было меньше сотни.',
    table: 'Числа по дням',
    day: 'День',
    few: 'меньше сотни сообщений',
  },
  day: (day: string) => dateOf.format(new Date(`${day}T00:00Z`)),
  outages: 'Когда напоминания не отправлялись',
  noOutages: 'За последние 12 месяцев таких перерывов не было.',
  outage: (from: string, to: string) =>
    `${moment(from)} — ${+new Date(to) - +new Date(from) < 43_200_000 ? clock(to) : moment(to)}`,
  by: { us: 'не работал сервис', telegram: 'не отвечал Telegram' },
  how: {
    title: 'Как мы считаем',
    points: [
      'Считается каждое сообщение, у которого есть своё время: напоминание, предупреждение заранее, отложенное. Повторы флуда и сводки дня не входят.',
      'Задержка — от назначенного времени до ответа Telegram, что сообщение принято. Когда оно появилось на экране, нам не видно: это зависит от Telegram и вашей связи.',
      'То, чему пришло время и что не отправлено, считается опоздавшим больше чем на минуту. Так же считаются повторы, пропущенные из-за сбоя.',
      'Не входит только то, что человек сам поставил на паузу или отложил на тихие часы. Если человек заблокировал бота, сообщение, которое из-за этого не дошло, считается опоздавшим; следующие ждут, пока он не вернётся, и считаются, когда придут.',
      'Число сообщений округлено, доли округлены вниз. Если сообщений меньше сотни, мы не показываем ничего. Данных о людях в этих числах нет.',
      'Перерыв — две минуты подряд и больше, когда отправка не запускалась, Telegram не принимал бота или не ответил ни на одну попытку. Одна такая минута — ещё не перерыв: бывает, что медленно ушло одно сообщение.',
    ],
  },
  json: 'Те же числа для программ',
} as const;
