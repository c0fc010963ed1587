import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import useSWR from 'swr';
import { type AdminStats } from '@/contract/admin';
import { adminTexts } from '@/texts/admin';
import { useSession } from '../session/session';
import { Alert, FailedLoad } from '../ui/alert';
import styles from '../ui/alert.module.css';
import { Screen, ScreenTitle } from '../ui/screen';
import { Tabs } from '../ui/tabs';
import { REFRESH_MS, useAdminApi } from './api';
import { Delivery } from './delivery';
import { Quiet, Sections } from './figures';
import { moment } from './format';
import { Notices } from './notices';
import { Overview } from './overview';

type Tab = 'overview' | 'delivery' | 'notices';
const TABS = (['overview', 'delivery', 'notices'] as const).map((value) => ({
  value,
  label: adminTexts.tabs[value],
}));
const PANEL = 'admin-panel';

/** Two more colours than the app has, told apart from its others in both schemes. */
const chartColors = (
  <GlobalStyles
    styles={{
      ':root': { '--chart-quiet': '#7b95c9', '--chart-strong': '#6d2c91' },
      ':root[data-color-scheme=dark]': { '--chart-quiet': '#8fb0e8', '--chart-strong': '#d59bf2' },
    }}
  />
);

export default function Dashboard() {
  const api = useAdminApi();
  const { timeZone } = useSession();
  const [tab, setTab] = useState<Tab>('overview');
  const { data, error, mutate } = useSWR<AdminStats, unknown>('admin/stats', api.stats, {
    refreshInterval: REFRESH_MS,
  });
  const reload = () => void mutate();
  return (
    <Screen headless>
      {chartColors}
      <ScreenTitle>{adminTexts.title}</ScreenTitle>
      {data && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '0 12px', mb: 1.5 }}>
          <Typography
            sx={{ fontWeight: 600, color: data.delivery === 'ok' ? 'success.main' : 'error.main' }}
          >
            {adminTexts.health[data.delivery]}
          </Typography>
          <Quiet>{adminTexts.updated(moment(data.at, timeZone))}</Quiet>
        </Box>
      )}
      {data && data.unsaid.length > 0 && (
        <div className={styles.banner}>
          <Alert severity="warning" role="note">
            {adminTexts.unsaid(data.unsaid)}
          </Alert>
        </div>
      )}
      <Tabs
        label={adminTexts.tabs.label}
        value={tab}
        tabs={TABS}
        panelId={PANEL}
        onChange={setTab}
      />
      <Box id={PANEL} role="tabpanel" aria-label={adminTexts.tabs[tab]} sx={{ pt: 2 }}>
        <FailedLoad error={error} mutate={mutate}>
          {data ? adminTexts.stale : adminTexts.failed}
        </FailedLoad>
        {tab === 'notices' && <Notices />}
        {tab !== 'notices' && !data && error === undefined && <Skeletons />}
        {tab === 'overview' && data && <Overview stats={data} />}
        {tab === 'delivery' && data && <Delivery stats={data} reload={reload} />}
      </Box>
    </Screen>
  );
}

function Skeletons() {
  return (
    <Sections role="status" aria-label={adminTexts.loading}>
      {Array.from({ length: 4 }, (_, at) => (
        <Skeleton key={at} variant="rounded" height={220} aria-hidden="true" data-skeleton />
      ))}
    </Sections>
  );
}
