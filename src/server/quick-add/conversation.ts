import 'server-only';
import { ruleOfWire, withRule } from '@/contract/rule';
import { type Decision, readChoice } from '@/core/quick-add/conversation/choice';
import {
  type Act,
  type Asks,
  type Heard,
  type Knowledge,
  mayConverse,
  readConversation,
} from '@/core/quick-add/conversation/conversation';
import { actOn, actOnNamed, replyTo } from '@/core/quick-add/conversation/by-name';
import { spelledOut } from '@/core/quick-add/conversation/spoken';
import {
  type Known,
  type NamedAct,
  readNamed,
  saysItsDeed,
} from '@/core/quick-add/conversation/named';
import { parseQuickAdd } from '@/core/quick-add';
import { namingOf, namingWords } from '@/core/quick-add/conversation/names';
import { type Question } from '@/core/quick-add/conversation/questions';
import { smallTalkOf } from '@/core/quick-add/messages/not-reminders';
import { readRequest } from '@/core/quick-add/messages/request';
import { saysYes } from '@/core/quick-add/replies/consent';
import { type Reply } from '@/core/quick-add/replies/reply';
import { conversationTexts as texts } from '@/texts/bot-replies';
import { type Html, lines } from '@/texts/html';
import { clockOf, readingOf } from '../accounts/settings';
import {
  alone,
  changeDraft,
  createDraft,
  type DraftRow,
  draftsOfMessage,
  findDraft,
  findQuestion,
  heldLine,
  justStored,
  lineOfQuestion,
  takeHeld,
  waitingDrafts,
} from '../drafts/drafts';
import { type Db } from '../platform/db/client';
import { AppError, orRefusal } from '../platform/errors';
import { pressPauseAll } from '../reminders/pause-all-bot';
import { actByReply, keyOfMessage } from '../reminders/chat-acts';
import { find, sayList } from '../reminders/list-bot';
import { type ChatReminder, findReminder, listUpcoming } from '../reminders/upcoming';
import { dataOf, dayList, FIRST_PAGE, itemData, readId } from '../telegram/callback-data';
import { rememberMessage } from '../telegram/chat-messages';
import { excerpt, KEY_MAX, LINE_MAX, momentIn } from '../telegram/message';
import { rangBy } from '../telegram/late';
import { contentOf, type Said } from '../telegram/said';
import { atPresent, button, type Card, inRows, type MemberTurn } from '../telegram/turn';
import { answerTo, draftOfForwarded, isCorrection, settle, stateOf, withMoment } from './draft';
import {
  ASKED_MAX,
  type Changed,
  changedLately,
  knowledgeOf,
  knownFrom,
  type Rang,
  rangLately,
  waits,
} from './knowledge';
import { hearText, sayHeard } from './quick-add';
import { hear } from './replies';
import { cardAbout } from './reply-acts';

/** A line that replies to no message, as one about what is there already: see docs/conversation.md. */

/**
 * Answers a line about reminders that are there; false where it makes something new, or answers a card.
 * Where another one has changed what it is about at this very moment, it is read again by what is there now.
 */
export async function hearConversation(turn: MemberTurn, said: Said, left = 3): Promise<boolean> {
  if (said.forwarded || said.attachment !== null || said.repliedTo) return false;
  if (!mayConverse(said.text)) return false;
  const heard = await orRefusal(converse(turn, said), 'conflict');
  if (!(heard instanceof AppError)) return heard;
  if (left === 0) throw heard;
  return hearConversation(turn, said, left - 1);
}

/** Throws `conflict` before anything is done or said. */
async function converse(turn: MemberTurn, said: Said): Promise<boolean> {
  const { db, now, account } = turn;
  const made = await draftsOfMessage(db, account.id, said.messageId);
  // Heard again: its question stands already.
  if (made.length > 0) return made.length === 1 && made[0]?.state === 'held';
  const held = await heldLine(db, account.id, now);
  const rang = await rangLately(turn);
  if (held && (await hearChoice(turn, said, held, rang))) return true;
  const changed = await changedLately(turn);
  if (await isAboutCard(turn, said, rang, changed)) return false;
  const { knowledge, shown } = await knowledgeOf(turn, said.text, rang, changed);
  const heard = readConversation(said.text, knowledge);
  const isNothing = !heard || heard.kind === 'no-such' || heard.kind === 'nothing-waits';
  if (isNothing && (await hearWaiting(turn, said))) return true;
  return heard !== undefined && answer(turn, said, heard, shown);
}

