import { Activity, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { APP_PATH, APP_WORKER_PATH, type ScreenPath } from '@/contract/launch';
import { appTexts } from '@/texts/app';
import { forgetLaunch, type Launch } from '../host/launch';
import { keptNote } from '../notes/kept';
import { keptReminder } from '../reminders/form/form';
import { useReminders } from '../reminders/list/reminders';
import { RemindersScreen } from '../reminders/screen/screen';
import { dropKeptOf, dropWhatIsKeptTooLong } from '../session/kept-place';
import { useSession } from '../session/session';
import { ButtonBase } from '../ui/button';
import { ErrorBoundary } from '../ui/error-boundary';
import { lazyPart, optionalPart } from '../ui/lazy-part';
import { FilterPopover } from '../list/list-header';
import { useMedia } from '../list/use-wide';
import { Loading } from '../ui/loading';
import { BottomNavigation } from './bottom-navigation';
import { navigate, screenPath } from '../host/navigate';
import accountStyles from './account-line.module.css';
import styles from './screens.module.css';
import { type Loaded } from './worker';

const NotesScreen = lazyPart(() => import('../notes/screen'), <Loading />);
const ProfileScreen = lazyPart(() => import('../profile/screen'), <Loading />);
const Shortcuts = optionalPart(() => import('../list/shortcuts'));
const AdminGate = lazyPart(() => import('../admin/gate'), <Loading />);

/** What later screens need is loaded once the first one has been here for so long. */
const REST_AFTER_MS = 2_000;

/**
 * The app once there is content. All screens but the dashboard stay mounted, as they were left; what is
 * needed later is loaded behind the first screen, so that moving between these screens asks the server for no code.
 */
export function Screens({ pathname }: { pathname: ScreenPath }) {
  const { host } = useSession();
  const { rows = [] } = useReminders();
  const waiting = rows.filter(({ waitingSince }) => waitingSince !== null).length;
  const hasKeys = useMedia('(min-width: 600px) and (hover: hover) and (pointer: fine)');
  useOpenNotesForKeptNote();
  useKeptScroll(pathname);
  useEffect(dropWhatIsKeptTooLong, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      const rest = [NotesScreen.load(), FilterPopover.load(), ProfileScreen.load()];
      // A failure shows when they are wanted.
      void Promise.allSettled(rest).then(keepCodeForOffline);
    }, REST_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.screens} data-app={pathname}>
      <AccountLine />
      <KeptScreen shown={pathname === '/'}>
        <RemindersScreen />
      </KeptScreen>
      <KeptScreen shown={pathname === '/notes'}>
        <NotesScreen />
      </KeptScreen>
      <KeptScreen shown={pathname === '/profile'}>
        <ProfileScreen />
      </KeptScreen>
      <ErrorBoundary key={pathname} shown>
        {pathname === '/admin' && <AdminGate />}
      </ErrorBoundary>
      <BottomNavigation {...{ pathname, waiting }} onMove={() => host.haptic('selection')} />
      {hasKeys && <Shortcuts />}
    </div>
  );
}

/** Stays as it was left while another screen is shown: what was searched, and the pages that are there. */
function KeptScreen({ shown, children }: { shown: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(shown);
  if (shown && !wanted) setWanted(true);
  return (
    wanted && (
      <ErrorBoundary shown={shown}>
        <Activity mode={shown ? 'visible' : 'hidden'}>{children}</Activity>
      </ErrorBoundary>
    )
  );
}

function useKeptScroll(pathname: string): void {
  // The first one may have been scrolled before the app's code was here.
  const [places] = useState(() => new Map([[pathname, window.scrollY]]));
  useLayoutEffect(() => {
    window.scrollTo(0, places.get(pathname) ?? 0);
    const keep = () => places.set(pathname, window.scrollY);
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [pathname, places]);
}

/** A note that the last session could not save comes back without being looked for. */
function useOpenNotesForKeptNote(): void {
  const { user } = useSession();
  // Read before any effect runs: the reminders' own one takes their part of the address away.
  const [plain] = useState(
    () => screenPath(window.location.pathname) === '/' && window.location.search === '',
  );
  useEffect(() => {
    if (plain && keptNote.has(user.id) && !keptReminder.has(user.id)) navigate('/notes');
  }, [plain, user.id]);
}

/** In a browser a link with somebody else's launch data looks like the reader's own app. */
function AccountLine() {
  const { host, user } = useSession();
  if (host.inClient) return null;
  const leave = () => {
    dropKeptOf(user.id);
    forgetLaunch();
    window.location.replace('/');
  };
  return (
    <aside className={accountStyles['line']} aria-label={appTexts.account.label}>
      <span>{appTexts.account.signedIn(nameOf(user))}</span>
      <ButtonBase className={accountStyles['leave']} onClick={leave}>
        {appTexts.account.leave}
      </ButtonBase>
    </aside>
  );
}

/** Names can be given to oneself, also another's; the username is nobody else's. */
function nameOf({ name, username, id }: Launch['user']): string {
  const handle = username === null ? '' : `@${username}`;
  if (name === '') return handle || appTexts.account.unnamed(id ?? 0);
  return handle === '' ? name : `${name} (${handle})`;
}

/** Has the service worker hold the code that this start has loaded, for a start without a connection; Telegram on iPhones has none. */
async function keepCodeForOffline(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(APP_WORKER_PATH, {
      scope: APP_PATH,
    });
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    const loaded = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin }) => origin === window.location.origin)
      .map(({ pathname, search }) => pathname + search);
    worker?.postMessage({ loaded } satisfies Loaded);
  } catch {
    return; // There is none here, or the browser keeps nothing for frames of other sites.
  }
}
