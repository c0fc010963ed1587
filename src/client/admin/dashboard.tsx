import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useAnswer } from '../session/use-answer';
import { adminTexts } from '@/texts/admin';
import { AppTheme } from '@/theme/app-theme';
import { Banner, FailedLoad } from '../ui/alert';
import { Screen, ScreenTitle } from '../ui/screen';
import { Tabs } from '../ui/tabs';
import { useCardClock } from '../session/use-date-time';
import styles from './admin.module.css';
import { REFRESH_MS, useAdminApi } from './api';
import { Delivery } from './delivery';
import { Notices } from './notices';
import { Overview } from './overview';

const TABS = ['overview', 'delivery', 'notices'] as const;
const PANEL = 'admin-panel';

export default function Dashboard() {
  const api = useAdminApi();
  const { date } = useCardClock();
  const [tab, setTab] = useState<(typeof TABS)[number]>('overview');
  const { data, error, mutate } = useAnswer('admin/stats', api.stats, {
    refreshInterval: REFRESH_MS,
  });
  const reload = () => void mutate();
  return (
    <AppTheme>
      <Screen headless>
        <ScreenTitle>{adminTexts.title}</ScreenTitle>
        {data && (
          <p className={styles.health}>
            <strong data-health={data.delivery}>{adminTexts.health[data.delivery]}</strong>
            <span className={styles.quiet}>{adminTexts.updated(date(data.at).full)}</span>
          </p>
        )}
        {data && data.missingLegal.length > 0 && (
          <Banner severity="warning">{adminTexts.missingLegal(data.missingLegal)}</Banner>
        )}
        <Tabs
          aria-label={adminTexts.tabs.label}
          value={tab}
          tabs={TABS}
          nameOf={(each) => adminTexts.tabs[each]}
          panelId={PANEL}
          onChange={setTab}
        />
        <div id={PANEL} role="tabpanel" aria-label={adminTexts.tabs[tab]} className={styles.panel}>
          <FailedLoad error={error} mutate={mutate}>
            {data ? adminTexts.stale : adminTexts.failed}
          </FailedLoad>
          {tab === 'notices' && <Notices />}
          {tab !== 'notices' && !data && error === undefined && <Skeletons />}
          {tab === 'overview' && data && <Overview stats={data} />}
          {tab === 'delivery' && data && <Delivery stats={data} reload={reload} />}
        </div>
      </Screen>
    </AppTheme>
  );
}

function Skeletons() {
  return (
    <div role="status" aria-label={adminTexts.loading} className={styles.sections}>
      {Array.from({ length: 4 }, (_, at) => (
        <Skeleton key={at} variant="rounded" height={220} aria-hidden="true" data-skeleton />
      ))}
    </div>
  );
}
