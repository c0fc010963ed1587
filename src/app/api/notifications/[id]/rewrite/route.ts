import { requests } from '@/contract/api';
import { rewriteFromApp } from '@/server/reminders/rewrite';
import { reminderRoute } from '@/server/reminders/route';

export const POST = reminderRoute('acted', requests.rewriteReminder, rewriteFromApp);
