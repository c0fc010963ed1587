import 'server-only';
import { z } from 'zod';
import { DatabaseUrlError, readDatabaseUrl } from './db/address';
import { processState } from './process-state';

const required = (what: string) => z.string({ error: `is missing: ${what}` });

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

const username = z.string().regex(/^@?\w{4,32}$/, { error: 'must be the bot’s username' });
const botUsername = username.transform((name) => name.replace(/^@/, '')).optional();
const secret = (schema: z.ZodString) =>
  schema.min(16, { error: 'must have at least 16 characters' });
const number = z.coerce.number({ error: 'must be a number' }).min(1, {
  error: 'must be at least 1',
});
const onOrOff = z.enum(['on', 'off'], { error: 'must be on or off' }).optional();
const userId = z
  .string()
  .regex(/^\d{1,16}$/, { error: 'must be Telegram user ids, separated by commas' })
  .transform(Number);

const variables = z.object({
  DATABASE_URL: postgresUrl(required('the PostgreSQL URL')),
  DATABASE_URL_DIRECT: postgresUrl(z.string()).optional(),
  DATABASE_POOL_MAX: number
    .int({ error: 'must be a whole number' })
    .max(200, { error: 'must be at most 200' })
    .optional(),
  TELEGRAM_BOT_TOKEN: required('the token that @BotFather gave').regex(/^\d+:[\w-]{20,}$/, {
    error: 'does not look like a bot token',
  }),
  TELEGRAM_BOT_USERNAME: botUsername,
  NEXT_CELL_BOT_USERNAME: botUsername,
  TELEGRAM_WEBHOOK_SECRET: required('1–256 characters of A–Z a–z 0–9 _ -').regex(/^[\w-]{1,256}$/, {
    error: 'may hold only A–Z a–z 0–9 _ -',
  }),
  TELEGRAM_API_ROOT: z.url().default('https://api.telegram.org'),
  TELEGRAM_SIMULATOR: onOrOff,
  TELEGRAM_MAX_PER_SECOND: number.max(100_000).default(25),
  CRON_SECRET: secret(required('at least 16 characters')),
  METRICS_TOKEN: secret(z.string()).optional(),
  APP_URL: required('the public address of the app').pipe(
    z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }),
  ),
  OPERATOR_NAME: z.string().max(200).optional(),
  OPERATOR_ADDRESS: z.string().max(300).optional(),
  OPERATOR_REGISTRY_NUMBER: z.string().max(50).optional(),
  CONTACT_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  DATABASE_COUNTRY: z.string().max(100).optional(),
  DATABASE_ENCRYPTED: onOrOff,
  BACKUP_DAYS: number.int({ error: 'must be a whole number' }).optional(),
  LOG_DAYS: number.int({ error: 'must be a whole number' }).optional(),
  ADMIN_TELEGRAM_IDS: z
    .string()
    .default('')
    .transform((ids) => ids.split(',').flatMap((id) => id.trim() || []))
    .pipe(z.array(userId)),
  ERASURES_FILE: z.string().optional(),
  TRANSCRIBE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
    .refine((url) => /^[^@?#]*$/.test(url), {
      error: 'must be an address without user, query and fragment: a key is TRANSCRIBE_KEY',
    })
    .optional(),
  TRANSCRIBE_MODEL: z.string().max(200).default('whisper-1'),
  TRANSCRIBE_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, { error: 'must be what an HTTP header may hold' })
    .optional(),
  DELIVERY_TICKER: onOrOff,
  APP_WORKER: onOrOff,
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).optional(),
  VERCEL: z.string().optional(),
});

const LEGAL = ['OPERATOR_NAME', 'OPERATOR_ADDRESS', 'CONTACT_EMAIL', 'DATABASE_COUNTRY'] as const;

/** Every variable that is read here, by name. */
export const variableNames: readonly string[] = Object.keys(variables.shape);

