import 'server-only';
import { botTexts } from '@/texts/bot';
import { replyTexts } from '@/texts/bot-replies';
import { expectMoment } from '../accounts/zone';
import { rememberMessage } from '../telegram/chat-messages';
import { excerpt } from '../telegram/message';
import { type Turn } from '../telegram/turn';
import { completeFromChat, snoozeFromChat, undoFromChat } from './chat-acts';
import { describePressed, readPress, renderPressed } from './message';
import { findReminder } from './upcoming';

/** How callback data of reminder messages begin; `readPress` reads the rest. */
export const REMINDER_PREFIX = 'r:';

/**
 * A button under a reminder message. It works whatever became of the terms: a flood must always be
 * possible to stop. `answer` says what became of the reminder.
 */
export async function pressReminder(
  turn: Turn,
  data: string,
  answer: (toast?: string) => Promise<void>,
): Promise<unknown> {
  const { db, now, person, pressedMessageId } = turn;
  const press = readPress(data);
  if (!press || pressedMessageId === undefined) {
    return Promise.all([answer(), turn.say(botTexts.staleButton)]);
  }
  if (press.button === 'undo') {
    const target = { userId: person.id, reminderId: press.reminderId, now };
    const { pressed, tooLate } = await undoFromChat(db, target, press.version);
    const { html, keyboard } = renderPressed(pressed, turn.settings);
    const said = tooLate ? botTexts.reminderMessage.tooLate : describePressed(pressed);
    return Promise.all([answer(said), turn.show(html, keyboard)]);
  }
  const { button, reminderId, occurrenceAt } = press;
  if (button === 'when') return Promise.all([answer(), askMoment(turn, reminderId)]);
  const about = { userId: person.id, reminderId, occurrenceAt, messageId: pressedMessageId, now };
  const pressed = await (button === 'done'
    ? completeFromChat(db, about)
    : snoozeFromChat(db, { ...about, preset: button }));
  const { html, keyboard } = renderPressed(pressed, turn.settings);
  return Promise.all([answer(describePressed(pressed)), turn.show(html, keyboard)]);
}

/** «Другое время…»: asks when; the next message, or a reply to the question, says it. */
export async function askMoment(turn: Turn, reminderId: number): Promise<unknown> {
  const { db, now, person } = turn;
  const reminder = await findReminder(db, person.id, reminderId);
  if (!reminder || reminder.deleted)
    return turn.say(reminder ? replyTexts.deletedAlready : replyTexts.gone);
  await expectMoment(db, person.id, reminderId, now);
  const question = replyTexts.askWhen(excerpt(reminder.text));
  const messageId = await turn.ask(question, replyTexts.placeholder);
  return rememberMessage(db, { userId: person.id, messageId, reminderId, now });
}
