import { followKeyboard } from './keyboard';

class Viewport extends EventTarget {
  height = 740;
  offsetTop = 0;
}
const media = window.matchMedia.bind(window);
const { visualViewport } = window;
const measures = () =>
  ['--visible-height', '--visible-top'].map((name) =>
    document.documentElement.style.getPropertyValue(name),
  );

let viewport = new Viewport();
let stop: (() => void) | undefined;
const input = document.createElement('input');
beforeEach(() => {
  viewport = new Viewport();
  Object.defineProperty(window, 'visualViewport', { configurable: true, value: viewport });
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) =>
      Object.assign(media(query), { matches: query === '(pointer: coarse)' }),
    );
  document.body.append(input);
  stop = followKeyboard();
});
afterEach(() => {
  stop?.();
  input.remove();
  jest.restoreAllMocks();
  Object.defineProperty(window, 'visualViewport', { configurable: true, value: visualViewport });
});

test('with a field in focus the page knows what the keyboard leaves, and where that begins', () => {
  input.focus();
  Object.assign(viewport, { height: 380 });
  viewport.dispatchEvent(new Event('resize'));
  expect(measures()).toEqual(['380px', '0px']);
  // An iPhone moves the page up, to show the field.
  Object.assign(viewport, { offsetTop: 120 });
  viewport.dispatchEvent(new Event('scroll'));
  expect(measures()).toEqual(['380px', '120px']);
  input.blur();
  expect(measures()).toEqual(['', '']);
});

test('a zoom with two fingers is no keyboard', () => {
  Object.assign(viewport, { height: 200, offsetTop: 50 });
  viewport.dispatchEvent(new Event('resize'));
  viewport.dispatchEvent(new Event('scroll'));
  expect(measures()).toEqual(['', '']);
});

test('a field is brought to the middle once the window has been at rest for 150 ms', () => {
  jest.useFakeTimers();
  const centre = jest.spyOn(input, 'scrollIntoView');
  input.focus();
  viewport.dispatchEvent(new Event('resize'));
  jest.advanceTimersByTime(100);
  viewport.dispatchEvent(new Event('resize'));
  jest.advanceTimersByTime(149);
  expect(centre).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(centre.mock.calls).toEqual([[{ block: 'center' }]]);
});
