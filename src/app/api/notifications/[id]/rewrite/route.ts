import { requests } from '@/contract/api';
import { rewriteFromApp } from '@/server/reminders/rewrite';
import { reminderChangeRoute } from '@/server/reminders/route';

export const POST = reminderChangeRoute('acted', requests.rewriteReminder, rewriteFromApp);
