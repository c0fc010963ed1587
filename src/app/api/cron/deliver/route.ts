import { after } from 'next/server';
import { deliver, deliverBehindAnswer } from '@/server/deliver';
import { cronRoute } from '@/server/platform/http';

/** Seconds, for Vercel: the time of a run and what its last sends may take. */
export const maxDuration = 150;

/** A run may begin up to 58 s late, the next one as well: so long is every second covered by one. */
const DURATION_MS = 130_000;

/** `?answer=now` answers at once and delivers afterwards, for schedulers that give up waiting early. */
export const GET = cronRoute((request) => {
  const options = { durationMs: DURATION_MS };
  if (new URL(request.url).searchParams.get('answer') !== 'now') return deliver(options);
  after(() => deliverBehindAnswer(options));
  return Promise.resolve({ started: true });
});
