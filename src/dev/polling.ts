import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

const updatesSchema = z.object({ result: z.array(z.looseObject({ update_id: z.number() })) });
const WAIT_S = 25;

/**
 * Fetches a real bot's updates and posts them to the app's webhook, for machines that Telegram cannot
 * reach. Removes a webhook that is set, since Telegram gives updates one way only. Answers how to stop.
 */
export function pollUpdates(options: {
  token: string;
  secret: string;
  appUrl: string;
}): () => Promise<void> {
  const stopped = new AbortController();
  const call = async (method: string, fields: object): Promise<unknown> => {
    const response = await fetch(`https://api.telegram.org/bot${options.token}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
      signal: stopped.signal,
    });
    return response.json();
  };
  const run = async () => {
    await call('deleteWebhook', {});
    let offset = 0;
    while (!stopped.signal.aborted) {
      try {
        const { result } = updatesSchema.parse(
          await call('getUpdates', {
            offset,
            timeout: WAIT_S,
            allowed_updates: ['message', 'callback_query', 'my_chat_member'],
          }),
        );
        for (const update of result) {
          await fetch(`${options.appUrl}/api/telegram/webhook`, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'X-Telegram-Bot-Api-Secret-Token': options.secret,
            },
            body: JSON.stringify(update),
            signal: stopped.signal,
          });
          offset = update.update_id + 1;
        }
      } catch {
        // The network, or a token that Telegram does not know: the next attempt tells.
        await delay(3_000, undefined, { signal: stopped.signal }).catch(() => undefined);
      }
    }
  };
  const running = run().catch(() => undefined);
  return async () => {
    stopped.abort();
    await running;
  };
}
