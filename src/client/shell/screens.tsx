import Box from '@mui/material/Box';
import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { RemindersScreen } from '../reminders/screen';
import { ErrorBoundary } from '../ui/error-boundary';
import { BottomNavigation } from './bottom-navigation';
import { Loading } from './loading';
import { navigate } from './navigate';

const load = {
  notes: () => import('../notes/screen'),
  profile: () => import('../profile/screen'),
};
const NotesScreen = dynamic(load.notes, { ssr: false, loading: () => <Loading /> });
const ProfileScreen = dynamic(load.profile, { ssr: false, loading: () => <Loading /> });

/**
 * The screen that belongs to the address, over the bottom navigation. Moving between screens changes
 * the address without asking the server: everything after the first load is here.
 */
export function Screens() {
  const pathname = usePathname();
  useEffect(() => {
    const idle = setTimeout(() => void Promise.all([load.notes(), load.profile()]), 2_000);
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
    default:
      return <RemindersScreen />;
  }
}
