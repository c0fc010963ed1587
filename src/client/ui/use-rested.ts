import { useEffect, useState } from 'react';

/** A value once it has stayed the same for so many milliseconds; until then the one before. */
export function useRested<Value>(value: Value, restMs: number, first: Value): Value {
  const [rested, setRested] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return rested;
}
