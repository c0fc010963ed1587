import Typography from '@mui/material/Typography';
import { type AdminStats } from '@/contract/admin';
import { adminTexts } from '@/texts/admin';
import { DaySection } from './day-section';
import { Column, Figures, NumberTable, Section, Sections } from './figures';
import { bounded, bytes, duration, number, percent } from './format';
import { TestMessage } from './test-message';
import { Webhook } from './webhook';

const { now: nowTexts, users: userTexts, created: createdTexts } = adminTexts;
const PERIODS = ['day', 'week', 'month'] as const;

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

/** How things stand: now, the users, what they create, and the way to Telegram. */
export function Overview({ stats }: { stats: AdminStats }) {
  const { users, backlog, flood, failures, lateness, created } = stats;
  const reminders = created.map((day) => day.reminders);
  const notes = created.map((day) => day.notes);
  return (
    <Sections>
      <Column>
        <Section title={nowTexts.title}>
          <Figures
            figures={[
              {
                label: nowTexts.backlog,
                value: bounded(backlog.due),
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
                value: bounded(failures.total),
                alarming: failures.total.count > 0,
              },
              { label: nowTexts.database, value: bytes(stats.databaseBytes) },
            ]}
          />
        </Section>
        <DaySection
          title={createdTexts.title(created.length)}
          label={createdTexts.chart(created.length)}
          summary={createdTexts.summary(sum(reminders), sum(notes))}
          days={created.map(({ day }) => day)}
          series={[
            { label: createdTexts.reminders, color: 'var(--primary)', values: reminders },
            { label: createdTexts.notes, color: 'var(--chart-quiet)', values: notes },
          ]}
        />
      </Column>
      <Column>
        <Section title={userTexts.title}>
          <Figures
            figures={[
              { label: userTexts.total, value: number(users.total) },
              { label: userTexts.unreachable, value: number(users.unreachable) },
              { label: userTexts.warned, value: number(users.warned) },
            ]}
          />
          <Typography component="div" sx={{ mt: 2 }}>
            <NumberTable
              label={userTexts.title}
              columns={[userTexts.period, userTexts.new, userTexts.active]}
              rows={PERIODS.map((period) => ({
                name: userTexts.periods[period],
                cells: [number(users.new[period]), number(users.active[period])],
              }))}
            />
          </Typography>
        </Section>
        <Webhook />
        <TestMessage />
      </Column>
    </Sections>
  );
}
