import 'server-only';
import { parseQuickAdd } from '@/core/quick-add';
import { replyToChosen } from '@/core/quick-add/conversation/about';
import { type Decision, readChoice } from '@/core/quick-add/conversation/choice';
import { type AllAct, type Asks, type Heard } from '@/core/quick-add/conversation/conversation';
import { replyOfAll } from '@/core/quick-add/conversation/several';
import { momentIn as momentSaidIn, saysOnlyWhen } from '@/core/quick-add/conversation/moment';
import { spelledOut } from '@/core/quick-add/conversation/spoken';
import { NOBODY, type Reply, UNCLEAR } from '@/core/quick-add/replies/reply';
import { conversationTexts as texts, replyTexts } from '@/texts/bot-replies';
import { type Html } from '@/texts/html';
import { clockOf, readingOf } from '../accounts/settings';
import { changeDraft, type DraftRow, heldLine, lineOfQuestion, takeHeld } from '../drafts/drafts';
import { type HeldQuestion } from '../platform/db/schema';
import { AppError } from '../platform/errors';
import { countChatLine } from '../platform/metrics';
import { type ChatReminder, findReminder, remindersOfIds } from '../reminders/upcoming';
import { readId } from '../telegram/callback-data';
import { rememberMessage } from '../telegram/chat-messages';
import { asOf } from '../telegram/late';
import { contentOf, type Said } from '../telegram/said';
import { type Card, type MemberTurn } from '../telegram/turn';
import { actOnAll } from './act-on-all';
import { hearAsNew, makeOnce, started } from './beginning';
import { cardOf } from './card';
import { noteDraft, type Settled, stateOf, whileLocked } from './draft';
import { knownFrom } from './knowledge';
import { type Asking, questionAbout, questionOf } from './questions';
import { aboutIt, actAndShow } from './reply-acts';

/** How a question of questions.ts is answered, by button or in words, and what is done then. */

/** What the bot has asked, and how a later line answers it. */
export interface HeldLine {
  held: DraftRow;
  /** Undefined: whether the line is new, or about the reminder of which it says nothing. */
  asked: Asks | undefined;
  /** What the later line chooses of what was asked; undefined where it chooses nothing. */
  choice: Decision | undefined;
  /** Whether the later line says when, and nothing else. */
  isMoment: boolean;
}

/** Reads a line as the answer to what was asked; undefined where nothing is. */
export async function readHeldLine(turn: MemberTurn, said: Said): Promise<HeldLine | undefined> {
  const held = await heldLine(turn.db, turn.account.id, turn.now);
  if (!held) return undefined;
  const asked = await asksOf(turn, held);
  if (!asked && held.payload.question?.kind !== 'about') return undefined;
  const line = spelledOut(said.text);
  return {
    held,
    asked,
    choice: asked && readChoice(line, asked),
    isMoment: saysOnlyWhen(line, clockOf(turn.account, turn.now)),
  };
}

/**
 * The line that was asked about with the moment that is said behind the question, where it had none; undefined where
 * something else is said. «Какое из них?», «Такого нет» and «Это о … или что-то новое?» are such questions: the line may
 * be a new one without a time.
 */
export function withMomentSaid(
  { account, now }: MemberTurn,
  said: Said,
  { held, asked, choice, isMoment }: HeldLine,
): Said | undefined {
  if (choice || !isMoment) return undefined;
  const mayBeNew = !asked || asked.kind === 'which' || asked.kind === 'no-such';
  const { text, dateTime } = held.payload;
  // What is new keeps the day that its line says.
  const saysWhen = asked
    ? momentSaidIn(spelledOut(text), NOBODY, clockOf(account, now)) !== undefined
    : dateTime !== null;
  if (!mayBeNew || saysWhen) return undefined;
  return { ...said, text: `${text} ${said.text}`, attachment: held.attachment ?? said.attachment };
}

