import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { deliverySums } from '@/server/platform/db/schema';
import { testRoutes } from '@/testing/api';
import { createReminder, createUser } from '@/testing/builders';
import { type Prometheus, promtool, startPrometheus } from '@/testing/prometheus';
import { testTelegram, withServer } from '@/testing/telegram';
import { TEST_ENV } from '@/testing/test-env';
import { until } from '@/testing/until';
import { GET as deliver } from '../cron/deliver/route';
import { GET } from './route';

jest.mock('next/server', () => ({ after: () => undefined }));

const ALERTS = 'deploy/prometheus-alerts.yml';
const DASHBOARD = 'deploy/grafana-dashboard.json';

const telegram = testTelegram({ token: TEST_ENV.TELEGRAM_BOT_TOKEN, knowsEverybody: true });
const { db } = testRoutes(telegram);

/** One send, one tick, and what was tallied of the last hour: metrics that nothing has counted have no lines. */
beforeAll(async () => {
  const now = Date.now();
  const user = await createUser(db);
  await createReminder(db, user.id, { dateTime: new Date(now - 20_000) });
  const headers = { authorization: `Bearer ${TEST_ENV.CRON_SECRET}` };
  const request = new Request('http://localhost/api/cron/deliver', { headers });
  expect((await deliver(request, noParams)).status).toBe(200);
  const tallied = { slot: new Date(now - 600_000), kind: 'first', outcome: 'sent' } as const;
  const sums = { latenessStep: 40, withinS: 1, attempts: 7, messages: 7, longestMs: 1_000 };
  await db.insert(deliverySums).values({ span: 'quarter', ...tallied, ...sums });
});

const noParams = { params: Promise.resolve({}) };
const scrape = (headers: HeadersInit) =>
  GET(new Request('http://localhost/api/metrics', { headers }), noParams);

test('promtool finds nothing to say against the metrics and the alert rules', async () => {
  const metrics = await scrape({ authorization: `Bearer ${TEST_ENV.METRICS_TOKEN}` });
  expect(promtool(['check', 'metrics'], await metrics.text())).toBe('');
  expect(promtool(['check', 'rules', ALERTS])).toBe('');
});

/** What is scraped of two processes in a day and a half, a value a minute, while all is well. */
const WELL: Record<string, string> = {
  'up{job="napomnyu",instance="a"}': '1x3000',
  'up{job="napomnyu",instance="b"}': '1x3000',
  napomnyu_database_up: '1x3000',
  napomnyu_alarming: '0x3000',
  napomnyu_last_tick_timestamp_seconds: '0+60x3000',
  napomnyu_last_cleanup_timestamp_seconds: '0x1440 86400x1560',
  napomnyu_oldest_due_seconds: '0x3000',
  napomnyu_pace_halted_seconds: '0x3000',
  napomnyu_reminders_failed: '0x3000',
  'napomnyu_reminder_sends_total{outcome="sent"}': '0+60x3000',
  'napomnyu_http_request_duration_seconds_count{status="200"}': '0+60x3000',
};
/** What docs/operations.md names, by what is scraped otherwise (null: nothing), and which alerts fire when. */
const OUTAGES: Record<
  string,
  { scraped: Record<string, string | null>; firing: Record<string, readonly string[]> }
> = {
  'all is well': { scraped: {}, firing: { '10m': [], '37h': [] } },
  'no process answers': {
    scraped: Object.fromEntries(Object.keys(WELL).map((series) => [series, null])),
    firing: { '5m': ['NapomnyuNotScraped'] },
  },
  'one of two instances is gone': {
    scraped: { 'up{job="napomnyu",instance="b"}': '0x3000' },
    firing: { '4m': [], '6m': ['NapomnyuInstanceGone'] },
  },
  'health alarms for a reason that no rule knows': {
    scraped: { napomnyu_alarming: '1x3000' },
    firing: { '3m': ['NapomnyuAlarming'] },
  },
  'the database is gone': {
    scraped: {
      napomnyu_database_up: '0x3000',
      napomnyu_alarming: null,
      napomnyu_last_tick_timestamp_seconds: null,
      napomnyu_last_cleanup_timestamp_seconds: null,
    },
    firing: { '6m': ['NapomnyuDatabaseDown'] },
  },
  'ticks have stopped': {
    scraped: { napomnyu_last_tick_timestamp_seconds: '0x3000' },
    firing: { '3m': [], '6m': ['NapomnyuTicksStopped'] },
  },
  'no tick has ever run': {
    scraped: { napomnyu_last_tick_timestamp_seconds: null },
    firing: { '6m': ['NapomnyuNoTickEver'] },
  },
  'reminders wait': {
    scraped: { napomnyu_oldest_due_seconds: '0+60x3000' },
    firing: { '5m': [], '8m': ['NapomnyuRemindersLate'] },
  },
  'Telegram refuses the bot': {
    scraped: { napomnyu_pace_halted_seconds: '60x3000' },
    firing: { '6m': ['NapomnyuSendingHalted'] },
  },
  'most sends fail': {
    scraped: { 'napomnyu_reminder_sends_total{outcome="retry"}': '0+60x3000' },
    firing: { '25m': ['NapomnyuSendsFail'] },
  },
  'code of ours throws at one reminder': {
    scraped: { 'napomnyu_reminder_sends_total{outcome="fault"}': '0+1x3000' },
    firing: { '10m': [], '25m': ['NapomnyuOwnFaults'] },
  },
  'a reminder is given up': {
    scraped: { napomnyu_reminders_failed: '1x3000' },
    firing: { '16m': ['NapomnyuRemindersGivenUp'] },
  },
  'the cleanup fails day by day': {
    scraped: { napomnyu_last_cleanup_timestamp_seconds: '0x3000' },
    firing: { '35h': [], '37h': ['NapomnyuCleanupOverdue'] },
  },
  'no cleanup has ever run': {
    scraped: { napomnyu_last_cleanup_timestamp_seconds: null },
    firing: { '35h': [], '37h': ['NapomnyuNoCleanupEver'] },
  },
  'the pool is exhausted': {
    scraped: { 'napomnyu_pool_waiting_queries{instance="a"}': '3x3000' },
    firing: { '6m': ['NapomnyuPoolExhausted'] },
  },
  'answers are faults': {
    scraped: { 'napomnyu_http_request_duration_seconds_count{status="500"}': '0+30x3000' },
    firing: { '25m': ['NapomnyuServerErrors'] },
  },
  'reminders come late': {
    scraped: {
      'napomnyu_reminder_lateness_seconds_bucket{le="30"}': '0x3000',
      'napomnyu_reminder_lateness_seconds_bucket{le="60"}': '0+60x3000',
      'napomnyu_reminder_lateness_seconds_bucket{le="+Inf"}': '0+60x3000',
    },
    firing: { '25m': ['NapomnyuLatenessHigh'] },
  },
};

