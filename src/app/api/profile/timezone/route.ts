import { requests } from '@/contract/api';
import { saveBrowserTimeZone } from '@/server/accounts';
import { apiRoute } from '@/server/http';
import { wireSettings } from '@/server/settings';

export const POST = apiRoute('timeZone', { body: requests.timeZone }, async (visit) => {
  const { timeZone, manual } = await saveBrowserTimeZone(
    visit.db,
    visit.account,
    visit.body.timezone,
  );
  const settings = wireSettings({ ...visit.account, timeZone });
  return { timezone: timeZone, manual, settings };
});
