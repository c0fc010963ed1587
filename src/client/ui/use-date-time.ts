import { useMemo } from 'react';
import { CARD_TIME } from './card-time';

/** Formats instants as cards show them in the zone: «21.11.2026, 09:00». */
export function useDateTime(timeZone: string): (iso: string) => string {
  return useMemo(() => {
    const format = new Intl.DateTimeFormat('ru-RU', { ...CARD_TIME, timeZone });
    return (iso) => format.format(new Date(iso));
  }, [timeZone]);
}
