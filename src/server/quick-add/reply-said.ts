import 'server-only';
import { counterOf } from '@/core/counter';
import { comesAt } from '@/core/firing';
import { instantToWallTime } from '@/core/time-zone';
import { replyTexts } from '@/texts/bot-replies';
import { counterTexts } from '@/texts/counter';
import { type Html, html, lines } from '@/texts/html';
import { describePreAlerts, describeRule } from '@/texts/schedule';
import { type Replied } from '../reminders/chat-acts';
import { describeAnsweredBy } from '../reminders/message';
import { type ReminderRow } from '../reminders/rows';
import { momentIn } from '../telegram/message';
import { type MemberTurn } from '../telegram/turn';

/** What is said of a reminder once words have changed it. */

export function ended(what: 'done' | 'skip', replied: Replied, turn: MemberTurn): Html | string {
  const { reminder, result, answeredBy } = replied;
  const next = reminder.completed ? null : momentIn(reminder.dateTime, turn);
  if (result === 'already' && answeredBy) {
    return lines(describeAnsweredBy(answeredBy, turn.account.timeZone));
  }
  if (result === 'already') return next ? replyTexts.alreadyUntil(next) : replyTexts.already;
  if (what === 'done') {
    const counter = counterOf(reminder);
    const said = next ? replyTexts.doneUntil(next) : replyTexts.done;
    return counter ? html`${said} ${counterTexts.after(counter)}.` : said;
  }
  return next ? replyTexts.skippedUntil(next) : replyTexts.skipped;
}

export function moved(reminder: ReminderRow, to: Date, turn: MemberTurn): Html {
  const comes = comesAt(reminder) ?? to;
  const when = momentIn(comes, turn);
  return comes < to ? replyTexts.movedToNext(when) : replyTexts.moved(when);
}

export const toldAhead = ({ preAlerts }: ReminderRow, at: Date, turn: MemberTurn): Html =>
  replyTexts.toldAhead(describePreAlerts(preAlerts), momentIn(at, turn));

export function paused(reminder: ReminderRow, turn: MemberTurn): Html | string {
  const { pausedFrom, pausedUntil, completed } = reminder;
  const comes = comesAt(reminder);
  const at = (instant: Date) => momentIn(instant, turn);
  if (pausedFrom !== null) {
    return pausedUntil ? replyTexts.pausedUntil(at(pausedUntil)) : replyTexts.paused;
  }
  return completed || !comes ? replyTexts.notPaused : replyTexts.resumed(at(comes));
}

export function repeats(reminder: ReminderRow, turn: MemberTurn): Html {
  const { rule } = reminder;
  const wall = instantToWallTime(reminder.dateTime, turn.account.timeZone);
  const when = momentIn(reminder.dateTime, turn);
  return replyTexts.repeats(rule ? describeRule(rule, wall) : '', when);
}
