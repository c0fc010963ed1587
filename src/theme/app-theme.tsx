'use client';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { AppRouterCacheProvider } from '@mui/material-nextjs/v16-appRouter';
import { type ReactNode } from 'react';
import { currentScheme } from './face';
import { muiTheme } from './mui';

/**
 * MUI for the mini app; only its lazily loaded code may import this file, so that public pages carry
 * no MUI. It starts with the scheme that is already painted. Telegram owns the scheme inside, so
 * nothing is stored: on `theme_changed` call setMode() of MUI's useColorScheme().
 */
export function AppTheme({ nonce, children }: { nonce: string; children: ReactNode }) {
  return (
    <AppRouterCacheProvider options={{ nonce, enableCssLayer: true }}>
      <ThemeProvider theme={muiTheme} defaultMode={currentScheme()} storageManager={null}>
        <CssBaseline />
        {children}
      </ThemeProvider>
    </AppRouterCacheProvider>
  );
}
