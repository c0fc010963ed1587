import { SIGNATURE, signInitData } from '@/dev/simulator/init-data';

/** The environment that route handlers read in tests; `DATABASE_URL` comes from the test's database. */
export const TEST_ENV = {
  TELEGRAM_BOT_TOKEN: '42:a-token-of-the-tests-only',
  TELEGRAM_WEBHOOK_SECRET: 'webhook-secret-of-the-tests',
  CRON_SECRET: 'cron-secret-of-the-tests',
  METRICS_TOKEN: 'metrics-token-of-the-tests',
  APP_URL: 'http://localhost:3000',
  ADMIN_TELEGRAM_IDS: '1',
  DELIVERY_TICKER: 'off',
};

/** Init data as Telegram would sign it for a user. */
export function initDataFor(
  user: { id: number; first_name?: string; username?: string; photo_url?: string },
  { at = new Date(), token = TEST_ENV.TELEGRAM_BOT_TOKEN }: { at?: Date; token?: string } = {},
): string {
  const fields = {
    auth_date: String(Math.floor(at.getTime() / 1000)),
    signature: SIGNATURE,
    user: JSON.stringify({ first_name: 'Тест', ...user }),
  };
  return signInitData(fields, token);
}
