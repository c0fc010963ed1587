import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** The people of a new demo. Вера is its administrator. */
export const DEMO_USERS = [
  { id: 1001, firstName: 'Анна', lastName: 'Соколова', username: 'anna_s', languageCode: 'ru' },
  { id: 1002, firstName: 'Борис', username: 'boris_k', languageCode: 'ru' },
  { id: 1003, firstName: 'Вера', username: 'vera_admin', languageCode: 'ru' },
];
export const DEMO_ADMIN = 1003;
export const DEMO_BOT = 'napomnyu_demo_bot';

const secretsSchema = z.object({
  TELEGRAM_BOT_TOKEN: z.string(),
  TELEGRAM_WEBHOOK_SECRET: z.string(),
  CRON_SECRET: z.string(),
});
type DemoSecrets = z.infer<typeof secretsSchema>;

/** Secrets of a checkout's demo: made once, kept in `.data/`. The environment's own come first. */
export async function demoSecrets(data: string): Promise<DemoSecrets> {
  const file = path.join(data, 'demo-secrets.json');
  const stored = secretsSchema.safeParse(
    JSON.parse(await readFile(file, 'utf8').catch(() => 'null')),
  );
  const secrets = stored.data ?? {
    TELEGRAM_BOT_TOKEN: `700001:${randomBytes(26).toString('base64url')}`,
    TELEGRAM_WEBHOOK_SECRET: randomBytes(24).toString('base64url'),
    CRON_SECRET: randomBytes(24).toString('base64url'),
  };
  if (!stored.success) {
    await writeFile(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  }
  const own = (name: keyof DemoSecrets) => process.env[name] || secrets[name];
  return {
    TELEGRAM_BOT_TOKEN: own('TELEGRAM_BOT_TOKEN'),
    TELEGRAM_WEBHOOK_SECRET: own('TELEGRAM_WEBHOOK_SECRET'),
    CRON_SECRET: own('CRON_SECRET'),
  };
}
