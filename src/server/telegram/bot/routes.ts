import 'server-only';
import { type Message } from 'telegraf/types';
import { readRequest } from '@/core/quick-add/request';
import { botTexts } from '@/texts/bot';
import { refreshNames } from '../../account-terms';
import { expectAnswer } from '../../account-zone';
import { type Account, hasAcceptedTerms, touchAccount } from '../../accounts';
import { rememberText } from '../../chat-messages';
import { resumeUser } from '../../delivery/reachability';
import { changeEarlyMessage } from '../../before-terms';
import { app, help } from './fixed-answers';
import { BATCH_PREFIX, pressBatch } from './batch';
import { CALENDAR_PREFIX, calendarLink, pressCalendar } from './calendar-link';
import { CARD_PREFIX } from './card';
import { pressCard } from './card-presses';
import { type Content, contentOf } from './message-content';
import { pressDay } from './day';
import { hearEdit } from './edits';
import { find } from './find';
import { UNCLEAR_PREFIX, pressUnclear } from './unclear-reply';
import { pressItem } from './list-item';
import { ITEM_PREFIX, LIST_PREFIX } from './list-callback-data';
import { pressList, sayList } from './lists';
import { NOTE_PREFIX, NOTES_PREFIX } from './note-callback-data';
import { pressNote } from './note-item';
import { notes, pressNotes } from './notes-list';
import { askForTerms, hearEarly, pressTerms, privacy, start, TERMS_PREFIX } from './onboarding';
import { askToErase, ERASE_PREFIX, exportData, pressErase } from './export-and-erase';
import { hearPauseAll, PAUSE_PREFIX, pressPauseAll } from './pause-all';
import { type HeardText, hearText } from './quick-add';
import { hearMoment, hearReply, MOMENT_PREFIX, pressMoment } from './replies';
import { hearImportFile, IMPORT_PREFIX, pressImport } from './import-file';
import { INLINE_PREFIX, storeByKey } from './inline';
import { type AnswerPress, pressShare, takeElsewhere } from './share';
import { SHARE_PREFIX } from './share-callback-data';
import { pressStay } from './fixed-answers';
import { DAY_PREFIX } from '../day-message';
import { STAY } from '../inactivity-warning';
import { pressSettings, settings, SETTINGS_PREFIX } from './settings';
import { type Turn } from './turn';
import { hearZone, pressZone, timeZone, ZONE_PREFIX } from './zone';

/** Commands and presses that answer everybody. */
const openCommands = new Map<string, (turn: Turn, args: string) => Promise<void>>([
  ['start', start],
  ['help', help],
  ['privacy', privacy],
  ['export', exportData],
  ['delete', askToErase],
]);
const openPresses = new Map<string, (turn: Turn, args: string[]) => Promise<void>>([
  [TERMS_PREFIX, pressTerms],
  [ERASE_PREFIX, pressErase],
  [STAY, pressStay],
]);

/** Those that need accepted terms. */
const memberCommands = new Map<
  string,
  (turn: Turn, account: Account, args: string) => Promise<void>
>([
  ['app', app],
  ['list', (turn, account) => sayList(turn, account, 'list')],
  ['today', (turn, account) => sayList(turn, account, 'today')],
  ['notes', notes],
  ['find', find],
  ['settings', settings],
  ['calendar', calendarLink],
  ['timezone', timeZone],
]);
/** Every command that the bot answers. */
export const commandNames = [...openCommands.keys(), ...memberCommands.keys()];
/** By the first word of their callback data; the other words are passed on. */
const memberPresses = new Map<
  string,
  (turn: Turn, account: Account, args: string[]) => Promise<void>
>([
  [CARD_PREFIX, pressCard],
  [BATCH_PREFIX, pressBatch],
  [LIST_PREFIX, pressList],
  [ITEM_PREFIX, pressItem],
  [MOMENT_PREFIX, pressMoment],
  [UNCLEAR_PREFIX, pressUnclear],
  [PAUSE_PREFIX, pressPauseAll],
  [NOTES_PREFIX, pressNotes],
  [NOTE_PREFIX, pressNote],
  [ZONE_PREFIX, pressZone],
  [SETTINGS_PREFIX, pressSettings],
  [DAY_PREFIX, pressDay],
  [CALENDAR_PREFIX, pressCalendar],
  [SHARE_PREFIX, pressShare],
  [IMPORT_PREFIX, pressImport],
]);

