import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import useSWR from 'swr';
import { type Responses } from '@/contract/api';
import { appTexts } from '@/texts/app';
import { errorPages } from '@/texts/error-pages';
import { useSession } from '../session';
import { Loading } from '../shell/loading';
import { navigate } from '../shell/navigate';
import { FailedLoad } from '../ui/failed-load';
import { lazyPart } from '../ui/lazy-part';
import { Screen, ScreenTitle } from '../ui/screen';

const Dashboard = lazyPart(() => import('./dashboard'), <Loading />);

/**
 * The way to /admin. Whoever is no administrator sees a page that is not there, and loads nothing of
 * the dashboard; the server refuses them by itself.
 */
export default function AdminGate() {
  const { api, host } = useSession();
  const { data, error, mutate } = useSWR<Responses['stats'], unknown>('stats', api.stats);
  useEffect(() => host.onBack(() => navigate('/profile')), [host]);
  if (data?.x === 1) return <Dashboard />;
  if (data) return <NotFound />;
  if (error === undefined) return <Loading />;
  return (
    <Screen sx={{ pt: 'calc(16px + var(--inset-top, 0px))' }}>
      <FailedLoad onRetry={() => void mutate()}>{appTexts.list.failed}</FailedLoad>
    </Screen>
  );
}

function NotFound() {
  const { notFound, home } = errorPages;
  return (
    <Screen sx={{ pt: 'calc(16px + var(--inset-top, 0px))', textAlign: 'center' }}>
      <ScreenTitle tabIndex={-1}>{notFound.title}</ScreenTitle>
      <Typography sx={{ mb: 3, color: 'text.secondary' }}>{notFound.text}</Typography>
      <Button variant="contained" size="large" onClick={() => navigate('/')}>
        {home}
      </Button>
    </Screen>
  );
}
