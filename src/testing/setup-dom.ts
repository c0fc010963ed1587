import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { fixDate } from './clock';

// The machine may be busy with other suites: findBy waits longer than the default second.
configure({ asyncUtilTimeout: 30_000 });

/** A message stays, as long as a timer can: on a busy machine its six seconds may end between any two steps of a test. */
jest.mock('@/core/limits', () => ({
  ...jest.requireActual<object>('@/core/limits'),
  SNACKBAR_MS: 2 ** 31 - 1,
}));

/** A Friday, noon in Moscow: neither a minute nor a day ends in the middle of a test, at whatever time it is run. */
const NOON = '2026-11-20T09:00:00.000Z';
// Already while a test file is loaded, whose tables may hold dates.
fixDate(NOON);
beforeEach(() => fixDate(NOON));
afterEach(() => jest.useRealTimers());

// Layout is what jsdom has none of: media queries match nothing, scrolling goes nowhere.
Object.defineProperty(window, 'matchMedia', {
  configurable: true,
  writable: true,
  value: () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    // MUI asks the old way.
    addListener: () => undefined,
    removeListener: () => undefined,
  }),
});
Object.defineProperty(window, 'IntersectionObserver', {
  configurable: true,
  writable: true,
  value: class {
    observe = () => undefined;
    disconnect = () => undefined;
  },
});
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
