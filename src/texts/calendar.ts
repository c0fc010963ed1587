import { capital } from './plural';
import { rowTexts } from './reminder-row';
import { describeDate } from './schedule';

const monthName = new Intl.DateTimeFormat('ru-RU', { month: 'long', timeZone: 'UTC' });

/** What the calendar says. Dates are `YYYY-MM-DD`. */
export const calendarTexts = {
  label: 'Календарь',
  /** «Ноябрь 2026» */
  month: (date: string) =>
    `${capital(monthName.format(new Date(`${date.slice(0, 7)}-01T00:00Z`)))} ${date.slice(0, 4)}`,
  weekdays: rowTexts.weekdays.map(({ short, full }) => ({
    short: capital(short),
    full,
  })),
  earlier: { month: 'Предыдущий месяц', week: 'Предыдущая неделя' },
  later: { month: 'Следующий месяц', week: 'Следующая неделя' },
  today: 'Сегодня',
  layout: 'Что показать',
  as: { month: 'Месяц', week: 'Неделя' },
  /** What the marks of the days mean. */
  marks: { once: 'один раз', repeats: 'повторяется' },
  add: 'Добавить',
  empty: 'На этот день ничего нет',
  more: (n: number) => `Показать ещё ${n}`,
  /** «Среда, 25 ноября», with a year where it is not the present one. */
  day: (date: string, today: string): string => {
    const instant = new Date(`${date}T00:00:00Z`);
    const said = new Intl.DateTimeFormat('ru-RU', {
      timeZone: 'UTC',
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      ...(date.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
    })
      .format(instant)
      .replace(/\s?г\.$/, '');
    return capital(said);
  },
  /** «сегодня», «завтра»: beside the date of a day that has such a name. */
  near: (date: string, today: string): string => {
    const said = describeDate(today, date);
    return ['сегодня', 'завтра', 'вчера'].includes(said) ? said : '';
  },
  kinds: {
    planned: 'запланировано',
    waiting: 'ждёт ответа',
    done: 'выполнено',
    skipped: 'пропущено',
    unanswered: 'без ответа',
  },
  /** «2 запланировано, 1 ждёт ответа; повторяющихся: 1» */
  counts: (counts: readonly { kind: string; count: number }[], repeating: number): string =>
    counts.map(({ kind, count }) => `${count} ${kind}`).join(', ') +
    (repeating > 0 ? `; повторяющихся: ${repeating}` : ''),
} as const;
