import 'server-only';
import { reminderPath } from '@/contract/launch';
import { replyTexts } from '@/texts/bot-replies';
import { type Html } from '@/texts/html';
import { snoozeLabels } from '../reminders/item-bot';
import { packUndo } from '../reminders/message';
import { type ReminderRow } from '../reminders/rows';
import { type ChatReminder } from '../reminders/upcoming';
import { FIRST_PAGE, itemData } from '../telegram/callback-data';
import { appButtonRow, excerpt } from '../telegram/message';
import { button, type Card, type Keyboard, type MemberTurn, type Turn } from '../telegram/turn';

/** The cards and keys that answer words about a reminder. */

const { buttons } = replyTexts;

export const snoozeRows = (reminder: ChatReminder, turn: MemberTurn): Keyboard => [
  snoozeLabels(turn, reminder).map(([label, preset]) =>
    button(label, itemData(reminder.id, preset, FIRST_PAGE, reminder.version)),
  ),
];

export const callOffRows = ({ id, version }: ChatReminder): Keyboard => {
  const data = (action: string) => itemData(id, action, FIRST_PAGE, version);
  return [
    [button(buttons.skip, data('skip')), button(buttons.remove, data('remove'), 'danger')],
    [button(buttons.otherTime, data('when'))],
  ];
};

export function actedKeyboard(turn: Turn, reminderId: number, undo: number | null): Keyboard {
  const back = undo === null ? [] : [button(buttons.undo, packUndo(reminderId, undo))];
  const open = appButtonRow(turn.settings, buttons.open, reminderPath(reminderId));
  return [[...back, ...open.flat()]];
}

export const actedCard = (
  turn: Turn,
  { reminder, undo }: { reminder: Pick<ReminderRow, 'id' | 'text'>; undo: number | null },
  said: Html | string,
): Card => ({
  text: replyTexts.about(excerpt(reminder.text), said),
  keyboard: actedKeyboard(turn, reminder.id, undo),
});
