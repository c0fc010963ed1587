import { useAnswer } from '../session/use-answer';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { type AdminStats, type WebhookState } from '@/contract/admin';
import { adminTexts } from '@/texts/admin';
import { useAction } from '../session/use-action';
import { useCardClock } from '../session/use-date-time';
import { Alert, FailedLoad } from '../ui/alert';
import styles from './admin.module.css';
import { DaySection, Figures, NumberTable, Section } from './figures';
import { bytes, duration, number, percent, sum } from './format';
import { REFRESH_MS, useAdminApi } from './api';

const { test: testTexts, now: nowTexts, users: userTexts, created: createdTexts } = adminTexts;
const { complaints: complaintTexts } = adminTexts;
const PERIODS = ['day', 'week', 'month'] as const;

export function Overview({ stats }: { stats: AdminStats }) {
  const { users, created, complaints } = stats;
  const reminders = created.map((day) => day.reminders);
  const notes = created.map((day) => day.notes);
  const series = [
    { label: createdTexts.reminders, color: 'var(--primary)', values: reminders },
    { label: createdTexts.notes, color: 'var(--chart-quiet)', values: notes },
  ];
  return (
    <div className={styles.sections}>
      <div>
        <Present stats={stats} />
        <DaySection
          title={createdTexts.title(created.length)}
          label={createdTexts.chart(created.length)}
          summary={createdTexts.summary(sum(reminders), sum(notes))}
          days={created.map(({ day }) => day)}
          charts={[series]}
        />
      </div>
      <div>
        <Section title={userTexts.title}>
          <Figures
            figures={[
              { label: userTexts.total, value: number(users.total) },
              { label: userTexts.unreachable, value: number(users.unreachable) },
              { label: userTexts.warned, value: number(users.warned) },
            ]}
          />
          <div className={styles.apart}>
            <NumberTable
              label={userTexts.title}
              columns={[userTexts.period, userTexts.new, userTexts.active]}
              rows={PERIODS.map((period) => ({
                name: userTexts.periods[period],
                cells: [number(users.new[period]), number(users.active[period])],
              }))}
            />
          </div>
        </Section>
        {complaints.length > 0 && (
          <Section title={complaintTexts.title} hint={complaintTexts.hint}>
            <NumberTable
              label={complaintTexts.title}
              columns={[complaintTexts.person, complaintTexts.times]}
              rows={complaints.map(({ userId, times }) => ({
                name: String(userId),
                cells: [number(times)],
              }))}
            />
          </Section>
        )}
        <Webhook />
        <TestMessage />
      </div>
    </div>
  );
}

/** How things stand at this moment. */
function Present({ stats }: { stats: AdminStats }) {
  const { backlog, flood, failures, lateness } = stats;
  return (
    <Section title={nowTexts.title}>
      <Figures
        figures={[
          {
            label: nowTexts.backlog,
            value: adminTexts.bounded(backlog.due),
            alarming: stats.delivery !== 'ok',
            note:
              backlog.oldestSeconds > 0
                ? nowTexts.oldest(duration(backlog.oldestSeconds * 1_000))
                : undefined,
          },
          { label: nowTexts.p95, value: duration(lateness.hour.p95) },
          { label: nowTexts.sentToday, value: number(stats.deliveries.at(-1)?.sent ?? 0) },
          { label: nowTexts.flood, value: percent(flood.resends, flood.messages) },
          {
            label: nowTexts.failures,
            value: adminTexts.bounded(failures.total),
            alarming: failures.total.count > 0,
          },
          { label: nowTexts.database, value: bytes(stats.databaseBytes) },
        ]}
      />
    </Section>
  );
}

function TestMessage() {
  const api = useAdminApi();
  const { busy, run } = useAction(testTexts.failed);
  return (
    <Section title={testTexts.title} hint={testTexts.hint}>
      <Button
        variant="outlined"
        size="large"
        loading={busy}
        onClick={() => void run(api.testMessage, testTexts.sent)}
      >
        {testTexts.button}
      </Button>
    </Section>
  );
}

const texts = adminTexts.webhook;

function Webhook() {
  const api = useAdminApi();
  const { data, error, mutate } = useAnswer('admin/webhook', api.webhook, {
    refreshInterval: REFRESH_MS,
  });
  return (
    <Section title={texts.title}>
      {data ? (
        <State webhook={data} />
      ) : error === undefined ? (
        <Skeleton variant="rounded" height={72} aria-hidden="true" />
      ) : (
        <FailedLoad error={error} mutate={mutate}>
          {adminTexts.failed}
        </FailedLoad>
      )}
    </Section>
  );
}

function State({ webhook }: { webhook: WebhookState }) {
  const { date } = useCardClock();
  if (webhook.state === 'unknown') {
    return <Alert severity="warning">{texts.states.unknown(webhook.code)}</Alert>;
  }
  const { state, host, pending, lastErrorAt, lastError } = webhook;
  return (
    <>
      <Alert
        severity={state === 'elsewhere' ? 'error' : 'success'}
        role={state === 'elsewhere' ? 'alert' : 'note'}
      >
        {texts.states[state]}
      </Alert>
      <p className={styles.small}>
        {host !== null && <span>{texts.host(host)}. </span>}
        {texts.pending(pending)}.{' '}
        {lastErrorAt === null
          ? texts.noErrors
          : texts.lastError(date(lastErrorAt).full, lastError ?? '')}
      </p>
    </>
  );
}