const ENDS: ReadonlySet<Reply['act']> = new Set(['done', 'skip', 'delete', 'call-off'] as const);

/** «хлеб купила» of «Купить хлеб»; «купила билеты» says nothing of it. */
const isOfIt = (line: string, { naming, reminder }: NamedAct): boolean =>
  naming === 'all' ||
  saysItsDeed(line, reminder) ||
  namingOf(namingWords(line), namingWords(reminder.text)) !== undefined;

/** «хлеб купила», «удали банк», «банк завтра в 10»: of what waits for a moment yet, where only one is named. */
async function hearWaiting(turn: MemberTurn, { text, messageId }: Said): Promise<boolean> {
  const { db, now, account } = turn;
  const reading = parseQuickAdd(text, await readingOf(turn));
  const said = namingWords(reading.text);
  const takes = reading.outcome === 'ready' && !reading.doubt ? reading : undefined;
  const meantOf = async (reader: Db) => {
    const meant = (await waitingDrafts(reader, account.id, now)).flatMap(({ id, payload }) => {
      const known = { id, text: payload.text, rule: null, dueAt: now, comesAt: null };
      const about: Known = { ...known, state: 'ahead' };
      const line = spelledOut(text);
      const act = actOnNamed(line, about, clockOf(account, now));
      const isEnd = act && !act.otherDeed && ENDS.has(act.reply.act);
      const ends = isEnd && (act.reply.act !== 'done' || isOfIt(line, act));
      const same = takes && namingOf(said, namingWords(payload.text)) !== undefined;
      return ends ? { id, when: undefined } : same ? { id, when: takes } : [];
    });
    return meant.length === 1 ? meant[0] : undefined;
  };
  // Most lines are about none: these wait for nobody.
  if (!(await meantOf(db))) return false;
  const changed = await alone(db, account.id, async (tx) => {
    const only = await meantOf(tx);
    const row = only && (await findDraft(tx, account.id, only.id, now));
    if (!row) return undefined;
    const payload = only.when ? withMoment(row.payload, only.when) : row.payload;
    const state = only.when ? stateOf(payload) : 'cancelled';
    const after = await changeDraft(tx, row, { payload, state, answerMessageId: messageId });
    const settled = await settle({ ...turn, db: tx }, { row: after });
    return { settled: [settled], strip: [row.messageId] };
  });
  if (changed) await sayHeard(turn, changed);
  return changed !== undefined;
}

/** The line as the answer to what was asked about an earlier one. */
async function hearChoice(
  turn: MemberTurn,
  said: Said,
  held: DraftRow,
  rang: Rang,
): Promise<boolean> {
  const { db } = turn;
  const line: Said = { ...said, text: held.payload.text, messageId: held.sourceMessageId ?? 0 };
  const { knowledge } = await knowledgeOf(turn, line.text, rang);
  const asked = readConversation(line.text, about(knowledge, held.reminderId));
  if (!asked || !isQuestion(asked)) return false;
  const choice = readChoice(spelledOut(said.text), asked);
  if (!choice && /^да(?!\p{L})/iu.test(said.text.trim())) {
    const { text, keyboard } = questionAbout(asked);
    await turn.answer(line.messageId, text, keyboard);
    return true;
  }
  if (!choice || (await saysMore(turn, said, choice, rang))) return false;
  const answered = { answerMessageId: said.messageId, fresh: choice.how === 'new' };
  if (!(await takeHeld(db, held, answered))) throw new AppError('conflict');
  if (held.messageId !== null) await turn.strip(held.messageId);
  const card = await chosen(turn, line, choice);
  if (!card) return true;
  const messageId = await (card.asks
    ? turn.answer(line.messageId, card.text, card.keyboard)
    : turn.say(card));
  await afterChoice(turn, choice, { messageId, held, asks: card.asks });
  return true;
}

