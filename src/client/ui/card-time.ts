import { DAY_MS } from '@/core/calendar';
import { rowTexts } from '@/texts/reminder-row';

export type CardClock = ReturnType<typeof cardClock>;

/** Says instants as they are seen on one day in one zone. `now`: any moment of that day, in milliseconds. */
export function cardClock(timeZone: string, now: number) {
  const by = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat('ru-RU', { timeZone, ...options });
    return (iso: string) => format.format(new Date(iso));
  };
  const two = '2-digit';
  const full = by({ day: two, month: two, year: 'numeric', hour: two, minute: two });
  const named = by({ weekday: 'short', day: 'numeric', month: 'long' });
  const weekday = by({ weekday: 'long' });
  const dayIn = (written: string) => {
    const [day = 0, month = 0, year = 0] = written.split(/\D+/).map(Number);
    return Date.UTC(year, month - 1, day) / DAY_MS;
  };
  const present = full(new Date(now).toISOString());
  const daysAhead = (iso: string) => dayIn(full(iso)) - dayIn(present);
  const dated = (iso: string, day: string) => {
    const written = full(iso);
    const year = written.slice(6, 10);
    return `${day}${year === present.slice(6, 10) ? '' : ` ${year}`}, ${written.slice(-5)}`;
  };
  return {
    now,
    /** «25.11.2026, 10:00» */
    full,
    /** Midnights until then; negative for the past. */
    daysAhead,
    /** «Пятница» */
    weekday: (iso: string) => weekday(iso).replace(/^./, (first) => first.toUpperCase()),
    /** «Сегодня, 18:30», «ср, 25 ноября, 10:00»; of another year with it. */
    moment: (iso: string) => {
      const near = rowTexts.days[daysAhead(iso) + 1];
      return near === undefined ? dated(iso, named(iso)) : `${near}, ${full(iso).slice(-5)}`;
    },
    /** Without weekday: «25 ноября, 10:00». */
    date: (iso: string) => dated(iso, named(iso).replace(/^.*?, /, '')),
  };
}
