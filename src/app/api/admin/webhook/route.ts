import { webhookState } from '@/server/admin/bot';
import { adminRoute } from '@/server/accounts/routes';

/** Apart from the numbers: Telegram may take seconds to answer. */
export const GET = adminRoute('adminWebhook', {}, async () => ({ webhook: await webhookState() }));
