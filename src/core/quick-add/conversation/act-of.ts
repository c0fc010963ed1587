import { readReply } from '../replies/read-reply';
import { NOBODY, type Reply, UNCLEAR } from '../replies/reply';
import { type Act, type AllAct, type Heard, type Knowledge } from './conversation';
import { type Intent, isSureOf, type Likelihood } from './intents';
import { areListed, meantBy, namedBy, sharesAThing } from './meant';
import { changesTime, momentIn } from './moment';
import { isAmong, isScopeOpen, type Known, namesOtherDay } from './named';
import { type ActIntent, replyFor } from './reply-for';
import {
  isToDo,
  isVetoed,
  namesUnwanted,
  removesNothing,
  ORDER,
  saysDone,
  speaksOfBoth,
  speaksOfSeveral,
} from './vetoes';

/** What is done of the reminders that a line is about, or what is asked about them first. */

/** As many reminders as a question names. */
const ASKED_MAX = 8;

/** A question that changes nothing. */
export function asking(
  those: readonly Known[],
  { rang }: Knowledge,
  intent?: ActIntent,
): Heard | undefined {
  const [first, ...others] = those;
  if (!first) return undefined;
  return others.length === 0 && isAmong(first, rang)
    ? { kind: 'act', reminder: first, reply: UNCLEAR }
    : which(those, { rang }, intent);
}

/** Those that rang stand in the order in which they did; an act may be one on all of them. */
export function which(
  mayBeMeant: readonly Known[],
  { rang }: Pick<Knowledge, 'rang'>,
  intent?: ActIntent,
): Heard {
  const those = [...new Map(mayBeMeant.map((each) => [each.id, each])).values()];
  const haveRung = those.every((each) => isAmong(each, rang));
  const forAll = intent !== undefined && ['done', 'skip', 'move'].includes(intent);
  const reminders = (haveRung ? those.toReversed() : those).slice(0, ASKED_MAX);
  return { kind: 'which', reminders, all: haveRung && forAll && those.length > 1 };
}

export function takenBack(line: string, knowledge: Knowledge, isSure: boolean): Heard | undefined {
  const { latest, latestAct, together, rang } = knowledge;
  if (!latest && together !== undefined) {
    return namesUnwanted(line) ? { kind: 'no-such' } : { kind: 'undo-all', key: together };
  }
  const reminder = latest ?? rang[0];
  if (!reminder && isSure) return { kind: 'no-such' };
  const act = latestAct === 'made' ? 'delete' : 'undo';
  const speaksAgainst =
    isVetoed(line, 'undo', reminder) || (act === 'delete' && removesNothing(line));
  if (!reminder || !isSure || speaksAgainst) return asking(rang, knowledge);
  return { kind: 'act', reminder, reply: { act } };
}

