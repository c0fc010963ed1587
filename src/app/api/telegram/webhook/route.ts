import { db } from '@/server/platform/db/client';
import { env } from '@/server/platform/env';
import { createBot } from '@/server/chat/bot';
import { receiveUpdate } from '@/server/telegram/webhook';

const clock = () => new Date();
let bot: ReturnType<typeof createBot> | undefined;

export function POST(request: Request): Promise<Response> {
  bot ??= createBot(db(), env(), clock);
  return receiveUpdate(request, {
    db: db(),
    secret: env().webhookSecret,
    clock,
    handle: bot,
  });
}
