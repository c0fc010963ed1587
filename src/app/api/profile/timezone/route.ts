import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { wireSettings } from '@/server/accounts/settings';
import { saveBrowserTimeZone } from '@/server/reminders/zone-shift';

export const POST = apiRoute('timeZone', requests.timeZone, async ({ db, body, now, ...visit }) => {
  const account = await saveBrowserTimeZone(db, visit.account, body.timezone, now);
  const { timeZone, timeZoneManual: manual, timeZoneBefore } = account;
  return {
    timezone: timeZone,
    manual,
    settings: wireSettings(account),
    ...(timeZoneBefore !== null && { zoneBefore: timeZoneBefore }),
  };
});
