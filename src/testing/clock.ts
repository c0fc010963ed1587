export interface FixedClock {
  /** The present instant; a new Date each time. */
  now: () => Date;
  advance: (milliseconds: number) => void;
  set: (instant: Date | string) => void;
}

/** A clock that stands still until it is told to move: Friday 20 November 2026, 12:00 in Moscow. */
export function fixedClock(start: Date | string = '2026-11-20T09:00:00.000Z'): FixedClock {
  let at = new Date(start).getTime();
  return {
    now: () => new Date(at),
    advance: (milliseconds) => {
      at += milliseconds;
    },
    set: (instant) => {
      at = new Date(instant).getTime();
    },
  };
}
