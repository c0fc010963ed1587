import 'server-only';
import { replyToChosen } from '@/core/quick-add/conversation/about';
import { type Decision, readChoice } from '@/core/quick-add/conversation/choice';
import {
  type Asks,
  type Heard,
  type Knowledge,
  readConversation,
} from '@/core/quick-add/conversation/conversation';
import { type Known } from '@/core/quick-add/conversation/named';
import { spelledOut } from '@/core/quick-add/conversation/spoken';
import { type Reply } from '@/core/quick-add/replies/reply';
import { conversationTexts as texts } from '@/texts/bot-replies';
import { type Html } from '@/texts/html';
import { clockOf, readingOf } from '../accounts/settings';
import {
  changeDraft,
  createDraft,
  type DraftRow,
  heldLine,
  lineOfQuestion,
  takeHeld,
} from '../drafts/drafts';
import { AppError, orRefusal } from '../platform/errors';
import { countChatLine } from '../platform/metrics';
import { actByReply, keyOfMessage } from '../reminders/chat-acts';
import { type ChatReminder, findReminder } from '../reminders/upcoming';
import { dataOf, readId } from '../telegram/callback-data';
import { rememberMessage } from '../telegram/chat-messages';
import { rangBy } from '../telegram/late';
import { excerpt, KEY_MAX, LINE_MAX, momentIn } from '../telegram/message';
import { contentOf, type Said } from '../telegram/said';
import { atPresent, button, type Card, type MemberTurn } from '../telegram/turn';
import { hearAsNew } from './beginning';
import { draftOfForwarded } from './draft';
import { ASKED_MAX, knowledgeOf, knownFrom, type Rang, rangLately, type Shown } from './knowledge';
import { cardAbout, type HeardAbout } from './reply-acts';

/** What a line leaves open about reminders that are there: the question, its answer by button or in words, and what is done then. */

export const aboutIt = (reminder: ChatReminder, text: Said): HeardAbout => ({
  reminder,
  occurrenceAt: reminder.openOccurrenceAt,
  text,
  asked: false,
});

/** The question holds on to the line that it is about, and may be answered in words: nothing is stored until then. */
export async function ask(turn: MemberTurn, { messageId, text }: Said, asks: Asks) {
  const { db, now, account } = atPresent(turn);
  const card = questionAbout(asks);
  const question = await turn.answer(messageId, card.text, card.keyboard);
  const { payload } = draftOfForwarded(text, await readingOf(turn));
  const source = { sourceMessageId: messageId, messageId: question };
  await createDraft(db, account.id, { payload, state: 'held', ...source }, now);
}

function questionAbout(asks: Asks): Card {
  const { buttons } = texts;
  const key = (label: string, how: string, id = 0) => button(label, dataOf('which', id, how));
  const fresh = [key(buttons.fresh, 'new')];
  if (asks.kind === 'no-such') return { text: texts.noSuch, keyboard: [fresh] };
  if (asks.kind === 'which') {
    const keys = asks.reminders
      .slice(0, ASKED_MAX)
      .map(({ id, text }) => [key(excerpt(text, KEY_MAX), 'act', id)]);
    if (asks.all) keys.push([key(buttons.all, 'all')]);
    if (asks.reminders.length === 1) keys.push(fresh);
    return { text: texts.which, keyboard: keys };
  }
  const { id, text, rule } = asks.reminder;
  const once = (how: string) => key(buttons.once, how, id);
  if (asks.kind === 'scope') {
    const keys = [once('once'), key(buttons.always, 'always', id)];
    return { text: texts.scope(excerpt(text)), keyboard: [keys] };
  }
  const keep = key(buttons.keep, 'keep', id);
  return rule === null
    ? { text: texts.delete(excerpt(text)), keyboard: [[key(buttons.delete, 'delete', id), keep]] }
    : {
        text: texts.deleteSeries(excerpt(text)),
        keyboard: [[once('skip'), key(buttons.series, 'delete', id)], [keep]],
      };
}

const isQuestion = (heard: Heard): heard is Asks =>
  ['which', 'delete', 'scope', 'no-such'].includes(heard.kind);

/** The line that a question holds on to, and how a later line answers the question. */
export interface HeldLine {
  held: DraftRow;
  line: Said;
  asked: Asks;
  choice: Decision | undefined;
}

