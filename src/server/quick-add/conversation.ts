import 'server-only';
import { parseQuickAdd } from '@/core/quick-add';
import { replyTo } from '@/core/quick-add/conversation/about';
import {
  type Act,
  type AllAct,
  type Heard,
  type Knowledge,
  readConversation,
  wouldTakeBack,
} from '@/core/quick-add/conversation/conversation';
import { MADE_BY } from '@/core/quick-add/conversation/decide';
import { exactly } from '@/core/quick-add/conversation/exact';
import { namedBy } from '@/core/quick-add/conversation/meant';
import { type Known, saysItsDeed } from '@/core/quick-add/conversation/named';
import { mentions, namingOf, namingWords, withoutName } from '@/core/quick-add/conversation/names';
import { spelledOut } from '@/core/quick-add/conversation/spoken';
import { isToDo, isUnwantedAlone } from '@/core/quick-add/conversation/vetoes';
import { type Question } from '@/core/quick-add/conversation/questions';
import { type Reply } from '@/core/quick-add/replies/reply';
import { conversationTexts as texts } from '@/texts/bot-replies';
import { type Html, lines } from '@/texts/html';
import { clockOf, readingOf } from '../accounts/settings';
import { draftOfReminder, findDraft, findQuestion, waitingDrafts } from '../drafts/drafts';
import { countChatLine } from '../platform/metrics';
import { pressPauseAll } from '../reminders/pause-all-bot';
import { find, sayList } from '../reminders/list-bot';
import { type ChatReminder, listUpcoming } from '../reminders/upcoming';
import { dayList, FIRST_PAGE, itemData } from '../telegram/callback-data';
import { excerpt, keyLabel, LINE_MAX, momentIn } from '../telegram/message';
import { type Said } from '../telegram/said';
import { atPresent, button, inRows, type MemberTurn } from '../telegram/turn';
import { actOnAll } from './act-on-all';
import { takeBackBatch } from './batch';
import { hearAsNew } from './beginning';
import { answerCard, callOff, changeTo } from './card-answer';
import { withMoment } from './draft';
import { ASKED_MAX, knowledgeOf, type Recent, type Candidates, waits } from './knowledge';
import {
  endQuestion,
  hearChoice,
  type HeldLine,
  makeOfAnswer,
  momentIsReadAsOf,
  nothingDone,
  readHeldLine,
  withMomentSaid,
} from './choices';
import { actOfReply, ask, leftOutOf, sayNothingWaits } from './questions';
import { aboutIt, type HeardAbout } from './reply-acts';
import { hear, hearSeveral } from './replies';

/** A line that replies to no message, as one about what is there already: see docs/conversation.md. */

/**
 * Answers a line about reminders that are there; false where it makes something new, or answers a card. Throws
 * `conflict` where another one has changed what it is about at this very moment. Nothing is done or said then: what
 * may throw it is one transaction, also of several reminders, and what is said comes behind that. An act on all of
 * them passes over those that were changed.
 */
export async function converse(turn: MemberTurn, said: Said, recent: Recent): Promise<boolean> {
  const heldLine = await readHeldLine(turn, said);
  const whole = heldLine && withMomentSaid(turn, said, heldLine);
  if (whole) {
    const { asked, held } = heldLine;
    if (!asked || isToDo(spelledOut(held.payload.text), undefined)) {
      const answered = { line: whole, held };
      await makeOfAnswer(turn, said, answered, momentIsReadAsOf(turn, answered));
      return true;
    }
    await endQuestion(turn, held);
    if (!(await converse(turn, whole, recent))) await hearAsNew(turn, whole);
    return true;
  }
  const { knowledge, candidates } = await knowledgeOf(turn, said.text, recent);
  const heard = readConversation(said.text, knowledge);
  if (heldLine && (await hearChoice(turn, said, heldLine, heard))) return true;
  const isNothing = !heard || heard.kind === 'no-such' || heard.kind === 'nothing-waits';
  // «проверку не надо» behind a list whose «Проверка» is asked about is no word of the others.
  const isUnnamed = heard?.kind === 'act' && namedBy(said.text, heard.reminder).words === 0;
  const mayBeWaiting = isNothing || isUnnamed || heard.kind === 'undo-all';
  if (mayBeWaiting && (await hearWaiting(turn, said))) return true;
  // «ой отмени это», where nothing was done yet: what would take back what was made ends what is asked.
  const isOfQuestion = heard?.kind === 'no-such' && wouldTakeBack(said.text, knowledge);
  if (isOfQuestion && (await callOffQuestion(turn, said, heldLine))) return true;
  return heard !== undefined && answer(turn, said, heard, { knowledge, candidates });
}

