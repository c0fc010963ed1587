import { parseEnv } from '@/server/platform/env';
import { connectBotApi } from '@/server/telegram/send';
import { setUpBot } from '@/server/telegram/setup';
import { runCommand } from './command';

/** `npm run bot:setup`: commands, menu button and webhook of the configured bot. Safe to repeat. */
async function main(): Promise<void> {
  const env = parseEnv(process.env);
  const api = connectBotApi({ token: env.botToken, apiRoot: env.telegramApiRoot });
  const { webhook, inline, guests } = await setUpBot(api, env);
  console.log(
    webhook
      ? `The bot is set up; updates go to ${webhook}`
      : 'Commands and descriptions are set. Webhook and menu button need an https APP_URL.',
  );
  console.log(
    inline
      ? 'Inline mode is on. So that Telegram tells what was sent by it: @BotFather, /setinlinefeedback, 100%.'
      : 'Inline mode is off: reminders are shared by links only. To switch it on: @BotFather, /setinline.',
  );
  console.log(
    guests
      ? 'Guest mode is on: people may ask for reminders in chats that the bot is not in.'
      : 'Guest mode is off. To switch it on: @BotFather, the bot, Bot Settings; then repeat this command.',
  );
}

void runCommand(main);
