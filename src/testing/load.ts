import { z } from 'zod';
import { paceOfLoad } from './until';

/** One user of a load test: what they do next, time and again. */
export type Visitor = (nth: number) => Promise<Response>;

interface LoadResult {
  requests: number;
  /** What was not answered with 2xx, by status or cause. */
  failures: string[];
  /** Milliseconds, one a request, in no order. */
  latencies: number[];
}

interface LoadLimits {
  until?: number;
  each?: number;
  thinkMs?: number;
}

/**
 * Lets all visitors act at once until `until` (performance.now()) or until each has made so many
 * requests, each request after the answer to the one before and a moment of thought: 200 of them make
 * about 1,000 requests a second, where the server can take so many.
 */
export async function load(
  visitors: readonly Visitor[],
  { until = Infinity, each = Infinity, thinkMs = 200 }: LoadLimits,
): Promise<LoadResult> {
  const result: LoadResult = { requests: 0, failures: [], latencies: [] };
  const visit = async (visitor: Visitor, at: number) => {
    await paceOfLoad((at / visitors.length) * thinkMs);
    for (let nth = 0; nth < each && performance.now() < until; nth += 1) {
      const began = performance.now();
      try {
        const answer = await visitor(nth);
        await answer.arrayBuffer();
        result.latencies.push(performance.now() - began);
        if (!answer.ok) result.failures.push(`${answer.status} ${new URL(answer.url).pathname}`);
      } catch (error) {
        result.failures.push(causeOf(error));
      }
      result.requests += 1;
      await paceOfLoad(thinkMs * (0.75 + (nth % 3) / 4));
    }
  };
  await Promise.all(visitors.map(visit));
  return result;
}

/** «ECONNRESET»; fetch's own message says only that it failed. */
const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  return cause instanceof Error ? cause.message : 'unknown';
};

const created = z.object({ notification: z.object({ id: z.number() }) });

/** A user of the mini app who reads mostly, and writes and deletes what they wrote. */
export function miniAppVisitor(url: string, initData: string, userNumber: number): Visitor {
  const get = (path: string) => fetch(url + path, { headers: { initData } });
  const send = (method: string, path: string, body: Record<string, unknown>) =>
    fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ initData, ...body }),
    });
  let mine: number | undefined;
  const write = async (nth: number) => {
    if (mine !== undefined) {
      const gone = await send('DELETE', `/api/notifications/${mine}`, {});
      mine = undefined;
      return gone;
    }
    const answer = await send('POST', '/api/notifications', {
      notification: {
        typeId: 1,
        categoryId: 1,
        text: `Полить цветы, ${nth}-й раз`,
        dateTime: '2036-01-01T09:00:00.000Z',
        repeat: false,
        flood: false,
      },
    });
    const body: unknown = await answer.clone().json();
    mine = created.safeParse(body).data?.notification.id;
    return answer;
  };
  const steps: readonly Visitor[] = [
    () => get('/api/notifications'),
    () => get('/api/notes'),
    write,
    () => get('/api/notifications'),
    () => get('/api/profile/stats'),
    () => send('POST', '/api/validate', {}),
    write,
    () => get('/api/notifications'),
  ];
  return async (nth) => {
    const step = steps[(nth + userNumber) % steps.length];
    if (!step) throw new Error('there is always a step');
    return step(nth);
  };
}

/** Somebody who writes to the bot; `updateId` hands out ids that no other visitor has. */
export function botVisitor(
  url: string,
  { userId, secret, updateId }: { userId: number; secret: string; updateId: () => number },
): Visitor {
  const phrases = ['завтра в 9 оплатить интернет', '/today', 'через час позвонить маме', '/list'];
  const from = { id: userId, is_bot: false, first_name: 'Анна' };
  return (nth) =>
    fetch(`${url}/api/telegram/webhook`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-telegram-bot-api-secret-token': secret,
      },
      body: JSON.stringify({
        update_id: updateId(),
        message: {
          message_id: nth + 1,
          date: 1,
          chat: { id: userId, type: 'private', first_name: 'Анна' },
          from,
          text: phrases[nth % phrases.length],
        },
      }),
    });
}