/** «таблетку выпил» after «Какое из них?» does not only say which; «сколько осталось корма» chooses nothing. */
async function saysMore(
  turn: MemberTurn,
  { text }: Said,
  { how }: Decision,
  rang: Rang,
): Promise<boolean> {
  const { knowledge } = await knowledgeOf(turn, text, rang);
  const heard = readConversation(text, knowledge);
  if (heard?.kind !== 'act') return heard?.kind === 'question';
  const { act } = heard.reply;
  return act === 'stock' || (how === 'act' && ['done', 'skip', 'delete'].includes(act));
}

/** What is known, of one reminder alone where the first answer has named it. */
function about(knowledge: Knowledge, id: number | null): Knowledge {
  const only = (those: readonly Known[]) => those.filter((each) => id === null || each.id === id);
  const { named, rang, waiting } = knowledge;
  return { ...knowledge, named: only(named), rang: only(rang), waiting: only(waiting) };
}

/** A message stands for the reminder that was chosen, and may ask one thing more about it. */
async function afterChoice(
  { db, now, account }: MemberTurn,
  choice: Decision,
  {
    messageId,
    held,
    asks,
  }: { messageId: number; held: DraftRow | undefined; asks?: boolean | undefined },
) {
  if (!('id' in choice)) return;
  const { id: reminderId } = choice;
  await rememberMessage(db, { userId: account.id, messageId, reminderId, now });
  if (asks && held) await changeDraft(db, held, { state: 'held', reminderId, messageId });
}

const isQuestion = (heard: Heard): heard is Asks =>
  ['which', 'delete', 'scope', 'no-such'].includes(heard.kind);

/** Whether a card has asked for this, or shows what the line corrects, and nothing rang or changed since. */
async function isAboutCard(turn: MemberTurn, { text }: Said, rang: Rang, changed: Changed) {
  const { db, now, account } = turn;
  const reading = await readingOf(turn);
  const question = await findQuestion(db, account.id, undefined, now);
  // What has rung since is what is talked about.
  const isOld =
    rang.reminders.length > 0 && rang.at !== null && question && rang.at > question.row.createdAt;
  if (question && !isOld) {
    const { row } = question;
    const asked = question.asked && ['fine', undefined].includes(smallTalkOf(text));
    if (asked && answerTo(row.payload, text, reading) !== undefined) return true;
    if (row.state === 'ready' && saysYes(text)) return true;
    if (!question.asked && isCorrection(row.payload, text, reading)) return true;
  }
  const stored = await justStored(db, account.id, now);
  if (!stored || (rang.at !== null && rang.at > stored.createdAt)) return false;
  if (changed.length > 0 && !changed.some(({ id }) => id === stored.reminderId)) return false;
  if (readRequest(text) === 'cancel') return true;
  const reminder = await findReminder(db, account.id, stored.reminderId);
  if (!reminder || reminder.deleted || reminder.completed) return false;
  const { dateTime } = reminder;
  const shown = { ...withRule(stored.payload, ruleOfWire(reminder)), dateTime, date: null };
  return isCorrection(shown, text, reading);
}

type Shown = ReadonlyMap<number, ChatReminder>;

const aboutIt = (reminder: ChatReminder, text: Said) => ({
  reminder,
  occurrenceAt: reminder.openOccurrenceAt,
  text,
  asked: false,
});

/**
 * Does what was heard. False only where the one reminder that it is about is gone, or does not take the words: then
 * they make something new.
 */
