import { requests } from '@/contract/api';
import { refreshProfile } from '@/server/accounts/accounts';
import { apiRoute } from '@/server/accounts/routes';

export const POST = apiRoute('validate', requests.nothing, async (visit) => {
  await refreshProfile(visit.db, visit.telegramUser);
  const { timeZone, timeZoneManual } = visit.account;
  return timeZoneManual ? { timezone: timeZone } : {};
});
