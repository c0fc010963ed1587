import 'server-only';
import { ACT_ON_ALL_KEY, type ActedOnAll } from '@/contract/reminder';
import { LAST_DATE } from '@/core/limits';
import { namesAll, readPauseAll } from '@/core/quick-add/pause-all';
import { instantToWallTime } from '@/core/time-zone';
import { pauseTexts } from '@/texts/bot-pause';
import { describeDate, describeInstant } from '@/texts/schedule';
import { type Account } from '../../accounts';
import { draftsOfMessage, findQuestion } from '../../drafts';
import { AppError } from '../../errors';
import { pauseAll, resumeAll, undoAll } from '../../pause-all';
import { clockOf } from '../../settings';
import { type Card } from './card';
import { type HeardText } from './quick-add';
import { button, type Turn } from './turn';

/** Callback data: `p:resume` resumes all, `p:undo:<key>` takes an act on all back. */
export const PAUSE_PREFIX = 'p';
const { buttons } = pauseTexts;

/**
 * «Всё на паузу до понедельника», «возобнови всё»; false where a text says something else, or answers
 * what a card asks.
 */
export async function hearPauseAll(
  turn: Turn,
  account: Account,
  heard: HeardText,
): Promise<boolean> {
  const { text, forwarded, messageId } = heard;
  const { db, now } = turn;
  const { id } = account;
  const request = forwarded ? undefined : readPauseAll(text, clockOf(account, now));
  if (!request || (await answersCard(turn, account, heard))) return false;
  // The message, heard again because the process died, completes the act.
  const key = `message-${messageId}`;
  const tooFar = request.act === 'pause' && (request.until?.toISOString() ?? '') > LAST_DATE;
  if (request.act === 'unclear' || tooFar) {
    await turn.say(pauseTexts.unclear);
    return true;
  }
  await unlessTooOften(turn, async () => {
    const { text: answer, keyboard } =
      request.act === 'resume'
        ? resumedCard(await resumeAll(db, id, { now, key }))
        : pausedCard(
            await pauseAll(db, id, { pauseUntil: request.until, now, key }),
            turn,
            account,
          );
    await turn.say(answer, keyboard);
  });
  return true;
}

/** Whether a card asks for something at the moment, or has taken this very message as its answer. */
async function answersCard(
  { db, now }: Turn,
  { id }: Account,
  { text, messageId, repliedTo }: HeardText,
): Promise<boolean> {
  if (namesAll(text)) return false;
  const question = await findQuestion(db, id, repliedTo?.messageId, now);
  return question?.asked === true || (await draftsOfMessage(db, id, messageId)).length > 0;
}

/** Does an act and says what came of it, or that there were too many; the cards keep their buttons then. */
async function unlessTooOften(turn: Turn, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too-many') throw error;
    await turn.say(pauseTexts.tooOften);
  }
}

export const pressPauseAll = (turn: Turn, account: Account, args: string[]): Promise<void> =>
  unlessTooOften(turn, () => pressed(turn, account, args));

async function pressed(turn: Turn, { id }: Account, [action, key = '']: string[]): Promise<void> {
  const { db, now, pressedMessageId } = turn;
  if (action === 'resume') {
    const acted = await resumeAll(db, id, { now, key: `press-${pressedMessageId ?? 0}` });
    const { text, keyboard } = resumedCard(acted);
    await turn.show(text, keyboard);
    return;
  }
  const undone =
    ACT_ON_ALL_KEY.test(key) && (await undoAll(db, id, { undo: key, now }).catch(nothing));
  await turn.show(undone ? pauseTexts.undone : pauseTexts.nothingToUndo);
}

function nothing(error: unknown): null {
  if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
  return null;
}

function pausedCard(
  { count, pausedAlone, pausedUntil, undo }: ActedOnAll,
  turn: Turn,
  account: Account,
): Card {
  if (count === 0) return { text: pauseTexts.nothingToPause(pausedAlone), keyboard: [] };
  const until = pausedUntil === null ? null : dayOrMoment(new Date(pausedUntil), turn, account);
  return {
    text: pauseTexts.paused(count, until),
    keyboard: [[button(buttons.resume, `${PAUSE_PREFIX}:resume`), ...undoButton(undo)]],
  };
}

function resumedCard({ count, pausedAlone, undo }: ActedOnAll): Card {
  if (count === 0) return { text: pauseTexts.nothingToResume(pausedAlone), keyboard: [] };
  return { text: pauseTexts.resumed(count, pausedAlone), keyboard: [undoButton(undo)] };
}

const undoButton = (undo: string | null) =>
  undo === null ? [] : [button(buttons.undo, `${PAUSE_PREFIX}:undo:${undo}`)];

/** The day where the instant is its beginning, as it mostly is. */
function dayOrMoment(at: Date, { now }: Turn, { timeZone }: Account): string {
  const [present, wall] = [instantToWallTime(now, timeZone), instantToWallTime(at, timeZone)];
  return wall.endsWith('T00:00') ? describeDate(present, wall) : describeInstant(present, wall);
}
