import { setTimeout as delay } from 'node:timers/promises';
import { type Update } from 'telegraf/types';
import { type BotApi } from '@/server/telegram/send';
import { updateKinds } from '@/server/telegram/setup';

const POLL_SECONDS = 50;
const RETRY_MS = 3_000;

/**
 * Fetches a bot's updates from Telegram and posts them to the app's own webhook, for a machine that
 * Telegram cannot reach. Answers how to stop.
 */
export function pollUpdates(
  api: BotApi,
  webhook: { url: string; secret: string },
  guests: boolean,
): () => void {
  const stopping = new AbortController();
  const stopped = () => stopping.signal.aborted;
  void (async () => {
    let offset = 0;
    while (!stopped()) {
      try {
        const updates = await api(
          'getUpdates',
          {
            offset,
            timeout: POLL_SECONDS,
            allowed_updates: updateKinds(guests),
          },
          AbortSignal.any([stopping.signal, AbortSignal.timeout((POLL_SECONDS + 20) * 1000)]),
        );
        for (const update of updates) {
          await post(update, webhook);
          offset = update.update_id + 1;
        }
      } catch (error) {
        if (stopped()) return;
        console.error(
          `Telegram: ${error instanceof Error ? error.message : 'failed'}; trying again`,
        );
        await delay(RETRY_MS);
      }
    }
  })();
  return () => stopping.abort();
}

async function post(update: Update, { url, secret }: { url: string; secret: string }) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
    body: JSON.stringify(update),
  });
  if (!response.ok) throw new Error(`the app answered ${response.status} to an update`);
}
