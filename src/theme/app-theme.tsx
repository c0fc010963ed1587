'use client';
import { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { AppRouterCacheProvider } from '@mui/material-nextjs/v16-appRouter';
import { type ReactNode, useState } from 'react';
import { currentScheme } from './current-scheme';
import { muiTheme } from './mui';

/** The policy of the page lets styles in that carry the nonce of its scripts. */
const pageNonce = () => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

let documentCache: EmotionCache | undefined;
const firstCache = (cache: EmotionCache): EmotionCache => (documentCache ??= cache);

/** Every part that is drawn makes a cache: with its own, each would add MUI's rules to the page again. */
const OneCache = ({ value, children }: { value: EmotionCache; children?: ReactNode }) => (
  <CacheProvider value={firstCache(value)}>{children}</CacheProvider>
);

/**
 * MUI, for those parts of the mini app that are built of it; only lazily loaded code may import this
 * file. Colours are CSS variables by the scheme on <html>, which Telegram owns and current-scheme.ts sets:
 * nothing is stored, and a change needs nothing from here.
 */
export function AppTheme({ children }: { children: ReactNode }) {
  const [options] = useState(() => ({ nonce: pageNonce(), enableCssLayer: true }));
  return (
    <AppRouterCacheProvider options={options} CacheProvider={OneCache}>
      <ThemeProvider theme={muiTheme} defaultMode={currentScheme()} storageManager={null}>
        {children}
      </ThemeProvider>
    </AppRouterCacheProvider>
  );
}
