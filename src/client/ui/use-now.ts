import { useEffect, useState } from 'react';

/** The present, renewed twice a minute: «сегодня» must not outlive its day. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
