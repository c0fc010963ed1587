import { BotApiError } from './call';

export interface Update {
  update_id: number;
  [kind: string]: unknown;
}

interface Queued {
  update: Update;
  /** Updates of one queue go out one after another. */
  queue: string;
  expiresAt: number;
  /** It has failed, and is not sent again before its timer ends that. */
  waits: boolean;
  failures: number;
}

interface Webhook {
  url: string;
  secret: string;
  allowedUpdates?: string[] | undefined;
}

/** How long updates wait for the bot. (tdlib/telegram-bot-api, Client.cpp) */
const LIFE_MS = 24 * 3_600_000;
const LIVES_MS = new Map([
  ['inline_query', 30_000],
  ['chosen_inline_result', 600_000],
  ['callback_query', 150_000],
]);
/** Posts that are under way at once. */
const CONNECTIONS_MAX = 40;
const ANSWER_TIMEOUT_MS = 60_000;
const RETRY_MAX_MS = 60_000;
const RETRY_AFTER_MAX_MS = 3_600_000;

/** A person's updates of each of these kinds stand in a queue of their own, others in that of the chat. */
const APART = [
  ...['inline_query', 'chosen_inline_result', 'callback_query', 'my_chat_member'],
  'guest_message',
];

/**
 * Updates on their way to the bot, to its webhook or by long polling. As Telegram's own server does
 * it: the updates of a queue strictly in order, different queues at once, so that a text and a press
 * of one person may reach the bot together. Anything but a 2xx is repeated, first at once and then
 * after doubling waits, until the update expires; it holds back its own queue only. A Retry-After is
 * honoured.
 */
export class UpdateFeed {
  #webhook: Webhook = { url: '', secret: '' };
  #queue: Queued[] = [];
  #busy = new Set<string>();
  #wakePoller: () => void = () => undefined;
  #idle: (() => void)[] = [];
  /** Telegram starts anywhere; ids of one bot then rise one by one. */
  #nextId = 1 + Math.floor(Math.random() * 1_000_000_000);

  /** `firstRetryMs` is the wait after the second failure in a row. */
  constructor(readonly firstRetryMs = 2_000) {}

  /** Takes an update of a kind, from the person (and private chat) of this id. */
  push(kind: string, id: number, content: Record<string, unknown>): void {
    if (this.#webhook.allowedUpdates?.includes(kind) === false) return;
    this.#queue.push({
      update: { update_id: this.#nextId++, [kind]: content },
      queue: APART.includes(kind) ? `${kind} ${id}` : `chat ${id}`,
      expiresAt: Date.now() + (LIVES_MS.get(kind) ?? LIFE_MS),
      waits: false,
      failures: 0,
    });
    this.#pump();
  }

  setWebhook({ dropPending = false, ...webhook }: Webhook & { dropPending?: boolean }): void {
    if (dropPending) this.#queue = [];
    // Kinds that are left out are those of before.
    const allowedUpdates = webhook.allowedUpdates ?? this.#webhook.allowedUpdates;
    this.#webhook = { ...webhook, allowedUpdates };
    this.#pump();
  }

  webhookInfo(): Record<string, unknown> {
    const { url, allowedUpdates } = this.#webhook;
    return {
      url,
      pending_update_count: this.#queue.length,
      ...(allowedUpdates && { allowed_updates: allowedUpdates }),
    };
  }

  /** Resolves when every update so far was taken or has expired. */
  async idle(): Promise<void> {
    if (this.#queue.length === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** The updates from `offset` on, once there is one or the time is over; those before it are taken. */
  async poll({
    offset,
    limit = 100,
    timeoutMs = 0,
    allowedUpdates,
  }: {
    offset: number;
    limit?: number;
    timeoutMs?: number;
    allowedUpdates?: string[] | undefined;
  }): Promise<Update[]> {
    if (this.#webhook.url !== '') {
      throw new BotApiError(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    }
    if (allowedUpdates) this.#webhook.allowedUpdates = allowedUpdates;
    this.#keep(({ update, expiresAt }) => update.update_id >= offset && expiresAt > Date.now());
    if (this.#queue.length === 0 && timeoutMs > 0) {
      await new Promise<void>((resolve) => {
        this.#wakePoller = resolve;
        setTimeout(resolve, timeoutMs).unref();
      });
    }
    return this.#queue.slice(0, limit).map(({ update }) => update);
  }

  /** Forgets what is under way and stops repeating. */
  close(): void {
    this.#keep(() => false);
    this.#wakePoller();
  }

  #keep(stays: (queued: Queued) => boolean): void {
    this.#queue = this.#queue.filter(stays);
    if (this.#queue.length === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  #pump(): void {
    if (this.#webhook.url === '') {
      this.#wakePoller();
      return;
    }
    const now = Date.now();
    // What has waited too long goes, unless the webhook has it at this moment.
    this.#keep(({ expiresAt, queue }) => expiresAt > now || this.#busy.has(queue));
    const passed = new Set<string>();
    for (const queued of this.#queue) {
      if (this.#busy.size >= CONNECTIONS_MAX) return;
      if (passed.has(queued.queue)) continue;
      passed.add(queued.queue);
      if (this.#busy.has(queued.queue) || queued.waits) continue;
      this.#busy.add(queued.queue);
      void this.#deliver(queued).finally(() => {
        this.#busy.delete(queued.queue);
        this.#pump();
      });
    }
  }

  async #deliver(queued: Queued): Promise<void> {
    const waitMs = await this.#attempt(queued);
    if (waitMs === undefined || Date.now() + waitMs > queued.expiresAt) {
      this.#keep((each) => each !== queued);
    } else if (waitMs > 0) {
      // By a timer alone: a clock that stands still would keep it, and its queue, for ever.
      queued.waits = true;
      setTimeout(() => {
        queued.waits = false;
        this.#pump();
      }, waitMs).unref();
    }
  }

  /** Posts once. Answers how long to wait before the next attempt, or undefined when it was taken. */
  async #attempt(queued: Queued): Promise<number | undefined> {
    const { url, secret } = this.#webhook;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(secret !== '' && { 'x-telegram-bot-api-secret-token': secret }),
      },
      body: JSON.stringify(queued.update),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    }).catch(() => undefined);
    await response?.arrayBuffer().catch(() => undefined);
    if (response?.ok) return undefined;
    const seconds = Number(response?.headers.get('retry-after') ?? 0);
    const retryAfterMs = Math.min(Math.max(seconds, 0) * 1000, RETRY_AFTER_MAX_MS);
    queued.failures += 1;
    if (retryAfterMs > 0 || queued.failures === 1) return retryAfterMs;
    return Math.min(this.firstRetryMs * 2 ** (queued.failures - 2), RETRY_MAX_MS);
  }
}