/** What is done, or asked, of the reminders that are meant; undefined: the line makes something new. */
export function actOf(
  line: string,
  knowledge: Knowledge,
  likelihood: Likelihood & { intent: ActIntent },
): Heard | undefined {
  const { rang, latest } = knowledge;
  const { intent } = likelihood;
  const { reminders, isDoubtful } = meantBy(line, intent, knowledge);
  const [reminder, ...others] = reminders;
  if (!reminder) return ofNothing(line, knowledge, intent, isSureOf(likelihood, 'named'));
  const isNamed = namesForAct(line, intent, reminder);
  const isSure = isSureOf(likelihood, isNamed ? 'named' : 'unnamed');
  if (isSure && intent === 'done' && isOfAllThatRang(line, reminder, rang)) {
    return ofSeveral(line, knowledge, intent, rang);
  }
  const areAllDeleted = intent === 'delete' && speaksOfSeveral(line);
  if (isDoubtful || areAllDeleted) return which(reminders, knowledge);
  if (mayAnswerWhatRang(line, intent, reminder, rang)) {
    return which([...rang, ...reminders], knowledge);
  }
  if (intent === 'move' && rang.length === 0 && isToDo(line, reminder)) return undefined;
  const hasRung = isAmong(reminder, rang);
  const isUnnamed = namedBy(line, reminder).words === 0;
  // «отложи все», behind a card that is one of them: the line names none; «перенеси всё на завтра» behind a ring.
  const isOfMore = hasRung ? others.length === 0 && ORDER.test(line) : true;
  const mayMeanAll = isUnnamed && isOfMore && ['move', 'skip', 'pause'].includes(intent);
  if (mayMeanAll && speaksOfSeveral(line)) return which(reminders, knowledge);
  const isOtherDay = intent === 'skip' && namesOtherDay(line, reminder, knowledge.clock);
  if (!isSure || intent === 'order' || isOtherDay || isVetoed(line, intent, reminder)) {
    if (others.length === 0 && isOrderToDelete(line, intent, reminder, rang)) {
      return { kind: 'delete', reminder };
    }
    const isOfCardAlone = isUnnamed && !hasRung && latest?.id === reminder.id;
    return isOfCardAlone ? undefined : asking(reminders, knowledge, intent);
  }
  if (others.length > 0) return ofSeveral(line, knowledge, intent, reminders);
  const reply = replyFor(line, reminder, intent, knowledge.clock);
  return actOrQuestion(line, knowledge, reminder, reply);
}

/** «цветы готово», «позвонила ей»; «мама не дома» has a word of «Позвонить маме», and does not tell that it was done. */
function namesForAct(line: string, intent: ActIntent, reminder: Known): boolean {
  const { words, hasDeed } = namedBy(line, reminder);
  return hasDeed || (intent === 'done' ? saysDone(line) : words > 0);
}

/** «всё сделал», when several have rung; a verb that one of them has, too, names nothing. */
const isOfAllThatRang = (line: string, reminder: Known, rang: readonly Known[]): boolean =>
  rang.length > 1 && DID_ALL.test(line) && !sharesAThing(line, reminder);

/** «Петя слился, созвона не будет», when something else has just rung. */
function mayAnswerWhatRang(
  line: string,
  intent: ActIntent,
  reminder: Known,
  rang: readonly Known[],
): boolean {
  if (rang.length === 0 || isAmong(reminder, rang)) return false;
  const { isWhole, hasAllThings, hasDeed } = namedBy(line, reminder);
  if (intent === 'done' && hasDeed) return false;
  const changes = ['rewrite', 'ahead', 'repeat', 'resume', 'pause'].includes(intent);
  const isOrder = changes || ORDER.test(line) || (intent === 'move' && changesTime(line));
  const namesThisAlone =
    (isWhole || hasAllThings) && rang.every((each) => namedBy(line, each).words === 0);
  return !(isOrder && namesThisAlone);
}

/** «удали массаж», even where a question is safer than the act: it asks whether to delete just this one. */
const isOrderToDelete = (
  line: string,
  intent: ActIntent,
  reminder: Known,
  rang: readonly Known[],
): boolean =>
  intent === 'delete' &&
  ORDER.test(line) &&
  namedBy(line, reminder).exact > 0 &&
  !isAmong(reminder, rang);

/** «всё сделал», «всё, что сегодня звенело, сделала», and nothing beside it. */
const DID_ALL =
  /^(?:я\s+)?вс[её](?:,?\s+что(?:\s+(?!кроме|не\s)\p{L}+){1,3},?)?\s+(?:уже\s+)?(?:сделала?|выполнила?)[\s.!)]*$/iu;

const ANSWERS_A_RING: readonly (Intent | Reply['act'])[] = ['done', 'later', 'not-done', 'skip'];

