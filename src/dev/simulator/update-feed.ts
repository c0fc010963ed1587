import { BotApiError } from './bot-api-error';

export interface Update {
  update_id: number;
  [kind: string]: unknown;
}

interface Queued {
  update: Update;
  /** Updates of one queue go out one after another. */
  queue: number;
  expiresAt: number;
  /** Not to be sent before: it has failed. */
  wakeAt: number;
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

/** How long updates wait for the bot. (tdlib/telegram-bot-api, Client.cpp) */
const LIFE_MS = 24 * 3_600_000;
const LIVES_MS = new Map([
  ['inline_query', 30_000],
  ['chosen_inline_result', 600_000],
  ['callback_query', 150_000],
]);
const ANSWER_TIMEOUT_MS = 60_000;
const RETRY_MAX_MS = 60_000;
const RETRY_AFTER_MAX_MS = 3_600_000;
const PENDING_MAX = 100_000;

/**
 * One person's updates stand in several queues: messages by the chat, presses and blocks each in one
 * of their own. The numbers are those of tdlib/telegram-bot-api.
 */
const QUEUE_OFFSETS = new Map([
  ['inline_query', 2 ** 33],
  ['chosen_inline_result', 2 * 2 ** 33],
  ['callback_query', 3 * 2 ** 33],
  ['my_chat_member', 5 * 2 ** 33],
]);
const queueOf = (kind: string, id: number): number => id + (QUEUE_OFFSETS.get(kind) ?? 0);

/**
 * Updates on their way to the bot, to its webhook or by long polling. As Telegram's own server does
 * it: the updates of a queue strictly in order, different queues at once, so that a text and a press
 * of one person may reach the bot together. Anything but a 2xx is repeated, first at once and then
 * after doubling waits, until the update expires; it holds back its own queue only. A Retry-After is
 * honoured.
 */
export class UpdateFeed {
  #webhook: Webhook = { url: '', secret: '', maxConnections: 40, allowedUpdates: undefined };
  #queue: Queued[] = [];
  /** Queues whose first update is at the webhook now. */
  #busy = new Set<number>();
  #poller: { wake: () => void; drop: () => void } | undefined;
  #idle: (() => void)[] = [];
  #lastError: { at: number; message: string } | undefined;
  #closed = false;
  /** Telegram starts anywhere; ids of one bot then rise one by one. */
  #nextId = 1 + Math.floor(Math.random() * 1_000_000_000);

  /** `firstRetryMs` is the wait after the second failure in a row. */
  constructor(
    readonly firstRetryMs = 2_000,
    readonly now: () => number = Date.now,
  ) {}

  /** Takes an update of a kind, from the person (and private chat) of this id. */
  push(kind: string, id: number, content: Record<string, unknown>): Update {
    const update: Update = { update_id: this.#nextId++, [kind]: content };
    if (this.#webhook.allowedUpdates?.includes(kind) === false) return update;
    if (this.#queue.length >= PENDING_MAX) this.#queue.shift();
    this.#queue.push({
      update,
      queue: queueOf(kind, id),
      expiresAt: this.now() + (LIVES_MS.get(kind) ?? LIFE_MS),
      wakeAt: 0,
      failures: 0,
    });
    this.#pump();
    return update;
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
    this.#expire();
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

  /** What has waited too long goes, unless the webhook has it at this moment. */
  #expire(): void {
    const now = this.now();
    this.#queue = this.#queue.filter(
      ({ expiresAt, queue }) => expiresAt > now || this.#busy.has(queue),
    );
    this.#settleIdle();
  }

  #pump(): void {
    if (this.#closed) return;
    this.#expire();
    if (this.#webhook.url === '') {
      this.#poller?.wake();
      return;
    }
    const passed = new Set<number>();
    for (const queued of this.#queue) {
      if (this.#busy.size >= this.#webhook.maxConnections) return;
      if (passed.has(queued.queue)) continue;
      passed.add(queued.queue);
      if (this.#busy.has(queued.queue) || queued.wakeAt > this.now()) continue;
      this.#busy.add(queued.queue);
      void this.#deliver(queued).finally(() => {
        this.#busy.delete(queued.queue);
        this.#settleIdle();
        this.#pump();
      });
    }
  }

  async #deliver(queued: Queued): Promise<void> {
    const waitMs = await this.#attempt(queued);
    if (waitMs === undefined || this.now() + waitMs > queued.expiresAt) {
      this.#queue = this.#queue.filter((each) => each !== queued);
    } else if (waitMs > 0) {
      queued.wakeAt = this.now() + waitMs;
      setTimeout(() => this.#pump(), waitMs + 1).unref();
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
      const seconds = Number(response.headers.get('retry-after') ?? 0);
      retryAfterMs = Math.min(Math.max(seconds, 0) * 1000, RETRY_AFTER_MAX_MS);
      fault = `Wrong response from the webhook: ${response.status} ${response.statusText}`;
    } catch {
      fault = 'Connection to the webhook failed';
    }
    this.#lastError = { at: this.now(), message: fault };
    queued.failures += 1;
    if (retryAfterMs > 0 || queued.failures === 1) return retryAfterMs;
    return Math.min(this.firstRetryMs * 2 ** (queued.failures - 2), RETRY_MAX_MS);
  }

  #settleIdle(): void {
    if (this.#queue.length > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
