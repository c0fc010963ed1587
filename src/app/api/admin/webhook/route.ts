import { adminRoute } from '@/server/accounts/routes';
import { webhookState } from '@/server/admin/bot';

/** Apart from the numbers: Telegram may take seconds to answer. */
export const GET = adminRoute('adminWebhook', null, async () => ({
  webhook: await webhookState(),
}));
