import 'server-only';
import { ruleOfWire } from '@/contract/rule';
import { type Plan } from '@/core/firing';
import { LAST_INSTANT, PRE_ALERTS_MAX } from '@/core/limits';
import { capitalised } from '@/core/quick-add/choice/remaining-text';
import { type Reply, type SaidBeside } from '@/core/quick-add/replies/reply';
import { replyTexts } from '@/texts/bot-replies';
import { counterTexts } from '@/texts/counter';
import { type Html, html, lines } from '@/texts/html';
import { jointTexts } from '@/texts/joint';
import { clockOf } from '../accounts/settings';
import { expectMoment } from '../accounts/zone';
import { AppError, found } from '../platform/errors';
import {
  actByReply,
  keyOfPress,
  type Replied,
  refillByReply,
  type ReplyAct,
  type ReplyPress,
  rewriteByReply,
  takeBackLast,
} from '../reminders/chat-acts';
import { ALL, momentButton, renderItem, rowsForAll } from '../reminders/item-bot';
import { jointOf } from '../reminders/joint-people';
import { addPointInWords, tickInWords } from '../reminders/points-bot';
import { deleteReminder, restoreReminder } from '../reminders/deletion';
import { type ChatReminder, findReminder } from '../reminders/upcoming';
import { leaveOrEnd, openShare } from '../sharing/bot';
import { FIRST_PAGE, itemData } from '../telegram/callback-data';
import { excerpt, momentIn } from '../telegram/message';
import { rangBy } from '../telegram/late';
import { type Said } from '../telegram/said';
import {
  atPresent,
  button,
  type Card,
  type Keyboard,
  type MemberTurn,
  type Turn,
} from '../telegram/turn';
import { describePast } from './draft';
import { type Asking, whetherNew } from './questions';
import { actedCard, actedKeyboard, callOffRows, snoozeRows } from './reply-cards';
import { ended, moved, paused, repeats, toldAhead } from './reply-said';

/** What words about a reminder do to it, and what is said about that. */

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
  /** The words act on others as well: «отмена» takes all of it back. */
  onSeveral?: boolean;
}

export const aboutIt = (reminder: ChatReminder, text: Said): HeardAbout => ({
  reminder,
  occurrenceAt: reminder.openOccurrenceAt,
  text,
  asked: false,
});

/** Does what a reply asks for, and answers what to say about it. */
export const actAndShow = (
  turn: MemberTurn,
  heard: HeardAbout,
  reply: Reply,
): Promise<Card | Asking> =>
  (heard.reminder.deleted && reply.act !== 'unclear' && reply.act !== 'rewrite'
    ? aboutDeleted(turn, heard.reminder, reply)
    : answerOf(turn, heard, reply)
  ).catch(refusal);

/** The account is full, somebody else decides, or the reminder was taken away at this very moment. */
export function refusal(error: unknown): Card {
  if (!(error instanceof AppError) || !['full', 'invalid', 'not-found'].includes(error.code))
    throw error;
  return {
    text: error.code === 'not-found' ? replyTexts.deletedAlready : html`${error.message}`,
    keyboard: [],
  };
}

async function aboutDeleted(turn: MemberTurn, reminder: ChatReminder, reply: Reply): Promise<Card> {
  if (reply.act !== 'undo') return aboutRestorable(reminder, replyTexts.isDeleted);
  await restoreReminder(turn.db, turn.account.id, reminder.id, turn.now);
  return actedCard(turn, { reminder, undo: null }, replyTexts.restored);
}

const aboutRestorable = ({ id, text }: ChatReminder, said: Html | string): Card => ({
  text: replyTexts.about(excerpt(text), said),
  keyboard: [[button(replyTexts.buttons.undo, itemData(id, 'restore', FIRST_PAGE))]],
});

/** Does what the reply says, and answers what to say about it. Throws `full`, `not-found` and `conflict`. */
async function answerOf(turn: MemberTurn, heard: HeardAbout, reply: Reply): Promise<Card | Asking> {
  const { db, now, account } = turn;
  const { reminder } = heard;
  switch (reply.act) {
    case 'done':
    case 'skip':
      return finished(turn, heard, reply.act);
    case 'move':
    case 'quiet':
    case 'repeat':
    case 'ahead':
    case 'pause':
    case 'resume':
      return rescheduled(turn, heard, reply);
    case 'refill': {
      const replied = found(await refillByReply(db, pressOf(turn, heard), reply));
      const said = counterTexts.refilled(replied.reminder.counterLeft ?? 0);
      return actedCard(turn, replied, said);
    }
    case 'tick':
      return tickInWords(turn, reminder.id, reply.points);
    case 'add-point':
      return addPointInWords(turn, reminder.id, reply.point);
    case 'rewrite': {
      const rewriting = rewriteByReply(db, pressOf(turn, heard), capitalised(reply.text));
      return actedCard(turn, found(await rewriting), replyTexts.rewritten(excerpt(reminder.text)));
    }
    case 'delete': {
      const by = heard.onSeveral ? keyOfPress(pressOf(turn, heard)) : undefined;
      const endedForAll = await deleteReminder(db, account.id, reminder.id, now, { by });
      return aboutRestorable(reminder, endedForAll ? jointTexts.ended : replyTexts.deleted);
    }
    case 'share':
      return openShare(atPresent(turn), reminder.id);
    case 'leave':
      return leaveOrEnd(atPresent(turn), reminder.id, 'leave');
    case 'undo':
      return takeBackLastAct(turn, reminder);
    case 'not-done':
    case 'later':
    case 'past':
    case 'either':
    case 'impossible':
    case 'call-off':
      return askedBack(turn, heard, reply);
    default:
      return shownAsItIs(turn, heard, reply);
  }
}

