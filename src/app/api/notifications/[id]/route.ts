import { requests } from '@/contract/api';
import { jointTexts } from '@/texts/joint';
import { apiRoute } from '@/server/accounts/routes';
import { deleteReminder } from '@/server/reminders/deletion';
import { updateReminder } from '@/server/reminders/reminders';
import { reminderChangeRoute } from '@/server/reminders/route';
import { readToShare } from '@/server/sharing/shares';

export const GET = apiRoute('reminderWithHistory', null, ({ db, account, id }) =>
  readToShare(db, account, id),
);

export const PUT = reminderChangeRoute('reminder', requests.saveReminder, async (visit) => {
  const { db, account, id, body, now } = visit;
  const version = body.version ?? body.notification.version;
  const options = { now, version };
  return { notification: await updateReminder(db, account, id, body.notification, options) };
});

export const DELETE = reminderChangeRoute('removed', requests.removeReminder, async (visit) => {
  const { db, userId, id, now, body } = visit;
  const endedForAll = await deleteReminder(db, userId, id, now, { leaves: body.leave === true });
  return endedForAll ? { message: jointTexts.ended } : {};
});