/** Reads a line as the answer to what was asked about an earlier one; undefined where nothing is asked. */
export async function readHeldLine(
  turn: MemberTurn,
  said: Said,
  rang: Rang,
): Promise<HeldLine | undefined> {
  const held = await heldLine(turn.db, turn.account.id, turn.now);
  if (!held) return undefined;
  const line: Said = { ...said, text: held.payload.text, messageId: held.sourceMessageId ?? 0 };
  const { knowledge } = await knowledgeOf(turn, line.text, rang);
  const asked = readConversation(line.text, onlyAbout(knowledge, held.reminderId));
  if (!asked || !isQuestion(asked)) return undefined;
  return { held, line, asked, choice: readChoice(spelledOut(said.text), asked) };
}

/** Does what was chosen; false where the line chooses nothing, or says more than that: `heard` is what it says by itself. */
export async function hearChoice(
  turn: MemberTurn,
  said: Said,
  { held, line, asked, choice }: HeldLine,
  heard: Heard | undefined,
): Promise<boolean> {
  if (!choice && /^да(?!\p{L})/iu.test(said.text.trim())) {
    const { text, keyboard } = questionAbout(asked);
    await turn.answer(line.messageId, text, keyboard);
    return true;
  }
  if (!choice || saysMore(heard, choice)) return false;
  const answered = { answerMessageId: said.messageId, fresh: choice.how === 'new' };
  if (!(await takeHeld(turn.db, held, answered))) throw new AppError('conflict');
  if (held.messageId !== null) await turn.strip(held.messageId);
  const card = await chosen(turn, line, choice);
  if (!card) return true;
  const messageId = await (card.asks
    ? turn.answer(line.messageId, card.text, card.keyboard)
    : turn.say(card));
  await afterChoice(turn, choice, { messageId, held: card.asks ? held : undefined });
  return true;
}

/** «таблетку выпил» after «Какое из них?» does not only say which; «сколько осталось корма» chooses nothing. */
function saysMore(heard: Heard | undefined, { how }: Decision): boolean {
  if (heard?.kind !== 'act') return heard?.kind === 'question';
  const { act } = heard.reply;
  return act === 'stock' || (how === 'act' && ['done', 'skip', 'delete'].includes(act));
}

/** What is known, of one reminder alone where the first answer has named it. */
function onlyAbout(knowledge: Knowledge, id: number | null): Knowledge {
  const only = (those: readonly Known[]) => those.filter((each) => id === null || each.id === id);
  const { named, rang, waiting } = knowledge;
  return { ...knowledge, named: only(named), rang: only(rang), waiting: only(waiting) };
}

/** A message stands for the reminder that was chosen; where it asks one thing more about it, the line is held on. */
async function afterChoice(
  { db, now, account }: MemberTurn,
  choice: Decision,
  { messageId, held }: { messageId: number; held: DraftRow | undefined },
) {
  if (!('id' in choice)) return;
  const { id: reminderId } = choice;
  await rememberMessage(db, { userId: account.id, messageId, reminderId, now });
  if (held) await changeDraft(db, held, { state: 'held', reminderId, messageId });
}

/**
 * A press under one of the questions above; the line that it is about is the one that it replies to. Pressed
 * twice it is the same; where words were first it does nothing.
 */
export async function pressWhich(turn: MemberTurn, [id, how]: string[]): Promise<unknown> {
  const { db, account, pressedMessageId = 0 } = turn;
  const content = turn.pressedReplyTo && contentOf(turn.pressedReplyTo);
  const choice = choiceOf(readId(id), how);
  if (content?.kind !== 'said' || !choice) return turn.show(texts.stale);
  const lineNow = () => lineOfQuestion(db, account.id, pressedMessageId);
  const held = await lineNow();
  const fresh = choice.how === 'new';
  const taken = held && (await takeHeld(db, held, { answerMessageId: null, fresh }));
  if (held && !taken && (await lineNow())?.answerMessageId) return turn.show(texts.stale);
  // Of a line that says several things the question is about its own words.
  const card = await chosen(turn, { ...content, text: held?.payload.text ?? content.text }, choice);
  if (!card) return turn.show(fresh ? texts.fresh : texts.all);
  await turn.show(card);
  await afterChoice(turn, choice, {
    messageId: pressedMessageId,
    held: card.asks ? held : undefined,
  });
}

