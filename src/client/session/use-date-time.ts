import { useEffect, useMemo, useState } from 'react';
import { localDateAt, wallTimeToInstant } from '@/core/time-zone';
import { useSession } from './session';
import { type CardClock, cardClock } from '../ui/card-time';
import { useDocumentEvent } from '../ui/use-document-event';

/** Says instants on the user's clocks as they are seen today; another one as soon as a new day has begun there. */
export function useCardClock(): CardClock {
  const { timeZone } = useSession();
  const today = localDateAt(useNow(), timeZone);
  return useMemo(() => {
    const noon = wallTimeToInstant(`${today}T12:00`, timeZone);
    return cardClock(timeZone, noon.getTime());
  }, [timeZone, today]);
}

const MINUTE_MS = 60_000;

/** The present, renewed as each minute begins and whenever the app comes into sight: «через час» is said of it. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useDocumentEvent('visibilitychange', () => setNow(new Date()));
  useEffect(() => {
    const toNextMs = MINUTE_MS - (Date.now() % MINUTE_MS);
    const timer = setTimeout(() => setNow(new Date()), toNextMs);
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