const pressOf = (turn: MemberTurn, heard: HeardAbout): ReplyPress => ({
  userId: turn.account.id,
  reminderId: heard.reminder.id,
  now: turn.now,
  version: heard.version,
  onSeveral: heard.onSeveral,
  rangBy: rangBy(turn),
  occurrenceAt: heard.occurrenceAt,
  messageId: heard.text.messageId,
});

type ReplyOf<Name extends Reply['act']> = Extract<Reply, { act: Name }>;

async function finished(turn: MemberTurn, heard: HeardAbout, how: 'done' | 'skip'): Promise<Card> {
  const replied = await actAndStrip(turn, pressOf(turn, heard), how);
  if (replied.result !== 'older') return actedCard(turn, replied, ended(how, replied, turn));
  const came = replied.reminder.openOccurrenceAt ?? replied.reminder.dateTime;
  return itemCard(turn, heard, replyTexts.older(momentIn(came, turn)));
}

/** It comes at another time from here on, or not for now. */
async function rescheduled(
  turn: MemberTurn,
  heard: HeardAbout,
  reply: ReplyOf<'move' | 'quiet' | 'repeat' | 'ahead' | 'pause' | 'resume'>,
): Promise<Card> {
  const press = pressOf(turn, heard);
  const { reminder } = heard;
  switch (reply.act) {
    case 'move': {
      const { to, forAll, beside } = reply;
      if (to > LAST_INSTANT) return askAndExpectMoment(turn, heard, replyTexts.tooFar);
      // Of a series one occurrence moves, of a joint one's own row: what is said beside would be of all.
      const isAlone =
        beside && !reminder.repeat && !(await jointOf(turn.db, turn.account.id, reminder.id));
      if (!isAlone) return moveTo(turn, { ...press, forAll }, to);
      const replied = await replan(turn, heard, { dateTime: to, rule: null }, beside);
      const said = beside.preAlerts.length > 0 ? toldAhead : moved;
      return actedCard(turn, replied, said(replied.reminder, to, turn));
    }
    case 'quiet':
      return actedCard(turn, await actAndStrip(turn, press, 'quiet'), replyTexts.quiet);
    case 'repeat': {
      const replied = await replan(turn, heard, reply.when, reply.beside);
      return actedCard(turn, replied, repeats(replied.reminder, turn));
    }
    case 'ahead': {
      // Nothing is to come of it that could be told ahead.
      if (reminder.completed) {
        return askAndExpectMoment(
          turn,
          heard,
          replyTexts.later,
          snoozeRows(reminder, atPresent(turn)),
        );
      }
      const when = { dateTime: new Date(reminder.dateTime), rule: ruleOfWire(reminder) };
      const beside = { preAlerts: reply.minutes, floodInterval: null };
      const replied = await replan(turn, heard, when, beside);
      const { dateTime } = replied.reminder;
      return actedCard(turn, replied, toldAhead(replied.reminder, dateTime, turn));
    }
    case 'pause':
    case 'resume': {
      const asked = reply.act === 'pause' ? { pauseUntil: reply.until } : reply.act;
      const replied = await actAndStrip(turn, press, asked);
      return actedCard(turn, replied, paused(replied.reminder, turn));
    }
  }
}

/** It comes as `when` says from here on, with what was said beside that. Throws as `actAndStrip`. */
function replan(
  turn: MemberTurn,
  heard: HeardAbout,
  { dateTime, rule }: Pick<Plan, 'dateTime' | 'rule'>,
  beside?: SaidBeside,
): Promise<Replied> {
  const before = heard.reminder;
  const floodInterval = beside?.floodInterval ?? before.floodInterval;
  const told = beside && new Set([...(before.preAlerts ?? []), ...beside.preAlerts]);
  const preAlerts = told && [...told].slice(0, PRE_ALERTS_MAX);
  return actAndStrip(turn, pressOf(turn, heard), { dateTime, rule, floodInterval, preAlerts });
}

/**
 * Asks for what the words leave open: when it is to come, or whether at all. «не сделал» of what is done takes the last
 * act back instead, and «отмена» in answer to «Когда?» leaves all as it is.
 */
