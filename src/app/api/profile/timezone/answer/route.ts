import { requests } from '@/contract/api';
import { apiRoute } from '@/server/accounts/routes';
import { wireSettings } from '@/server/accounts/settings';
import { answerZoneChange } from '@/server/reminders/zone-shift';

/** What is to become of reminders on the clocks of the zone before; `next` is where to go on. */
export const POST = apiRoute('zoneAnswered', { body: requests.zoneAnswer }, async (visit) => {
  const { account, ...shifted } = await answerZoneChange(
    visit.db,
    visit.account,
    visit.body,
    visit.now,
  );
  return { settings: wireSettings(account), ...shifted };
});
