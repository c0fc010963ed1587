import 'server-only';
import { type Message } from 'telegraf/types';
import { readRequest } from '@/core/quick-add/messages/request';
import { daysAfter } from '@/core/calendar';
import { isNight } from '@/core/presets';
import { localDateAt } from '@/core/time-zone';
import { botTexts } from '@/texts/bot';
import { refreshNames, touchAccount } from '../accounts/accounts';
import { changeEarlyMessage } from '../accounts/before-terms';
import { expectAnswer } from '../accounts/zone';
import { sayWhy, support } from '../admin/why-bot';
import { calendarLink, pressCalendar } from '../calendar/bot';
import { pressDay } from '../days/bot';
import { notes, pressNote, pressNotes } from '../notes/bot';
import { resumeUser } from '../outbox/reachability';
import { pressBatch } from '../quick-add/batch';
import { pressCard } from '../quick-add/card';
import { hearEdit } from '../quick-add/edits';
import { storeByKey } from '../quick-add/inline';
import { remindOfNote } from '../quick-add/beginning';
import { pressWhich } from '../quick-add/choices';
import { hearText } from '../quick-add/quick-add';
import { hearMoment, hearReply, pressMoment } from '../quick-add/replies';
import { withSpokenWords } from '../quick-add/voice';
import { askAgain } from '../quick-add/waiting';
import { pressItem } from '../reminders/item-bot';
import { pressPoints } from '../reminders/points-bot';
import { find, pressList, sayList } from '../reminders/list-bot';
import { hearPauseAll, pressPauseAll } from '../reminders/pause-all-bot';
import { takeFromCall } from '../guest/guest';
import { hearZone, pressZone, timeZone } from '../reminders/zone-bot';
import { type AnswerPress, pressShare, takeElsewhere } from '../sharing/bot';
import { ABOUT, dayList, type List, readId } from '../telegram/callback-data';
import { rememberMessage } from '../telegram/chat-messages';
import { asOf } from '../telegram/late';
import { type Content, contentOf, type Said } from '../telegram/said';
import { type MemberTurn, type Turn } from '../telegram/turn';
import { hearImportFile, pressImport } from '../transfer/import-bot';
import { askForTerms, hearEarly, memberOf, pressTerms, privacy, start } from './onboarding';
import {
  app,
  askToErase,
  exportData,
  help,
  pressErase,
  pressSettings,
  pressStay,
  settings,
} from './settings';

type Command<T> = (turn: T, args: string) => Promise<unknown>;
type Press<T> = (turn: T, words: string[]) => Promise<unknown>;

const openCommands = new Map<string, Command<Turn>>([
  ['start', start],
  ['help', help],
  ['privacy', privacy],
  ['export', exportData],
  ['support', support],
  ['delete', askToErase],
]);
const openPresses = new Map<string, Press<Turn>>([
  [ABOUT.terms, pressTerms],
  [ABOUT.erase, pressErase],
  [ABOUT.stay, pressStay],
]);

const memberCommands = new Map<string, Command<MemberTurn>>([
  ['app', app],
  ['list', (turn) => sayList(turn, 'list')],
  ['today', (turn) => sayList(turn, 'today')],
  ['notes', notes],
  ['find', find],
  ['settings', settings],
  ['calendar', calendarLink],
  ['timezone', timeZone],
]);
/** Every command that the bot answers. */
export const commandNames = [...openCommands.keys(), ...memberCommands.keys()];
/** Presses go by the first word of their callback data; the other words are passed on. */
const memberPresses = new Map<string, Press<MemberTurn>>([
  [
    ABOUT.card,
    async (turn, words) => {
      if (words[1] !== 'again') return pressCard(turn, words);
      if (!(await askAgain(turn, readId(words[0])))) return pressList(turn, []);
    },
  ],
  [ABOUT.batch, pressBatch],
  [ABOUT.which, pressWhich],
  [ABOUT.moment, pressMoment],
  [ABOUT.list, pressList],
  [ABOUT.item, pressItem],
  [ABOUT.points, pressPoints],
  [ABOUT.all, pressPauseAll],
  [ABOUT.notes, pressNotes],
  [
    ABOUT.note,
    (turn, words) =>
      words[1] === 'remind' ? remindOfNote(turn, readId(words[0])) : pressNote(turn, words),
  ],
  [ABOUT.zone, pressZone],
  [ABOUT.settings, pressSettings],
  [ABOUT.day, pressDay],
  [ABOUT.calendar, pressCalendar],
  [ABOUT.share, pressShare],
  [ABOUT.why, (turn, [id]) => sayWhy(turn, readId(id))],
  [ABOUT.import, pressImport],
]);

/**
 * Records that the person was here: last activity and names; where they wrote in their own chat with the bot
 * (not `elsewhere`), also that the bot may write to them again. Answers their turn if they accepted the terms.
 */
export async function recordVisit(turn: Turn, elsewhere: boolean): Promise<MemberTurn | undefined> {
  const { db, account, now, person } = turn;
  if (!account) return undefined;
  await touchAccount(db, account, now);
  await refreshNames(db, account, person);
  if (account.unreachableSince && !elsewhere) await resumeUser(db, account.id, now);
  return memberOf(turn);
}

