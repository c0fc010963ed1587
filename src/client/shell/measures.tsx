import GlobalStyles from '@mui/material/GlobalStyles';
import { useEffect } from 'react';

/** How long after the keyboard has resized the view a field is brought to its middle. */
const SETTLE_MS = 150;

const variables = (
  <GlobalStyles
    styles={{
      ':root': {
        '--navigation-height': 'calc(64px + var(--inset-bottom, 0px))',
        // Telegram's visible height may end above the document's; what floats over the bar follows.
        '--above-navigation':
          'calc(100dvh - var(--stable-height, 100dvh) + var(--navigation-height) + 12px)',
        scrollPaddingTop: 'calc(72px + var(--inset-top, 0px))',
        scrollPaddingBottom: 'calc(var(--navigation-height) + 16px)',
      },
    }}
  />
);

/**
 * The measures that screens and dialogs share. On phones `--visible-height` is what the keyboard
 * leaves of the page while a field has the focus, and is absent otherwise.
 */
export function Measures() {
  useEffect(followKeyboard, []);
  return variables;
}

function followKeyboard(): (() => void) | undefined {
  const viewport = window.visualViewport;
  if (!viewport || !window.matchMedia('(pointer: coarse)').matches) return undefined;
  const root = document.documentElement.style;
  let settled: ReturnType<typeof setTimeout> | undefined;

  const resized = () => {
    const field = focusedField();
    if (!field) return;
    root.setProperty('--visible-height', `${viewport.height}px`);
    clearTimeout(settled);
    settled = setTimeout(() => field.scrollIntoView({ block: 'center' }), SETTLE_MS);
  };
  const blurred = () => {
    clearTimeout(settled);
    root.removeProperty('--visible-height');
  };
  viewport.addEventListener('resize', resized);
  document.addEventListener('focusin', resized);
  document.addEventListener('focusout', blurred);
  return () => {
    blurred();
    viewport.removeEventListener('resize', resized);
    document.removeEventListener('focusin', resized);
    document.removeEventListener('focusout', blurred);
  };
}

/** The field that the keyboard writes into, if one has the focus. */
function focusedField(): Element | null {
  const field = document.activeElement;
  const typed = field?.matches('textarea, input:not([type=checkbox], [type=radio])');
  return typed ? field : null;
}
