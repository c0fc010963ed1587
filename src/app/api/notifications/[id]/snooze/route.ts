import { requests } from '@/contract/api';
import { snoozeAct } from '@/server/reminders/acts';
import { actRoute } from '@/server/reminders/route';

export const POST = actRoute(requests.snoozeReminder, ({ body, now }) =>
  snoozeAct(body.until, now),
);
