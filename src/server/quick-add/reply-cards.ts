import 'server-only';
import { reminderPath } from '@/contract/launch';
import { comesAt } from '@/core/firing';
import { instantToWallTime } from '@/core/time-zone';
import { replyTexts } from '@/texts/bot-replies';
import { type Html, lines } from '@/texts/html';
import { describeRule } from '@/texts/schedule';
import { type Replied } from '../reminders/chat-acts';
import { packUndo } from '../reminders/message';
import { type ReminderRow } from '../reminders/reminders';
import { appButtonRow } from '../telegram/app-button';
import { excerpt, momentIn } from '../telegram/message';
import { button, type Card, type Keyboard, type MemberTurn, type Turn } from '../telegram/turn';

/** What an answer to an act carries: the way back, and the way into the app. */
export function actedKeyboard(turn: Turn, reminderId: number, undo: number | null): Keyboard {
  const back = undo === null ? [] : [button(replyTexts.buttons.undo, packUndo(reminderId, undo))];
  const open = appButtonRow(turn.settings, replyTexts.buttons.open, reminderPath(reminderId));
  return [[...back, ...open.flat()]];
}

/** The answer to an act: the reminder, what became of it, and «Вернуть». */
export const actedCard = (
  turn: Turn,
  { reminder, undo }: { reminder: Pick<ReminderRow, 'id' | 'text'>; undo: number | null },
  said: Html | string,
): Card => ({
  text: replyTexts.about(excerpt(reminder.text), said),
  keyboard: actedKeyboard(turn, reminder.id, undo),
});

/** What became of «готово» or «пропусти». */
export function ended(
  what: 'done' | 'skip',
  { reminder, result }: Replied,
  turn: MemberTurn,
): Html | string {
  const next = reminder.completed ? null : momentIn(reminder.dateTime, turn);
  if (result === 'already') return next ? replyTexts.alreadyUntil(next) : replyTexts.already;
  if (what === 'done') return next ? replyTexts.doneUntil(next) : replyTexts.done;
  return next ? replyTexts.skippedUntil(next) : replyTexts.skipped;
}

/** When it now comes, where it was to come at `to`. */
export function moved(reminder: ReminderRow, to: Date, turn: MemberTurn): Html {
  const comes = comesAt(reminder) ?? to;
  const when = momentIn(comes, turn);
  return comes < to ? replyTexts.movedToNext(when) : replyTexts.moved(when);
}

/** That it is paused now, or goes on. */
export function paused(reminder: ReminderRow, turn: MemberTurn): Html | string {
  const { pausedFrom, pausedUntil, completed } = reminder;
  const comes = comesAt(reminder);
  const at = (instant: Date) => momentIn(instant, turn);
  if (pausedFrom !== null) {
    return pausedUntil ? replyTexts.pausedUntil(at(pausedUntil)) : replyTexts.paused;
  }
  return completed || !comes ? replyTexts.notPaused : replyTexts.resumed(at(comes));
}

/** How it now repeats. */
export function repeats(reminder: ReminderRow, turn: MemberTurn): Html {
  const { rule } = reminder;
  const wall = instantToWallTime(reminder.dateTime, turn.account.timeZone);
  const when = momentIn(reminder.dateTime, turn);
  return replyTexts.repeats(rule ? describeRule(rule, wall) : '', when);
}

/** A sentence below what is otherwise said. */
export const below = ({ text, keyboard }: Card, said: Html | string): Card => ({
  text: lines(text, '', said),
  keyboard,
});
