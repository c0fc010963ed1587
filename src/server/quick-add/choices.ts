import 'server-only';
import { parseQuickAdd } from '@/core/quick-add';
import { replyToChosen } from '@/core/quick-add/conversation/about';
import { type Decision, readChoice } from '@/core/quick-add/conversation/choice';
import { type AllAct, type Asks, type Heard } from '@/core/quick-add/conversation/conversation';
import { replyOfAll } from '@/core/quick-add/conversation/several';
import { momentIn as momentSaidIn, saysOnlyWhen } from '@/core/quick-add/conversation/moment';
import { spelledOut } from '@/core/quick-add/conversation/spoken';
import { NOBODY, type Reply, UNCLEAR } from '@/core/quick-add/replies/reply';
import { cardTexts } from '@/texts/bot-cards';
import { conversationTexts as texts, replyTexts } from '@/texts/bot-replies';
import { type Html } from '@/texts/html';
import { clockOf, readingOf } from '../accounts/settings';
import { changeDraft, type DraftRow, heldLine, lineOfQuestion, takeHeld } from '../drafts/drafts';
import { AppError } from '../platform/errors';
import { countChatLine } from '../platform/metrics';
import { type ChatReminder, findReminder, remindersOfIds } from '../reminders/upcoming';
import { readId } from '../telegram/callback-data';
import { rememberMessage } from '../telegram/chat-messages';
import { asOf } from '../telegram/late';
import { excerpt } from '../telegram/message';
import { contentOf, type Said } from '../telegram/said';
import { type Card, type MemberTurn } from '../telegram/turn';
import { actOnAll } from './act-on-all';
import { hearAsNew, makeOnce, started } from './beginning';
import { cardOf } from './card';
import { noteDraft, type CardContent, stateOf, whileLocked } from './draft';
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
export async function readHeldLine(
  turn: MemberTurn,
  said: Pick<Said, 'text'>,
): Promise<HeldLine | undefined> {
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
 * Does in words what was chosen of a line that `takeHeld` has taken. A card that asks one thing more replies to the line:
 * `pressWhich` reads it there.
 */
async function doChosen(turn: MemberTurn, asked: LineHeld, choice: Decision): Promise<void> {
  if (asked.held.messageId !== null) await turn.strip(asked.held.messageId);
  await showChosen(turn, asked, choice, (card) =>
    card.question ? turn.answer(asked.line.messageId, card.text, card.keyboard) : turn.say(card),
  );
}

/**
 * Does what was chosen, and shows its card, which stands for the reminder that was chosen; one thing more that it asks is
 * held on to. False where there is no card, as what was done has been said.
 */
async function showChosen(
  turn: MemberTurn,
  asked: LineAsked,
  choice: Decision,
  show: (card: Chosen) => Promise<number>,
): Promise<boolean> {
  const card = await chosen(turn, asked, choice);
  if (!card) return false;
  const messageId = await show(card);
  if (!('id' in choice)) return true;
  const { db, now, account } = turn;
  await rememberMessage(db, { userId: account.id, messageId, reminderId: choice.id, now });
  const { held } = asked;
  if (held && card.question) {
    const payload = { ...held.payload, question: card.question };
    await changeDraft(db, held, { state: 'held', payload, messageId });
  }
  return true;
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
    const cards: CardContent[] = [];
    for (const each of made.cards) {
      cards.push({ ...each, row: await changeDraft(within.db, each.row, { answerMessageId }) });
    }
    return { ...made, cards, strip: [held.messageId] };
  });
}

/** «таблетку выпил» after «Какое из них?» does not only say which; «сколько осталось корма» chooses nothing. */
function saysMore(heard: Heard | undefined, { how }: Decision): boolean {
  if (heard?.kind !== 'act') return heard?.kind === 'question';
  const { act } = heard.reply;
  return act === 'stock' || (how === 'act' && ['done', 'skip', 'delete'].includes(act));
}

/**
 * A press under one of the questions above; the line that it is about is the one that it replies to. Pressed
 * twice it is the same; where words were first it does nothing, and neither does a text or a moment behind another answer.
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
  // «Заменить текст» behind another answer would do both. The card that this one has shown stays, with what takes it back.
  const isOnlyAnswer = choice.how === 'rewrite' || choice.how === 'move';
  if (isOnlyAnswer && !taken) return held ? undefined : turn.show(texts.stale);
  const line = lineOfPress(held, content);
  const isShown = await showChosen(turn, { line, held }, choice, turn.show);
  return isShown || turn.show(fresh ? texts.fresh : texts.all);
}

/**
 * The line that a pressed question is about. What holds on to it knows more than the message that it replies to: of a line
 * that says several things its own words, the words that were spoken, and all parts of an album.
 */
const lineOfPress = (held: DraftRow | undefined, repliedTo: Said): Said => ({
  ...repliedTo,
  text: held?.payload.text ?? repliedTo.text,
  attachment: held?.attachment ?? repliedTo.attachment,
});

function choiceOf(id: number, how = ''): Decision | undefined {
  const plain = (['all', 'keep', 'note', 'new'] as const).find((each) => each === how);
  const ofOne = ['act', 'once', 'always', 'skip', 'delete', 'rewrite', 'move'] as const;
  const one = ofOne.find((each) => each === how);
  return plain ? { how: plain } : one && { how: one, id };
}

