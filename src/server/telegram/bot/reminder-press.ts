import 'server-only';
import { botTexts } from '@/texts/bot';
import { completeFromChat, snoozeFromChat, undoFromChat } from '../../chat-acts';
import { describePressed, readPress, renderPressed } from '../reminder-message';
import { askMoment } from './ask-moment';
import { type Turn } from './turn';

/** How callback data of reminder messages begin; reminder-message.ts reads the rest. */
export const REMINDER_PREFIX = 'r:';

/**
 * A button under a reminder message. It works whatever became of the terms: a flood must always be
 * possible to stop. `answer` says what became of the reminder.
 */
export async function pressReminder(
  turn: Turn,
  data: string,
  answer: (toast?: string) => Promise<void>,
): Promise<void> {
  const { db, now, person, pressedMessageId } = turn;
  const press = readPress(data);
  if (!press || pressedMessageId === undefined) {
    await Promise.all([answer(), turn.say(botTexts.staleButton)]);
    return;
  }
  if (press.button === 'undo') {
    const target = { userId: person.id, reminderId: press.reminderId, now };
    const { pressed, tooLate } = await undoFromChat(db, target, press.version);
    const { html, keyboard } = renderPressed(pressed, turn.settings);
    const said = tooLate ? botTexts.reminderMessage.tooLate : describePressed(pressed);
    await Promise.all([answer(said), turn.show(html, keyboard)]);
    return;
  }
  const { button, reminderId, occurrenceAt } = press;
  if (button === 'when') {
    await Promise.all([answer(), askMoment(turn, reminderId)]);
    return;
  }
  const about = { userId: person.id, reminderId, occurrenceAt, messageId: pressedMessageId, now };
  const pressed = await (button === 'done'
    ? completeFromChat(db, about)
    : snoozeFromChat(db, { ...about, preset: button }));
  const { html, keyboard } = renderPressed(pressed, turn.settings);
  await Promise.all([answer(describePressed(pressed)), turn.show(html, keyboard)]);
}
