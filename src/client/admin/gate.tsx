import { useAnswer } from '../session/use-answer';
import { appTexts } from '@/texts/app';
import { errorPages } from '@/texts/error-pages';
import { useSession } from '../session/session';
import { navigate } from '../host/navigate';
import { Button } from '../ui/button';
import { FailedLoad } from '../ui/alert';
import { useBackButton } from '../ui/dialog';
import { Loading } from '../ui/loading';
import { lazyPart } from '../ui/lazy-part';
import { Screen, ScreenTitle } from '../ui/screen';

const Dashboard = lazyPart(() => import('./dashboard'), <Loading />);

/** Whoever is no administrator sees a page that is not there, and loads nothing of the dashboard. */
export default function AdminGate() {
  const { api } = useSession();
  const { data, error, mutate } = useAnswer('stats', api.stats);
  useBackButton(() => navigate('/profile'));
  if (data?.isAdmin) return <Dashboard />;
  if (data) return <NotFound />;
  if (error === undefined) return <Loading />;
  return (
    <Screen headless>
      <FailedLoad error={error} mutate={mutate}>
        {appTexts.list.failed}
      </FailedLoad>
    </Screen>
  );
}

/** What others than administrators see: as of an address that is not there. */
function NotFound() {
  const { notFound, home } = errorPages;
  return (
    <Screen headless>
      <ScreenTitle>{notFound.title}</ScreenTitle>
      <p>{notFound.text}</p>
      <Button variant="contained" size="large" onClick={() => navigate('/')}>
        {home}
      </Button>
    </Screen>
  );
}
