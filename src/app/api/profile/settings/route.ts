import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { saveSettings, wireSettings } from '@/server/accounts/settings';

export const GET = apiRoute('settings', {}, ({ account }) =>
  Promise.resolve({ settings: wireSettings(account) }),
);

export const PUT = apiRoute('settings', { body: requests.settings }, async (visit) => ({
  settings: await saveSettings(visit.db, visit.account.id, visit.body.settings, visit.now),
}));