type Chosen = Card & Partial<Asking>;
const saying = (text: Html): Chosen => ({ text, keyboard: [] });

/** Said where nothing is done of what was asked. What a line need not be about is not left as it is: it may be deleted. */
export function nothingDone(held: DraftRow | undefined): Html {
  if (held?.payload.question?.kind !== 'about') return texts.kept;
  return cardTexts.cancelled(excerpt(held.payload.text));
}

/** Does what was chosen about a line; undefined where it has said so itself. It may have to ask one thing more. */
async function chosen(
  turn: MemberTurn,
  { line, held }: LineAsked,
  choice: Decision,
): Promise<Chosen | undefined> {
  countChatLine('choice', choice.how);
  switch (choice.how) {
    case 'keep':
      return saying(nothingDone(held));
    case 'note':
      return held ? noted(turn, held) : saying(texts.stale);
    case 'new':
      await hearAsNew(turn, line, saidAt(turn, { line, held }));
      return undefined;
    case 'all': {
      const acts = actsOfAll(held);
      if (acts.size === 0) return saying(texts.stale);
      const replies = [...acts.values()].map(replyOfAll);
      if (replies.some((reply) => hasPassed(reply, turn.now))) return saying(replyTexts.tooLate);
      const ids = choice.ids ?? [...acts.keys()];
      const reminders = await remindersOfIds(turn.db, turn.account.id, ids);
      const open = reminders.flatMap((reminder) => {
        const act = acts.get(reminder.id);
        return act && !reminder.completed && !reminder.deleted ? { reminder, act } : [];
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

/**
 * As of when a line is read together with the moment that is said behind its question: a day that the line names is counted
 * from when that was said, also after midnight. Where it names none, what is said now counts from now.
 */
export const momentIsReadAsOf = (turn: MemberTurn, asked: LineHeld): Date =>
  asked.held.payload.date === null ? turn.now : saidAt(turn, asked);

/** What «Все» would do to each of those that were asked about, by their ids. */
function actsOfAll(held: DraftRow | undefined): Map<number, AllAct> {
  const { ids = [], all = [] } = held?.payload.question ?? {};
  return new Map(
    all.map((act, at) => [ids[at] ?? 0, typeof act === 'string' ? act : new Date(act.to)]),
  );
}

/** Whether a reading moves a reminder to a moment that is over by now, or pauses it until then. */
function hasPassed(read: Reply | Asks, now: Date): boolean {
  if (!('act' in read)) return false;
  const until = read.act === 'move' ? read.to : read.act === 'pause' ? read.until : null;
  return until !== null && until <= now;
}

/** The line as a note; where there is no room for it, on a card that can be kept later. */
async function noted(turn: MemberTurn, held: DraftRow): Promise<Card> {
  const content = await whileLocked(turn, async (within) => {
    const open = await changeDraft(within.db, held, { state: stateOf(held.payload) });
    return noteDraft(within, open);
  });
  return cardOf(turn, content);
}

/** Acts on the chosen reminder as the line says, or asks one thing more about it. */
async function chosenOne(
  turn: MemberTurn,
  asked: LineAsked,
  { how, id }: ChoiceOfOne,
): Promise<Chosen> {
  const reminder = await findReminder(turn.db, turn.account.id, id);
  if (!reminder) return saying(texts.stale);
  const read = await readOfChosen(turn, asked, { how, reminder });
  // «только почту» of «убери всё завтрашнее»: what «Все» would do to it.
  const act = 'act' in read && read.act === 'unclear' && actsOfAll(asked.held).get(id);
  const meant = act ? replyOfAll(act) : read;
  if (hasPassed(meant, turn.now)) return saying(replyTexts.tooLate);
  return 'kind' in meant
    ? { ...questionAbout(turn, meant), question: questionOf(meant) }
    : actAndShow(turn, aboutIt(reminder, asked.line), meant);
}

type ChoiceOfOne = Extract<Decision, { id: number }>;

/** What a line says of the reminder that was chosen, as of when it was said; but a series begins no earlier than now. */
async function readOfChosen(
  turn: MemberTurn,
  asked: LineAsked,
  { how, reminder }: { how: ChoiceOfOne['how']; reminder: ChatReminder },
): Promise<Reply | Asks> {
  if (how === 'delete' || how === 'skip') return { act: how };
  const { text } = asked.line;
  const then = saidAt(turn, asked);
  if (how === 'rewrite' || how === 'move') {
    // Of a line of which nothing was read these are its own words, and its moment.
    const read = parseQuickAdd(text, await readingOf({ ...turn, now: then }));
    if (how === 'move') {
      return read.outcome === 'ready' ? { act: how, to: read.dateTime } : UNCLEAR;
    }
    // A press that somebody invents may be about a line without a text.
    return read.text === '' ? UNCLEAR : { act: how, text: read.text };
  }
  const readAt = (now: Date) => {
    const known = knownFrom(reminder, { ...turn, now });
    return replyToChosen(spelledOut(text), known, clockOf(turn.account, now), how);
  };
  const read = readAt(then);
  const hasBegun = 'act' in read && read.act === 'repeat' && read.when.dateTime <= turn.now;
  return hasBegun ? readAt(turn.now) : read;
}
