import { TEST_ENV } from '@/testing/test-env';
import { siteSettings } from './site-settings';

test('the pages of a full cell show new people the next bot', () => {
  Object.assign(process.env, TEST_ENV, {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    TELEGRAM_BOT_USERNAME: 'napomnyu_first_bot',
    NEXT_CELL_BOT_USERNAME: '@napomnyu_second_bot',
  });
  expect(siteSettings().botUrl).toBe('https://t.me/napomnyu_second_bot');
});
