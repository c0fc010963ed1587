import 'server-only';
import { ruleOfWire } from '@/contract/rule';
import { counterOf } from '@/core/counter';
import { LAST_INSTANT, PRE_ALERTS_MAX, REMINDER_TEXT_MAX } from '@/core/limits';
import { capitalised } from '@/core/quick-add/choice/remaining-text';
import { replyTo } from '@/core/quick-add/conversation/by-name';
import { addedPoint } from '@/core/quick-add/conversation/points';
import { spelledOut } from '@/core/quick-add/conversation/spoken';
import { readRequest } from '@/core/quick-add/messages/request';
import { NOBODY, readReply, type Reply } from '@/core/quick-add/replies/reply';
import { instantToWallTime } from '@/core/time-zone';
import { replyTexts } from '@/texts/bot-replies';
import { counterTexts } from '@/texts/counter';
import { type Html, html, lines } from '@/texts/html';
import { jointTexts } from '@/texts/joint';
import { describePreAlerts, describeRule } from '@/texts/schedule';
import { reminderPath } from '@/contract/launch';
import { comesAt } from '@/core/firing';
import { parseQuickAdd } from '@/core/quick-add';
import { cardTexts } from '@/texts/bot-cards';
import { clockOf, readingOf } from '../accounts/settings';
import { askedMomentOf, expectMoment } from '../accounts/zone';
import { sayWhy } from '../admin/why-bot';
import {
  alone,
  changeDraft,
  createDraft,
  type DraftRow,
  draftsOfMessage,
  findDraft,
  reminderOfDraft,
} from '../drafts/drafts';
import { AppError, found } from '../platform/errors';
import {
  actByReply,
  type Replied,
  refillByReply,
  type ReplyAct,
  type ReplyPress,
  rewriteByReply,
  takeBackLast,
} from '../reminders/chat-acts';
import {
  ALL,
  momentButton,
  readMoment,
  renderItem,
  rowsForAll,
  snoozeLabels,
} from '../reminders/item-bot';
import { jointOf } from '../reminders/joint';
import { describeAnsweredBy, packUndo, readPress } from '../reminders/message';
import { tickInWords } from '../reminders/points-bot';
import { deleteReminder, restoreReminder } from '../reminders/reminders';
import { type ReminderRow } from '../reminders/rows';
import { type ChatReminder, findReminder } from '../reminders/upcoming';
import { leaveCard, shareCard } from '../sharing/bot';
import { ABOUT, dataOf, FIRST_PAGE, itemData, readId } from '../telegram/callback-data';
import { rememberMessage, subjectOfMessage } from '../telegram/chat-messages';
import { appButtonRow, excerpt, momentIn } from '../telegram/message';
import { rangBy } from '../telegram/late';
import { type RepliedTo, type Said } from '../telegram/said';
import {
  atPresent,
  button,
  type Card,
  type Keyboard,
  type MemberTurn,
  type Turn,
} from '../telegram/turn';
import { cardOf, rememberSaved } from './card';
import { subjectFrom } from './knowledge';
import { describePast, draftOfReading, keptAs, settle, stateOf } from './draft';

/** Words about a reminder. */
export interface HeardAbout {
  reminder: ChatReminder;
  /** The occurrence that they are about, where that is known. */
  occurrenceAt: Date | null;
  text: Said;
  /** The bot has asked when this one is to come. */
  asked: boolean;
  /** Of the reminder, where the words are to be read again once it is another one: see `actByReply`. */
  version?: number;
}

/**
 * A reply to a message about a reminder acts on that reminder. False where it is a reply to something
 * else, or of a reminder that is gone for good and the words may be the start of something new.
 */
export async function hearReply(turn: MemberTurn, text: Said): Promise<boolean> {
  const subject = text.repliedTo && (await subjectOf(turn, text.repliedTo));
  if (!subject) return false;
  const { reminderId, occurrenceAt } = subject;
  const reminder = await findReminder(turn.db, turn.account.id, reminderId);
  if (!reminder) {
    const reply = readReply(text.text, NOBODY, clockOf(turn.account, turn.now));
    if (reply.act === 'unclear' || reply.act === 'rewrite') return false;
    await turn.say(replyTexts.gone);
    return true;
  }
  if (readRequest(text.text) === 'support') {
    await sayWhy(atPresent(turn), reminderId);
    return true;
  }
  const asked = askedMomentOf(turn.account, turn.now) === reminderId;
  return hear(turn, { reminder, occurrenceAt, text, asked });
}