/** Takes the question away that a line is no longer asked about. Throws `conflict` where it was answered meanwhile. */
export async function endQuestion(turn: MemberTurn, held: DraftRow): Promise<void> {
  const answered = { answerMessageId: null, fresh: true };
  if (!(await takeHeld(turn.db, held, answered))) throw new AppError('conflict');
  if (held.messageId !== null) await turn.strip(held.messageId);
}

/** The question with its reminders as they stand; undefined where none of them is left, or only whether the line is new. */
async function asksOf(turn: MemberTurn, { payload }: DraftRow): Promise<Asks | undefined> {
  const { question } = payload;
  if (!question || question.kind === 'about') return undefined;
  const { kind, ids, all, ofAll = false } = question;
  if (kind === 'no-such') return { kind };
  const rows = await remindersOfIds(turn.db, turn.account.id, ids);
  const reminders = rows.map((each) => knownFrom(each, turn));
  const [reminder] = reminders;
  if (!reminder) return undefined;
  return kind === 'which' ? { kind, reminders, all: all.length > 0, ofAll } : { kind, reminder };
}

/** Does what was chosen; false where the line chooses nothing, or says more than that: `heard` is what it says by itself. */
export async function hearChoice(
  turn: MemberTurn,
  said: Said,
  { held, asked, choice, isMoment }: HeldLine,
  heard: Heard | undefined,
): Promise<boolean> {
  if (!asked) return false;
  const line = lineOf(held, said);
  if (!choice && (isMoment || /^да(?!\p{L})/iu.test(said.text.trim()))) {
    await askAnew(turn, { line, held }, asked);
    return true;
  }
  if (!choice || saysMore(heard, choice)) return false;
  if (choice.how === 'new') {
    await makeOfAnswer(turn, said, { line, held }, saidAt(turn, { line, held }));
    return true;
  }
  const answered = { answerMessageId: said.messageId, fresh: false };
  if (!(await takeHeld(turn.db, held, answered))) throw new AppError('conflict');
  await doChosen(turn, { line, held }, choice);
  return true;
}

/**
 * Does again what an answer chose that comes again, where all that is known to have been done is that it was taken; an
 * act that was done is done once. False where it is no such answer.
 */
export async function resumeChoice(
  turn: MemberTurn,
  said: Said,
  made: readonly DraftRow[],
): Promise<boolean> {
  const held = made.find(
    ({ state, answerMessageId }) => state === 'cancelled' && answerMessageId === said.messageId,
  );
  const asked = held && (await asksOf(turn, held));
  const choice = asked && readChoice(spelledOut(said.text), asked);
  if (!choice) return false;
  await doChosen(turn, { line: lineOf(held, said), held }, choice);
  return true;
}

/** Asks the same in a new message, which takes the place of the one before: a press there is read by it. */
async function askAnew(turn: MemberTurn, { line, held }: LineHeld, asked: Asks): Promise<void> {
  const { text, keyboard } = questionAbout(turn, asked);
  const messageId = await turn.answer(line.messageId, text, keyboard);
  await changeDraft(turn.db, held, { messageId });
  if (held.messageId !== null) await turn.strip(held.messageId);
}

/** A line that the bot has asked about, and what holds on to it; undefined where that is gone. */
interface LineAsked {
  line: Said;
  held: DraftRow | undefined;
}
type LineHeld = LineAsked & { held: DraftRow };

/** The line that a question is about, as if it was said with its answer. */
const lineOf = (held: DraftRow, answer: Said): Said => ({
  ...answer,
  text: held.payload.text,
  messageId: held.sourceMessageId ?? 0,
  attachment: held.attachment,
});

/**
 * Does what was chosen of a line that `takeHeld` has taken, and shows the card. One that asks one thing more replies to the
 * line: `pressWhich` reads it there.
 */
async function doChosen(
  turn: MemberTurn,
  { line, held }: LineHeld,
  choice: Decision,
): Promise<void> {
  if (held.messageId !== null) await turn.strip(held.messageId);
  const card = await chosen(turn, { line, held }, choice);
  if (!card) return;
  const { question } = card;
  const cardMessageId = await (question
    ? turn.answer(line.messageId, card.text, card.keyboard)
    : turn.say(card));
  await linkCardAndHoldNextQuestion(turn, choice, { cardMessageId, held, question });
}

