import 'server-only';
import { type z } from 'zod';
import { type Responses } from '@/contract/api';
import { apiRoute, idParams, type Visit } from '../accounts/routes';
import { messageIsOutdated } from './message-refresh';

/** An `apiRoute` that changes the reminder of its address, and then brings its message in the chat up to date. */
export const reminderRoute = <K extends keyof Responses, B>(
  answers: K,
  body: z.core.$ZodType<B>,
  change: (visit: Visit<B, { id: number }>) => Promise<Omit<Responses[K], 'success'>>,
) =>
  apiRoute(answers, { body, params: idParams }, async (visit: Visit<B, { id: number }>) => {
    const answer = await change(visit);
    messageIsOutdated({ userId: visit.account.id, reminderId: visit.params.id });
    return answer;
  });