/** Nothing is there that it may be about. */
function ofNothing(
  line: string,
  { waiting, clock }: Knowledge,
  intent: ActIntent,
  isSure: boolean,
): Heard | undefined {
  const isAnswer = isSure && ANSWERS_A_RING.includes(intent) && !momentIn(line, NOBODY, clock);
  if (isAnswer || ANSWERS_A_RING.includes(readReply(line, NOBODY, clock).act)) {
    return waiting.length > 0
      ? { kind: 'which', reminders: waiting, all: false }
      : { kind: 'nothing-waits' };
  }
  const isOrder = ['order', 'delete', 'rewrite', 'pause', 'resume'].includes(intent);
  const isOfSomething = isSure && (intent !== 'later' || momentIn(line, NOBODY, clock));
  return isOrder || isOfSomething ? { kind: 'no-such' } : undefined;
}

function ofSeveral(
  line: string,
  knowledge: Knowledge,
  intent: ActIntent,
  reminders: readonly Known[],
): Heard | undefined {
  const isOfEach = areListed(line, reminders, intent);
  const isOtherNumber = speaksOfBoth(line) && reminders.length !== 2;
  if (isOtherNumber || !(isOfEach || speaksOfSeveral(line))) {
    return which(reminders, knowledge, intent);
  }
  const acts = reminders.map((reminder): Act => {
    return { kind: 'act', reminder, reply: replyFor(line, reminder, intent, knowledge.clock) };
  });
  const moments = acts.map(({ reply }) => (reply.act === 'move' ? reply.to.getTime() : undefined));
  // «оба на час позже»: each than its own.
  const haveOwn = !moments.includes(undefined) && new Set(moments).size > 1;
  const areAlike = acts.every(({ reply }) => reply.act === intent);
  if (haveOwn || (isOfEach && areAlike)) return { kind: 'each', acts, leftOut: [] };
  const act = actOnEach(line, reminders, intent, knowledge);
  return act ? { kind: 'all', reminders, act } : which(reminders, knowledge, intent);
}

/** The one act that a line asks for on each of these; undefined: there is none that all of them bear. */
export function actOnEach(
  line: string,
  [first]: readonly Known[],
  intent: ActIntent,
  { clock }: Knowledge,
): AllAct | undefined {
  if (!first || !['done', 'skip', 'quiet', 'move', 'pause'].includes(intent)) return undefined;
  const reply = replyFor(line, first, intent, clock);
  if (reply.act === 'move') return reply.to;
  if (reply.act === 'pause') return reply.until === null ? reply.act : undefined;
  const { act } = reply;
  return act === 'done' || act === 'skip' || act === 'quiet' ? act : undefined;
}

/**
 * The act, or what is asked first: which one, whether to delete (`kind: 'delete'` asks, `act: 'delete'` deletes), once
 * or always.
 */
function actOrQuestion(line: string, knowledge: Knowledge, reminder: Known, reply: Reply): Heard {
  const hasRung = isAmong(reminder, knowledge.rang);
  const isPointedTo = hasRung || knowledge.latest?.id === reminder.id;
  const naming = namedBy(line, reminder);
  const act: Heard = { kind: 'act', reminder, reply };
  switch (reply.act) {
    case 'unclear':
      // Of what rang the bot asks what is to be done.
      return hasRung ? act : which([reminder], knowledge);
    case 'delete': {
      const isNamedExactly = naming.isWhole && naming.exact === naming.words;
      const isClear = reminder.rule === null && (isNamedExactly || isPointedTo);
      return isClear ? act : { kind: 'delete', reminder };
    }
    case 'done': {
      const isSaid = naming.isWhole || naming.hasDeed || naming.hasAllThings;
      return hasRung || isSaid ? act : which([reminder], knowledge);
    }
    case 'move': {
      const isNextTime = reminder.rule && knowledge.latestAct === 'answered' && !hasRung;
      // «через час» behind «готово» is no word of the next time.
      if (isNextTime && naming.words === 0) return which([reminder], knowledge);
      return !isPointedTo && isScopeOpen(reminder, reply, line) ? { kind: 'scope', reminder } : act;
    }
    default:
      return act;
  }
}
