import { useState } from 'react';

/**
 * A number that rises with each other `opened`: as the key of a form it has the form begin anew where another one is
 * opened in its place, as by «Вернуть» on a message that stands over it.
 */
export function useOpening(opened: unknown): number {
  const [last, setLast] = useState({ opened, nth: 0 });
  if (last.opened !== opened) setLast({ opened, nth: last.nth + 1 });
  return last.nth;
}