async function answer(turn: MemberTurn, said: Said, heard: Heard, shown: Shown): Promise<boolean> {
  switch (heard.kind) {
    case 'act':
      return hearAct(turn, said, heard, shown);
    case 'acts':
      // Acts on reminders that are gone are passed over.
      for (const each of heard.acts) await hearAct(turn, said, each, shown);
      if (heard.asks) await ask(turn, { ...said, text: heard.asks.line }, heard.asks.heard);
      return true;
    case 'all':
      return actOnAll(turn, said, heard, shown);
    case 'undo-all':
      await pressPauseAll(atPresent(turn), ['undo', heard.key]);
      return true;
    case 'question':
      return answerQuestion(turn, heard.question, shown);
    case 'small-talk':
      await turn.say(texts.smallTalk[heard.says]);
      return true;
    case 'nothing-waits':
      await sayNothingWaits(turn);
      return true;
    default:
      await ask(turn, said, heard);
      return true;
  }
}

const sayNothingWaits = (turn: MemberTurn) =>
  turn.say(turn.shownAt ? texts.nothingWaitsOfThen : texts.nothingWaits);

async function hearAct(turn: MemberTurn, said: Said, { reminder, reply }: Act, shown: Shown) {
  const row = shown.get(reminder.id);
  return row !== undefined && hear(turn, { ...aboutIt(row, said), version: row.version }, reply);
}

/** The question holds on to the line that it is about, and may be answered in words: nothing is stored until then. */
async function ask(turn: MemberTurn, { messageId, text }: Said, asks: Asks) {
  const { db, now, account } = atPresent(turn);
  const card = questionAbout(asks);
  const question = await turn.answer(messageId, card.text, card.keyboard);
  const { payload } = draftOfForwarded(text, await readingOf(turn));
  const draft = { payload, state: 'held', sourceMessageId: messageId } as const;
  const row = await createDraft(db, account.id, draft, now);
  await changeDraft(db, row, { messageId: question });
}

function questionAbout(heard: Asks): Card {
  const { buttons } = texts;
  if (heard.kind === 'no-such') {
    return { text: texts.noSuch, keyboard: [[button(buttons.fresh, dataOf('which', 0, 'new'))]] };
  }
  if (heard.kind === 'which') {
    const keys = heard.reminders
      .slice(0, ASKED_MAX)
      .map(({ id, text }) => [button(excerpt(text, KEY_MAX), dataOf('which', id, 'act'))]);
    const fresh = [button(buttons.fresh, dataOf('which', 0, 'new'))];
    const [, ...others] = heard.reminders;
    const all = heard.all ? [[button(buttons.all, dataOf('which', 0, 'all'))]] : [];
    const keyboard = [...keys, ...all, ...(others.length === 0 ? [fresh] : [])];
    return { text: texts.which, keyboard };
  }
  const { id, text, rule } = heard.reminder;
  const key = (label: string, how: string) => button(label, dataOf('which', id, how));
  if (heard.kind === 'scope') {
    const keys = [key(buttons.once, 'once'), key(buttons.always, 'always')];
    return { text: texts.scope(excerpt(text)), keyboard: [keys] };
  }
  const keep = key(buttons.keep, 'keep');
  return rule === null
    ? { text: texts.delete(excerpt(text)), keyboard: [[key(buttons.delete, 'delete'), keep]] }
    : {
        text: texts.deleteSeries(excerpt(text)),
        keyboard: [[key(buttons.once, 'skip'), key(buttons.series, 'delete')], [keep]],
      };
}

/** Acts on several at once; «Вернуть» takes all of it back. */
async function actOnAll(
  turn: MemberTurn,
  { messageId }: Said,
  { reminders: those, act }: Extract<Heard, { kind: 'all' }>,
  shown: Shown,
): Promise<boolean> {
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
  if (done.length === 0) {
    await sayNothingWaits(turn);
    return true;
  }
  const names = done.slice(0, ASKED_MAX).map((text) => excerpt(text, LINE_MAX));
  const more = done.length - names.length;
  const said =
    act instanceof Date
      ? texts.allMoved(momentIn(act, turn), names, more)
      : texts.allActed[act](names, more);
  const undo = dataOf('all', 'undo', keyOfMessage(messageId));
  await turn.say(said, [[button(texts.buttons.undo, undo)]]);
  return true;
}