async function askedBack(
  turn: MemberTurn,
  heard: HeardAbout,
  reply: ReplyOf<'not-done' | 'later' | 'past' | 'either' | 'impossible' | 'call-off'>,
): Promise<Card> {
  const { reminder, asked } = heard;
  const shown = atPresent(turn);
  const name = excerpt(reminder.text);
  const momentRows = (moments: readonly Date[]) =>
    moments.map((at) => [momentButton(reminder.id, at, turn)]);
  switch (reply.act) {
    case 'not-done':
      return reminder.completed || (reminder.repeat && !reminder.open)
        ? takeBackLastAct(turn, reminder)
        : askAndExpectMoment(turn, heard, replyTexts.later, snoozeRows(reminder, shown));
    case 'later': {
      if (reply.forAll && (await jointOf(turn.db, turn.account.id, reminder.id))) {
        const text = replyTexts.about(name, jointTexts.askForAll);
        return { text, keyboard: rowsForAll(shown, reminder) };
      }
      const said = asked ? replyTexts.unclear : replyTexts.later;
      return askAndExpectMoment(turn, heard, said, snoozeRows(reminder, shown));
    }
    case 'past': {
      const rows = momentRows(reply.instead);
      const past = describePast(reply, clockOf(turn.account, turn.now));
      return askAndExpectMoment(turn, heard, replyTexts.past(past), rows);
    }
    case 'either':
      return askAndExpectMoment(turn, heard, replyTexts.eitherDay, momentRows(reply.moments));
    case 'impossible':
      return askAndExpectMoment(turn, heard, replyTexts.impossible(reply.phrase));
    case 'call-off':
      return asked
        ? { text: lines(replyTexts.kept), keyboard: [] }
        : { text: replyTexts.about(name, replyTexts.callOff), keyboard: callOffRows(reminder) };
  }
}

/** Asks when it is to come: the next message may say it. */
async function askAndExpectMoment(
  turn: MemberTurn,
  { reminder }: HeardAbout,
  said: Html | string,
  keyboard: Keyboard = [],
): Promise<Card> {
  await expectMoment(turn.db, turn.account.id, reminder.id, atPresent(turn).now);
  return { text: replyTexts.about(excerpt(reminder.text), said), keyboard };
}

/** Nothing is to be changed by the words: they are answered, most of them with the reminder as it is. */
async function shownAsItIs(
  turn: MemberTurn,
  heard: HeardAbout,
  reply: ReplyOf<'stock' | 'unsupported' | 'thanks' | 'show' | 'flood' | 'unclear'>,
): Promise<Card | Asking> {
  const { reminder } = heard;
  switch (reply.act) {
    case 'stock': {
      const stock = counterTexts.stock(reminder.counter?.left ?? 0);
      return { text: replyTexts.about(excerpt(reminder.text), stock), keyboard: [] };
    }
    case 'unsupported': {
      const { text, keyboard } = await itemCard(turn, heard);
      return { text: lines(text, '', replyTexts.unsupported(reply.phrase)), keyboard };
    }
    case 'thanks': {
      const waits = reminder.open && !reminder.snoozed;
      const text = lines(waits ? replyTexts.thanksWaiting : replyTexts.thanks);
      return { text, keyboard: actedKeyboard(turn, reminder.id, null) };
    }
    case 'show':
      return itemCard(turn, heard);
    case 'flood':
      return itemCard(turn, heard, lines(replyTexts.floodInApp));
    case 'unclear': {
      const question = await whetherNew(turn, reminder, heard.text);
      return question ?? itemCard(turn, heard, lines(replyTexts.notUnderstood));
    }
  }
}

const itemCard = (turn: MemberTurn, { reminder }: HeardAbout, remark?: Html): Promise<Card> =>
  renderItem(atPresent(turn), reminder, { back: FIRST_PAGE, remark });

/** Acts on the reminder; the buttons of the message that was acted on no longer count. Throws `not-found`. */
async function actAndStrip(turn: Turn, press: ReplyPress, asked: ReplyAct): Promise<Replied> {
  const replied = found(await actByReply(turn.db, press, asked));
  const { result, spentMessageId } = replied;
  if (result === 'acted' && spentMessageId !== null) await turn.strip(spentMessageId);
  return replied;
}

export async function moveTo(turn: MemberTurn, press: ReplyPress, to: Date): Promise<Card> {
  const replied = await actAndStrip(turn, press, to);
  const said = moved(replied.reminder, to, turn);
  const { reminder, people, mayMoveAll } = replied;
  if (people === null) return actedCard(turn, replied, said);
  if (press.forAll) return actedCard(turn, replied, lines(said, jointTexts.putOffForAll));
  const card = actedCard(turn, replied, lines(said, jointTexts.movedHere));
  const forAll = { ...momentButton(reminder.id, to, turn, ALL), text: jointTexts.snoozeForAll };
  return mayMoveAll ? { ...card, keyboard: [[forAll], ...card.keyboard] } : card;
}

async function takeBackLastAct(turn: MemberTurn, reminder: ChatReminder): Promise<Card> {
  const { db, now, account } = turn;
  const undone = await takeBackLast(db, { userId: account.id, reminderId: reminder.id, now });
  const present = (await findReminder(db, account.id, reminder.id)) ?? reminder;
  return renderItem(atPresent(turn), present, {
    back: FIRST_PAGE,
    remark: lines(undone ? replyTexts.undone : replyTexts.nothingToUndo),
  });
}
