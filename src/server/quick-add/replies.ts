import 'server-only';
import { REMINDER_TEXT_MAX } from '@/core/limits';
import { replyTo } from '@/core/quick-add/conversation/about';
import { addedPoint } from '@/core/quick-add/conversation/points';
import { spelledOut } from '@/core/quick-add/conversation/spoken';
import { readRequest } from '@/core/quick-add/messages/request';
import { NOBODY, type Reply } from '@/core/quick-add/replies/reply';
import { replyTexts } from '@/texts/bot-replies';
import { clockOf } from '../accounts/settings';
import { askedMomentOf, expectAnswer } from '../accounts/zone';
import { sayWhy } from '../admin/why-bot';
import {
  type DraftRow,
  draftOfReminder,
  draftsOfMessage,
  findDraft,
  findQuestion,
  reminderOfDraft,
} from '../drafts/drafts';
import { found } from '../platform/errors';
import { readMoment } from '../reminders/item-bot';
import { lockForActs, lockJointsOf } from '../reminders/joint';
import { readPress } from '../reminders/message';
import { findReminder } from '../reminders/upcoming';
import { ABOUT, readId } from '../telegram/callback-data';
import { subjectOfMessage } from '../reminders/present';
import { rememberMessage } from '../telegram/chat-messages';
import { type RepliedTo, type Said } from '../telegram/said';
import { atPresent, type Card, type MemberTurn, type Turn } from '../telegram/turn';
import { type Asking, askWith } from './questions';
import { actAndShow, type HeardAbout, moveTo, refusal } from './reply-acts';
import { whileLocked } from './draft';
import { subjectFrom } from './knowledge';

/**
 * A reply to a message about a reminder acts on that reminder. False where it is a reply to something
 * else, or of a reminder that is gone for good and the words may be the start of something new.
 */
export async function hearReply(turn: MemberTurn, text: Said): Promise<boolean> {
  const { repliedTo } = text;
  const subject = repliedTo && (await subjectOf(turn, repliedTo));
  if (!repliedTo || !subject) return false;
  const { reminderId, occurrenceAt } = subject;
  const reminder = await findReminder(turn.db, turn.account.id, reminderId);
  if (!reminder) {
    const reply = replyTo(spelledOut(text.text), NOBODY, clockOf(turn.account, turn.now));
    if (!reply || reply.act === 'unclear' || reply.act === 'rewrite') return false;
    await turn.say(replyTexts.gone);
    return true;
  }
  if (readRequest(text.text) === 'support') {
    await sayWhy(atPresent(turn), reminderId);
    return true;
  }
  const asked = askedMomentOf(turn.account, turn.now)?.reminderId === reminderId;
  const heard = { reminder, occurrenceAt, text, asked };
  const reply = readHeard(turn, heard);
  const isOfItsOwn =
    reply.act === 'unclear' && (await isReplyLeftOpen(turn, reminderId, repliedTo.messageId));
  return !isOfItsOwn && hear(turn, heard, reply);
}

/**
 * Whether the person's client may have made a reply of a line on its own. It opens one to a card that asks when, and
 * leaves it open where a key has answered the card.
 */
async function isReplyLeftOpen(
  { db, account }: MemberTurn,
  reminderId: number,
  messageId: number,
): Promise<boolean> {
  const card = await draftOfReminder(db, account.id, reminderId);
  return card?.messageId === messageId && card.payload.momentPressed === true;
}

/** The answer to «Другое время…», where the bot has asked; false where it is none, or rather one to a card. */
export async function hearMoment(turn: MemberTurn, text: Said): Promise<boolean> {
  const asked = askedMomentOf(turn.account, turn.now);
  if (!asked || text.forwarded) return false;
  const reminder = await findReminder(turn.db, turn.account.id, asked.reminderId);
  if (!reminder || reminder.deleted || (await isOfCard(turn, text, asked.at))) return false;
  const heard = { reminder, occurrenceAt: null, text, asked: true };
  const reply = readHeard(turn, heard);
  const isAnswer = !['unclear', 'rewrite', 'thanks', 'show'].includes(reply.act);
  return isAnswer && hear(turn, heard, reply);
}

/** Whether a line is about a card that asks: it replies to that, or the card came behind the question of `askedAt`. */
async function isOfCard(
  { db, account, now }: MemberTurn,
  { repliedTo }: Said,
  askedAt: Date,
): Promise<boolean> {
  const question = await findQuestion(db, account.id, repliedTo?.messageId, now);
  if (!question?.asked) return false;
  const { messageId, createdAt } = question.row;
  return createdAt > askedAt || (repliedTo !== undefined && messageId === repliedTo.messageId);
}

