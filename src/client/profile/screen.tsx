import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import useSWR from 'swr';
import { type Responses } from '@/contract/api';
import { firstCharacter } from '@/core/cut';
import { PROFILE_SKELETONS } from '@/core/limits';
import { appTexts } from '@/texts/app';
import { useSession } from '../session/session';
import { navigate } from '../host/navigate';
import { FailedLoad } from '../ui/alert';
import { PauseAll } from './pause-all-section';
import { Screen, ScreenTitle } from '../ui/screen';
import CalendarSection from './calendar-section';
import { CategoriesSection } from '../categories/categories-section';
import ImportSection from './import-section';
import { HistorySection } from './history-section';
import { SettingsSection } from './settings-section';

const texts = appTexts.profile;
type Stats = Responses['stats']['stats'];
const order: readonly (keyof Stats)[] = [
  'totalNotifications',
  'archivedNotifications',
  'activeNotifications',
  'totalNotes',
  'personalNotes',
  'workNotes',
];

const Grid = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 12,
  margin: 0,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
}));

export default function ProfileScreen() {
  const { api, user } = useSession();
  const { data, error, mutate } = useSWR<Responses['stats'], unknown>('stats', api.stats);
  return (
    <Screen headless>
      <ScreenTitle>{texts.title}</ScreenTitle>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 3 }}>
        <Avatar
          {...(user.photoUrl !== null && { src: user.photoUrl })}
          alt=""
          sx={{ width: 64, height: 64, bgcolor: 'var(--primary-soft)', color: 'primary.main' }}
        >
          {initials(user.name || (user.username ?? ''))}
        </Avatar>
        <Box sx={{ minWidth: 0 }}>
          {user.name !== '' && (
            <Typography noWrap sx={{ fontWeight: 600 }}>
              {user.name}
            </Typography>
          )}
          {user.username !== null && (
            <Typography noWrap sx={{ color: 'text.secondary' }}>
              @{user.username}
            </Typography>
          )}
        </Box>
      </Box>
      <Typography component="h2" variant="h2" sx={{ mb: 1.5 }}>
        {texts.analytics}
      </Typography>
      {error !== undefined && (
        <FailedLoad error={error} onRetry={() => void mutate()}>
          {texts.failed}
        </FailedLoad>
      )}
      {data ? <StatCards stats={data.stats} /> : error === undefined && <Skeletons />}
      <HistorySection />
      <PauseAll />
      <SettingsSection />
      <CategoriesSection />
      <CalendarSection />
      <ImportSection />
      {data?.x === 1 && (
        <Button
          variant="outlined"
          size="large"
          fullWidth
          onClick={() => navigate('/admin')}
          sx={{ mt: 3 }}
        >
          {texts.admin}
        </Button>
      )}
    </Screen>
  );
}

function StatCards({ stats }: { stats: Stats }) {
  return (
    <Grid>
      {order.map((name) => (
        <Card
          key={name}
          component="div"
          sx={{
            display: 'flex',
            flexDirection: 'column-reverse',
            justifyContent: 'flex-end',
            p: 2,
          }}
        >
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {texts.stats[name]}
          </Typography>
          <Typography
            component="dd"
            sx={{ m: 0, fontSize: '1.75rem', fontWeight: 700, color: 'primary.main' }}
          >
            {stats[name].toLocaleString('ru-RU')}
          </Typography>
        </Card>
      ))}
    </Grid>
  );
}

function Skeletons() {
  return (
    <Grid as="div" role="status" aria-label={appTexts.list.loading}>
      {Array.from({ length: PROFILE_SKELETONS }, (_, at) => (
        <Skeleton key={at} variant="rounded" height={104} aria-hidden="true" data-skeleton />
      ))}
    </Grid>
  );
}

function initials(name: string): string {
  return name
    .split(' ')
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => firstCharacter(word).toUpperCase())
    .join('');
}
