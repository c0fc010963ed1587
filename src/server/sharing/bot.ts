import 'server-only';
import { type Html, lines } from '@/texts/html';
import { replyTexts } from '@/texts/bot-replies';
import { jointTexts } from '@/texts/joint';
import { shareTexts } from '@/texts/share';
import { JOINT_PEOPLE_MAX } from '@/core/limits';
import { deleteReminder } from '../reminders/deletion';
import { AppError, orRefusal } from '../platform/errors';
import { keyOfToken } from '../platform/secrets';
import { renderItem } from '../reminders/item-bot';
import { endedForAll } from '../reminders/joint';
import { jointOf, peopleOf } from '../reminders/joint-people';
import { findReminder } from '../reminders/upcoming';
import { dataOf, FIRST_PAGE, itemData, readId } from '../telegram/callback-data';
import { rememberMessage } from '../telegram/chat-messages';
import { momentIn } from '../telegram/message';
import { button, type Card, isForbidden, type MemberTurn, type Turn } from '../telegram/turn';
import {
  chatChoice,
  closeShares,
  findShare,
  type Share,
  sharedCard,
  shareLink,
  shareReminder,
  shareTokenOf,
  START_PREFIX,
  startLink,
  takeShare,
} from './shares';
import { acceptAgain, joinJoint, refusePerson, refuses } from './joining';

/** Opens a link or a key; undefined where it is none of ours, or closed. */
async function sharedBy({ db, settings }: Turn, token: string): Promise<Share | undefined> {
  const key = keyOfToken('share', token, settings.botToken);
  return key === undefined ? undefined : findShare(db, key);
}

/** Says what a link has brought somebody to, before they accept the terms. */
export async function offeredBefore(turn: Turn, token: string): Promise<Html> {
  const share = await sharedBy(turn, token);
  if (!share) return lines(shareTexts.closed);
  const offered = share.joint ? jointTexts.offered(share.joint.owner) : shareTexts.offered;
  const { afterTerms } = share.joint ? jointTexts : shareTexts;
  return lines(offered, '', sharedCard(share, turn.now), '', afterTerms);
}

/** /start with a link's token: shows the card. A link alone is no consent, whoever has sent it. */
export async function offerShared(turn: Turn, token: string): Promise<unknown> {
  const share = await sharedBy(turn, token);
  if (!share) return turn.say(lines(shareTexts.closed));
  if (share.joint) return turn.say(await proposal(turn, share, share.joint, token));
  await turn.say(lines(shareTexts.offered, '', sharedCard(share, turn.now)), [
    [button(shareTexts.take, dataOf('share', 'take', token))],
    [button(shareTexts.refuse, dataOf('share', 'refuse', 0))],
  ]);
}

/** The question to somebody whether they take part: in what, with whom, and how to have no more of it. */
async function proposal(
  turn: Turn,
  share: Share,
  { id, owner }: NonNullable<Share['joint']>,
  token: string,
): Promise<Card> {
  const { db, now, person } = turn;
  const data = (action: string) => dataOf('share', action, token);
  if (await refuses(db, person.id, share.userId)) {
    const again = button(jointTexts.acceptAgain, data('again'));
    return { text: jointTexts.refusedBefore(owner), keyboard: [[again]] };
  }
  const taking = await peopleOf(db, id);
  const card = sharedCard(share, now);
  const people = jointTexts.people(taking.map(({ name }) => name));
  if (taking.some((each) => each.userId === person.id)) {
    return { text: lines(jointTexts.there, '', card, people), keyboard: [] };
  }
  if (taking.length >= JOINT_PEOPLE_MAX) {
    return { text: lines(jointTexts.crowded(JOINT_PEOPLE_MAX)), keyboard: [] };
  }
  return {
    text: lines(jointTexts.offered(owner), '', card, people, '', jointTexts.terms),
    keyboard: [
      [
        button(jointTexts.take, data('join')),
        button(shareTexts.refuse, dataOf('share', 'refuse', 0)),
      ],
      [button(jointTexts.refusePerson, data('block'))],
      [button(jointTexts.complain, data('complain'))],
    ],
  };
}

/** «Участвовать», and what else can be said to a proposal. */
async function answerProposal(turn: MemberTurn, action: string, token: string): Promise<unknown> {
  const { db, now, account, show } = turn;
  const share = await sharedBy(turn, token);
  if (!share?.joint) return show(lines(shareTexts.closed));
  const { joint } = share;
  if (action === 'join') return join(turn, share, joint.owner);
  if (action === 'again') {
    await acceptAgain(db, account.id, share.userId);
    return show(await proposal(turn, share, joint, token));
  }
  const complains = action === 'complain';
  await refusePerson(db, account.id, share.userId, { complains, now });
  await show((complains ? jointTexts.complained : jointTexts.refused)(joint.owner));
}

