import { requests } from '@/contract/api';
import { actRoute } from '@/server/reminders/route';

export const POST = actRoute(requests.answerReminder, () => 'done');
