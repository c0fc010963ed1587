import { useMemo } from 'react';
import { CARD_TIME } from './card-time';

/** Says instants in a sentence, in the zone: «20 ноября, 18:32»; of another year than `now`, with it. */
export function useMoment(timeZone: string): (iso: string) => string {
  return useMemo(() => {
    const write = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat('ru-RU', { timeZone, ...options });
      return (instant: Date) => format.format(instant);
    };
    const year = write({ year: 'numeric' });
    const day = write({ day: 'numeric', month: 'long' });
    const time = write({ hour: '2-digit', minute: '2-digit' });
    return (iso) => {
      const instant = new Date(iso);
      const thisYear = year(instant) === year(new Date());
      return `${day(instant)}${thisYear ? '' : ` ${year(instant)}`}, ${time(instant)}`;
    };
  }, [timeZone]);
}

/** Formats instants as cards show them in the zone: «21.11.2026, 09:00». */
export function useDateTime(timeZone: string): (iso: string) => string {
  return useMemo(() => {
    const format = new Intl.DateTimeFormat('ru-RU', { ...CARD_TIME, timeZone });
    return (iso) => format.format(new Date(iso));
  }, [timeZone]);
}
