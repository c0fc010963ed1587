import 'server-only';
import { mayConverse } from '@/core/quick-add/conversation/conversation';
import { saysOnlyWhen } from '@/core/quick-add/conversation/moment';
import { spelledOut } from '@/core/quick-add/conversation/spoken';
import { smallTalkOf } from '@/core/quick-add/messages/not-reminders';
import { readRequest } from '@/core/quick-add/messages/request';
import { botTexts } from '@/texts/bot';
import { clockOf, readingOf } from '../accounts/settings';
import { draftsOfMessage, heldLine } from '../drafts/drafts';
import { AppError, orRefusal } from '../platform/errors';
import { listUpcoming, remindersOfIds } from '../reminders/upcoming';
import { type Said } from '../telegram/said';
import { type MemberTurn } from '../telegram/turn';
import { hearAsNew, isText, sayAnswer } from './beginning';
import { answerCard, type CardAnswer, readCardAnswer } from './card-answer';
import { converse } from './conversation';
import { changedLately, isShownAbove, knownFrom, rangLately, type Recent } from './knowledge';
import { resumeChoice } from './choices';
import { ask } from './questions';
import { isWordsAlone } from './voice';

/**
 * Any message that is no command: the answer to what a card asked, a line about reminders that are there, or a new
 * reminder in the making, stored at once where nothing of it is in doubt. A forwarded text is somebody else's: it is
 * kept whole, and a moment in it is only proposed. Where something else has changed what a message is about at this
 * very moment, it is read again by what is there now.
 */
export async function hearText(turn: MemberTurn, heard: Said, triesLeft = 3): Promise<void> {
  const refusal = await orRefusal(readAndAct(turn, heard), 'conflict');
  if (!(refusal instanceof AppError)) return;
  if (triesLeft === 0) throw refusal;
  return hearText(turn, heard, triesLeft - 1);
}

/**
 * Throws `conflict` before anything is done or said. A message is taken by the first of these:
 * 1. what was made of it already, where it comes again;
 * 2. something new, where it is another person's words, or more than words;
 * 3. the question which one is to come at a moment that is said alone, unless a card waits for it;
 * 4. what stands already (`converse`), unless the card is what is talked about;
 * 5. the card that waits;
 * 6. «отмена» with nothing to call off;
 * 7. something new.
 */
async function readAndAct(turn: MemberTurn, heard: Said): Promise<unknown> {
  const { text, forwarded, attachment, repliedTo } = heard;
  const made = await draftsOfMessage(turn.db, turn.account.id, heard.messageId);
  if (made.length > 0) {
    // A question about the line stands in the chat already.
    const isHeld = made.length === 1 && made[0]?.state === 'held';
    if (isHeld || (await resumeChoice(turn, heard, made))) return undefined;
    return sayAnswer(turn, { cards: made.map((row) => ({ row })) });
  }
  // A part of somebody's message is what to remind of, whatever a card asks.
  const quotes = repliedTo?.quoted === true && !repliedTo.ofBot;
  const isInWords = isWordsAlone(heard) || (attachment !== null && isText(attachment));
  if (forwarded || quotes || !isInWords) return hearAsNew(turn, heard);
  const card = await readCardAnswer(turn, heard, await readingOf(turn));
  if (isWordsAlone(heard) && !repliedTo && mayConverse(text)) {
    const recent = { rang: await rangLately(turn), changed: await changedLately(turn) };
    if (!card && (await askWhichComesThen(turn, heard, recent))) return undefined;
    const isOfCard = card && isTalkedAbout(card, text, recent);
    if (!isOfCard && (await converse(turn, heard, recent))) return undefined;
  }
  if (card) return answerCard(turn, heard, card);
  if (readRequest(text) === 'cancel') return turn.say(botTexts.nothingToCancel);
  return hearAsNew(turn, heard);
}

/** Whether the card is what is talked about: nothing rang since, and the line is no small talk. */
function isTalkedAbout({ row }: CardAnswer, text: string, { rang }: Recent): boolean {
  const hasRungSince = rang.reminders.length > 0 && rang.at !== null && rang.at > row.createdAt;
  if (hasRungSince) return false;
  return row.state !== 'asking' || ['fine', undefined].includes(smallTalkOf(text));
}

/**
 * A moment alone («в 9») right below what was changed within BARE_MOMENT_MINUTES is about that, and `converse` takes it.
 * Later, or behind other messages, it is unclear what is meant: asks. False where it asks nothing.
 */
async function askWhichComesThen(turn: MemberTurn, heard: Said, recent: Recent): Promise<boolean> {
  const { db, account, now } = turn;
  const line = spelledOut(heard.text);
  if (recent.rang.reminders.length > 0 || !saysOnlyWhen(line, clockOf(account, now))) return false;
  const isAsked = (await heldLine(db, account.id, now)) !== undefined;
  if (isAsked || (await isShownAbove(turn, heard.messageId, recent))) return false;
  // A line that came late is about nothing that was changed behind it.
  const changedByThen = recent.changed.filter(({ at }) => at <= now).map(({ id }) => id);
  const changed = await remindersOfIds(db, account.id, changedByThen);
  const live = changed.filter(({ completed, deleted }) => !completed && !deleted);
  if (live.length === 0) return false;
  const next = await listUpcoming(db, account.id, { offset: 0, limit: SOON_MAX, before: null });
  const ids = new Set(live.map(({ id }) => id));
  const others = next.reminders.filter(({ id }) => !ids.has(id));
  const reminders = [...live, ...others].map((each) => knownFrom(each, turn));
  await ask(turn, heard, { kind: 'which', reminders, all: false });
  return true;
}

/** Of those that come next as many are named beside what was changed last. */
const SOON_MAX = 3;
