import Box from '@mui/material/Box';
import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { dropOldForms, keptNote, keptReminder } from '../kept-form';
import { RemindersScreen } from '../reminders/screen';
import { useSession } from '../session';
import { ErrorBoundary } from '../ui/error-boundary';
import { lazyPart, prefetch } from '../ui/lazy-part';
import { AccountLine } from './account-line';
import { BottomNavigation } from './bottom-navigation';
import { Loading } from './loading';
import { navigate } from './navigate';

const load = {
  notes: () => import('../notes/screen'),
  profile: () => import('../profile/screen'),
};
const NotesScreen = lazyPart(load.notes, <Loading />);
const ProfileScreen = lazyPart(load.profile, <Loading />);
const AdminGate = lazyPart(() => import('../admin/gate'), <Loading />);

/**
 * The screen that belongs to the address, over the bottom navigation. Moving between screens changes
 * the address without asking the server: everything after the first load is here.
 */
export function Screens() {
  const pathname = usePathname();
  useKeptNoteFirst();
  useEffect(dropOldForms, []);
  useEffect(() => {
    const idle = setTimeout(prefetch, 2_000, load.notes, load.profile);
    return () => clearTimeout(idle);
  }, []);
  return (
    <Box
      sx={{
        minHeight: 'var(--visible-height, var(--stable-height, 100dvh))',
        pl: 'var(--inset-left, 0px)',
        pr: 'var(--inset-right, 0px)',
        pb: 'calc(var(--navigation-height) + 16px)',
      }}
    >
      <AccountLine />
      <ErrorBoundary key={pathname} onBack={() => navigate('/')}>
        {screenAt(pathname)}
      </ErrorBoundary>
      <BottomNavigation pathname={pathname} />
    </Box>
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
  useEffect(() => {
    const plain = window.location.pathname === '/' && window.location.search === '';
    if (plain && keptNote.has(user.id) && !keptReminder.has(user.id)) navigate('/notes');
  }, [user.id]);
}
