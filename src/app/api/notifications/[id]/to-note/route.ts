import { requests } from '@/contract/api';
import { reminderChangeRoute } from '@/server/reminders/route';
import { makeNoteOf } from '@/server/reminders/reminders';

export const POST = reminderChangeRoute('noteOfReminder', requests.noteOfReminder, (visit) =>
  makeNoteOf(visit.db, visit.account, visit.id, { now: visit.now, version: visit.body.version }),
);
