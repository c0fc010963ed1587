import { readMetrics } from '@/server/admin/metrics';
import { db } from '@/server/platform/db/client';
import { bearerRoute } from '@/server/platform/http';

/** What Prometheus scrapes, which knows METRICS_TOKEN: see "Metrics" in docs/operations.md. */
export const GET = bearerRoute(
  ({ metricsToken }) => metricsToken,
  async () => {
    const { text, contentType } = await readMetrics(db(), new Date());
    return new Response(text, { headers: { 'Content-Type': contentType } });
  },
);