/**
 * Takes part in what is shared, which its owner is told, and shows the reminder in place of the question; else shows
 * why not: no room in the account (`full`) or for more people in the reminder (`crowded`), and so on.
 */
async function join(turn: MemberTurn, share: Share, owner: string): Promise<unknown> {
  const { db, now, account, show } = turn;
  const joined = await orRefusal(joinJoint(db, account, share, now), 'full');
  if (joined instanceof AppError) return show(lines(joined.message));
  if (joined.result === 'joined') {
    return showAdded(turn, joined.row.id, jointTexts.joinedNow, show);
  }
  const said = {
    over: shareTexts.tooLate,
    closed: shareTexts.closed,
    there: jointTexts.there,
    refused: jointTexts.refusedBefore(owner),
    crowded: jointTexts.crowded(JOINT_PEOPLE_MAX),
  };
  return show(lines(said[joined.result]));
}

/** The outcome of «Напомнить и мне» in one sentence, and the reminder that was made. */
interface TakenHere {
  said: string;
  /** The reminder's id, where it is new to the account. */
  reminderId?: number;
}

/** Takes a share into the account, or answers why not: its own, no room, too late, there already. */
async function takeOrSayWhyNot(turn: MemberTurn, share: Share): Promise<TakenHere> {
  const { db, now, account } = turn;
  if (share.userId === account.id) return { said: shareTexts.own };
  const taken = await orRefusal(takeShare(db, account, share, now), 'full');
  if (taken instanceof AppError) return { said: taken.message };
  if (!taken) return { said: shareTexts.tooLate };
  const reminder = await findReminder(db, account.id, taken.id);
  if (!reminder || reminder.completed) return { said: shareTexts.thereDone };
  const when = momentIn(new Date(reminder.dateTime), turn);
  return taken.created
    ? { said: shareTexts.taken(when), reminderId: taken.id }
    : { said: shareTexts.there(when) };
}

/**
 * «Напомнить и мне» of somebody who has accepted the terms, in the chat with the bot; says why where nothing is taken,
 * and proposes to take part where it is shared for that.
 */
export async function takeHere(
  turn: MemberTurn,
  token: string,
  say: Turn['say'],
): Promise<unknown> {
  const share = await sharedBy(turn, token);
  if (!share) return say(lines(shareTexts.closed));
  // Consent to take part is given where it is said with whom.
  if (share.joint) return say(await proposal(turn, share, share.joint, token));
  const { said, reminderId } = await takeOrSayWhyNot(turn, share);
  return reminderId === undefined
    ? say(lines(said))
    : showAdded(turn, reminderId, shareTexts.added, say);
}

/**
 * Says that a reminder has come to the account from another chat, with all that can be done about it; the message is
 * the reminder's from then on.
 */
async function showAdded(
  turn: MemberTurn,
  reminderId: number,
  heading: Html,
  say: Turn['say'],
): Promise<void> {
  const { db, now, person, account } = turn;
  const reminder = await findReminder(db, account.id, reminderId);
  if (!reminder) return;
  const { text, keyboard } = await renderItem(turn, reminder, { back: FIRST_PAGE });
  const messageId = await say(lines(heading, '', text), keyboard);
  await rememberMessage(db, { userId: person.id, messageId, reminderId, now });
}

/** Says in the person's own chat what was added by a press in another chat. */
export const tellAdded = (turn: MemberTurn, reminderId: number, heading: Html): Promise<void> =>
  showAdded(turn, reminderId, heading, turn.say).catch((error: unknown) => {
    // They have shut the bot out a moment ago: the reminder waits for them.
    if (!isForbidden(error)) throw error;
  });

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
  member: MemberTurn | undefined,
  token: string,
  answer: AnswerPress,
): Promise<void> {
  const share = await sharedBy(turn, token);
  if (!share) return answer(shareTexts.closed, { alert: true });
  if (share.joint || !canTake(member)) return leadToBot(turn, `${START_PREFIX}${token}`, answer);
  await takeForPress(member, share, answer);
}

export const canTake = (member: MemberTurn | undefined): member is MemberTurn =>
  member?.account.unreachableSince === null;

/** Opens the bot by a press in another chat, with what its /start is to bring. */
export function leadToBot({ settings }: Turn, start: string, answer: AnswerPress): Promise<void> {
  const { botUsername } = settings;
  if (botUsername === undefined) return answer(shareTexts.off);
  return answer(undefined, { url: startLink(start, botUsername) });
}

