import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// The machine may be busy with other suites: findBy waits longer than the default second.
configure({ asyncUtilTimeout: 5_000 });

// Layout is what jsdom has none of: media queries match nothing, scrolling goes nowhere.
Object.defineProperty(window, 'matchMedia', {
  configurable: true,
  writable: true,
  value: (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }),
});
window.IntersectionObserver = class implements IntersectionObserver {
  root = null;
  rootMargin = '';
  scrollMargin = '';
  thresholds = [];
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
  takeRecords = () => [];
};
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
