import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { appTexts } from '@/texts/app';
import { forgetLaunch, showFace } from '@/theme/face';
import { keptNote, keptReminder } from '../kept-form';
import { useSession } from '../session';
import { Notice } from '../ui/notice';
import { Loading } from './loading';
import { Screens } from './screens';

const { startup: texts, actions } = appTexts;

/** One of the startup states; the screens once the launch is validated. */
export function Startup() {
  const { startup, retryQuietly, user, host } = useSession();
  const leave = { label: actions.close, run: host.close };
  useRetryWhenBack(startup.phase === 'terms', retryQuietly);
  switch (startup.phase) {
    case 'loading':
      return <Loading />;
    case 'content':
      return <Screens />;
    case 'terms':
      return (
        <Notice
          title={texts.terms.title}
          message={startup.message || texts.terms.message}
          action={leave}
        >
          {texts.terms.hint}
        </Notice>
      );
    case 'stale':
      return (
        <Notice title={texts.stale.title} message={texts.stale.message} action={leave}>
          {(keptReminder.has(user.id) || keptNote.has(user.id)) && texts.stale.draftKept}
        </Notice>
      );
    case 'public':
      return <PublicPage reason={startup.reason} />;
  }
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
