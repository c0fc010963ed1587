import GlobalStyles from '@mui/material/GlobalStyles';
import { useEffect } from 'react';
import { followKeyboard } from './keyboard';

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
