import { botTexts } from '@/texts/bot';
import { testTelegram } from '@/testing/telegram';
import { commandNames } from '../chat/routes';
import { connectBotApi } from './send';
import { setUpBot } from './setup';

const token = '7000000000:AAtest-token-of-the-setup';
const telegram = testTelegram({ token });
const api = () => connectBotApi({ token, apiRoot: telegram().origin });
const settings = (over: object = {}) => ({
  appUrl: 'https://napomnyu.example',
  simulated: true,
  webhookSecret: 'secret',
  ...over,
});

test('sets webhook, commands, menu button and descriptions, and may be repeated', async () => {
  await setUpBot(api(), settings());
  await setUpBot(api(), settings());
  const { bot } = telegram().simulator.world;
  expect(telegram().simulator.feed.webhookInfo()).toMatchObject({
    url: 'https://napomnyu.example/api/telegram/webhook',
    allowed_updates: [
      ...['message', 'edited_message', 'callback_query'],
      ...['inline_query', 'chosen_inline_result', 'my_chat_member', 'guest_message'],
    ],
  });
  expect(bot.menuButton).toMatchObject({
    web_app: { url: 'https://napomnyu.example/app' },
  });
  expect([...bot.commands.keys()]).toHaveLength(2);
  // The simulator refuses texts longer than Telegram takes.
  expect(bot.description).toBe(botTexts.description);
  expect(bot.shortDescription).toBe(botTexts.shortDescription);
});

test('the menu and /help name the commands that the bot answers', () => {
  const menu = botTexts.commands.map(([name]) => name);
  // Telegram shows a button for /start itself.
  expect(menu.toSorted()).toEqual(commandNames.filter((name) => name !== 'start').toSorted());
  // The help names neither itself nor the policy.
  const inHelp = [...String(botTexts.help).matchAll(/^\/([a-z]+)/gm)].map(([, name]) => name);
  expect(inHelp.toSorted()).toEqual(
    menu.filter((name) => !['help', 'privacy'].includes(name)).toSorted(),
  );
});

test('drops no update that waits for the bot', async () => {
  await setUpBot(api(), settings());
  const calls = telegram().simulator.calls.filter((call) => call.method === 'setWebhook');
  expect(calls.every((call) => !call.fields.drop_pending_updates)).toBe(true);
});

test('without https the commands are set, and updates are left to polling', async () => {
  const before = telegram().simulator.calls.length;
  const local = settings({
    appUrl: 'http://localhost:3000',
    simulated: false,
  });
  expect(await setUpBot(api(), local)).toEqual({ webhook: null, inline: true, guests: true });
  const methods = telegram()
    .simulator.calls.slice(before)
    .map((call) => call.method);
  expect(methods).not.toContain('setWebhook');
  expect(methods).toContain('setMyCommands');
});

test('says whether @BotFather has switched inline mode on', async () => {
  const { inline } = telegram().simulator.world.bot;
  inline.enabled = false;
  expect(await setUpBot(api(), settings())).toMatchObject({ inline: false });
  inline.enabled = true;
  expect(await setUpBot(api(), settings())).toMatchObject({ inline: true });
});

test('asks for guest calls only where @BotFather has switched guest mode on', async () => {
  const { world, feed } = telegram().simulator;
  world.bot.guests = false;
  expect(await setUpBot(api(), settings())).toMatchObject({ guests: false });
  world.bot.guests = true;
  const { allowed_updates } = feed.webhookInfo();
  expect(allowed_updates).not.toContain('guest_message');
});
