import 'server-only';
import { z } from 'zod';
import { DatabaseUrlError, readDatabaseUrl } from './db/address';

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema.optional());
const required = (what: string) =>
  z.preprocess(blankIsAbsent, z.string({ error: `is missing: ${what}` }));

const postgresUrl = (schema: z.ZodString) =>
  schema.superRefine((url, context) => {
    try {
      readDatabaseUrl(url);
    } catch (error) {
      if (!(error instanceof DatabaseUrlError)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
    }
  });

/** Functions are many and short-lived, and each has a pool of its own; a server is one. */
const POOL_MAX = { functions: 3, server: 10 };

/** pino's. log.ts reads the variable by itself, before the environment is known to be complete. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

const botUsername = optional(
  z
    .string()
    .regex(/^@?\w{4,32}$/, { error: 'must be the bot’s username' })
    .transform((name) => name.replace(/^@/, '')),
);

const schema = z.object({
  DATABASE_URL: z.preprocess(
    blankIsAbsent,
    postgresUrl(z.string({ error: 'is missing: the PostgreSQL URL' })),
  ),
  DATABASE_URL_DIRECT: optional(postgresUrl(z.string())),
  DATABASE_POOL_MAX: optional(
    z.coerce
      .number({ error: 'must be a number' })
      .int({ error: 'must be a whole number' })
      .min(1, { error: 'must be at least 1' })
      .max(200, { error: 'must be at most 200' }),
  ),
  TELEGRAM_BOT_TOKEN: required('the token that @BotFather gave').pipe(
    z.string().regex(/^\d+:[\w-]{20,}$/, { error: 'does not look like a bot token' }),
  ),
  TELEGRAM_BOT_USERNAME: botUsername,
  NEXT_CELL_BOT_USERNAME: botUsername,
  TELEGRAM_WEBHOOK_SECRET: required('1–256 characters of A–Z a–z 0–9 _ -').pipe(
    z.string().regex(/^[\w-]{1,256}$/, { error: 'may hold only A–Z a–z 0–9 _ -' }),
  ),
  TELEGRAM_API_ROOT: z.preprocess(blankIsAbsent, z.url().default('https://api.telegram.org')),
  TELEGRAM_SIMULATOR: optional(z.enum(['on', 'off'], { error: 'must be on or off' })),
  TELEGRAM_MAX_PER_SECOND: z.preprocess(
    blankIsAbsent,
    z.coerce
      .number({ error: 'must be a number' })
      .min(1, { error: 'must be at least 1' })
      .max(100_000)
      .default(25),
  ),
  CRON_SECRET: required('at least 16 characters').pipe(
    z.string().min(16, { error: 'must have at least 16 characters' }),
  ),
  METRICS_TOKEN: optional(z.string().min(16, { error: 'must have at least 16 characters' })),
  APP_URL: required('the public address of the app').pipe(
    z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }),
  ),
  OPERATOR_NAME: optional(z.string().max(200)),
  CONTACT_EMAIL: optional(z.email({ error: 'must be an e-mail address' })),
  ADMIN_TELEGRAM_IDS: z.preprocess(
    (value) =>
      typeof value === 'string'
        ? value
            .split(',')
            .map((id) => id.trim())
            .filter(Boolean)
        : [],
    z.array(
      z
        .string()
        .regex(/^\d{1,16}$/, { error: 'must be Telegram user ids, separated by commas' })
        .transform(Number),
    ),
  ),
  ERASURES_FILE: optional(z.string()),
  DELIVERY_TICKER: optional(z.enum(['on', 'off'], { error: 'must be on or off' })),
  APP_WORKER: optional(z.enum(['on', 'off'], { error: 'must be on or off' })),
  LOG_LEVEL: optional(z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` })),
  VERCEL: optional(z.string()),
});

/** Every variable that is read here, by name. */
export const variableNames: readonly string[] = Object.keys(schema.shape);

export interface Env {
  databaseUrl: string;
  /** For migrations: past a transaction pooler. */
  databaseUrlDirect: string;
  /** Connections of one process at most. */
  databasePoolMax: number;
  botToken: string;
  /** Without @; undefined where links to the bot are not wanted. */
  botUsername: string | undefined;
  /** The bot, without @, that takes new people because this one is full; undefined while it is not. */
  nextCellBotUsername: string | undefined;
  webhookSecret: string;
  telegramApiRoot: string;
  /** That address is the demo's simulator, not Telegram's server. */
  simulated: boolean;
  /** Messages a second over all instances. */
  maxPerSecond: number;
  cronSecret: string;
  /** What whoever scrapes /api/metrics has to know; undefined where nobody may. */
  metricsToken: string | undefined;
  /** Without a trailing slash. */
  appUrl: string;
  /** Who runs this installation, for the legal pages: a person's or a company's name. */
  operatorName: string | undefined;
  contactEmail: string | undefined;
  adminIds: ReadonlySet<number>;
  /** Where erasures are kept on record beside the log. */
  erasuresFile: string | undefined;
  tickerOn: boolean;
  /** Whether browsers keep the app's shell; off withdraws what they keep. */
  appWorkerOn: boolean;
}

/** Every fault of the environment at once, each line naming its variable. Values are never quoted. */
export class EnvError extends Error {
  override name = 'EnvError';
}

/** Reads and checks an environment; throws EnvError with one line per fault. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const parsed = schema.safeParse(source);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(
      (issue) => `  ${issue.path[0]?.toString() ?? ''} ${issue.message}`,
    );
    throw new EnvError(`The environment is not complete:\n${[...new Set(lines)].join('\n')}`);
  }
  const e = parsed.data;
  return {
    databaseUrl: e.DATABASE_URL,
    databaseUrlDirect: e.DATABASE_URL_DIRECT ?? e.DATABASE_URL,
    databasePoolMax:
      e.DATABASE_POOL_MAX ?? (e.VERCEL === undefined ? POOL_MAX.server : POOL_MAX.functions),
    botToken: e.TELEGRAM_BOT_TOKEN,
    botUsername: e.TELEGRAM_BOT_USERNAME,
    nextCellBotUsername: e.NEXT_CELL_BOT_USERNAME,
    webhookSecret: e.TELEGRAM_WEBHOOK_SECRET,
    telegramApiRoot: e.TELEGRAM_API_ROOT,
    simulated: e.TELEGRAM_SIMULATOR === 'on',
    maxPerSecond: e.TELEGRAM_MAX_PER_SECOND,
    cronSecret: e.CRON_SECRET,
    // Whoever scrapes could otherwise start deliveries.
    metricsToken: e.METRICS_TOKEN === e.CRON_SECRET ? undefined : e.METRICS_TOKEN,
    appUrl: e.APP_URL.replace(/\/+$/, ''),
    operatorName: e.OPERATOR_NAME,
    contactEmail: e.CONTACT_EMAIL,
    adminIds: new Set(e.ADMIN_TELEGRAM_IDS),
    erasuresFile: e.ERASURES_FILE,
    tickerOn: e.DELIVERY_TICKER ? e.DELIVERY_TICKER === 'on' : e.VERCEL === undefined,
    appWorkerOn: e.APP_WORKER !== 'off',
  };
}

let cached: Env | undefined;

/** The process's environment, read once and only when first asked: a build needs none of it. */
export function env(): Env {
  cached ??= parseEnv(process.env);
  return cached;
}
