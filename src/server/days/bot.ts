import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import { type InlineKeyboardButton } from 'telegraf/types';
import { answerableOccurrence } from '@/core/firing';
import { DAY_MESSAGE_CLOCKS, DRAFT_MENTIONED_DAYS } from '@/core/limits';
import { readSnoozePreset } from '@/core/presets';
import { DAY_MESSAGES, type DayMessageKind } from '@/core/settings';
import { listTexts } from '@/texts/bot-lists';
import { dayTexts as texts } from '@/texts/day';
import { type Html, lines } from '@/texts/html';
import { instantToWallTime } from '@/core/time-zone';
import { dayAndMonth, describeInstant } from '@/texts/schedule';
import { saveSettings, settingsOf } from '../accounts/settings';
import { dayMessages } from '../platform/db/schema';
import { takeBack } from '../reminders/take-back';
import { pressInList } from '../reminders/chat-acts';
import { askMoment, renderItem, snoozeLabels } from '../reminders/item-bot';
import { messageIsOutdated } from '../telegram/outdated';
import { type ChatReminder, findReminder } from '../reminders/upcoming';
import {
  dataOf,
  FIRST_PAGE,
  instantWord,
  readId,
  readInstant,
  readNumber,
} from '../telegram/callback-data';
import { inLine } from '../telegram/message';
import { button, type Card, inRows, type Keyboard, type MemberTurn } from '../telegram/turn';
import { type OutgoingDay } from './tell';
import { type DayView, readDay, type ShownLine } from './day-content';
import { type BotApi, editMessageVia, type Send, sendMessageVia } from '../telegram/send';

const { buttons } = texts;
const EXCERPT = 60;

export async function pressDay(turn: MemberTurn, [what = '', subject = '', word = '']: string[]) {
  const kind = DAY_MESSAGES.find((each) => each === subject);
  if (kind && what === 'on') {
    const clock = settingsOf(turn.account.settings)[kind] ?? DAY_MESSAGE_CLOCKS[kind];
    const change = { [kind]: clock };
    const known = await saveSettings(turn.db, turn.account.id, change, turn.now);
    const left = DAY_MESSAGES.filter((each) => known[each] === null);
    return turn.show(texts.on[kind](clock), [left.map(offerKey)]);
  }
  if (kind) return turn.show(texts.unwanted(kind));
  const { db, now, account } = turn;
  const reminder = await findReminder(db, account.id, readId(subject));
  if (!reminder || reminder.deleted) return showDay(turn);
  const { id: reminderId } = reminder;
  const target = { userId: account.id, reminderId, now };
  const occurrenceAt = readInstant(word);
  switch (what) {
    case 'open':
      return openReminder(turn, reminder);
    case 'when': {
      const dateTime = new Date(reminder.dateTime);
      const at = answerableOccurrence({ ...reminder, dateTime });
      // Another occurrence would be moved than the one of the line.
      const isThat = at !== null && at.getTime() === occurrenceAt?.getTime();
      return isThat ? askMoment(turn, reminderId) : showDay(turn, reminderId);
    }
    case 'undo': {
      const undone = await takeBack(db, target, readNumber(word));
      return showDay(turn, reminderId, undone ? undefined : listTexts.tooLate);
    }
    case 'later':
      return occurrenceAt ? askSnooze(turn, reminder, occurrenceAt) : showDay(turn);
  }
  const act = what === 'done' ? what : readSnoozePreset(what);
  if (act && occurrenceAt) await pressInList(db, target, { occurrence: occurrenceAt }, act);
  await showDay(turn, reminderId);
}

