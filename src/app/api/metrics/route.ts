import { metricsRoute } from '@/server/http';
import { readMetrics } from '@/server/metrics/read';

/** What Prometheus scrapes: see "Metrics" in docs/operations.md. */
export const GET = metricsRoute(readMetrics);
