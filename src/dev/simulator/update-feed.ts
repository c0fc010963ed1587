import { setTimeout as delay } from 'node:timers/promises';
import { BotApiError } from './bot-api-error';

export interface Update {
  update_id: number;
  [kind: string]: unknown;
}

interface Queued {
  update: Update;
  kind: string;
  /** Updates of one person go out one after another. */
  key: number;
  expiresAt: number;
  failures: number;
}

interface Webhook {
  url: string;
  secret: string;
  maxConnections: number;
  allowedUpdates: string[] | undefined;
}

interface Poll {
  offset: number;
  limit: number;
  timeoutMs: number;
  allowedUpdates: string[] | undefined;
}

const MESSAGE_LIFE_MS = 24 * 3_600_000;
const CALLBACK_LIFE_MS = 150_000;
const ANSWER_TIMEOUT_MS = 60_000;
const RETRY_MAX_MS = 60_000;
const PENDING_MAX = 100_000;

/**
 * Updates on their way to the bot, to its webhook or by long polling. As Telegram's own server does
 * it: one person's updates strictly in order, anything but a 2xx is repeated, first at once and then
 * after doubling waits, until the update expires; a Retry-After is honoured.
 */
export class UpdateFeed {
  #webhook: Webhook = { url: '', secret: '', maxConnections: 40, allowedUpdates: undefined };
  #queue: Queued[] = [];
  #busy = new Set<number>();
  #poller: { wake: () => void; drop: () => void } | undefined;
  #idle: (() => void)[] = [];
  #lastError: { at: number; message: string } | undefined;
  #closed = false;
  /** Telegram starts anywhere; ids of one bot then rise one by one. */
  #nextId = 1 + Math.floor(Math.random() * 1_000_000_000);

  /** `firstRetryMs` is the wait after the second failure in a row. */
  constructor(readonly firstRetryMs = 1000) {}

  push(kind: string, key: number, content: Record<string, unknown>): Update {
    const update: Update = { update_id: this.#nextId++, [kind]: content };
    if (this.#webhook.allowedUpdates?.includes(kind) === false) return update;
    if (this.#queue.length >= PENDING_MAX) this.#queue.shift();
    const life = kind === 'callback_query' ? CALLBACK_LIFE_MS : MESSAGE_LIFE_MS;
    this.#queue.push({ update, kind, key, expiresAt: Date.now() + life, failures: 0 });
    this.#pump();
    return update;
  }

  /** Sends an update once more, as Telegram does when an answer got lost. */
  repeat(update: Update, key: number): void {
    this.#queue.push({
      update,
      kind: 'repeated',
      key,
      expiresAt: Date.now() + MESSAGE_LIFE_MS,
      failures: 0,
    });
    this.#pump();
  }

  setWebhook(
    webhook: Partial<Webhook> & { url: string; secret: string; dropPending: boolean },
  ): void {
    if (webhook.dropPending) this.#queue = [];
    this.#webhook = {
      url: webhook.url,
      secret: webhook.secret,
      maxConnections: webhook.maxConnections ?? 40,
      // Left out means as before.
      allowedUpdates: webhook.allowedUpdates ?? this.#webhook.allowedUpdates,
    };
    this.#lastError = undefined;
    this.#pump();
  }

  webhookInfo(): Record<string, unknown> {
    const { url, maxConnections, allowedUpdates } = this.#webhook;
    return {
      url,
      has_custom_certificate: false,
      pending_update_count: this.#queue.length,
      ...(url !== '' && { max_connections: maxConnections, ip_address: '127.0.0.1' }),
      ...(allowedUpdates && { allowed_updates: allowedUpdates }),
      ...(this.#lastError && {
        last_error_date: Math.floor(this.#lastError.at / 1000),
        last_error_message: this.#lastError.message,
      }),
    };
  }

  /** Resolves when every update so far was taken or has expired. */
  async idle(): Promise<void> {
    if (this.#queue.length === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async poll({ offset, limit, timeoutMs, allowedUpdates }: Poll): Promise<Update[]> {
    if (this.#webhook.url !== '') {
      throw new BotApiError(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    }
    this.#poller?.drop();
    if (allowedUpdates) this.#webhook.allowedUpdates = allowedUpdates;
    if (offset > 0) {
      this.#queue = this.#queue.filter(({ update }) => update.update_id >= offset);
      this.#settleIdle();
    }
    if (this.#queue.length === 0 && timeoutMs > 0) {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, timeoutMs);
        const end = (then: () => void) => () => {
          clearTimeout(timer);
          then();
        };
        this.#poller = {
          wake: end(resolve),
          drop: end(() =>
            reject(
              new BotApiError(
                409,
                'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
              ),
            ),
          ),
        };
      });
      this.#poller = undefined;
    }
    return this.#queue.slice(0, limit).map(({ update }) => update);
  }

  /** Forgets what is under way and stops repeating. */
  close(): void {
    this.#closed = true;
    this.#queue = [];
    this.#poller?.wake();
    this.#settleIdle();
  }

  #pump(): void {
    if (this.#webhook.url === '') {
      this.#poller?.wake();
      return;
    }
    for (const queued of this.#queue) {
      if (this.#busy.size >= this.#webhook.maxConnections) return;
      if (this.#busy.has(queued.key)) continue;
      this.#busy.add(queued.key);
      void this.#deliver(queued).finally(() => {
        this.#busy.delete(queued.key);
        this.#settleIdle();
        this.#pump();
      });
    }
  }

  async #deliver(queued: Queued): Promise<void> {
    while (!this.#closed && this.#queue.includes(queued) && this.#webhook.url !== '') {
      const waitMs = await this.#attempt(queued);
      if (waitMs === undefined || Date.now() + waitMs > queued.expiresAt) {
        this.#queue = this.#queue.filter((each) => each !== queued);
        return;
      }
      await delay(waitMs, undefined, { ref: false });
    }
  }

  /** Posts once. Answers how long to wait before the next attempt, or undefined when it was taken. */
  async #attempt(queued: Queued): Promise<number | undefined> {
    const { url, secret } = this.#webhook;
    let retryAfterMs = 0;
    let fault: string;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(secret !== '' && { 'x-telegram-bot-api-secret-token': secret }),
        },
        body: JSON.stringify(queued.update),
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      await response.arrayBuffer();
      if (response.ok) return undefined;
      retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1000;
      fault = `Wrong response from the webhook: ${response.status} ${response.statusText}`;
    } catch {
      fault = 'Connection to the webhook failed';
    }
    this.#lastError = { at: Date.now(), message: fault };
    queued.failures += 1;
    if (queued.failures === 1) return retryAfterMs;
    return Math.max(
      retryAfterMs,
      Math.min(this.firstRetryMs * 2 ** (queued.failures - 2), RETRY_MAX_MS),
    );
  }

  #settleIdle(): void {
    if (this.#queue.length > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
