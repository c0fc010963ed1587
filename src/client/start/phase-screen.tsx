import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { appTexts } from '@/texts/app';
import { keptNote } from '../notes/kept';
import { keptReminder } from '../reminders/form/form';
import { RemindersProvider } from '../reminders/list/reminders';
import { keptLine } from '../session/kept-place';
import { useSession } from '../session/session';
import { Screens } from '../shell/screens';
import { Shell } from '../shell/shell';
import { ErrorCode, FaultScreen } from '../ui/alert';
import { SnackbarProvider } from '../ui/snackbar';
import { forgetLaunch } from '../host/launch';
import { type Startup } from '../session/phases';
import { screenPath } from '../host/navigate';

const { startup: texts, actions } = appTexts;

export function PhaseScreen({ publicPage = null }: { publicPage?: ReactNode }) {
  const { startup, retryQuietly, tellNewZone, user, host } = useSession();
  const pathname = screenPath(usePathname());
  const leave = { label: actions.close, run: host.close };
  const isSomethingKept = [keptReminder, keptNote, keptLine].some((place) => place.has(user.id));
  const offline = startup.phase === 'content' && startup.listReadAt !== undefined;
  useRetryWhenBack(startup.phase === 'terms' || offline, retryQuietly);
  useRetryWhenBack(startup.phase === 'content' && !offline, tellNewZone);
  switch (startup.phase) {
    case 'loading':
      return <Shell pathname={pathname} />;
    case 'content':
      return (
        <SnackbarProvider>
          <RemindersProvider>
            <Screens pathname={pathname} />
          </RemindersProvider>
        </SnackbarProvider>
      );
    case 'terms': {
      const { message, botUrl } = startup;
      const toBot = botUrl !== undefined && {
        label: texts.terms.open,
        run: () => host.openLink(botUrl),
      };
      return (
        <FaultScreen
          title={texts.terms.title}
          message={message || texts.terms.message}
          ways={toBot ? [toBot, leave] : [leave]}
        >
          {texts.terms.hint}
        </FaultScreen>
      );
    }
    case 'stale':
      return (
        <FaultScreen title={texts.stale.title} message={texts.stale.message} ways={[leave]}>
          {isSomethingKept && texts.stale.draftKept}
        </FaultScreen>
      );
    case 'public':
      return <PublicPage reason={startup.reason} error={startup.error} publicPage={publicPage} />;
  }
}

function PublicPage({
  reason,
  error,
  publicPage,
}: Omit<Extract<Startup, { phase: 'public' }>, 'phase'> & { publicPage: ReactNode }) {
  const { host, retry, retryQuietly } = useSession();
  useEffect(() => {
    if (reason === 'refused') forgetLaunch();
  }, [reason]);
  useRetryWhenBack(reason === 'unreachable', retryQuietly);
  const { title, message } = texts[reason === 'refused' ? 'stale' : reason];
  const way =
    reason === 'refused'
      ? { label: actions.close, run: host.close }
      : { label: actions.retry, run: retry };
  return (
    <FaultScreen {...{ title, message, publicPage }} ways={[way]}>
      {error.told.requestId !== undefined && <ErrorCode error={error} />}
    </FaultScreen>
  );
}

/** Tries again by itself when the connection or the user comes back: from the bot, with terms accepted. */
function useRetryWhenBack(active: boolean, retry: () => void) {
  const { host } = useSession();
  useEffect(() => {
    if (!active) return;
    const stop = host.onShown(retry);
    window.addEventListener('online', retry);
    return () => {
      stop();
      window.removeEventListener('online', retry);
    };
  }, [active, host, retry]);
}