const ENDS: ReadonlySet<Reply['act']> = new Set(['done', 'skip', 'delete', 'call-off'] as const);

/** «хлеб купила» of «Купить хлеб»; «купила билеты» says nothing of it. */
const isOfIt = (line: string, reminder: Known): boolean =>
  namedBy(line, reminder).isWhole ||
  saysItsDeed(line, reminder) ||
  namingOf(namingWords(line), namingWords(reminder.text)) !== undefined;

/** «хлеб купила», «удали банк», «банк завтра в 10»: of what waits for a moment yet, where only one is named. */
async function hearWaiting(turn: MemberTurn, said: Said): Promise<boolean> {
  const { db, now, account } = turn;
  const { text } = said;
  const undated = await waitingDrafts(db, account.id, now);
  const question = await findQuestion(db, account.id, undefined, now);
  // «в 11 или в 14» has a moment, and waits all the same.
  const isDated = question && !undated.some(({ id }) => id === question.row.id);
  const waiting = isDated ? [...undated, question.row] : undated;
  if (waiting.length === 0) return false;
  const reading = parseQuickAdd(text, await readingOf(turn));
  const words = namingWords(reading.text);
  const when = reading.outcome === 'ready' && !reading.doubt ? reading : undefined;
  const line = spelledOut(text);
  const meant = waiting.flatMap(({ id, payload }) => {
    const about: Known = {
      id,
      text: payload.text,
      rule: null,
      dueAt: now,
      comesAt: null,
      state: 'ahead',
    };
    // A task that is said again is still to be done.
    const mayEndIt = mentions(line, payload.text) && !isToDo(line, about);
    const left = withoutName(line, payload.text);
    const clock = clockOf(account, now);
    const act = mayEndIt
      ? (exactly(left, about, clock) ?? replyTo(line, about, clock))?.act
      : undefined;
    const isEnded = act && ENDS.has(act) && (act !== 'done' || isOfIt(line, about));
    const isOver = isEnded || (mayEndIt && isUnwantedAlone(line));
    if (isOver) return { id, take: callOff };
    const isSame = when && namingOf(words, namingWords(payload.text)) !== undefined;
    return isSame ? { id, take: changeTo({ payload: withMoment(payload, when) }) } : [];
  });
  const [only, ...others] = meant;
  const row = only && (await findDraft(db, account.id, only.id, now));
  if (!row || others.length > 0) return false;
  await answerCard(turn, said, { row, take: only.take });
  return true;
}

/** Ends the question about a line that is held, else the one on a card. False where nothing is asked. */
async function callOffQuestion(
  turn: MemberTurn,
  said: Said,
  heldLine: HeldLine | undefined,
): Promise<boolean> {
  if (heldLine) {
    await endQuestion(turn, heldLine.held);
    await turn.say(nothingDone(heldLine.held));
    return true;
  }
  const question = await findQuestion(turn.db, turn.account.id, undefined, turn.now);
  if (!question) return false;
  await answerCard(turn, said, { row: question.row, take: callOff });
  return true;
}

/**
 * Does what was heard. False only where the one reminder that it is about is gone, or does not take the words: then
 * they make something new.
 */
