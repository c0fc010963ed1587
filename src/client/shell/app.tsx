'use client';
import { useColorScheme } from '@mui/material/styles';
import { useEffect } from 'react';
import { AppTheme } from '@/theme/app-theme';
import { currentScheme } from '@/theme/face';
import { schemes } from '@/theme/tokens';
import { type Launch } from '../launch';
import { SessionProvider, useSession } from '../session';
import { SnackbarProvider } from '../ui/snackbar';
import { Measures } from './measures';
import { Startup } from './startup';

/** By this the build finds the file that it puts this module into; see src/name-app-files. */
export const MARK = 'napomnyu:the-mini-app';

/** The mini app, from the launch on. */
export default function App({ nonce, launch }: { nonce: string; launch: Launch }) {
  return (
    <AppTheme nonce={nonce}>
      <SessionProvider launch={launch}>
        <Measures />
        <TelegramScheme />
        <SnackbarProvider>
          <Startup />
        </SnackbarProvider>
      </SessionProvider>
    </AppTheme>
  );
}

/** Inside Telegram its colour scheme wins, live; Telegram's own frame takes our background in turn. */
function TelegramScheme() {
  const { host } = useSession();
  const { setMode } = useColorScheme();
  useEffect(() => {
    host.paint(schemes[currentScheme()].background);
    return host.onColorScheme((scheme) => {
      setMode(scheme);
      host.paint(schemes[scheme].background);
    });
  }, [host, setMode]);
  return null;
}
