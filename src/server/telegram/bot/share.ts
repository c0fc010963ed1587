import 'server-only';
import { type Html, lines } from '@/texts/html';
import { shareTexts } from '@/texts/share';
import { type Account } from '../../accounts';
import { rememberMessage } from '../../chat-messages';
import { AppError } from '../../errors';
import { closeShares, findShare, type Share, shareReminder, takeShare } from '../../shares';
import { readShareToken, shareLink, shareTokenOf } from '../../share-token';
import { findReminder } from '../../upcoming';
import { chatChoice, sharedCard } from '../shared-card';
import { FIRST_PAGE, readId } from './list-callback-data';
import { renderItem } from './list-item';
import { momentIn } from './reply-cards';
import { ownShareData, takeData } from './share-callback-data';
import { button, isForbidden, type Keyboard, type Turn } from './turn';

/** What a link or a key opens; undefined where it is none of ours, or closed. */
async function sharedBy({ db, settings }: Turn, token: string): Promise<Share | undefined> {
  const key = readShareToken(token, settings.botToken);
  return key === undefined ? undefined : findShare(db, key);
}

/** What a link has brought somebody to, as it is told before the terms. */
export async function offeredBefore(turn: Turn, token: string): Promise<Html> {
  const share = await sharedBy(turn, token);
  if (!share) return lines(shareTexts.closed);
  const card = sharedCard(share, turn.now);
  return lines(shareTexts.offered, '', card, '', shareTexts.afterTerms);
}

/** /start with a link's token: shows the card. A link alone is no consent, whoever has sent it. */
export async function offerShared(turn: Turn, token: string): Promise<void> {
  const share = await sharedBy(turn, token);
  if (!share) {
    await turn.say(lines(shareTexts.closed));
    return;
  }
  await turn.say(lines(shareTexts.offered, '', sharedCard(share, turn.now)), [
    [button(shareTexts.take, takeData(token))],
    [button(shareTexts.refuse, ownShareData('refuse', 0))],
  ]);
}

/** What became of «Напомнить и мне», in one sentence, and the reminder that was made. */
interface TakenHere {
  said: string;
  /** Of a reminder that is new to the account. */
  reminderId?: number;
  closed?: true;
}

async function take(turn: Turn, account: Account, token: string): Promise<TakenHere> {
  const { db, now } = turn;
  const share = await sharedBy(turn, token);
  if (!share) return { said: shareTexts.closed, closed: true };
  try {
    const taken = await takeShare(db, account, share, now);
    if (taken.result === 'own') return { said: shareTexts.own };
    if (taken.result === 'over') return { said: shareTexts.tooLate };
    const { reminderId, result } = taken;
    const reminder = await findReminder(db, account.id, reminderId);
    if (!reminder || reminder.completed) return { said: shareTexts.thereDone };
    const when = momentIn(new Date(reminder.dateTime), turn, account);
    return result === 'created'
      ? { said: shareTexts.taken(when), reminderId }
      : { said: shareTexts.there(when) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'full') throw error;
    return { said: error.message };
  }
}

/** «Напомнить и мне» of somebody who has accepted the terms, in the chat with the bot. */
export async function takeHere(turn: Turn, account: Account, token: string): Promise<void> {
  const { said, reminderId } = await take(turn, account, token);
  if (reminderId === undefined) await turn.show(lines(said));
  else await sayAdded(turn, account, reminderId, shareTexts.added, turn.show);
}

/** The same once they have accepted the terms over which they saw the card. */
export const takeAfterTerms = (turn: Turn, account: Account, token: string): Promise<void> => {
  const show: Turn['show'] = async (...message) => {
    await turn.say(...message);
  };
  return takeHere({ ...turn, show }, account, token);
};

/** Says that a reminder has come to the account from another chat, with all that can be done about it. */
export async function sayAdded(
  turn: Turn,
  account: Account,
  reminderId: number,
  heading: Html,
  say: (text: Html, keyboard: Keyboard) => Promise<unknown> = turn.say,
): Promise<void> {
  const { db, now, person } = turn;
  const reminder = await findReminder(db, account.id, reminderId);
  if (!reminder) return;
  const { text, keyboard } = await renderItem(turn, account, reminder, { back: FIRST_PAGE });
  const messageId = await say(lines(heading, '', text), keyboard);
  if (typeof messageId === 'number') {
    await rememberMessage(db, { userId: person.id, messageId, reminderId, now });
  }
}

/** Answers a press: with a sentence, or by opening a link of Telegram's. */
export type AnswerPress = (
  toast?: string,
  more?: { url?: string; alert?: boolean },
) => Promise<void>;

/**
 * «Напомнить и мне» under a card in any other chat. Who has not accepted the terms, or has shut the bot
 * out, is led to the bot with the token. The card stays as it is, also when its link is closed: a client
 * may send any data from under any message, so a press does not tell which card it belongs to.
 */
export async function takeElsewhere(
  turn: Turn,
  member: Account | undefined,
  token: string,
  answer: AnswerPress,
): Promise<void> {
  if (!member || member.unreachableSince !== null) {
    const { botUsername } = turn.settings;
    if (!(await sharedBy(turn, token))) await answer(shareTexts.closed, { alert: true });
    else if (botUsername === undefined) await answer(shareTexts.off);
    else await answer(undefined, { url: shareLink(token, botUsername) });
    return;
  }
  const { said, reminderId, closed } = await take(turn, member, token);
  await answer(said, { alert: closed === true });
  if (reminderId === undefined) return;
  await sayAdded(turn, member, reminderId, shareTexts.added).catch((error: unknown) => {
    // They have shut the bot out a moment ago: the reminder waits for them.
    if (!isForbidden(error)) throw error;
  });
}

/** A press about sharing in the chat with the bot, of somebody who has accepted the terms. */
export async function pressShare(
  turn: Turn,
  account: Account,
  [action, argument = '']: string[],
): Promise<void> {
  if (action === 'take') await takeHere(turn, account, argument);
  else if (action === 'open') await shareFromChat(turn, account, readId(argument));
  else if (action === 'close') {
    await closeShares(turn.db, account.id, readId(argument));
    await turn.show(shareTexts.chat.closed);
  } else await turn.show(shareTexts.refused);
}

/** «Поделиться»: the link, with a key that opens Telegram's choice of chats. */
async function shareFromChat(turn: Turn, account: Account, reminderId: number): Promise<void> {
  const { db, now, settings } = turn;
  const { botUsername, botToken } = settings;
  if (botUsername === undefined) {
    await turn.say(lines(shareTexts.off));
    return;
  }
  try {
    const share = await shareReminder(db, account.id, reminderId, now);
    const url = shareLink(shareTokenOf(share.key, botToken), botUsername);
    await turn.say(shareTexts.chat.about(sharedCard(share, now), url), [
      [{ text: shareTexts.chat.send, url: chatChoice(share, url, now) }],
      [button(shareTexts.close, ownShareData('close', reminderId))],
    ]);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await turn.say(lines(error.message));
  }
}
