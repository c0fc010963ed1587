import { appButtonRow } from './app-button';

test.each([
  ['https://napomnyu.example', 'https://api.telegram.org', true],
  ['https://napomnyu.example', 'http://127.0.0.1:8081', true],
  ['http://localhost:3000', 'http://127.0.0.1:8081', true],
  ['http://localhost:3000', 'https://api.telegram.org', false],
  ['http://napomnyu.example', 'https://api.telegram.org', false],
  ['http://napomnyu.example', 'http://bot-api.internal:8081', false],
  ['http://napomnyu.example', 'http://127.0.0.1:8081', false],
  ['http://localhost.example', 'http://127.0.0.1:8081', false],
])('the app at %s has a button in messages over %s: %s', (appUrl, telegramApiRoot, has) => {
  expect(appButtonRow({ appUrl, telegramApiRoot }, 'Открыть')).toHaveLength(has ? 1 : 0);
});
