import * as z from 'zod/mini';

/**
 * The wire of the administrators' calls under `/api/admin`. A module of its own, so that the mini app
 * of ordinary users carries none of it. No answer holds a text of a user's.
 */
const instant = z.iso.datetime();
const localDate = z.iso.date();
const periods = z.object({ day: z.int(), week: z.int(), month: z.int() });

/** Milliseconds; null where nothing was sent. */
const percentiles = z.object({
  sends: z.int(),
  p50: z.nullable(z.number()),
  p95: z.nullable(z.number()),
  p99: z.nullable(z.number()),
});
export type Percentiles = z.infer<typeof percentiles>;

/** A number that is not counted beyond a bound: then `more` is true. */
const bounded = z.object({ count: z.int(), more: z.boolean() });
export type Bounded = z.infer<typeof bounded>;

const run = z.object({
  job: z.enum(['deliver', 'cleanup']),
  startedAt: instant,
  /** Null while it runs, or where it died. */
  durationMs: z.nullable(z.number()),
  counts: z.record(z.string(), z.number()),
  /** A code, never a message. */
  error: z.nullable(z.string()),
});
export type Run = z.infer<typeof run>;

const failedReminder = z.object({
  id: z.int(),
  userId: z.int(),
  /** Telegram's error code or a word of ours. */
  code: z.string(),
  dueAt: z.nullable(instant),
});
export type FailedReminder = z.infer<typeof failedReminder>;

const stats = z.object({
  at: instant,
  delivery: z.enum(['ok', 'late', 'silent', 'unauthorized', 'down']),
  users: z.object({
    total: z.int(),
    new: periods,
    active: periods,
    unreachable: z.int(),
    /** Warned that they will be erased for inactivity. */
    warned: z.int(),
  }),
  /** Whose proposals people have complained of in a month, the most often first. */
  complaints: z.array(z.object({ userId: z.int(), times: z.int() })),
  /** By day of the administrator's zone, the oldest first, today the last. */
  created: z.array(z.object({ day: localDate, reminders: z.int(), notes: z.int() })),
  /** Attempts to send by outcome, by the same days. */
  deliveries: z.array(
    z.object({
      day: localDate,
      sent: z.int(),
      retry: z.int(),
      unreachable: z.int(),
      rejected: z.int(),
      failed: z.int(),
    }),
  ),
  lateness: z.object({ hour: percentiles, day: percentiles, week: percentiles }),
  /** Re-sends among the messages of the last day. */
  flood: z.object({ resends: z.int(), messages: z.int() }),
  backlog: z.object({ due: bounded, oldestSeconds: z.int() }),
  failures: z.object({ total: bounded, rows: z.array(failedReminder) }),
  runs: z.array(run),
  databaseBytes: z.int(),
  /** Variables that the legal pages miss. */
  missingLegal: z.array(z.string()),
});
export type AdminStats = z.infer<typeof stats>;

/** What Telegram says of the way that updates take to us. */
const webhook = z.discriminatedUnion('state', [
  z.object({
    /** `elsewhere`: another server gets this bot's updates. `polling`: none is set. */
    state: z.enum(['ours', 'elsewhere', 'polling']),
    host: z.nullable(z.string()),
    pending: z.int(),
    lastErrorAt: z.nullable(instant),
    lastError: z.nullable(z.string()),
  }),
  z.object({ state: z.literal('unknown'), code: z.string() }),
]);
export type WebhookState = z.infer<typeof webhook>;

const parkedUser = z.object({ id: z.int(), since: instant });

export const notice = z.object({
  id: z.int(),
  text: z.string(),
  state: z.enum(['draft', 'running', 'done', 'stopped']),
  recipients: z.int(),
  sent: z.int(),
  unreachable: z.int(),
  failed: z.int(),
  startedAt: z.nullable(instant),
  finishedAt: z.nullable(instant),
});
export type Notice = z.infer<typeof notice>;

export const adminRequests = {
  notice: z.object({ text: z.string() }),
  nothing: z.object({}),
};

/** As `responses` of ./api. */
export const adminResponses = {
  adminStats: z.object({ stats }),
  adminWebhook: z.object({ webhook }),
  adminParked: z.object({
    total: bounded,
    users: z.array(parkedUser),
    /** Ask for what comes after this id; null on the last page. */
    next: z.nullable(z.int()),
  }),
  adminNotices: z.object({ notices: z.array(notice) }),
  adminNotice: z.object({ notice }),
  adminDone: z.object({}),
};
export type AdminResponses = {
  [K in keyof typeof adminResponses]: z.infer<(typeof adminResponses)[K]>;
};
