import { DAY_MS } from '@/core/calendar';

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

/** Read once for all that a process writes and looks for: a midnight may lie in between. */
const TEN_DAYS_AHEAD = new Date(Date.now() + 10 * DAY_MS);
const inMoscow = (parts: Intl.DateTimeFormatOptions) =>
  TEN_DAYS_AHEAD.toLocaleDateString('ru-RU', { timeZone: 'Europe/Moscow', ...parts });

/**
 * The day in ten days in Moscow, as people write it («10 декабря») and as cards show it («10.12.2026»). It is read and
 * told alike at any hour, while by night «завтра» leaves open which day is meant, and the bot asks.
 */
export const dayAhead = {
  words: inMoscow({ day: 'numeric', month: 'long' }),
  digits: inMoscow({}),
};

/** Where the app or the bot tells `dayAhead` again with an hour, and says so much in front and behind. */
export const saidAhead = (hour: string, before = '', after = ''): RegExp =>
  new RegExp(`${before}.*(?<!\\d)${dayAhead.words}.* в ${hour}${after}`, 'i');

/** A zone in which it is between 12 and 13 o'clock: no day ends there in the middle of a test. */
export function zoneAtNoon(now: Date): string {
  const ahead = 12 - now.getUTCHours();
  // These names count westwards.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