async function answerQuestion(
  turn: MemberTurn,
  question: Question,
  shown: Shown,
): Promise<boolean> {
  if (question.asks === 'days') {
    await sayList(turn, dayList(question.from, question.days));
    return true;
  }
  if (question.asks === 'find') {
    const beginnings = namingWords(question.words).map(({ stem }) => stem);
    await find(turn, question.words, beginnings.join(' ') || question.words);
    return true;
  }
  const { account, db } = turn;
  const next = { offset: 0, limit: 1, before: null };
  const found =
    question.asks === 'next'
      ? (await listUpcoming(db, account.id, next)).reminders
      : question.found.flatMap(({ id }) => shown.get(id) ?? []).slice(0, ASKED_MAX);
  if (found.length === 0) {
    await turn.say(texts.notThere);
    return true;
  }
  const keys = found.map(({ id, text }) =>
    button(excerpt(text, KEY_MAX), itemData(id, 'show', FIRST_PAGE)),
  );
  await turn.say(lines(...found.map((each) => sentenceOf(each, turn))), inRows(keys, 1));
  return true;
}

/** «Стоматолог — в пятницу, 12 марта, в 16:00» */
function sentenceOf(reminder: ChatReminder, turn: MemberTurn): Html {
  const text = excerpt(reminder.text, LINE_MAX);
  const came = reminder.waitingSince;
  if (waits(reminder) && came) return texts.waits(text, momentIn(new Date(came), turn));
  if (reminder.state === 'paused') return texts.paused(text);
  return texts.comes(text, momentIn(reminder.nextFireAt ?? new Date(reminder.dateTime), turn));
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
  await afterChoice(turn, choice, { messageId: pressedMessageId, held, asks: card.asks });
}

function choiceOf(id: number, how = ''): Decision | undefined {
  const plain = (['all', 'keep', 'new'] as const).find((each) => each === how);
  const one = (['act', 'once', 'always', 'skip', 'delete'] as const).find((each) => each === how);
  return plain ? { how: plain } : one && { how: one, id };
}

type Chosen = Card & { asks?: boolean };
/** Does what was chosen about a line; undefined where it has said so itself. It may have to ask one thing more. */
async function chosen(turn: MemberTurn, line: Said, choice: Decision): Promise<Chosen | undefined> {
  const { db, now, account } = turn;
  const saying = (text: Html): Card => ({ text, keyboard: [] });
  if (!('id' in choice)) {
    if (choice.how === 'keep') return saying(texts.kept);
    if (choice.how === 'new') {
      await hearText(turn, line);
      return undefined;
    }
    const { knowledge, shown } = await knowledgeOf(turn, line.text, await rangLately(turn));
    const heard = readConversation(`все ${line.text}`, knowledge);
    if (heard?.kind !== 'all') return saying(texts.stale);
    const { ids } = choice;
    const those = heard.reminders.filter(({ id }) => ids?.includes(id) ?? true);
    await actOnAll(turn, line, { ...heard, reminders: those }, shown);
    return undefined;
  }
  const reminder = await findReminder(db, account.id, choice.id);
  if (!reminder) return saying(texts.stale);
  if (choice.how === 'delete') return cardAbout(turn, aboutIt(reminder, line), { act: 'delete' });
  const known = knownFrom(reminder, turn);
  const clock = clockOf(account, now);
  const always = choice.how === 'always';
  const read = (hasRung: boolean) => readNamed(line.text, known, clock, { always, hasRung });
  const first = read(known.state === 'waits');
  // Whether it is meant at all was asked: it is what is talked about now, like something that has rung.
  const act = first?.reply.act === 'unclear' ? read(true) : first;
  const heard = act && actOn({ ...act, scopeOpen: act.scopeOpen && choice.how === 'act' });
  if (choice.how !== 'skip' && heard && isQuestion(heard))
    return { ...questionAbout(heard), asks: true };
  const said: Reply =
    heard?.kind === 'act' ? heard.reply : (replyTo(line.text, known, clock) ?? { act: 'unclear' });
  const reply: Reply = choice.how === 'skip' ? { act: 'skip' } : said;
  return cardAbout(turn, aboutIt(reminder, line), reply);
}
