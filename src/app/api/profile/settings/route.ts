import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { saveSettings, wireSettings } from '@/server/accounts/settings';

export const GET = apiRoute('settings', null, ({ account }) => ({
  settings: wireSettings(account),
}));

export const PUT = apiRoute('settings', requests.settings, async ({ db, userId, body, now }) => ({
  settings: await saveSettings(db, userId, body.settings, now),
}));