/** The answer to «Другое время…», where the bot has asked; false where it is none. */
export async function hearMoment(turn: MemberTurn, text: Said): Promise<boolean> {
  const reminderId = askedMomentOf(turn.account, turn.now);
  if (reminderId === undefined || text.forwarded) return false;
  const reminder = await findReminder(turn.db, turn.account.id, reminderId);
  if (!reminder || reminder.deleted) return false;
  const heard = { reminder, occurrenceAt: null, text, asked: true };
  const isAnswer = !['unclear', 'rewrite', 'thanks', 'show'].includes(readHeard(turn, heard).act);
  return isAnswer && hear(turn, heard);
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

/** Does what the words say, and says what became of it; false where they are none for a reminder. */
export async function hear(
  turn: MemberTurn,
  heard: HeardAbout,
  reply: Reply = readHeard(turn, heard),
): Promise<boolean> {
  const { reminder } = heard;
  const isLong = reply.act === 'rewrite' && reply.text.length > REMINDER_TEXT_MAX;
  if (isLong && !addedPoint(heard.text.text)) return false;
  const card = await cardAbout(turn, heard, reply);
  const messageId = await turn.say(card.text, card.keyboard);
  const about = { userId: turn.account.id, messageId, reminderId: reminder.id, now: turn.now };
  await rememberMessage(turn.db, about);
  return true;
}

/** Does what a reply asks for, and answers what to say about it. */
export const cardAbout = (turn: MemberTurn, heard: HeardAbout, reply: Reply): Promise<Card> =>
  heard.reminder.deleted && reply.act !== 'unclear' && reply.act !== 'rewrite'
    ? aboutDeleted(turn, heard.reminder, reply)
    : answerOf(turn, heard, reply).catch(refusal);

/** The account is full, somebody else decides, or the reminder was taken away at this very moment. */
function refusal(error: unknown): Card {
  if (!(error instanceof AppError) || !['full', 'invalid', 'not-found'].includes(error.code))
    throw error;
  return {
    text: error.code === 'not-found' ? replyTexts.deletedAlready : html`${error.message}`,
    keyboard: [],
  };
}

async function aboutDeleted(turn: MemberTurn, reminder: ChatReminder, reply: Reply): Promise<Card> {
  if (reply.act !== 'undo') return aboutRestorable(reminder, replyTexts.isDeleted);
  try {
    await restoreReminder(turn.db, turn.account.id, reminder.id, turn.now);
    return actedCard(turn, { reminder, undo: null }, replyTexts.restored);
  } catch (error) {
    return refusal(error);
  }
}

const aboutRestorable = ({ id, text }: ChatReminder, said: Html | string): Card => ({
  text: replyTexts.about(excerpt(text), said),
  keyboard: [[button(replyTexts.buttons.undo, itemData(id, 'restore', FIRST_PAGE))]],
});

/** Does what the reply says, and answers what to say about it. Throws `full`, `not-found` and `conflict`. */
async function answerOf(turn: MemberTurn, heard: HeardAbout, reply: Reply): Promise<Card> {
  const { db, now, account } = turn;
  const { reminder, occurrenceAt, text, asked, version } = heard;
  const target = {
    userId: account.id,
    reminderId: reminder.id,
    now,
    version,
    rangBy: rangBy(turn),
  };
  const shown = atPresent(turn);
  const press = { ...target, occurrenceAt, messageId: text.messageId };
  const item = (remark?: Html) => renderItem(shown, reminder, { back: FIRST_PAGE, remark });
  const name = excerpt(reminder.text);
  const ask = async (said: Html | string, keyboard: Keyboard = []): Promise<Card> => {
    await expectMoment(db, account.id, reminder.id, shown.now);
    return { text: replyTexts.about(name, said), keyboard };
  };

  switch (reply.act) {
    case 'done':
    case 'skip': {
      const replied = await act(turn, press, reply.act);
      if (replied.result !== 'older') {
        return actedCard(turn, replied, ended(reply.act, replied, turn));
      }
      const came = replied.reminder.openOccurrenceAt ?? replied.reminder.dateTime;
      return item(replyTexts.older(momentIn(came, turn)));
    }
    case 'quiet':
      return actedCard(turn, await act(turn, press, 'quiet'), replyTexts.quiet);
    case 'move':
      return reply.to > LAST_INSTANT
        ? ask(replyTexts.tooFar)
        : moveTo(turn, { ...press, forAll: reply.forAll }, reply.to);
    case 'repeat': {
      const { dateTime, rule } = reply.when;
      const plan = { dateTime, rule, floodInterval: reminder.floodInterval };
      const replied = await act(turn, press, plan);
      return actedCard(turn, replied, repeats(replied.reminder, turn));
    }
    case 'ahead': {
      const preAlerts = [...new Set([...(reminder.preAlerts ?? []), ...reply.minutes])];
      const plan = {
        ...{ dateTime: new Date(reminder.dateTime), rule: ruleOfWire(reminder) },
        ...{ floodInterval: reminder.floodInterval, preAlerts: preAlerts.slice(0, PRE_ALERTS_MAX) },
      };
      const replied = await act(turn, press, plan);
      const when = momentIn(replied.reminder.dateTime, turn);
      const { preAlerts: told } = replied.reminder;
      return actedCard(turn, replied, replyTexts.toldAhead(describePreAlerts(told), when));
    }
    case 'pause':
    case 'resume': {
      const asks = reply.act === 'pause' ? { pauseUntil: reply.until } : reply.act;
      const replied = await act(turn, press, asks);
      return actedCard(turn, replied, paused(replied.reminder, turn));
    }
    case 'refill': {
      const replied = found(await refillByReply(db, press, reply));
      const said = counterTexts.refilled(replied.reminder.counterLeft ?? 0);
      return actedCard(turn, replied, said);
    }
    case 'stock':
      return {
        text: replyTexts.about(name, counterTexts.stock(reminder.counter?.left ?? 0)),
        keyboard: [],
      };
    case 'tick':
      return tickInWords(turn, reminder.id, reply.points);
    case 'rewrite': {
      const replied = found(await rewriteByReply(db, press, capitalised(reply.text)));
      return actedCard(turn, replied, replyTexts.rewritten(name));
    }
    case 'delete':
      return (await deleteReminder(db, account.id, reminder.id, now))
        ? aboutRestorable(reminder, jointTexts.ended)
        : aboutRestorable(reminder, replyTexts.deleted);
    case 'share':
      return shareCard(shown, reminder.id);
    case 'leave':
      return leaveCard(shown, reminder.id, true);
    case 'undo':
      return takenBack(turn, reminder);
    case 'not-done':
      return reminder.completed || (reminder.repeat && !reminder.open)
        ? takenBack(turn, reminder)
        : ask(replyTexts.later, snoozeRows(reminder, shown));
    case 'later':
      if (reply.forAll && (await jointOf(db, account.id, reminder.id))) {
        return {
          text: replyTexts.about(name, jointTexts.askForAll),
          keyboard: rowsForAll(shown, reminder),
        };
      }
      return ask(asked ? replyTexts.unclear : replyTexts.later, snoozeRows(reminder, shown));
    case 'past': {
      const rows = reply.instead.map((at) => [momentButton(reminder.id, at, turn)]);
      return ask(replyTexts.past(describePast(reply, clockOf(account, now))), rows);
    }
    case 'impossible':
      return ask(replyTexts.impossible(reply.phrase));
    case 'unsupported': {
      const { text, keyboard } = await item();
      return { text: lines(text, '', replyTexts.unsupported(reply.phrase)), keyboard };
    }
    case 'call-off':
      return asked
        ? { text: lines(replyTexts.kept), keyboard: [] }
        : { text: replyTexts.about(name, replyTexts.callOff), keyboard: callOffRows(reminder) };
    case 'thanks': {
      const waits = reminder.open && !reminder.snoozed;
      return {
        text: lines(waits ? replyTexts.thanksWaiting : replyTexts.thanks),
        keyboard: actedKeyboard(turn, reminder.id, null),
      };
    }
    case 'show':
      return item();
    case 'flood':
      return item(lines(replyTexts.floodInApp));
    case 'unclear':
      return (await askAboutReply(turn, heard)) ?? item(lines(replyTexts.notUnderstood));
  }
}

/** Acts on the reminder; the buttons of the message that was acted on no longer count. Throws `not-found`. */
async function act(turn: Turn, press: ReplyPress, asked: ReplyAct): Promise<Replied> {
  const replied = found(await actByReply(turn.db, press, asked));
  const { result, spentMessageId } = replied;
  if (result === 'acted' && spentMessageId !== null) await turn.strip(spentMessageId);
  return replied;
}

async function moveTo(turn: MemberTurn, press: ReplyPress, to: Date): Promise<Card> {
  const replied = await act(turn, press, to);
  const said = moved(replied.reminder, to, turn);
  const { reminder, isJoint, mayMoveAll } = replied;
  if (!isJoint) return actedCard(turn, replied, said);
  if (press.forAll) return actedCard(turn, replied, lines(said, jointTexts.putOffForAll));
  const card = actedCard(turn, replied, lines(said, jointTexts.movedHere));
  const forAll = { ...momentButton(reminder.id, to, turn, ALL), text: jointTexts.snoozeForAll };
  return mayMoveAll ? { ...card, keyboard: [[forAll], ...card.keyboard] } : card;
}

async function takenBack(turn: MemberTurn, reminder: ChatReminder): Promise<Card> {
  const { db, now, account } = turn;
  const undone = await takeBackLast(db, { userId: account.id, reminderId: reminder.id, now });
  const present = (await findReminder(db, account.id, reminder.id)) ?? reminder;
  return renderItem(atPresent(turn), present, {
    back: FIRST_PAGE,
    remark: lines(undone ? replyTexts.undone : replyTexts.nothingToUndo),
  });
}

const snoozeRows = (reminder: ChatReminder, turn: MemberTurn): Keyboard => [
  snoozeLabels(turn, reminder).map(([label, preset]) =>
    button(label, itemData(reminder.id, preset, FIRST_PAGE, reminder.version)),
  ),
];

const callOffRows = ({ id, version }: ChatReminder): Keyboard => {
  const { buttons } = replyTexts;
  const data = (action: string) => itemData(id, action, FIRST_PAGE, version);
  return [
    [button(buttons.skip, data('skip')), button(buttons.remove, data('remove'))],
    [button(buttons.otherTime, data('when'))],
  ];
};

/** A suggested moment was pressed: the reminder comes then. Pressed twice it is the same. */
export async function pressMoment(turn: MemberTurn, said: string[]): Promise<void> {
  const { at, ...about } = readMoment(said);
  await turn.show(await movedByPress(turn, about, at));
}

async function movedByPress(
  turn: MemberTurn,
  about: Pick<ReplyPress, 'reminderId' | 'version' | 'forAll'>,
  to: Date,
): Promise<Card> {
  const { now, pressedMessageId: messageId = 0, account } = turn;
  if (to <= now) return { text: replyTexts.tooLate, keyboard: [] };
  const press = { ...about, userId: account.id, now, occurrenceAt: null, messageId };
  return moveTo(turn, press, to).catch(refusal);
}

function actedKeyboard(turn: Turn, reminderId: number, undo: number | null): Keyboard {
  const back = undo === null ? [] : [button(replyTexts.buttons.undo, packUndo(reminderId, undo))];
  const open = appButtonRow(turn.settings, replyTexts.buttons.open, reminderPath(reminderId));
  return [[...back, ...open.flat()]];
}

const actedCard = (
  turn: Turn,
  { reminder, undo }: { reminder: Pick<ReminderRow, 'id' | 'text'>; undo: number | null },
  said: Html | string,
): Card => ({
  text: replyTexts.about(excerpt(reminder.text), said),
  keyboard: actedKeyboard(turn, reminder.id, undo),
});

function ended(what: 'done' | 'skip', replied: Replied, turn: MemberTurn): Html | string {
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

function moved(reminder: ReminderRow, to: Date, turn: MemberTurn): Html {
  const comes = comesAt(reminder) ?? to;
  const when = momentIn(comes, turn);
  return comes < to ? replyTexts.movedToNext(when) : replyTexts.moved(when);
}

function paused(reminder: ReminderRow, turn: MemberTurn): Html | string {
  const { pausedFrom, pausedUntil, completed } = reminder;
  const comes = comesAt(reminder);
  const at = (instant: Date) => momentIn(instant, turn);
  if (pausedFrom !== null) {
    return pausedUntil ? replyTexts.pausedUntil(at(pausedUntil)) : replyTexts.paused;
  }
  return completed || !comes ? replyTexts.notPaused : replyTexts.resumed(at(comes));
}

function repeats(reminder: ReminderRow, turn: MemberTurn): Html {
  const { rule } = reminder;
  const wall = instantToWallTime(reminder.dateTime, turn.account.timeZone);
  const when = momentIn(reminder.dateTime, turn);
  return replyTexts.repeats(rule ? describeRule(rule, wall) : '', when);
}

const { buttons } = replyTexts;

/**
 * A reply that is no act: kept as a draft, with the question whether it is about the reminder or new.
 * Undefined where there is nothing in it to keep.
 */
async function askAboutReply(
  turn: MemberTurn,
  { reminder, text: heard }: { reminder: ChatReminder; text: Said },
): Promise<Card | undefined> {
  const { db, now, account } = atPresent(turn);
  const context = await readingOf(turn);
  const { attachment } = heard;
  const kept = attachment ? keptAs(attachment) : undefined;
  const draft = draftOfReading(parseQuickAdd(heard.text, context), context, kept);
  if (draft.nothing || !/[\p{L}\p{N}]/u.test(draft.payload.text)) return undefined;
  const { payload } = draft;
  const row = await alone(db, account.id, (tx) =>
    createDraft(tx, account.id, { payload, state: 'held', attachment }, now),
  );
  const data = (action: string) => dataOf('unclear', row.id, action, reminder.id);
  const said = excerpt(heard.text.trim());
  const text = excerpt(reminder.text);
  const fresh = button(buttons.fresh, data('new'));
  const cancel = button(buttons.cancel, data('no'));
  if (reminder.deleted) {
    return { text: replyTexts.aboutDeletedOrNew(said, text), keyboard: [[fresh], [cancel]] };
  }
  const at = payload.dateTime !== null && !payload.repeat ? new Date(payload.dateTime) : null;
  return {
    text: replyTexts.aboutItOrNew(said, text),
    keyboard: [
      [fresh],
      ...(payload.text.length > REMINDER_TEXT_MAX ? [] : [[button(buttons.rewrite, data('text'))]]),
      ...(at ? [[button(buttons.moveTo(momentIn(at, turn)), data('move'))]] : []),
      [cancel],
    ],
  };
}

export async function pressUnclear(turn: MemberTurn, [id, action, about]: string[]): Promise<void> {
  const { db, now, pressedMessageId: messageId = 0, account } = turn;
  const taken = await alone(db, account.id, async (tx) => {
    const row = await findDraft(tx, account.id, readId(id), now);
    if (row?.state !== 'held') return row && { row, first: false };
    const state = action === 'new' ? stateOf(row.payload) : 'cancelled';
    const changed = await changeDraft(tx, row, { state, messageId });
    return { ...(await settle({ ...turn, db: tx }, { row: changed })), first: true };
  });
  if (!taken) return turn.show(cardTexts.stale);
  const { row, first } = taken;
  const takes = first && (action === 'text' || action === 'move') && action;
  const acted = takes ? await takeWords(turn, row, takes, readId(about)) : undefined;
  await turn.show(acted ?? (await cardOf(turn, taken)));
  await rememberSaved(turn, row, messageId);
}

async function takeWords(
  turn: MemberTurn,
  { payload }: DraftRow,
  action: 'text' | 'move',
  reminderId: number,
): Promise<Card> {
  const { db, now, account } = turn;
  if (action === 'move') {
    return movedByPress(turn, { reminderId }, new Date(payload.dateTime ?? 0));
  }
  const rewriting = async () => {
    const { text } = found(await findReminder(db, account.id, reminderId));
    const target = { userId: account.id, reminderId, now };
    const replied = found(await rewriteByReply(db, target, payload.text));
    return actedCard(turn, replied, replyTexts.rewritten(excerpt(text)));
  };
  return rewriting().catch(refusal);
}