/** Takes a share for a press in another chat, answers the press, and shows what is new in the person's own chat. */
export async function takeForPress(
  member: MemberTurn,
  share: Share,
  answer: AnswerPress,
): Promise<void> {
  const { said, reminderId } = await takeOrSayWhyNot(member, share);
  await answer(said);
  if (reminderId !== undefined) await tellAdded(member, reminderId, shareTexts.added);
}

/** A press about sharing in the chat with the bot, of somebody who has accepted the terms. */
export async function pressShare(
  turn: MemberTurn,
  [action = '', argument = '']: string[],
): Promise<unknown> {
  switch (action) {
    case 'take':
      return takeHere(turn, argument, turn.show);
    case 'join':
    case 'again':
    case 'block':
    case 'complain':
      return answerProposal(turn, action, argument);
    // Makes the link, and of «together» the joint; a new message, so that the reminder’s own stays.
    case 'open':
    case 'together':
      return turn.say(await openShare(turn, readId(argument), action === 'together'));
    case 'leave':
    case 'end':
      return turn.show(await leaveOrEnd(turn, readId(argument), action));
    case 'close':
      await closeShares(turn.db, turn.account.id, readId(argument));
      return turn.show(shareTexts.chat.closed);
    case 'refuse':
    // Also what an old button may send.
    default:
      return turn.show(shareTexts.refused);
  }
}

/** Does «Выйти» (`leave`) or «Закончить для всех» (`end`), and shows what became of it. */
export async function leaveOrEnd(
  { db, now, account }: MemberTurn,
  id: number,
  way: 'leave' | 'end',
): Promise<Card> {
  const leaves = way === 'leave';
  const [reminder, joint] = await Promise.all([
    findReminder(db, account.id, id),
    jointOf(db, account.id, id),
  ]);
  // A stale key takes nothing away that is one person's alone.
  if (reminder?.deleted === false && !joint) {
    return { text: lines(jointTexts.onlyYours), keyboard: [] };
  }
  await orRefusal(deleteReminder(db, account.id, id, now, { leaves }), 'not-found');
  // The undo of this would bring them back as one of the others, not as the owner: it is not offered.
  if (leaves && joint?.owned) return { text: lines(jointTexts.handedOn), keyboard: [] };
  const back = [button(replyTexts.buttons.undo, itemData(id, 'restore', FIRST_PAGE))];
  const ended = await endedForAll(db, account.id, id);
  return { text: lines(ended ? jointTexts.ended : jointTexts.left), keyboard: [back] };
}

/**
 * «Поделиться»: makes the link if there is none, one for all for the owner of what is `together`, else a separate copy.
 * The card has a key that opens Telegram's choice of chats, and says who takes part.
 */
export async function openShare(
  turn: MemberTurn,
  reminderId: number,
  together = false,
): Promise<Card> {
  const { db, now, settings, account } = turn;
  const { botUsername, botToken } = settings;
  if (botUsername === undefined) return { text: lines(shareTexts.off), keyboard: [] };
  const joint = await jointOf(db, account.id, reminderId);
  const isShared = together || joint?.owned === true;
  const sharing = shareReminder(db, account.id, reminderId, now, isShared);
  // A reminder that is over has no link, yet whoever takes part can leave it.
  const share = await orRefusal(sharing, 'invalid', 'full', 'not-found');
  const data = (action: string) => dataOf('share', action, reminderId);
  const people = joint ? ['', jointTexts.people(joint.people)] : [];
  const ways = joint
    ? [
        ...(joint.owned ? [[button(jointTexts.end, data('end'), 'danger')]] : []),
        [button(jointTexts.leave, data('leave'), 'danger')],
      ]
    : [];
  if (share instanceof AppError) {
    return { text: lines(share.message, ...people), keyboard: ways };
  }
  const url = shareLink(shareTokenOf(share.key, botToken), botUsername);
  const { title } = isShared ? jointTexts : shareTexts;
  const { explain } = isShared ? jointTexts : shareTexts.chat;
  const about = shareTexts.chat.about(title, sharedCard(share, now), url, explain);
  return {
    text: lines(about, ...people),
    keyboard: [
      [{ text: shareTexts.sending, url: chatChoice(share, url, now) }],
      [button(shareTexts.close, data('close'))],
      ...ways,
      ...(isShared || joint ? [] : [[button(jointTexts.together, data('together'))]]),
    ],
  };
}
