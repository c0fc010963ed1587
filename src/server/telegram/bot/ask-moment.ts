import 'server-only';
import { replyTexts } from '@/texts/bot-replies';
import { expectMoment } from '../../account-zone';
import { rememberMessage } from '../../chat-messages';
import { findReminder } from '../../upcoming';
import { excerpt } from './card';
import { type Turn } from './turn';

/** «Другое время…»: asks when; the next message, or a reply to the question, says it. */
export async function askMoment(turn: Turn, reminderId: number): Promise<void> {
  const { db, now, person } = turn;
  const reminder = await findReminder(db, person.id, reminderId);
  if (!reminder || reminder.deleted) {
    await turn.say(reminder ? replyTexts.deletedAlready : replyTexts.gone);
    return;
  }
  await expectMoment(db, person.id, reminderId, now);
  const messageId = await turn.ask(
    replyTexts.askWhen(excerpt(reminder.text)),
    replyTexts.placeholder,
  );
  await rememberMessage(db, { userId: person.id, messageId, reminderId, now });
}
