import { appButtonRow } from './message';

test.each([
  ['https://napomnyu.example', false, true],
  ['https://napomnyu.example', true, true],
  ['http://localhost:3000', true, true],
  // Telegram's own server on this machine refuses http like the public one.
  ['http://localhost:3000', false, false],
  ['http://napomnyu.example', false, false],
  ['http://napomnyu.example', true, false],
  ['http://localhost.example', true, false],
])('the app at %s, simulated Telegram: %s, has a button: %s', (appUrl, simulated, has) => {
  expect(appButtonRow({ appUrl, simulated }, 'Открыть')).toHaveLength(has ? 1 : 0);
});
