import { requests } from '@/contract/api';
import { reminderRoute } from '@/server/reminders/route';
import { makeNoteOf } from '@/server/reminders/reminders';

export const POST = reminderRoute(
  'noteOfReminder',
  requests.noteOfReminder,
  ({ db, account, params, body, now }) =>
    makeNoteOf(db, account, params.id, { now, version: body.version }),
);
