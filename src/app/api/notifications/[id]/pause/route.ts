import { requests } from '@/contract/api';
import { pauseAct } from '@/server/reminders/acts';
import { actRoute } from '@/server/reminders/route';

export const POST = actRoute(requests.pauseReminder, ({ body, now }) => pauseAct(body.until, now));
