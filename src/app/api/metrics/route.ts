import { metricsRoute } from '@/server/platform/http';
import { readMetrics } from '@/server/admin/metrics';

/** What Prometheus scrapes: see "Metrics" in docs/operations.md. */
export const GET = metricsRoute(readMetrics);