const environment = variables.transform((variable) => ({
  databaseUrl: variable.DATABASE_URL,
  /** Connections of one process at most. */
  databasePoolMax:
    variable.DATABASE_POOL_MAX ??
    (variable.VERCEL === undefined ? POOL_MAX.server : POOL_MAX.functions),
  botToken: variable.TELEGRAM_BOT_TOKEN,
  /** The bot's name without @; undefined where links to the bot are not wanted. */
  botUsername: variable.TELEGRAM_BOT_USERNAME,
  /** The bot, without @, that takes new people because this one is full; undefined while it is not. */
  nextCellBotUsername: variable.NEXT_CELL_BOT_USERNAME,
  webhookSecret: variable.TELEGRAM_WEBHOOK_SECRET,
  telegramApiRoot: variable.TELEGRAM_API_ROOT,
  /** That address is the demo's simulator, not Telegram's server. */
  simulated: variable.TELEGRAM_SIMULATOR === 'on',
  /** Messages a second over all instances. */
  maxPerSecond: variable.TELEGRAM_MAX_PER_SECOND,
  cronSecret: variable.CRON_SECRET,
  /**
   * The secret of whoever scrapes /api/metrics; undefined where nobody may, nor with the secret of cron:
   * whoever scrapes could otherwise start deliveries.
   */
  metricsToken:
    variable.METRICS_TOKEN === variable.CRON_SECRET ? undefined : variable.METRICS_TOKEN,
  /** An address without a trailing slash. */
  appUrl: variable.APP_URL.replace(/\/+$/, ''),
  /** Who runs this installation, for the legal pages: a person's or a company's name. */
  operatorName: variable.OPERATOR_NAME,
  operatorAddress: variable.OPERATOR_ADDRESS,
  operatorRegistryNumber: variable.OPERATOR_REGISTRY_NUMBER,
  contactEmail: variable.CONTACT_EMAIL,
  /** The country in which the database stands: «Россия». */
  databaseCountry: variable.DATABASE_COUNTRY,
  /** True where the disks of database and backups are encrypted; undefined where nobody has said. */
  encryptedAtRest: variable.DATABASE_ENCRYPTED && variable.DATABASE_ENCRYPTED === 'on',
  backupDays: variable.BACKUP_DAYS,
  logDays: variable.LOG_DAYS,
  /** Variables without which the legal pages cannot say who answers for people's data, and where these are. */
  missingLegal: LEGAL.filter((name) => variable[name] === undefined),
  adminIds: new Set(variable.ADMIN_TELEGRAM_IDS),
  /** The file in which erasures are kept on record beside the log. */
  erasuresFile: variable.ERASURES_FILE,
  /** What writes voice messages down; undefined where nothing does. Its address has no trailing slash. */
  transcriber:
    variable.TRANSCRIBE_URL === undefined
      ? undefined
      : {
          url: variable.TRANSCRIBE_URL.replace(/\/+$/, ''),
          model: variable.TRANSCRIBE_MODEL,
          key: variable.TRANSCRIBE_KEY,
        },
  tickerOn: variable.DELIVERY_TICKER
    ? variable.DELIVERY_TICKER === 'on'
    : variable.VERCEL === undefined,
  /** True where browsers keep the app's shell; false withdraws what they keep. */
  appWorkerOn: variable.APP_WORKER !== 'off',
}));
export type Env = z.infer<typeof environment>;

/** Every fault of the environment at once, each line naming its variable. Values are never quoted. */
export class EnvError extends Error {
  override name = 'EnvError';
}

/** Reads and checks an environment, in which blank is absent; throws EnvError with one line per fault. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.entries(source).filter(([, value]) => value !== '');
  const parsed = environment.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(
    (issue) => `  ${issue.path[0]?.toString() ?? ''} ${issue.message}`,
  );
  throw new EnvError(`The environment is not complete:\n${[...new Set(lines)].join('\n')}`);
}

const environmentState = processState<{ env?: Env }>('environment', () => ({}));

/** The process's environment, read once and only when first asked: a build needs none of it. */
export const env = (): Env => (environmentState.env ??= parseEnv(process.env));
