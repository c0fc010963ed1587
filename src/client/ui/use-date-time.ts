import { useEffect, useMemo, useState } from 'react';
import { type CardClock, cardClock } from './card-time';

/** Formats instants in numbers, in the zone: «21.11.2026, 09:00». */
export const useDateTime = (timeZone: string): ((iso: string) => string) =>
  useMemo(() => cardClock(timeZone, 0).full, [timeZone]);

/** How often it is looked whether a new day has begun: timers stand still while the app is hidden. */
const LOOK_MS = 15_000;

/** Says instants as they are seen today in the zone; another one as soon as a new day has begun there. */
export function useCardClock(timeZone: string): CardClock {
  const [made, setMade] = useState(() => Date.now());
  const clock = useMemo(() => cardClock(timeZone, made), [timeZone, made]);
  useEffect(() => {
    const look = () => {
      const now = Date.now();
      if (clock.daysAhead(new Date(now).toISOString()) !== 0) setMade(now);
    };
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [clock]);
  return clock;
}

/** Says instants in a sentence, in the zone: «20 ноября, 18:32»; of another year than this one, with it. */
export const useMoment = (timeZone: string): ((iso: string) => string) =>
  useCardClock(timeZone).date;

const MINUTE_MS = 60_000;

/** The present, renewed as each minute begins and whenever the app comes into sight: «через час» is said of it. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const renew = () => setNow(new Date());
    const timer = setTimeout(renew, MINUTE_MS - (Date.now() % MINUTE_MS));
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [now]);
  return now;
}
