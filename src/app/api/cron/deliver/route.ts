import { deliver } from '@/server/deliver';
import { cronRoute } from '@/server/http';

/** Seconds, for Vercel: the time of a tick and what its last sends may take. */
export const maxDuration = 90;

/** Longer than the scheduler's minute, which may begin late: ticks overlap and leave no gap. */
const DURATION_MS = 75_000;

export const GET = cronRoute(() => deliver({ durationMs: DURATION_MS }));