test('promtool test rules: each outage that the docs name fires its alert, and no other', () => {
  const tests = Object.entries(OUTAGES).map(([name, { scraped, firing }]) => ({
    name,
    interval: '1m',
    input_series: Object.entries({ ...WELL, ...scraped }).flatMap(([series, values]) =>
      values === null ? [] : [{ series, values }],
    ),
    promql_expr_test: Object.entries(firing).map(([eval_time, alerts]) => ({
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time,
      exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
    })),
  }));
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'napomnyu-rules-')), 'test.json');
  // JSON is YAML.
  writeFileSync(
    file,
    JSON.stringify({ rule_files: [path.resolve(ALERTS)], evaluation_interval: '1m', tests }),
  );
  expect(promtool(['test', 'rules', file])).toBe('');
  const named = readFileSync(ALERTS, 'utf8').match(/(?<=alert: )\w+/g);
  const fired = new Set(
    Object.values(OUTAGES).flatMap(({ firing }) => Object.values(firing).flat()),
  );
  expect([...fired].toSorted()).toEqual(named?.toSorted());
}, 180_000);

describe('a real Prometheus', () => {
  const withPrometheus = (visit: (prometheus: Prometheus) => Promise<void>) =>
    withServer(
      (request, response) => {
        const { authorization = '' } = request.headers;
        void scrape({ authorization }).then(async (answer) => {
          response.writeHead(answer.status, Object.fromEntries(answer.headers));
          response.end(await answer.text());
        });
      },
      async (origin) => {
        const prometheus = await startPrometheus({
          targetPort: Number(new URL(origin).port),
          token: TEST_ENV.METRICS_TOKEN,
          rules: ALERTS,
        });
        try {
          await visit(prometheus);
        } finally {
          await prometheus.stop();
        }
      },
    );

  const answer = z.object({
    status: z.literal('success'),
    data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
  });
  const rules = z.object({
    data: z.object({
      groups: z.array(
        z.object({
          rules: z.array(z.object({ name: z.string(), query: z.string(), health: z.string() })),
        }),
      ),
    }),
  });
  const dashboard = z.object({
    panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
  });

  const CLEANUP = 'napomnyu_last_cleanup_timestamp_seconds';

  test('scrapes it, understands every alert and every panel, and knows every metric that they name', async () => {
    await withPrometheus(async (prometheus) => {
      const query = async (expression: string) =>
        answer.parse(await prometheus.api(`query?query=${encodeURIComponent(expression)}`)).data
          .result;
      await until(async () => (await query('napomnyu_database_up'))[0]?.value[1] === '1', 30_000);

      const readRules = async () =>
        rules.parse(await prometheus.api('rules')).data.groups.flatMap((group) => group.rules);
      await until(
        async () => (await readRules()).every(({ health }) => health !== 'unknown'),
        60_000,
      );
      const alerts = await readRules();
      expect(alerts.length).toBeGreaterThan(5);
      expect(alerts.filter(({ health }) => health !== 'ok')).toEqual([]);

      const { panels } = dashboard.parse(JSON.parse(readFileSync(DASHBOARD, 'utf8')));
      const expressions = panels.flatMap(({ targets }) =>
        targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')),
      );
      for (const expression of expressions) await query(expression);

      const { data } = z
        .object({ data: z.array(z.string()) })
        .parse(await prometheus.api('label/__name__/values'));
      const named = [...expressions, ...alerts.map((rule) => rule.query)].flatMap(
        (expression) => expression.match(/\b(?:napomnyu|process|nodejs)_\w+/g) ?? [],
      );
      const unknownNames = new Set(named.filter((name) => !data.includes(name)));
      // A database in which no cleanup has run yet does not have it.
      expect([...unknownNames].filter((name) => name !== CLEANUP)).toEqual([]);
    });
  }, 120_000);
});
