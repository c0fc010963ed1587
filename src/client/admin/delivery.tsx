import useSWRInfinite from 'swr/infinite';
import Button from '@mui/material/Button';
import {
  type AdminResponses,
  type AdminStats,
  type FailedReminder,
  type Run,
} from '@/contract/admin';
import { adminTexts } from '@/texts/admin';
import { useAction } from '../session/use-action';
import { useCardClock } from '../session/use-date-time';
import { FailedLoad } from '../ui/alert';
import styles from './admin.module.css';
import { useAdminApi } from './api';
import { type Series } from './day-chart';
import { DaySection, NumberTable, Rows, Section } from './figures';
import { duration, number, sum } from './format';

const { deliveries: dayTexts, lateness: latenessTexts, failures: failureTexts } = adminTexts;
const runTexts = adminTexts.runs;
const OTHERS = ['retry', 'unreachable', 'rejected', 'failed'] as const;
const COLORS = {
  sent: 'var(--primary)',
  retry: 'var(--warning)',
  unreachable: 'var(--chart-quiet)',
  rejected: 'var(--error)',
  failed: 'var(--chart-strong)',
};
const PERIODS = ['hour', 'day', 'week'] as const;
/** No run lasts longer; one without an end by then has died. */
const RUN_MAX_MS = 15 * 60_000;

export function Delivery({ stats, reload }: { stats: AdminStats; reload: () => void }) {
  const { deliveries, lateness, failures } = stats;
  const seriesOf = (outcome: keyof typeof COLORS): Series => ({
    label: dayTexts.outcomes[outcome],
    color: COLORS[outcome],
    values: deliveries.map((day) => day[outcome]),
  });
  const sent = seriesOf('sent');
  const others = OTHERS.map(seriesOf);
  return (
    <div className={styles.sections}>
      <div>
        <DaySection
          title={dayTexts.title(deliveries.length)}
          label={dayTexts.chart(deliveries.length)}
          summary={dayTexts.summary(sum(sent.values), sum(others.flatMap(({ values }) => values)))}
          days={deliveries.map(({ day }) => day)}
          charts={[[sent], others]}
        />
        <Section title={latenessTexts.title} hint={latenessTexts.hint}>
          <NumberTable
            label={latenessTexts.title}
            columns={[latenessTexts.period, 'p50', 'p95', 'p99', latenessTexts.sends]}
            rows={PERIODS.map((period) => {
              const { sends, p50, p95, p99 } = lateness[period];
              return {
                name: latenessTexts.periods[period],
                cells: [...[p50, p95, p99].map(duration), number(sends)],
              };
            })}
          />
        </Section>
      </div>
      <div>
        <Section title={failureTexts.title}>
          <Rows empty={failureTexts.empty}>
            {failures.rows.map((row) => (
              <Failure key={row.id} row={row} onRetried={reload} />
            ))}
          </Rows>
          {failures.total.count > failures.rows.length && (
            <p className={styles.small}>
              {failureTexts.shown(failures.rows.length, adminTexts.bounded(failures.total))}
            </p>
          )}
        </Section>
        <Parked />
        <Runs runs={stats.runs} asOf={stats.at} />
      </div>
    </div>
  );
}

function Failure({ row, onRetried }: { row: FailedReminder; onRetried: () => void }) {
  const api = useAdminApi();
  const { date } = useCardClock();
  const { busy, run } = useAction(failureTexts.retryFailed);
  const { id, userId, code, dueAt } = row;
  const retry = async () => {
    if (await run(() => api.retry(id), failureTexts.retried)) onRetried();
  };
  return (
    <li>
      <div>
        {failureTexts.reminder(id)}
        <p className={styles.small}>{failureTexts.details(userId, code)}</p>
        {dueAt !== null && <p className={styles.small}>{failureTexts.due(date(dueAt).full)}</p>}
      </div>
      <Button
        variant="outlined"
        aria-label={failureTexts.retryOf(id)}
        loading={busy}
        onClick={() => void retry()}
      >
        {failureTexts.retry}
      </Button>
    </li>
  );
}

function Runs({ runs, asOf }: { runs: readonly Run[]; asOf: string }) {
  const { date } = useCardClock();
  return (
    <Section title={runTexts.title}>
      <Rows empty={runTexts.empty}>
        {runs.map((run) => (
          <li key={`${run.job} ${run.startedAt}`}>
            <div>
              {runTexts.startedAt(runTexts.jobs[run.job], date(run.startedAt).full)}
              <p className={styles.small} data-alarming={run.error !== null}>
                {run.error ? runTexts.error(run.error) : didWhat(run)}
              </p>
            </div>
            <span>{durationOrState(run, asOf)}</span>
          </li>
        ))}
      </Rows>
    </Section>
  );
}

function durationOrState({ durationMs, startedAt }: Run, asOf: string): string {
  if (durationMs !== null) return duration(durationMs);
  const age = new Date(asOf).getTime() - new Date(startedAt).getTime();
  return age > RUN_MAX_MS ? runTexts.died : runTexts.running;
}

function didWhat({ counts }: Run): string {
  const done = Object.entries(counts).filter(([, n]) => n > 0);
  return done.map(([name, n]) => `${runTexts.counts[name] ?? name}: ${number(n)}`).join(', ');
}

const texts = adminTexts.parked;
type Page = AdminResponses['adminParked'];

function Parked() {
  const api = useAdminApi();
  const { date } = useCardClock();
  const { data, error, isValidating, mutate, setSize } = useSWRInfinite<Page, unknown>(
    (_index: number, before: Page | null) =>
      before && before.next === null ? null : ['admin/parked', before?.next ?? 0],
    ([, after]: [string, number]) => api.parked(after),
    { revalidateFirstPage: false },
  );
  const last = data?.at(-1);
  const users = data?.flatMap((page) => page.users) ?? [];
  return (
    <Section title={texts.title} hint={users.length > 0 ? texts.hint : undefined}>
      <FailedLoad error={error} mutate={mutate}>
        {adminTexts.failed}
      </FailedLoad>
      {last && (
        <Rows empty={texts.empty}>
          {users.map(({ id, since }) => (
            <li key={id}>
              <div>{texts.user(id)}</div>
              <span className={styles.small}>{texts.since(date(since).day)}</span>
            </li>
          ))}
        </Rows>
      )}
      {typeof last?.next === 'number' && (
        <Button
          size="large"
          loading={isValidating}
          onClick={() => void setSize((pages) => pages + 1)}
        >
          {texts.more(adminTexts.bounded(last.total))}
        </Button>
      )}
    </Section>
  );
}