function choiceOf(id: number, how = ''): Decision | undefined {
  const plain = (['all', 'keep', 'new'] as const).find((each) => each === how);
  const one = (['act', 'once', 'always', 'skip', 'delete'] as const).find((each) => each === how);
  return plain ? { how: plain } : one && { how: one, id };
}

type Chosen = Card & { asks?: boolean };
const saying = (text: Html): Chosen => ({ text, keyboard: [] });

/** Does what was chosen about a line; undefined where it has said so itself. It may have to ask one thing more. */
async function chosen(turn: MemberTurn, line: Said, choice: Decision): Promise<Chosen | undefined> {
  countChatLine('choice', choice.how);
  switch (choice.how) {
    case 'keep':
      return saying(texts.kept);
    case 'new':
      await hearAsNew(turn, line);
      return undefined;
    case 'all': {
      const { knowledge, shown } = await knowledgeOf(turn, line.text, await rangLately(turn));
      const heard = readConversation(`все ${line.text}`, knowledge);
      if (heard?.kind !== 'all') return saying(texts.stale);
      const { ids } = choice;
      const reminders = heard.reminders.filter(({ id }) => ids?.includes(id) ?? true);
      await actOnAll(turn, line, { ...heard, reminders }, shown);
      return undefined;
    }
    default:
      return chosenOne(turn, line, choice);
  }
}

async function chosenOne(
  turn: MemberTurn,
  line: Said,
  { how, id }: Extract<Decision, { id: number }>,
): Promise<Chosen> {
  const reminder = await findReminder(turn.db, turn.account.id, id);
  if (!reminder) return saying(texts.stale);
  const read: Reply | Asks =
    how === 'delete' || how === 'skip'
      ? { act: how }
      : readChosen(turn, { line: line.text, reminder, how });
  return 'kind' in read
    ? { ...questionAbout(read), asks: true }
    : cardAbout(turn, aboutIt(reminder, line), read);
}

/** What a line says of the reminder that was chosen for it; it may leave one thing more open. */
function readChosen(
  turn: MemberTurn,
  { line, reminder, how }: { line: string; reminder: ChatReminder; how: Decision['how'] },
): Reply | Asks {
  const known = knownFrom(reminder, turn);
  const clock = clockOf(turn.account, turn.now);
  const scope = how === 'once' || how === 'always' ? how : 'open';
  return replyToChosen(spelledOut(line), known, clock, scope);
}

/** Acts on several at once; «Вернуть» takes all of it back. */
export async function actOnAll(
  turn: MemberTurn,
  { messageId }: Said,
  { reminders: those, act }: Extract<Heard, { kind: 'all' }>,
  shown: Shown,
): Promise<void> {
  const { db, now, account } = turn;
  const done: string[] = [];
  for (const { id: reminderId, dueAt, text } of those) {
    const version = shown.get(reminderId)?.version;
    const target = { userId: account.id, reminderId, now, version, rangBy: rangBy(turn) };
    const press = { ...target, messageId, occurrenceAt: dueAt };
    const acted = await orRefusal(actByReply(db, { ...press, onSeveral: true }, act), 'conflict');
    // It was answered, or taken away, at this very moment.
    if (!acted || acted instanceof AppError || acted.result !== 'acted') continue;
    done.push(text);
    // Of a heap the buttons of the others say what became of it when they are pressed.
    const { spentMessageId: spent } = acted;
    if (spent !== null && done.length <= ASKED_MAX) await turn.strip(spent);
  }
  if (done.length === 0) return sayNothingWaits(turn);
  const names = done.slice(0, ASKED_MAX).map((text) => excerpt(text, LINE_MAX));
  const more = done.length - names.length;
  const said =
    act instanceof Date
      ? texts.allMoved(momentIn(act, turn), names, more)
      : texts.allActed[act](names, more);
  const undo = dataOf('all', 'undo', keyOfMessage(messageId));
  await turn.say(said, [[button(texts.buttons.undo, undo)]]);
}

export async function sayNothingWaits(turn: MemberTurn): Promise<void> {
  await turn.say(turn.shownAt ? texts.nothingWaitsOfThen : texts.nothingWaits);
}
