import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// The machine may be busy with other suites: findBy waits longer than the default second.
configure({ asyncUtilTimeout: 5_000 });

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
