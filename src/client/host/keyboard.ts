const SETTLE_MS = 150;

/**
 * On phones, while a field has the focus: keeps `--visible-height` and `--visible-top`, what the keyboard
 * leaves of the page (an iPhone moves it up), and brings the field to the middle of it.
 */
export function followKeyboard(): (() => void) | undefined {
  const viewport = window.visualViewport;
  if (!viewport || !window.matchMedia('(pointer: coarse)').matches) return undefined;
  const root = document.documentElement.style;
  let settled: ReturnType<typeof setTimeout> | undefined;

  const measure = () => {
    root.setProperty('--visible-height', `${viewport.height}px`);
    root.setProperty('--visible-top', `${viewport.offsetTop}px`);
  };
  const resized = () => {
    const field = focusedField();
    // A field that was taken away has not told that it lost the focus.
    if (!field) {
      blurred();
      return;
    }
    measure();
    clearTimeout(settled);
    settled = setTimeout(() => field.scrollIntoView({ block: 'center' }), SETTLE_MS);
  };
  const blurred = () => {
    clearTimeout(settled);
    root.removeProperty('--visible-height');
    root.removeProperty('--visible-top');
  };
  const moved = () => {
    if (focusedField()) measure();
  };
  const listening = new AbortController();
  const { signal } = listening;
  viewport.addEventListener('resize', resized, { signal });
  viewport.addEventListener('scroll', moved, { signal });
  document.addEventListener('focusin', resized, { signal });
  document.addEventListener('focusout', blurred, { signal });
  return () => {
    blurred();
    listening.abort();
  };
}

export function focusedField(): Element | null {
  const field = document.activeElement;
  const typed = field?.matches('textarea, input:not([type=checkbox], [type=radio])');
  return typed ? field : null;
}
