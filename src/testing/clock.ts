import { NIGHT_ENDS } from '@/core/day-parts';
import { instantToWallTime } from '@/core/time-zone';

/** A clock that stands still until it is told to move: Friday 20 November 2026, 12:00 in Moscow. */
export function fixedClock(start: Date | string = '2026-11-20T09:00:00.000Z') {
  let at = new Date(start).getTime();
  return {
    now: () => new Date(at),
    advance: (milliseconds: number) => {
      at += milliseconds;
    },
    set: (instant: Date | string) => {
      at = new Date(instant).getTime();
    },
  };
}
export type FixedClock = ReturnType<typeof fixedClock>;

/** `Date` tells this instant until Jest's real timers are back; timers and the monotonic clock run on. */
export function fixDate(instant: Date | number | string): void {
  jest.useFakeTimers({
    now: new Date(instant),
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'requestAnimationFrame',
      'cancelAnimationFrame',
      'requestIdleCallback',
      'cancelIdleCallback',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
}

/** The day of what somebody in Moscow writes now for «завтра», as it is told again: before the night ends, today. */
export const saidTomorrow = (): string =>
  instantToWallTime(new Date(), 'Europe/Moscow').slice(11) < NIGHT_ENDS ? 'Сегодня' : 'Завтра';
