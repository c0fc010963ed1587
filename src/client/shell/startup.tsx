import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { appTexts } from '@/texts/app';
import { forgetLaunch, showFace } from '@/theme/face';
import { useSession } from '../session';
import { Loading } from './loading';
import { Screens } from './screens';

const { startup: texts, actions } = appTexts;

/** One of the startup states; the screens once the launch is validated. */
export function Startup() {
  const { startup, retryQuietly } = useSession();
  useRetryWhenBack(startup.phase === 'terms', retryQuietly);
  switch (startup.phase) {
    case 'loading':
      return <Loading />;
    case 'content':
      return <Screens />;
    case 'terms':
      return (
        <Notice title={texts.terms.title} message={startup.message || texts.terms.message}>
          {texts.terms.hint}
        </Notice>
      );
    case 'stale':
      return <Notice title={texts.stale.title} message={texts.stale.message} />;
    case 'public':
      return <PublicPage reason={startup.reason} />;
  }
}

/** A full screen that ends in leaving: what is wrong, what to do, a way out. */
function Notice({
  title,
  message,
  children,
}: {
  title: string;
  message: string;
  children?: ReactNode;
}) {
  const { host } = useSession();
  return (
    <Box
      component="main"
      sx={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'center',
        gap: 2,
        minHeight: 'var(--stable-height, 100dvh)',
        maxWidth: 480,
        mx: 'auto',
        p: 3,
      }}
    >
      <Alert severity="warning">
        <AlertTitle component="h1">{title}</AlertTitle>
        {message}
      </Alert>
      {children && <Box sx={{ color: 'text.secondary' }}>{children}</Box>}
      <Button variant="contained" size="large" onClick={host.close}>
        {actions.close}
      </Button>
    </Box>
  );
}

/** The public page, with a word on why it is here and what to do. */
function PublicPage({ reason }: { reason: 'refused' | 'unreachable' }) {
  const { host, retry, retryQuietly } = useSession();
  useEffect(() => {
    showFace('public');
    if (reason === 'refused') forgetLaunch();
    return () => showFace('app');
  }, [reason]);
  useRetryWhenBack(reason === 'unreachable', retryQuietly);
  return createPortal(
    <Alert
      severity="warning"
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        inset: 'auto 16px 16px',
        maxWidth: 560,
        mx: 'auto',
      }}
      action={
        reason === 'unreachable' ? (
          <Button color="inherit" onClick={retry}>
            {actions.retry}
          </Button>
        ) : (
          <Button color="inherit" onClick={host.close}>
            {actions.close}
          </Button>
        )
      }
    >
      {texts.refused[reason]}
    </Alert>,
    document.body,
  );
}

/** Tries again by itself when the connection or the user comes back: from the bot, with terms accepted. */
function useRetryWhenBack(active: boolean, retry: () => void) {
  useEffect(() => {
    if (!active) return;
    const shown = () => {
      if (document.visibilityState === 'visible') retry();
    };
    window.addEventListener('online', retry);
    document.addEventListener('visibilitychange', shown);
    return () => {
      window.removeEventListener('online', retry);
      document.removeEventListener('visibilitychange', shown);
    };
  }, [active, retry]);
}
