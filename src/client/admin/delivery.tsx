import { useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {
  type AdminResponses,
  type AdminStats,
  type FailedReminder,
  type Run,
} from '@/contract/admin';
import { adminTexts } from '@/texts/admin';
import { useSession } from '../session/session';
import { useAction } from '../ui/use-action';
import { FailedLoad } from '../ui/alert';
import { useAdminApi } from './api';
import { type Series } from './day-chart';
import { DaySection } from './day-section';
import { NumberTable, Quiet, Rows, Section, Sections } from './figures';
import { dayOf, duration, moment, number, sum } from './format';

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
  const { deliveries, lateness } = stats;
  const seriesOf = (outcome: keyof typeof COLORS): Series => ({
    label: dayTexts.outcomes[outcome],
    color: COLORS[outcome],
    values: deliveries.map((day) => day[outcome]),
  });
  const sent = seriesOf('sent');
  const others = OTHERS.map(seriesOf);
  return (
    <Sections>
      <div>
        <DaySection
          title={dayTexts.title(deliveries.length)}
          label={dayTexts.chart(deliveries.length)}
          summary={dayTexts.summary(sum(sent.values), sum(others.flatMap(({ values }) => values)))}
          days={deliveries.map(({ day }) => day)}
          series={[sent]}
          apart={others}
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
        <Failures failures={stats.failures} reload={reload} />
        <Parked />
        <Runs runs={stats.runs} at={stats.at} />
      </div>
    </Sections>
  );
}

function Failures({
  failures: { total, rows },
  reload,
}: {
  failures: AdminStats['failures'];
  reload: () => void;
}) {
  const [retried, setRetried] = useState<ReadonlySet<number>>(new Set());
  const left = rows.filter(({ id }) => !retried.has(id));
  return (
    <Section title={failureTexts.title}>
      {left.length === 0 ? (
        <Quiet>{failureTexts.empty}</Quiet>
      ) : (
        <Rows>
          {left.map((row) => (
            <Failure
              key={row.id}
              row={row}
              onRetried={() => {
                setRetried((ids) => new Set(ids).add(row.id));
                reload();
              }}
            />
          ))}
        </Rows>
      )}
      {total.count > rows.length && (
        <Quiet variant="body2" sx={{ mt: 1 }}>
          {failureTexts.shown(rows.length, adminTexts.bounded(total))}
        </Quiet>
      )}
    </Section>
  );
}

function Failure({ row, onRetried }: { row: FailedReminder; onRetried: () => void }) {
  const api = useAdminApi();
  const { timeZone } = useSession();
  const { busy, run } = useAction(failureTexts.retryFailed);
  const { id, userId, code, dueAt } = row;
  const retry = async () => {
    if (await run(() => api.retry(id), failureTexts.retried)) onRetried();
  };
  return (
    <li>
      <Box sx={{ flex: '1 1 160px' }}>
        {failureTexts.reminder(id)}
        <Quiet variant="body2">{failureTexts.details(userId, code)}</Quiet>
        {dueAt !== null && (
          <Quiet variant="body2">{failureTexts.due(moment(dueAt, timeZone))}</Quiet>
        )}
      </Box>
      <Button
        variant="outlined"
        aria-label={failureTexts.retryOf(id)}
        loading={busy}
        onClick={() => void retry()}
        sx={{ minHeight: 44 }}
      >
        {failureTexts.retry}
      </Button>
    </li>
  );
}

function Runs({ runs, at }: { runs: readonly Run[]; at: string }) {
  const { timeZone } = useSession();
  return (
    <Section title={runTexts.title}>
      {runs.length === 0 && <Quiet>{runTexts.empty}</Quiet>}
      <Rows>
        {runs.map((run) => (
          <li key={`${run.job} ${run.startedAt}`}>
            <Box sx={{ flex: '1 1 140px' }}>
              {runTexts.startedAt(runTexts.jobs[run.job], moment(run.startedAt, timeZone))}
              <Typography
                variant="body2"
                sx={{ color: run.error ? 'error.main' : 'text.secondary' }}
              >
                {run.error ? runTexts.error(run.error) : didWhat(run)}
              </Typography>
            </Box>
            <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {lengthOf(run, at)}
            </Box>
          </li>
        ))}
      </Rows>
    </Section>
  );
}

function lengthOf({ durationMs, startedAt }: Run, at: string): string {
  if (durationMs !== null) return duration(durationMs);
  const age = new Date(at).getTime() - new Date(startedAt).getTime();
  return age > RUN_MAX_MS ? runTexts.died : runTexts.running;
}

function didWhat({ counts }: Run): string {
  const done = Object.entries(counts).filter(([, n]) => n > 0);
  return done.map(([name, n]) => `${runTexts.counts[name] ?? name}: ${number(n)}`).join(', ');
}

const texts = adminTexts.parked;
const FEW = 5;
type Page = AdminResponses['adminParked'];

function Parked() {
  const api = useAdminApi();
  const { timeZone } = useSession();
  const { data, error, isValidating, mutate, setSize } = useSWRInfinite<Page, unknown>(
    (_index: number, before: Page | null) =>
      before && before.next === null ? null : ['admin/parked', before?.next ?? 0],
    ([, after]: [string, number]) => api.parked(after),
    { revalidateFirstPage: false },
  );
  const [all, setAll] = useState(false);
  const last = data?.at(-1);
  const users = data?.flatMap((page) => page.users) ?? [];
  return (
    <Section title={texts.title} hint={users.length > 0 ? texts.hint : undefined}>
      <FailedLoad error={error} mutate={mutate}>
        {adminTexts.failed}
      </FailedLoad>
      {last && users.length === 0 && <Quiet>{texts.empty}</Quiet>}
      <Rows>
        {(all ? users : users.slice(0, FEW)).map(({ id, since }) => (
          <li key={id}>
            <Box component="span" sx={{ flex: 1 }}>
              {texts.user(id)}
            </Box>
            <Quiet variant="body2">{texts.since(dayOf(since, timeZone))}</Quiet>
          </li>
        ))}
      </Rows>
      {last && !all && users.length > FEW && (
        <Button size="large" onClick={() => setAll(true)}>
          {texts.show(adminTexts.bounded(last.total))}
        </Button>
      )}
      {all && typeof last?.next === 'number' && (
        <Button
          size="large"
          loading={isValidating}
          onClick={() => void setSize((pages) => pages + 1)}
        >
          {texts.more}
        </Button>
      )}
    </Section>
  );
}
