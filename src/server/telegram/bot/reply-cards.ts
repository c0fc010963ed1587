import 'server-only';
import { reminderPath } from '@/contract/launch';
import { comesAt } from '@/core/firing';
import { instantToWallTime } from '@/core/time-zone';
import { replyTexts } from '@/texts/bot-replies';
import { type Html, lines } from '@/texts/html';
import { describeInstant, describeRule } from '@/texts/schedule';
import { type Account } from '../../accounts';
import { type Replied } from '../../chat-acts';
import { type ReminderRow } from '../../reminders';
import { appButtonRow } from '../app-button';
import { packUndo } from '../reminder-message';
import { type Card, excerpt } from './card';
import { button, type Keyboard, type Turn } from './turn';

/** «завтра в 10:00», on the clocks of the user. */
export const momentIn = (at: Date, { now }: Pick<Turn, 'now'>, { timeZone }: Account): string =>
  describeInstant(instantToWallTime(now, timeZone), instantToWallTime(at, timeZone));

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
  turn: Turn,
  account: Account,
): Html | string {
  const next = reminder.completed ? null : momentIn(reminder.dateTime, turn, account);
  if (result === 'already') return next ? replyTexts.alreadyUntil(next) : replyTexts.already;
  if (what === 'done') return next ? replyTexts.doneUntil(next) : replyTexts.done;
  return next ? replyTexts.skippedUntil(next) : replyTexts.skipped;
}

/** When it now comes, where it was to come at `to`. */
export function moved(reminder: ReminderRow, to: Date, turn: Turn, account: Account): Html {
  const comes = comesAt(reminder) ?? to;
  const when = momentIn(comes, turn, account);
  return comes < to ? replyTexts.movedToNext(when) : replyTexts.moved(when);
}

/** That it is paused now, or goes on. */
export function paused(reminder: ReminderRow, turn: Turn, account: Account): Html | string {
  const { pausedFrom, pausedUntil, completed } = reminder;
  const comes = comesAt(reminder);
  const at = (instant: Date) => momentIn(instant, turn, account);
  if (pausedFrom !== null) {
    return pausedUntil ? replyTexts.pausedUntil(at(pausedUntil)) : replyTexts.paused;
  }
  return completed || !comes ? replyTexts.notPaused : replyTexts.resumed(at(comes));
}

/** How it now repeats. */
export function repeats(reminder: ReminderRow, turn: Turn, account: Account): Html {
  const { rule } = reminder;
  const wall = instantToWallTime(reminder.dateTime, account.timeZone);
  const when = momentIn(reminder.dateTime, turn, account);
  return replyTexts.repeats(rule ? describeRule(rule, wall) : '', when);
}

/** A sentence below what is otherwise said. */
export const below = ({ text, keyboard }: Card, said: Html | string): Card => ({
  text: lines(text, '', said),
  keyboard,
});
