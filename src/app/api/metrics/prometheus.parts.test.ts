import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { deliveryTally } from '@/server/platform/db/schema';
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

const telegram = testTelegram({ token: TEST_ENV.TELEGRAM_BOT_TOKEN, lean: true });
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
  await db.insert(deliveryTally).values({ ...tallied, latenessStep: 40, attempts: 7 });
});

const noParams = { params: Promise.resolve({}) };
const scrape = (headers: HeadersInit) =>
  GET(new Request('http://localhost/api/metrics', { headers }), noParams);

test('promtool finds nothing to say against the metrics and the alert rules', async () => {
  const metrics = await scrape({ authorization: `Bearer ${TEST_ENV.METRICS_TOKEN}` });
  expect(promtool(['check', 'metrics'], await metrics.text())).toBe('');
  expect(promtool(['check', 'rules', ALERTS])).toBe('');
});

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