/** The message under which was pressed, as it is by now; the reminder alone where the message is too old. */
async function showDay(turn: MemberTurn, changed?: number, remark?: Html): Promise<unknown> {
  const { db, account, pressedMessageId = 0 } = turn;
  if (changed) messageIsOutdated(db, { userId: account.id, reminderId: changed });
  const found = await dayNow(turn);
  if (!found) {
    const reminder = changed && (await findReminder(db, account.id, changed));
    return reminder ? openReminder(turn, reminder) : turn.say(listTexts.gone);
  }
  const { card, print, items, stored } = found;
  await turn.show({ ...card, text: lines(card.text, remark && '', remark) });
  // `print` does not stand for a message with a remark: delivery may edit it.
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

async function askSnooze(turn: MemberTurn, reminder: ChatReminder, occurrenceAt: Date) {
  const about = [reminder.id, instantWord(occurrenceAt)] as const;
  const key = (label: string, what: string) => button(label, dataOf('day', what, ...about));
  const presets = snoozeLabels(turn, reminder).map(([label, preset]) => key(label, preset));
  const others = [key(buttons.otherTime, 'when'), key(buttons.back, 'back')];
  const keyboard: Keyboard = [...inRows(presets, 2), others];
  const day = await dayNow(turn);
  const question = texts.snoozeUntil(inLine(reminder.text, EXCERPT));
  await turn.show(day ? lines(day.card.text, '', question) : question, keyboard);
}

/** So many drafts that wait for a moment are named. */
const UNDATED_NAMED = 5;

/** An agenda or a review: its lines by number, and under it what can be done about each. */
export function renderDay(view: DayView): Card {
  const { kind, day, lines: shown, more, undated } = view;
  const named = undated.slice(0, UNDATED_NAMED).map((text) => inLine(text));
  const mention =
    named.length > 0 && texts.undated(named, undated.length - named.length, DRAFT_MENTIONED_DAYS);
  if (mention && shown.length === 0) return { text: mention, keyboard: [] };
  const allDone = shown.length > 0 && shown.every(({ state }) => state === 'done');
  return {
    text: lines(
      texts.heading[kind](dayAndMonth(day)),
      '',
      ...shown.map((line, at) => renderLine(line, at + 1, view)),
      more > 0 && texts.more(more),
      shown.length === 0 && texts.nothingLeft[kind],
      ...(allDone ? ['', texts.allDone] : []),
      mention && '',
      mention,
    ),
    keyboard: shown.map((line, at) => buttonsOf(line, at + 1)).filter((row) => row.length > 0),
  };
}

function renderLine(line: ShownLine, lineNumber: number, { kind, day, timeZone }: DayView): Html {
  const { remarks } = texts;
  const wall = (instant: Date) => instantToWallTime(instant, timeZone);
  const clock = (instant: Date) => wall(instant).slice(11, 16);
  const fromDay = (instant: Date) => describeInstant(`${day}T00:00`, wall(instant));
  const text = inLine(line.text);
  const { state, at, last, count = 0, next } = line;
  const plain = texts.line(lineNumber, clock(at), text);
  switch (state) {
    case 'planned':
      return plain;
    case 'waiting':
      return kind === 'review' ? plain : texts.withRemark(plain, remarks.waiting);
    case 'moved': {
      if (wall(at).startsWith(day)) return texts.withRemark(plain, remarks.moved);
      return texts.withRemark(texts.away(lineNumber, text), remarks.movedTo(fromDay(at)));
    }
    case 'often': {
      const from = texts.from(clock(at), clock(last ?? at));
      return texts.withRemark(texts.line(lineNumber, from, text), remarks.often(count));
    }
    case 'done': {
      const done = texts.done(lineNumber, clock(at), text);
      return next ? texts.withRemark(done, remarks.next(fromDay(next))) : done;
    }
    case 'skipped':
    case 'unanswered':
    case 'paused':
      return texts.withRemark(plain, remarks[state]);
  }
}

function buttonsOf(line: ShownLine, lineNumber: number): InlineKeyboardButton[] {
  const { reminderId, occurrenceAt, state, answerable, undo } = line;
  const about = [reminderId, instantWord(occurrenceAt)] as const;
  if (state === 'done' || state === 'skipped') {
    return undo === null
      ? []
      : [button(texts.buttons.undo(lineNumber), dataOf('day', 'undo', reminderId, undo))];
  }
  if (!answerable) return [button(texts.buttons.open(lineNumber), dataOf('day', 'open', ...about))];
  return [
    button(texts.buttons.done(lineNumber), dataOf('day', 'done', ...about), 'success'),
    button(texts.buttons.snooze(lineNumber), dataOf('day', 'later', ...about)),
  ];
}

const offerKey = (kind: DayMessageKind) =>
  button(texts.buttons.wanted[kind], dataOf('day', 'on', kind));

const offerCard = (): Card => ({
  text: texts.offer(DAY_MESSAGE_CLOCKS),
  keyboard: [DAY_MESSAGES.map(offerKey)],
});

export const sendDayVia = (api: BotApi): Send<OutgoingDay> => {
  const [send, edit] = [sendMessageVia(api), editMessageVia(api)];
  return ({ chatId, view, offer, messageId }, signal) => {
    const message = offer ? offerCard() : renderDay(view);
    return messageId === null
      ? send({ chatId, message }, signal)
      : edit({ chatId, messageId, message }, signal);
  };
};
