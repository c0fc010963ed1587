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
import { screenPath } from '../host/navigate';

const { startup: texts, actions } = appTexts;

export function PhaseScreen({ publicPage = null }: { publicPage?: ReactNode }) {
  const { startup, retry, retryQuietly, tellNewZone, user, host } = useSession();
  const pathname = screenPath(usePathname());
  const leave = { label: actions.close, run: host.close };
  const isOnline = startup.phase === 'content' && startup.listReadAt === undefined;
  const retryOrTell = isOnline ? tellNewZone : retryQuietly;
  // A start that is under way is not begun anew, and a launch that was refused would be again.
  const hasEnded = startup.phase !== 'loading' && startup.phase !== 'stale';
  useWhenBack(hasEnded ? retryOrTell : null);
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
    case 'stale': {
      const { title, message, draftKept } = texts.stale;
      const isSomethingKept = [keptReminder, keptNote, keptLine].some(({ has }) => has(user.id));
      return (
        <FaultScreen
          {...{ title, message }}
          ways={[leave]}
          publicPage={startup.error && publicPage}
        >
          {isSomethingKept && draftKept}
        </FaultScreen>
      );
    }
    case 'unreachable': {
      const { error } = startup;
      const way = { label: actions.retry, run: retry };
      return (
        <FaultScreen {...texts.unreachable} ways={[way]} publicPage={publicPage}>
          {error.told.requestId !== undefined && <ErrorCode error={error} />}
        </FaultScreen>
      );
    }
  }
}

/** Does something by itself when the connection or the user comes back: from the bot, with terms accepted. */
function useWhenBack(act: (() => void) | null) {
  const { host } = useSession();
  useEffect(() => {
    if (!act) return;
    const stop = host.onShown(act);
    window.addEventListener('online', act);
    return () => {
      stop();
      window.removeEventListener('online', act);
    };
  }, [act, host]);
}
