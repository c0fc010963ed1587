import { useEffect, useState } from 'react';
import { loadContract } from '../answers';
import { dropOldForms, keptNote, keptReminder } from '../kept-form';
import { RemindersScreen } from '../reminders/screen';
import { useSession } from '../session';
import { keepShell } from '../start/keep-shell';
import { screenPath } from '../start/screen-path';
import { ErrorBoundary } from '../ui/error-boundary';
import { lazyPart } from '../ui/lazy-part';
import { Loading } from '../ui/loading';
import { muiPart } from '../ui/mui-part';
import { AccountLine } from './account-line';
import { BottomNavigation } from './bottom-navigation';
import { navigate } from './navigate';
import styles from './screens.module.css';

const NotesScreen = lazyPart(() => import('../notes/screen'), <Loading />);
const ProfileScreen = muiPart(() => import('../profile/screen'), <Loading />);
const AdminGate = lazyPart(() => import('../admin/gate'), <Loading />);

/**
 * The screen that belongs to the address, over the bottom navigation. Moving between screens changes
 * the address without asking the server: everything after the first load is here.
 */
export function Screens({ pathname }: { pathname: string }) {
  const { host } = useSession();
  useKeptNoteFirst();
  useEffect(dropOldForms, []);
  useEffect(() => {
    const idle = setTimeout(() => {
      const rest = [loadContract(), NotesScreen.load(), ProfileScreen.load()];
      // A failure shows when they are wanted.
      void Promise.allSettled(rest).then(keepShell);
    }, 2_000);
    return () => clearTimeout(idle);
  }, []);
  return (
    <div className={styles.screens}>
      <AccountLine />
      <ErrorBoundary key={pathname} onBack={() => navigate('/')}>
        {screenAt(pathname)}
      </ErrorBoundary>
      <BottomNavigation pathname={pathname} onMove={() => host.haptic('selection')} />
    </div>
  );
}

function screenAt(pathname: string) {
  switch (pathname) {
    case '/notes':
      return <NotesScreen />;
    case '/profile':
      return <ProfileScreen />;
    case '/admin':
      return <AdminGate />;
    default:
      return <RemindersScreen />;
  }
}

/** A note that the last session could not save comes back without being looked for. */
function useKeptNoteFirst(): void {
  const { user } = useSession();
  // Read before any effect runs: the reminders' own one takes their part of the address away.
  const [plain] = useState(
    () => screenPath(window.location.pathname) === '/' && window.location.search === '',
  );
  useEffect(() => {
    if (plain && keptNote.has(user.id) && !keptReminder.has(user.id)) navigate('/notes');
  }, [plain, user.id]);
}
