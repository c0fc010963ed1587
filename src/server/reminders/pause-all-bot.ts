import 'server-only';
import { ACT_ON_ALL_KEY, type ActedOnAll } from '@/contract/reminder';
import { LAST_DATE } from '@/core/limits';
import { namesAll, readPauseAll } from '@/core/quick-add/replies/pause-all';
import { instantToWallTime } from '@/core/time-zone';
import { pauseTexts } from '@/texts/bot-replies';
import { describeDate, describeInstant } from '@/texts/schedule';
import { clockOf } from '../accounts/settings';
import { draftsOfMessage, findQuestion } from '../drafts/drafts';
import { AppError, orRefusal } from '../platform/errors';
import { dataOf } from '../telegram/callback-data';
import { type Said } from '../telegram/said';
import { atPresent, button, type Card, type MemberTurn } from '../telegram/turn';
import { pauseAll, resumeAll, undoAll } from './pause-all';

const { buttons } = pauseTexts;

/**
 * «Всё на паузу до понедельника», «возобнови всё»; false where a text says something else, or answers
 * what a card asks.
 */
export async function hearPauseAll(turn: MemberTurn, said: Said): Promise<boolean> {
  const { text, forwarded, messageId } = said;
  const { db, now, account } = atPresent(turn);
  const request = forwarded ? undefined : readPauseAll(text, clockOf(account, turn.now));
  if (!request || (await answersCard(turn, said))) return false;
  // The message, heard again because the process died, completes the act.
  const key = `message-${messageId}`;
  const until = request.act === 'pause' ? request.until : null;
  const isTooFar = until !== null && until.toISOString() > LAST_DATE;
  // Read as of when it was sent: a message that came late may ask for a pause that is over.
  const isOver = until !== null && until <= now;
  if (request.act === 'unclear' || isTooFar || isOver) {
    await turn.say(pauseTexts.unclear);
    return true;
  }
  if (request.act === 'resume') {
    await turn.say(resumedCard(await resumeAll(db, account.id, { now, key })));
  } else {
    const paused = await pauseAll(db, account.id, { pauseUntil: request.until, now, key });
    await turn.say(pausedCard(paused, atPresent(turn)));
  }
  return true;
}

/** Tells whether a card asks for something at the moment, or has taken this very message as its answer. */
async function answersCard(
  { db, now, account: { id } }: MemberTurn,
  { text, messageId, repliedTo }: Said,
): Promise<boolean> {
  if (namesAll(text)) return false;
  const question = await findQuestion(db, id, repliedTo?.messageId, now);
  return question?.asked === true || (await draftsOfMessage(db, id, messageId)).length > 0;
}

/** Throws `too-many`, which is told of below the card: that keeps its buttons. */
export async function pressPauseAll(turn: MemberTurn, [action, key = '']: string[]) {
  const { db, now, account, pressedMessageId = 0 } = turn;
  if (action === 'resume') {
    const once = { now, key: `press-${pressedMessageId}` };
    return turn.show(resumedCard(await resumeAll(db, account.id, once)));
  }
  if (!ACT_ON_ALL_KEY.test(key)) return turn.show(pauseTexts.nothingToUndo);
  const undone = await orRefusal(undoAll(db, account.id, { undo: key, now }), 'conflict');
  return turn.show(undone instanceof AppError ? pauseTexts.nothingToUndo : pauseTexts.undone);
}

function pausedCard(acted: ActedOnAll, { now, account }: MemberTurn): Card {
  const { count, pausedAlone, pausedUntil, undo } = acted;
  if (count === 0) return { text: pauseTexts.nothingToPause(pausedAlone), keyboard: [] };
  const wall = (instant: Date) => instantToWallTime(instant, account.timeZone);
  const until = pausedUntil === null ? null : wall(new Date(pausedUntil));
  // The day where the instant is its beginning, as it mostly is.
  const describe = until?.endsWith('T00:00') ? describeDate : describeInstant;
  return {
    text: pauseTexts.paused(count, until && describe(wall(now), until)),
    keyboard: [[button(buttons.resume, dataOf('all', 'resume')), ...undoButton(undo)]],
  };
}

function resumedCard({ count, pausedAlone, undo }: ActedOnAll): Card {
  if (count === 0) return { text: pauseTexts.nothingToResume(pausedAlone), keyboard: [] };
  return { text: pauseTexts.resumed(count, pausedAlone), keyboard: [undoButton(undo)] };
}

const undoButton = (undo: string | null) =>
  undo === null ? [] : [button(buttons.undo, dataOf('all', 'undo', undo))];
