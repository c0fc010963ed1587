import { requests } from '@/contract/api';
import { reminderRoute } from '@/server/reminder-route';
import { makeNoteOf } from '@/server/reminder-to-note';

export const POST = reminderRoute(
  'noteOfReminder',
  requests.noteOfReminder,
  ({ db, account, params, body, now }) =>
    makeNoteOf(db, account, params.id, { now, version: body.version }),
);