/** The line is something new, read as of `now`: what it makes takes the place of the question, which else stays. */
export async function makeOfAnswer(
  turn: MemberTurn,
  { messageId: answerMessageId }: Said,
  { line, held }: LineHeld,
  now: Date,
): Promise<void> {
  countChatLine('choice', 'new');
  const reading = await readingOf({ ...turn, now });
  await makeOnce(turn, answerMessageId, async (within) => {
    const answered = { answerMessageId, fresh: true };
    if (!(await takeHeld(within.db, held, answered))) throw new AppError('conflict');
    const made = await started({ within, heard: line, reading });
    const settled: Settled[] = [];
    for (const each of made.settled) {
      settled.push({ ...each, row: await changeDraft(within.db, each.row, { answerMessageId }) });
    }
    return { ...made, settled, strip: [held.messageId] };
  });
}

/** «таблетку выпил» after «Какое из них?» does not only say which; «сколько осталось корма» chooses nothing. */
function saysMore(heard: Heard | undefined, { how }: Decision): boolean {
  if (heard?.kind !== 'act') return heard?.kind === 'question';
  const { act } = heard.reply;
  return act === 'stock' || (how === 'act' && ['done', 'skip', 'delete'].includes(act));
}

/** The card stands for the reminder that was chosen; where it asks one thing more about it, that is held on to. */
async function linkCardAndHoldNextQuestion(
  { db, now, account }: MemberTurn,
  choice: Decision,
  {
    cardMessageId: messageId,
    held,
    question,
  }: { cardMessageId: number; held: DraftRow | undefined; question: HeldQuestion | undefined },
) {
  if (!('id' in choice)) return;
  await rememberMessage(db, { userId: account.id, messageId, reminderId: choice.id, now });
  if (!held || !question) return;
  const payload = { ...held.payload, question };
  await changeDraft(db, held, { state: 'held', payload, messageId });
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
  const line = { ...content, text: held?.payload.text ?? content.text };
  const card = await chosen(turn, { line, held }, choice);
  if (!card) return turn.show(fresh ? texts.fresh : texts.all);
  await turn.show(card);
  await linkCardAndHoldNextQuestion(turn, choice, {
    cardMessageId: pressedMessageId,
    held,
    question: card.question,
  });
}

function choiceOf(id: number, how = ''): Decision | undefined {
  const plain = (['all', 'keep', 'note', 'new'] as const).find((each) => each === how);
  const ofOne = ['act', 'once', 'always', 'skip', 'delete', 'rewrite', 'move'] as const;
  const one = ofOne.find((each) => each === how);
  return plain ? { how: plain } : one && { how: one, id };
}

type Chosen = Card & Partial<Asking>;
const saying = (text: Html): Chosen => ({ text, keyboard: [] });

/** Does what was chosen about a line; undefined where it has said so itself. It may have to ask one thing more. */
async function chosen(
  turn: MemberTurn,
  { line, held }: LineAsked,
  choice: Decision,
): Promise<Chosen | undefined> {
  countChatLine('choice', choice.how);
  switch (choice.how) {
    case 'keep':
      return saying(texts.kept);
    case 'note':
      return held ? noted(turn, held) : saying(texts.stale);
    case 'new':
      await hearAsNew(turn, line, saidAt(turn, { line, held }));
      return undefined;
    case 'all': {
      const { ids = [], all = [] } = held?.payload.question ?? {};
      if (all.length === 0) return saying(texts.stale);
      if (all.some((act) => hasPassed(act, turn.now))) return saying(replyTexts.tooLate);
      const acts = new Map(ids.map((id, at) => [id, all[at]]));
      const reminders = await remindersOfIds(turn.db, turn.account.id, choice.ids ?? ids);
      const open = reminders.flatMap((reminder) => {
        const act = acts.get(reminder.id);
        if (act === undefined || reminder.completed || reminder.deleted) return [];
        return { reminder, act: doneByAll(act) };
      });
      await actOnAll(turn, line, open);
      return undefined;
    }
    default:
      return chosenOne(turn, { line, held }, choice);
  }
}

