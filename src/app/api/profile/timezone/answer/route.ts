import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { wireSettings } from '@/server/accounts/settings';
import { answerZoneChange } from '@/server/reminders/zone-shift';

/** What is to become of reminders on the clocks of the zone before. */
export const POST = apiRoute('zoneAnswered', requests.zoneAnswer, async (visit) => {
  const { db, body, now } = visit;
  const { account, ...shifted } = await answerZoneChange(db, visit.account, body, now);
  return { settings: wireSettings(account), ...shifted };
});
