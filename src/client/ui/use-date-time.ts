import { useMemo } from 'react';

/** Formats instants as cards show them in the zone: «21.11.2026, 09:00». */
export function useDateTime(timeZone: string): (iso: string) => string {
  return useMemo(() => {
    const format = new Intl.DateTimeFormat('ru-RU', {
      timeZone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    });
    return (iso) => format.format(new Date(iso));
  }, [timeZone]);
}
