import { DAY_MS } from '@/core/calendar';
import { capital } from '@/texts/plural';
import { rowTexts } from '@/texts/reminder-row';

export type CardClock = ReturnType<typeof cardClock>;

/** A moment in words. */
const said = (day: string, hour: string) => ({ day, hour, full: `${day}, ${hour}` });

const MIDNIGHT = '00:00';

/**
 * Says instants (ISO UTC) as they are seen on one day in one zone. `now`: any moment of that day, in epoch
 * milliseconds. Whoever needs a part of what is said takes that part, and cuts no words.
 */
export function cardClock(timeZone: string, now: number) {
  const formatOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('ru-RU', { timeZone, ...options });
  const by = (options: Intl.DateTimeFormatOptions) => {
    const format = formatOf(options);
    return (iso: string) => format.format(new Date(iso));
  };
  const two = '2-digit';
  const digits = formatOf({ day: two, month: two, year: 'numeric', hour: two, minute: two });
  const weekday = by({ weekday: 'long' });
  const shortWeekday = by({ weekday: 'short' });
  const dayAndMonth = by({ day: 'numeric', month: 'long' });

  /** What calendar and clock show then: two digits each, four of the year, and the day as a number of days. */
  const shownAt = (instant: Date) => {
    const parts = digits.formatToParts(instant);
    const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
    const [day, month, year] = [part('day'), part('month'), part('year')];
    const inDays = Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS;
    return { day, month, year, inDays, hour: `${part('hour')}:${part('minute')}` };
  };
  const today = shownAt(new Date(now));
  const daysAhead = (iso: string) => shownAt(new Date(iso)).inDays - today.inDays;
  /** «25.11.2026», «10:00» */
  const inDigits = (iso: string) => {
    const { day, month, year, hour } = shownAt(new Date(iso));
    return said(`${day}.${month}.${year}`, hour);
  };
  /** «25 ноября», «10:00»; of another year with it. */
  const date = (iso: string) => {
    const { year, hour } = shownAt(new Date(iso));
    return said(dayAndMonth(iso) + (year === today.year ? '' : ` ${year}`), hour);
  };
  return {
    now,
    inDigits,
    date,
    /** Midnights until then; negative for the past. */
    daysAhead,
    /** «Пятница» */
    weekday: (iso: string) => capital(weekday(iso)),
    /** «Сегодня» or «ср, 25 ноября», «10:00»; of another year with it. */
    moment: (iso: string) => {
      const { day, hour } = date(iso);
      return said(rowTexts.days[daysAhead(iso) + 1] ?? `${shortWeekday(iso)}, ${day}`, hour);
    },
    /** When something ends, which as a rule is with a day: «25 ноября», else «25 ноября, 10:00». */
    end: (iso: string) => {
      const { day, hour, full } = date(iso);
      return hour === MIDNIGHT ? day : full;
    },
  };
}
