import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import { excerpt } from '@/core/cut';
import { answerableOccurrence } from '@/core/firing';
import { DAY_MESSAGE_CLOCKS } from '@/core/limits';
import { readSnoozePreset } from '@/core/presets';
import { DAY_MESSAGES } from '@/core/settings';
import { listTexts } from '@/texts/bot-lists';
import { dayTexts as texts } from '@/texts/day';
import { type Html, lines } from '@/texts/html';
import { saveSettings, settingsOf } from '../accounts/settings';
import { nudgeDelivery } from '../outbox/nudge';
import { dayMessages } from '../platform/db/schema';
import { actOnLine, undoFromList } from '../reminders/chat-acts';
import { askMoment, renderItem, snoozeLabels } from '../reminders/item-bot';
import { messageIsOutdated } from '../reminders/message-refresh';
import { type ChatReminder, findReminder } from '../reminders/upcoming';
import { FIRST_PAGE, readId, readNumber } from '../telegram/callback-data';
import { button, inRows, type Keyboard, type MemberTurn } from '../telegram/turn';
import { dayData, renderDay } from './message';
import { readDay } from './read';

const { buttons } = texts;
const EXCERPT = 60;

/** A press under an agenda or a review, or under the offer of one. */
export async function pressDay(turn: MemberTurn, [what = '', of = '', word = '']: string[]) {
  const kind = DAY_MESSAGES.find((each) => each === of);
  if (kind && what === 'on') {
    const clock = settingsOf(turn.account.settings)[kind] ?? DAY_MESSAGE_CLOCKS[kind];
    await saveSettings(turn.db, turn.account.id, { [kind]: clock }, turn.now);
    nudgeDelivery(turn.now);
    return turn.show(texts.on[kind](clock));
  }
  if (kind) return turn.show(texts.unwanted(kind));
  const { db, now, account } = turn;
  const reminder = await findReminder(db, account.id, readId(of));
  if (!reminder || reminder.deleted) return showDay(turn);
  const { id: reminderId } = reminder;
  const target = { userId: account.id, reminderId, now };
  const occurrenceAt = new Date(parseInt(word, 36));
  switch (what) {
    case 'open':
      return openReminder(turn, reminder);
    case 'when': {
      const dateTime = new Date(reminder.dateTime);
      const answerable = answerableOccurrence({ ...reminder, dateTime });
      // Another occurrence would be moved than the one of the line.
      return answerable?.getTime() === occurrenceAt.getTime()
        ? askMoment(turn, reminderId)
        : showDay(turn, reminderId);
    }
    case 'undo': {
      const undone = await undoFromList(db, { ...target, version: readNumber(word) });
      return showDay(turn, reminderId, undone ? undefined : listTexts.tooLate);
    }
    case 'later':
      return askSnooze(turn, reminder, word);
  }
  const act = what === 'done' ? what : readSnoozePreset(what);
  if (act && !Number.isNaN(occurrenceAt.getTime())) {
    await actOnLine(db, { ...target, occurrenceAt }, act);
  }
  await showDay(turn, reminderId);
}

/** The message under which was pressed, as it is by now; the reminder alone where the message is too old. */
async function showDay(turn: MemberTurn, changed?: number, remark?: Html): Promise<unknown> {
  const { db, account, pressedMessageId = 0 } = turn;
  if (changed) messageIsOutdated({ userId: account.id, reminderId: changed });
  const found = await dayNow(turn);
  if (!found) {
    const reminder = changed && (await findReminder(db, account.id, changed));
    return reminder ? openReminder(turn, reminder) : turn.say(listTexts.gone);
  }
  const { card, print, items, stored } = found;
  await turn.show({ ...card, text: lines(card.text, remark && '', remark) });
  if (remark) return;
  // Delivery need not edit it once more, unless there was a change since or it is at it just now.
  const { userId, messageId, revision, leaseToken } = dayMessages;
  const own = and(eq(userId, account.id), eq(messageId, pressedMessageId));
  const same = and(own, eq(revision, stored.revision), isNull(leaseToken));
  await db.update(dayMessages).set({ shown: print, items }).where(same);
}

async function dayNow({ db, pressedMessageId = 0, account: { id: userId, timeZone } }: MemberTurn) {
  const own = and(eq(dayMessages.userId, userId), eq(dayMessages.messageId, pressedMessageId));
  const [stored] = await db.select().from(dayMessages).where(own);
  if (!stored) return undefined;
  const { view, items, print } = await readDay(db, { userId, timeZone }, stored, stored.items);
  return { card: renderDay(view), items, print, stored };
}

const openReminder = async (turn: MemberTurn, reminder: ChatReminder): Promise<unknown> =>
  turn.say(await renderItem(turn, reminder, { back: FIRST_PAGE }));

async function askSnooze(turn: MemberTurn, reminder: ChatReminder, occurrence: string) {
  const key = (label: string, what: string) =>
    button(label, dayData(what, reminder.id, occurrence));
  const keyboard: Keyboard = [
    ...inRows(
      snoozeLabels(turn, reminder).map(([label, preset]) => key(label, preset)),
      2,
    ),
    [key(buttons.otherTime, 'when'), key(buttons.back, 'back')],
  ];
  const day = await dayNow(turn);
  const question = texts.snoozeUntil(excerpt(reminder.text.replaceAll('\n', ' '), EXCERPT));
  await turn.show(day ? lines(day.card.text, '', question) : question, keyboard);
}
