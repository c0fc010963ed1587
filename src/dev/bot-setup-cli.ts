import { parseEnv } from '@/server/env';
import { connectBotApi } from '@/server/telegram/send';
import { setUpBot } from '@/server/telegram/setup';
import { loadDotEnv } from './dot-env';

/** `npm run bot:setup`: commands, menu button and webhook of the configured bot. Safe to repeat. */
async function main(): Promise<void> {
  loadDotEnv(process.cwd());
  const env = parseEnv(process.env);
  const api = connectBotApi({ token: env.botToken, apiRoot: env.telegramApiRoot });
  const { webhook } = await setUpBot(api, env);
  console.log(
    webhook
      ? `The bot is set up; updates go to ${webhook}`
      : 'Commands and descriptions are set. Webhook and menu button need an https APP_URL.',
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
