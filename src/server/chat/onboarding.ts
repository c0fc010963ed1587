import 'server-only';
import { MIN_AGE, REFUSED_DAYS, TERMS_VERSION } from '@/core/limits';
import { botTexts } from '@/texts/bot';
import { type Html, lines } from '@/texts/html';
import { acceptTerms, declineTerms, findAccount, hasAcceptedTerms } from '../accounts/accounts';
import { earlyMessagesOf, forgetEarlyMessage, keepUnlessAccepted } from '../accounts/before-terms';
import { resumeUser } from '../outbox/reachability';
import { isPassingFault } from '../platform/db/faults';
import { isTokenLike } from '../platform/secrets';
import { hearText } from '../quick-add/quick-add';
import { hearingLimit, withSpokenWords } from '../quick-add/voice';
import { offeredBefore, offerShared, takeHere } from '../sharing/bot';
import { tokenOfStart } from '../sharing/shares';
import { dataOf } from '../telegram/callback-data';
import { asOf } from '../telegram/late';
import { appRow } from '../telegram/message';
import { type Said } from '../telegram/said';
import { button, type Keyboard, type MemberTurn, type Turn } from '../telegram/turn';

/** The turn of its person as a member; undefined before they have accepted the present terms. */
export const memberOf = (turn: Turn, account = turn.account): MemberTurn | undefined =>
  account && hasAcceptedTerms(account) ? { ...turn, account } : undefined;

/**
 * /start: the bot can write to the person again, who sees the terms until they are accepted, a greeting and the app
 * afterwards; by a link to a shared reminder that reminder's card.
 */
export async function start(turn: Turn, args: string): Promise<unknown> {
  // Done even where no reminder is parked: a send under way may be refused yet, and park some.
  if (turn.account) await resumeUser(turn.db, turn.account.id, turn.now);
  const token = tokenOfStart(args);
  const member = memberOf(turn);
  if (!member) return askForTerms(turn, { token });
  if (token !== undefined) return offerShared(turn, token);
  await turn.say(botTexts.welcomeBack(turn.person.first_name), appRow(turn));
  await answerEarly(member);
}

/**
 * Shown to everybody who has not accepted the present terms, whatever they wrote; `early` says what becomes of that. `token`
 * is that of a shared reminder, which they get once they accept.
 */
export async function askForTerms(
  turn: Turn,
  { early, token }: { early?: 'kept' | 'full'; token?: string | undefined } = {},
): Promise<void> {
  if (await showNextCell(turn)) return;
  const text = await termsText(turn, token);
  const told = early === undefined ? text : lines(text, '', botTexts.terms[early]);
  await turn.say(told, termsKeyboard(token));
}

/** A full cell shows strangers the next one's bot, and stores nothing of them. */
async function showNextCell({ account, settings, person, say }: Turn): Promise<boolean> {
  const bot = settings.nextCellBotUsername;
  if (account || bot === undefined) return false;
  const { moved, open } = botTexts.nextCell;
  await say(moved(person.first_name, bot), [[{ text: open(bot), url: `https://t.me/${bot}` }]]);
  return true;
}

/**
 * A text of somebody who has not accepted the terms: kept, and answered once they do; at once where they have accepted
 * at this very moment, on another instance.
 */
export async function hearEarly(turn: Turn, heard: Said): Promise<void> {
  if (await showNextCell(turn)) return;
  const early = await keepUnlessAccepted(turn.db, turn.person.id, heard, turn.now);
  if (early === 'kept' || early === 'full') return askForTerms(turn, { early });
  await answerKept({ ...turn, account: early }, heard, hearingLimit());
}

/** Answers what was written before the terms were accepted, and throws afterwards where that failed of some. */
async function answerEarly(turn: MemberTurn): Promise<void> {
  const { db, now, account } = turn;
  // All of them are answered in one update, which has no time to wait for each voice in turn.
  const signal = hearingLimit();
  const faults: unknown[] = [];
  for (const early of await earlyMessagesOf(db, account.id, now)) {
    try {
      // What it replied to is not kept.
      await answerKept(turn, { ...early, repliedTo: undefined }, signal);
      // It was promised that the text is kept: until it is answered, /start or the repeated update comes back to it.
      await forgetEarlyMessage(db, account.id, early.messageId);
    } catch (error) {
      faults.push(error);
    }
  }
  // A passing one has the update come again.
  if (faults.length > 0) throw faults.find(isPassingFault) ?? faults[0];
}

/** Answers a message as of when it was sent; heard again, it makes nothing new. */
async function answerKept(turn: MemberTurn, kept: Said, signal: AbortSignal): Promise<void> {
  const heard = await withSpokenWords(turn, kept, signal);
  await hearText(asOf(heard.turn, kept.sentAt, true), heard.said);
}

/** /privacy, which clients open as the bot's policy. */
export const privacy = (turn: Turn): Promise<unknown> =>
  turn.say(botTexts.privacy(legalUrls(turn)));

const legalUrls = ({ settings: { appUrl } }: Turn) => ({
  terms: `${appUrl}/terms`,
  privacy: `${appUrl}/privacy`,
});

async function termsText(turn: Turn, token: string | undefined): Promise<Html> {
  const urls = legalUrls(turn);
  const before = turn.account?.termsVersion;
  const offered = token === undefined ? [] : [await offeredBefore(turn, token), ''];
  if (before && before !== TERMS_VERSION) {
    return lines(...offered, botTexts.terms.askAgain(urls, MIN_AGE));
  }
  const greeting = botTexts.greeting(turn.person.first_name);
  return lines(greeting, '', ...offered, botTexts.terms.ask(urls, MIN_AGE));
}

/** A token of another form than ours stays out of the keys: there is no telling how long it is. */
const termsData = (action: 'accept' | 'decline' | 'show', token: string | undefined): string =>
  dataOf('terms', action, TERMS_VERSION, ...(isTokenLike(token) ? [token] : []));

const termsKeyboard = (token: string | undefined): Keyboard => [
  [button(botTexts.terms.accept(MIN_AGE), termsData('accept', token))],
  [button(botTexts.terms.decline, termsData('decline', token))],
];

/** What somebody who has just accepted the terms was to get: a shared reminder, and answers to their early messages. */
async function giveWhatWaited(turn: Turn, token: string | undefined): Promise<void> {
  const member = memberOf(turn, await findAccount(turn.db, turn.person.id));
  if (!member) return;
  try {
    if (token !== undefined) await takeHere(member, token, turn.say);
  } finally {
    await answerEarly(member);
  }
}

/** A press under the terms. Consent to an older version than the present one is no consent. */
export async function pressTerms(turn: Turn, [action, version, token]: string[]): Promise<void> {
  if (action === 'accept' && version === TERMS_VERSION) {
    await acceptTerms(turn.db, turn.person, turn.now);
    try {
      await turn.show(botTexts.terms.accepted, appRow(turn));
    } finally {
      // What they were promised does not depend on whether Telegram takes these thanks.
      await giveWhatWaited(turn, token);
    }
  } else if (action === 'decline') {
    await declineTerms(turn.db, turn.person.id, turn.now);
    const { declined, declinedWithData } = botTexts.terms;
    await turn.show(turn.account ? declinedWithData(REFUSED_DAYS) : declined, [
      [button(botTexts.terms.back, termsData('show', token))],
    ]);
  } else {
    await turn.show(await termsText(turn, token), termsKeyboard(token));
  }
}