/** Which reminder a message is about: as it was sent, else as its buttons say now. */
async function subjectOf({ db, now, person: { id } }: Turn, { messageId, buttons }: RepliedTo) {
  const known = await subjectOfMessage(db, id, messageId);
  if (known) return known;
  const subjects = new Map<number, Date | null>();
  const addMadeOf = async (draft: DraftRow | undefined) => {
    const made = draft && (await reminderOfDraft(db, draft));
    if (made !== undefined) subjects.set(made, null);
  };
  for (const data of buttons) {
    const press = readPress(data);
    const [about, first] = data.split(':');
    if (press) subjects.set(press.reminderId, press.button === 'undo' ? null : press.occurrenceAt);
    else if (about === ABOUT.item || about === ABOUT.moment) subjects.set(readId(first), null);
    else if (about === ABOUT.card) await addMadeOf(await findDraft(db, id, readId(first), now));
  }
  // Their own message, of which the reminder was made.
  if (subjects.size === 0) {
    for (const draft of await draftsOfMessage(db, id, messageId)) await addMadeOf(draft);
  }
  const [only, ...others] = [...subjects];
  return only && others.length === 0 ? { reminderId: only[0], occurrenceAt: only[1] } : undefined;
}

function readHeard({ account, now }: MemberTurn, { reminder, text, asked }: HeardAbout): Reply {
  const subject = subjectFrom(reminder, now);
  const clock = { ...clockOf(account, now), asked };
  return replyTo(spelledOut(text.text), subject, clock) ?? { act: 'unclear' };
}

/**
 * Does what the words say, and says what became of it; false where they are none for a reminder. Throws `conflict`,
 * before anything is done or said, where the reminder is another one than the words were read by.
 */
export async function hear(
  turn: MemberTurn,
  heard: HeardAbout,
  reply: Reply = readHeard(turn, heard),
): Promise<boolean> {
  if (isTooLong(heard, reply)) return false;
  const isAnswer = turn.account.expects !== null;
  const card = await (isAnswer ? answerAsked : actAndShow)(turn, heard, reply);
  await sendAndRemember(turn, heard, card);
  return true;
}

/** Does what answers an open question, which ends with it and with nothing less; it may be asked anew. */
const answerAsked: typeof actAndShow = (turn, heard, reply) =>
  actInOneTransaction(turn, async (within) => {
    await expectAnswer(within.db, within.account, null);
    return actAndShow(within, heard, reply);
  });

/** The same of several reminders, all of them or none: a conflict of one leaves nothing done or said of the others. */
export async function hearSeveral(
  turn: MemberTurn,
  acts: readonly { heard: HeardAbout; reply: Reply }[],
): Promise<void> {
  const meant = acts.filter(({ heard, reply }) => !isTooLong(heard, reply));
  const cards = await actInOneTransaction(turn, async (within) => {
    const ids = meant.map(({ heard }) => heard.reminder.id);
    await lockForActs(within.db, within.account.id, ids);
    const acted: (Card | Asking)[] = [];
    for (const { heard, reply } of meant) acted.push(await actAndShow(within, heard, reply));
    return acted;
  });
  for (const [nth, { heard }] of meant.entries()) {
    await sendAndRemember(turn, heard, found(cards[nth]));
  }
}

/** Runs acts on reminders in one transaction. The messages that they have spent lose their keys behind it. */
async function actInOneTransaction<T>(
  turn: MemberTurn,
  work: (within: MemberTurn) => Promise<T>,
): Promise<T> {
  const spentMessages: number[] = [];
  const done = await whileLocked(turn, async (within) => {
    // Whoever holds several joints takes them in one order.
    await lockJointsOf(within.db, within.account.id);
    const strip = (messageId: number) => Promise.resolve(void spentMessages.push(messageId));
    return work({ ...within, strip });
  });
  for (const messageId of spentMessages) await turn.strip(messageId);
  return done;
}

function isTooLong({ text }: HeardAbout, reply: Reply): boolean {
  const isLong = reply.act === 'rewrite' && reply.text.length > REMINDER_TEXT_MAX;
  return isLong && !addedPoint(text.text);
}

async function sendAndRemember(
  turn: MemberTurn,
  { reminder, text }: HeardAbout,
  card: Card | Asking,
): Promise<void> {
  const messageId = await ('question' in card ? askWith(turn, text, card) : turn.say(card));
  const about = { userId: turn.account.id, messageId, reminderId: reminder.id, now: turn.now };
  await rememberMessage(turn.db, about);
}

/** A suggested moment was pressed: the reminder comes then. Pressed twice it is the same. */
export async function pressMoment(turn: MemberTurn, said: string[]): Promise<unknown> {
  const { now, pressedMessageId: messageId = 0, account } = turn;
  const { at, ...about } = readMoment(said);
  if (at <= now) return turn.show(replyTexts.tooLate);
  const press = { ...about, userId: account.id, now, occurrenceAt: null, messageId };
  return turn.show(await moveTo(turn, press, at).catch(refusal));
}