export async function answerMessage(turn: Turn, member: MemberTurn | undefined, message: Message) {
  const sent = contentOf(message);
  if (sent.kind === 'service') return;
  const heard =
    member && sent.kind === 'said'
      ? await withSpokenWords(member, sent)
      : { turn: member, said: sent };
  const content = heard.said;
  await routeMessage(turn, heard.turn, message, content);
  // What comes behind a command is no more about the card above it.
  const text = content.kind === 'said' ? content.text : '';
  if (member) await rememberSaid(member, { messageId: message.message_id, text });
}

/** «что завтра» at half past one means the day behind the night, as «завтра» does in a reminder. */
function listMeant({ now, shownAt, account }: MemberTurn, asked: List): List {
  const { timeZone } = account;
  const night = isNight(now, timeZone);
  if (asked !== 'tomorrow' || (!night && !shownAt)) return asked;
  const today = localDateAt(now, timeZone);
  return dayList(night ? today : daysAfter(today, 1), 1);
}

const rememberSaid = (
  { db, now, account }: MemberTurn,
  { messageId, text }: Pick<Said, 'messageId' | 'text'>,
) => rememberMessage(db, { userId: account.id, messageId, text, now });

/** Runs the command of a message, or has its words heard. */
async function routeMessage(
  turn: Turn,
  member: MemberTurn | undefined,
  message: Message,
  content: Exclude<Content, { kind: 'service' }>,
): Promise<unknown> {
  if (content.kind === 'command') {
    const open = openCommands.get(content.name);
    if (open) return open(turn, content.args);
  }
  if (!member) return content.kind === 'said' ? hearEarly(turn, content) : askForTerms(turn);
  if (content.kind === 'said') return routeSaid(member, message, content);
  const unasked = await withoutQuestion(member);
  const run = memberCommands.get(content.name);
  return run ? run(unasked, content.args) : turn.say(botTexts.unknownCommand);
}

/**
 * The turn of a message that answers no open question. The question is over with it, but «Другое время…» waits on for
 * words: through a command, a sticker, «покажи список», and where the answer that is heard comes to nothing by a fault.
 */
async function withoutQuestion(member: MemberTurn): Promise<MemberTurn> {
  const { db, account } = member;
  if (account.expects !== 'moment') await expectAnswer(db, account, null);
  return { ...member, account: { ...account, expects: null } };
}

/** Offers a message to each of those who read messages, in turn, until one takes it; the rest becomes something new. */
async function routeSaid(member: MemberTurn, message: Message, said: Said): Promise<unknown> {
  const request = said.forwarded ? undefined : readRequest(said.text);
  const unasked = await withoutQuestion(member);
  if (await hearImportFile(unasked, message)) return;
  // A message that came late is read as of when it was sent. Only those who read answers see the open question.
  const atSending = asOf(member, said.sentAt);
  const atSendingUnasked = { ...atSending, account: unasked.account };
  if (said.text === '') return hearText(atSendingUnasked, said);
  const expectsZone = member.account.expects === 'time-zone';
  if (expectsZone && (await hearZone(unasked, said.text))) return;
  if (await hearReply(atSending, said)) return;
  if (request === 'zone') return timeZone(unasked, '');
  if (request === 'help') return help(member);
  if (request === 'support') return support(member);
  if (request === 'notes') return notes(unasked);
  if (request !== undefined && request !== 'cancel') {
    return sayList(atSendingUnasked, listMeant(atSending, request));
  }
  if (await hearMoment(atSending, said)) return;
  // The words are about something else.
  await expectAnswer(member.db, member.account, null);
  if (await hearPauseAll(atSendingUnasked, said)) return;
  await hearText(atSendingUnasked, said);
}

/** The person has edited a message of theirs in a private chat. What is no text, and a command, is left alone. */
export async function answerEdit(turn: Turn, member: MemberTurn | undefined, message: Message) {
  const content = contentOf(message);
  if (content.kind !== 'said' || content.text === '' || content.forwarded) return;
  if (!member) return changeEarlyMessage(turn.db, turn.person.id, content);
  const editedAt = 'edit_date' in message && message.edit_date;
  await hearEdit(editedAt ? asOf(member, new Date(editedAt * 1_000)) : member, content);
  await rememberSaid(member, content);
}

export async function pressElsewhere(
  turn: Turn,
  member: MemberTurn | undefined,
  { data, inlineMessageId }: { data: string; inlineMessageId: string },
  answer: AnswerPress,
): Promise<unknown> {
  const [about = '', first = '', second = ''] = data.split(':');
  if (about === ABOUT.guest) {
    return takeFromCall(turn, member, { key: first, inlineMessageId }, answer);
  }
  if (about === ABOUT.share && first === 'take') return takeElsewhere(turn, member, second, answer);
  return about === ABOUT.inline ? storeByKey(member, first, answer) : answer();
}

export async function press(turn: Turn, member: MemberTurn | undefined, data: string) {
  const [about = '', ...words] = data.split(':');
  const open = openPresses.get(about);
  if (open) return open(turn, words);
  if (!member) {
    const token = about === ABOUT.share && words[0] === 'take' ? words[1] : undefined;
    return askForTerms(turn, { token });
  }
  return memberPresses.get(about)?.(member, words) ?? turn.say(botTexts.staleButton);
}
