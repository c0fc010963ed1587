import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import useSWR from 'swr';
import { type WebhookState } from '@/contract/admin';
import { adminTexts } from '@/texts/admin';
import { useSession } from '../session';
import { FailedLoad } from '../ui/failed-load';
import { useAdminApi } from './api';
import { Section } from './figures';
import { moment } from './format';

const texts = adminTexts.webhook;
const REFRESH_MS = 60_000;

/** The way that the bot's updates take, as Telegram tells it. */
export function Webhook() {
  const api = useAdminApi();
  const { data, error, mutate } = useSWR<WebhookState, unknown>('admin/webhook', api.webhook, {
    refreshInterval: REFRESH_MS,
  });
  return (
    <Section title={texts.title}>
      {data ? (
        <State webhook={data} />
      ) : error === undefined ? (
        <Skeleton variant="rounded" height={72} aria-hidden="true" />
      ) : (
        <FailedLoad onRetry={() => void mutate()}>{adminTexts.failed}</FailedLoad>
      )}
    </Section>
  );
}

function State({ webhook }: { webhook: WebhookState }) {
  const { timeZone } = useSession();
  if (webhook.state === 'unknown') {
    return <Alert severity="warning">{texts.states.unknown(webhook.code)}</Alert>;
  }
  const { state, host, pending, lastErrorAt, lastError } = webhook;
  return (
    <>
      <Alert
        severity={state === 'elsewhere' ? 'error' : 'success'}
        role={state === 'elsewhere' ? 'alert' : 'note'}
        sx={{ mb: 1 }}
      >
        {texts.states[state]}
      </Alert>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {host !== null && <span>{texts.host(host)}. </span>}
        {texts.pending(pending)}.{' '}
        {lastErrorAt === null
          ? texts.noErrors
          : texts.lastError(moment(lastErrorAt, timeZone), lastError ?? '')}
      </Typography>
    </>
  );
}
