/** A double tap is over after so long, and stays within so many pixels. */
const WITHIN_MS = 400;
const WITHIN_PX = 24;

/**
 * Has the second tap of a double tap do nothing where the first has changed the screen, so that another
 * thing lies under the finger: the next card once its neighbour has left, the page behind a form that has
 * closed, the same key once its reminder is another version. Both taps reach one that stays, and the steps of a tour,
 * which follow one another under the finger.
 * The returned function ends it.
 */
export function ignoreSecondTaps(): () => void {
  let last: { at: number; x: number; y: number; on: Element | null; version: string } | null = null;
  const heard = (event: MouseEvent) => {
    // The keyboard's clicks have no place.
    if (event.detail === 0) return;
    const on = tapped(event.target);
    const version = versionAround(on);
    const { timeStamp: at, clientX: x, clientY: y } = event;
    const second =
      last !== null &&
      at - last.at < WITHIN_MS &&
      Math.hypot(x - last.x, y - last.y) < WITHIN_PX &&
      (on !== last.on || version !== last.version);
    if (second) {
      event.preventDefault();
      event.stopPropagation();
    }
    last = second && last ? { ...last, at, x, y } : { at, x, y, on, version };
  };
  // Whoever has typed in between means the next tap as it is.
  const typed = () => {
    last = null;
  };
  // A held Enter would press again what its first press has put there, as «Вернуть» behind «Готово».
  const held = (event: KeyboardEvent) => {
    const isOnButton = event.target instanceof HTMLButtonElement;
    if (event.repeat && event.key === 'Enter' && isOnButton) event.preventDefault();
  };
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  document.addEventListener('click', heard, options);
  document.addEventListener('input', typed, options);
  document.addEventListener('keydown', typed, options);
  document.addEventListener('keydown', held, options);
  return () => listening.abort();
}

/** What a tap means. That on a label is followed at once by the browser's own on its field: both mean the field. */
function tapped(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  // All steps of a tour count as one thing.
  if (target.closest(STEP)) return document.body;
  const on = target.closest(TAPPED);
  return on instanceof HTMLLabelElement ? (on.control ?? on) : on;
}
const versionAround = (on: Element | null): string =>
  on?.closest<HTMLElement>('[data-version]')?.dataset.version ?? '';
const STEP = '.shepherd-element';
const TAPPED = 'button, a, input, textarea, select, label, article, [role]';