/**
 * Records that the person was here: last activity and names; where they wrote in their own chat with the bot
 * (not `elsewhere`), also that the bot may write to them again. Returns the account if its terms are accepted.
 */
export async function recordVisit(
  turn: Turn,
  { elsewhere = false } = {},
): Promise<Account | undefined> {
  const { db, account, now, person } = turn;
  if (!account) return undefined;
  await touchAccount(db, account, now);
  await refreshNames(db, account, person);
  if (account.unreachableSince && !elsewhere) await resumeUser(db, account.id, now);
  return hasAcceptedTerms(account) ? account : undefined;
}

/** Answers a message in a private chat. */
export async function hear(
  turn: Turn,
  member: Account | undefined,
  message: Message,
): Promise<void> {
  const content = contentOf(message);
  await answer(turn, member, message, content);
  if (member && content.kind === 'said') await rememberHeard(turn, member, content);
}

const rememberHeard = (
  { db, now }: Turn,
  { id: userId }: Account,
  { messageId, text }: HeardText,
): Promise<void> => rememberText(db, { userId, messageId, text, now });

async function answer(
  turn: Turn,
  member: Account | undefined,
  message: Message,
  content: Content,
): Promise<void> {
  if (content.kind === 'service') return;
  if (content.kind === 'command') {
    // Done even where no reminder is parked: a send under way may be refused yet, and park some.
    if (content.name === 'start' && turn.account) {
      await resumeUser(turn.db, turn.account.id, turn.now);
    }
    const open = openCommands.get(content.name);
    if (open) return open(turn, content.args);
  }
  if (!member) return content.kind === 'said' ? hearEarly(turn, content) : askForTerms(turn);
  // «Другое время…» waits on for words; a command, a sticker or «покажи список» is no answer to it.
  const words = content.kind === 'said' ? content.text : '';
  const request = content.kind === 'said' && !content.forwarded ? readRequest(words) : undefined;
  const asksForList = request !== undefined && request !== 'cancel';
  const keepsQuestion = member.expects === 'moment' && (words === '' || asksForList);
  if (!keepsQuestion) await expectAnswer(turn.db, member, null);
  const account = { ...member, expects: null };
  if (content.kind === 'said' && (await hearImportFile(turn, account, message))) return;
  switch (content.kind) {
    case 'command': {
      const run = memberCommands.get(content.name);
      if (run) return run(turn, account, content.args);
      await turn.say(botTexts.unknownCommand);
      return;
    }
    case 'said':
      if (words === '') break;
      if (member.expects === 'time-zone' && (await hearZone(turn, account, content.text))) return;
      if (await hearReply(turn, member, content)) return;
      if (asksForList) return sayList(turn, account, request);
      if (await hearMoment(turn, member, content)) return;
      if (await hearPauseAll(turn, account, content)) return;
  }
  if ((await hearText(turn, account, content)) === 'no-account') {
    await hearEarly({ ...turn, account: undefined }, content);
  }
}

/** The person has edited a message of theirs in a private chat. What is no text, and a command, is left alone. */
export async function hearEdited(
  turn: Turn,
  member: Account | undefined,
  message: Message,
): Promise<void> {
  const content = contentOf(message);
  if (content.kind !== 'said' || content.text === '' || content.forwarded) return;
  if (member) {
    await hearEdit(turn, member, content);
    await rememberHeard(turn, member, content);
  } else await changeEarlyMessage(turn.db, turn.person.id, content);
}

/** Answers a press under a message that stands in another chat. */
export async function pressElsewhere(
  turn: Turn,
  member: Account | undefined,
  data: string,
  answer: AnswerPress,
): Promise<void> {
  const [prefix = '', first = '', second = ''] = data.split(':');
  if (prefix === SHARE_PREFIX && first === 'take') {
    await takeElsewhere(turn, member, second, answer);
  } else if (prefix === INLINE_PREFIX) {
    await storeByKey(turn, member, first, answer);
  } else await answer();
}

/** Answers a press of a button of the bot's own cards and lists. */
export async function press(turn: Turn, member: Account | undefined, data: string): Promise<void> {
  const [prefix = '', ...args] = data.split(':');
  const open = openPresses.get(prefix);
  if (open) return open(turn, args);
  if (!member) {
    const token = prefix === SHARE_PREFIX && args[0] === 'take' ? args[1] : undefined;
    return askForTerms(turn, { token });
  }
  const run = memberPresses.get(prefix);
  if (run) return run(turn, member, args);
  await turn.say(botTexts.staleButton);
}
