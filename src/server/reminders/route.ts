import 'server-only';
import { type Responses } from '@/contract/api';
import { apiRoute, type BodySchema, type Handle, type Visit } from '../accounts/routes';
import { actOnReminder, type ReminderAct } from './acts';
import { messageIsOutdated } from '../telegram/outdated';

/** An `apiRoute` that changes the reminder of its address, and then brings its message in the chat up to date. */
export const reminderChangeRoute = <K extends keyof Responses, B>(
  answers: K,
  body: BodySchema<B>,
  change: Handle<B, Responses[K]>,
) =>
  apiRoute(answers, body, change, ({ db, userId, id }) =>
    messageIsOutdated(db, { userId, reminderId: id }),
  );

/**
 * A route for one act on the reminder of its address; `conflict` where the body's `version` or `occurrence` is no longer
 * that of the reminder.
 */
export const actRoute = <
  B extends { version?: number | undefined; occurrence?: string | undefined },
>(
  body: BodySchema<B>,
  actOf: (visit: Visit<B>) => ReminderAct,
) =>
  reminderChangeRoute('acted', body, (visit) => {
    const { version, occurrence } = visit.body;
    return actOnReminder(visit.db, visit.account, visit.id, actOf(visit), {
      now: visit.now,
      version,
      occurrence: occurrence === undefined ? undefined : new Date(occurrence),
    });
  });