async function answer(
  turn: MemberTurn,
  said: Said,
  heard: Heard,
  { knowledge, candidates }: { knowledge: Knowledge; candidates: Candidates },
): Promise<boolean> {
  countChatLine('line', heard.kind === 'act' ? heard.reply.act : heard.kind);
  switch (heard.kind) {
    case 'act': {
      const { latest, latestAct } = knowledge;
      const isOfCard = latestAct === 'made' && latest?.id === heard.reminder.id;
      const about = aboutCandidate(said, heard, candidates);
      const isHeard = about !== undefined && (await hear(turn, about, heard.reply));
      if (isOfCard && isHeard) await stripCardOf(turn, heard.reminder.id);
      return isHeard;
    }
    case 'acts':
      await hearSeveral(
        turn,
        heard.acts.flatMap((act) => {
          const about = aboutCandidate(said, act, candidates);
          const onSeveral = heard.acts.length > 1;
          // Acts on reminders that are gone are passed over.
          return about ? { heard: { ...about, onSeveral }, reply: act.reply } : [];
        }),
      );
      if (heard.asks) await ask(turn, { ...said, text: heard.asks.line }, heard.asks.heard);
      return true;
    case 'all':
      await actOnAll(turn, said, candidatesWith(heard.reminders, candidates, heard.act));
      return true;
    case 'each':
      await actOnAll(
        turn,
        said,
        heard.acts.flatMap((each) => candidatesWith([each.reminder], candidates, actOfReply(each))),
        leftOutOf(heard.leftOut),
      );
      return true;
    case 'undo-all':
      await (heard.key.startsWith(MADE_BY)
        ? takeBackBatch(turn, Number(heard.key.slice(MADE_BY.length)))
        : pressPauseAll(atPresent(turn), ['undo', heard.key]));
      return true;
    case 'question':
      await answerQuestion(turn, heard.question, candidates);
      return true;
    case 'small-talk':
      await turn.say(texts.smallTalk[heard.says]);
      return true;
    case 'nothing-waits':
      await sayNothingWaits(turn);
      return true;
    default:
      await ask(turn, said, heard, knowledge);
      return true;
  }
}

/** The card that has shown a reminder as it was stored does not tell any more how it is. */
async function stripCardOf(turn: MemberTurn, reminderId: number): Promise<void> {
  const card = await draftOfReminder(turn.db, turn.account.id, reminderId);
  if (card?.messageId) await turn.strip(card.messageId);
}

const candidatesOf = (those: readonly Known[], candidates: Candidates) =>
  those.flatMap(({ id }) => candidates.get(id) ?? []);

const candidatesWith = (those: readonly Known[], candidates: Candidates, act: AllAct) =>
  candidatesOf(those, candidates).map((reminder) => ({ reminder, act }));

/** What is said of a reminder as it was read; undefined where it is gone. */
function aboutCandidate(
  said: Said,
  { reminder }: Act,
  candidates: Candidates,
): HeardAbout | undefined {
  const row = candidates.get(reminder.id);
  return row && { ...aboutIt(row, said), version: row.version };
}

/** Answers what somebody asks about their reminders: «когда стоматолог?», «что в пятницу?» */
async function answerQuestion(
  turn: MemberTurn,
  question: Question,
  candidates: Candidates,
): Promise<unknown> {
  if (question.asks === 'days') {
    return sayList(turn, dayList(question.from, question.days));
  }
  if (question.asks === 'find') {
    const beginnings = namingWords(question.words).map(({ stem }) => stem);
    return find(turn, question.words, beginnings.join(' ') || question.words);
  }
  const { account, db } = turn;
  const next = { offset: 0, limit: 1, before: null };
  const found =
    question.asks === 'next'
      ? (await listUpcoming(db, account.id, next)).reminders
      : candidatesOf(question.found, candidates).slice(0, ASKED_MAX);
  if (found.length === 0) return turn.say(texts.notThere);
  const keys = found.map(({ id, text }) =>
    button(keyLabel(text), itemData(id, 'show', FIRST_PAGE)),
  );
  return turn.say(lines(...found.map((each) => sentenceOf(each, turn))), inRows(keys, 1));
}

/** «Стоматолог — в пятницу, 12 марта, в 16:00» */
function sentenceOf(reminder: ChatReminder, turn: MemberTurn): Html {
  const text = excerpt(reminder.text, LINE_MAX);
  const came = reminder.waitingSince;
  if (waits(reminder) && came) return texts.waits(text, momentIn(new Date(came), turn));
  if (reminder.state === 'paused') return texts.paused(text);
  return texts.comes(text, momentIn(reminder.nextFireAt ?? new Date(reminder.dateTime), turn));
}