/**
 * When a line was said that is asked about: «через 20 минут» counts from then, however late the question is answered, also
 * where nothing holds on to it any more. Of a line that arrived late the question came later than it was said.
 */
const saidAt = (turn: MemberTurn, { line, held }: LineAsked): Date =>
  asOf({ ...turn, now: held?.createdAt ?? line.sentAt }, line.sentAt).now;

/** Whether «Все» would move something to a moment that is over by now. */
const hasPassed = (act: HeldQuestion['all'][number], now: Date): boolean =>
  typeof act !== 'string' && new Date(act.to) <= now;

const doneByAll = (act: HeldQuestion['all'][number]): AllAct =>
  typeof act === 'string' ? act : new Date(act.to);

/** «только почту» of «убери всё завтрашнее»: what «Все» would do to it. */
function actOfAll(held: DraftRow | undefined, id: number): Reply | undefined {
  const { ids = [], all = [] } = held?.payload.question ?? {};
  const act = all[ids.indexOf(id)];
  return act === undefined ? undefined : replyOfAll(doneByAll(act));
}

/** The line as a note; where there is no room for it, on a card that can be kept later. */
async function noted(turn: MemberTurn, held: DraftRow): Promise<Card> {
  const settled = await whileLocked(turn, async (within) => {
    const open = await changeDraft(within.db, held, { state: stateOf(held.payload) });
    return noteDraft(within, open);
  });
  return cardOf(turn, settled);
}

/** To when a reading moves a reminder, or until when it pauses it; null where it does neither. */
function momentOf(read: Reply | Asks): Date | null {
  if (!('act' in read)) return null;
  if (read.act === 'move') return read.to;
  return read.act === 'pause' ? read.until : null;
}

/** Acts on the chosen reminder as the line says, or asks one thing more about it. */
async function chosenOne(
  turn: MemberTurn,
  { line, held }: LineAsked,
  { how, id }: Extract<Decision, { id: number }>,
): Promise<Chosen> {
  const reminder = await findReminder(turn.db, turn.account.id, id);
  if (!reminder) return saying(texts.stale);
  const read: Reply | Asks =
    how === 'delete' || how === 'skip'
      ? { act: how }
      : how === 'rewrite' || how === 'move'
        ? await wordsFor(turn, { line, held }, how)
        : readAsOfThen(turn, { line, held }, { reminder, how });
  const isUnclear = 'act' in read && read.act === 'unclear';
  const meant = (isUnclear ? actOfAll(held, id) : undefined) ?? read;
  const until = momentOf(meant);
  if (until && until <= turn.now) return saying(replyTexts.tooLate);
  if ('kind' in meant) return { ...questionAbout(turn, meant), question: questionOf(meant) };
  return actAndShow(turn, aboutIt(reminder, line), meant);
}

/** A line of which nothing is read as its text, or as its moment. */
async function wordsFor(
  turn: MemberTurn,
  asked: LineAsked,
  how: 'rewrite' | 'move',
): Promise<Reply> {
  const reading = await readingOf({ ...turn, now: saidAt(turn, asked) });
  const read = parseQuickAdd(asked.line.text, reading);
  if (how === 'rewrite') return { act: how, text: read.text };
  return read.outcome === 'ready' ? { act: how, to: read.dateTime } : UNCLEAR;
}

/** What a line says, as of when it was said; but a series begins no earlier than now. */
function readAsOfThen(
  turn: MemberTurn,
  asked: LineAsked,
  chosen: { reminder: ChatReminder; how: Decision['how'] },
): Reply | Asks {
  const line = asked.line.text;
  const readAt = (now: Date) => readChosen({ ...turn, now }, { line, ...chosen });
  const read = readAt(saidAt(turn, asked));
  const hasBegun = 'act' in read && read.act === 'repeat' && read.when.dateTime <= turn.now;
  return hasBegun ? readAt(turn.now) : read;
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
