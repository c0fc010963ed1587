import { cleanUp } from '@/server/clean-up';
import { cronRoute } from '@/server/platform/http';

/** Seconds, for Vercel. What a run leaves over is the next one's. */
export const maxDuration = 60;
const DURATION_MS = 45_000;

export const GET = cronRoute(async () => ({ counts: await cleanUp({ durationMs: DURATION_MS }) }));
