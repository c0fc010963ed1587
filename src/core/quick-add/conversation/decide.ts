import { behindRemindMe, SIGHS, talkOf } from '../messages/not-reminders';
import { readRequest } from '../messages/request';
import { folded } from '../../search';
import { pauseUntil } from '../replies/pause-all';
import {
  NOBODY,
  readReply,
  type Reply,
  type ReplyClock,
  type Subject,
  UNCLEAR,
} from '../replies/reply';
import { tokenize } from '../tokens/tokens';
import { type Act, type AllAct, type Heard, type Knowledge } from './conversation';
import { rewriting } from './correction';
import { exactly, isLastActThere } from './exact';
import { areUntaught, type Intent, INTENTS, type Likelihood, likelihoods } from './intents';
import { areListed, meantBy, namedBy, sharesAThing } from './meant';
import { changesTime, minutesAhead, momentIn, PUTS_OFF, timedTokens } from './moment';
import {
  asksWhatRepeats,
  isAmong,
  isScopeOpen,
  isTask,
  type Known,
  namesOtherDay,
  whatRepeats,
} from './named';
import { namingWords, withoutName, wordsSaid } from './names';
import { unclearIfOnlyAPoint } from './points';
import { readQuestion } from './questions';
import { isListOfTasks } from './said-again';
import { featuresOf, LINE_MAX } from './slots';
import {
  isQuestion,
  isToDo,
  isVetoed,
  namesUnwanted,
  ORDER,
  speaksOfBoth,
  speaksOfSeveral,
} from './vetoes';

/** The table: what somebody wants, how surely, of which reminder, when, and what speaks against it. */

/**
 * From this probability on an intent is acted on; below it the bot asks. Fixed on lines of sets that were left out
 * of training, highest for what makes and deletes.
 */
const SURE: Record<Intent, number> = {
  ahead: 0.7,
  delete: 0.65,
  done: 0.6,
  later: 0.5,
  move: 0.65,
  new: 0.85,
  order: 0.7,
  pause: 0.7,
  question: 0.8,
  quiet: 0.55,
  repeat: 0.7,
  resume: 0.7,
  rewrite: 0.7,
  skip: 0.65,
  talk: 0.7,
  undo: 0.7,
};

/** Begins the key of reminders that one message has made, before its number. */
export const MADE_BY = 'made-';
export const hasMadeSeveral = ({ together }: Pick<Knowledge, 'together'>): boolean =>
  together?.startsWith(MADE_BY) ?? false;

/** As many reminders as a question names. */
const ASKED_MAX = 8;

export function byIntent(line: string, knowledge: Knowledge): Heard | undefined {
  const isCancel = readRequest(line) === 'cancel';
  if (isCancel && isLastActThere(knowledge)) return takenBack(line, knowledge, true);
  // «отмена»: whether there is anything to call off is known elsewhere.
  if (isCancel && knowledge.rang.length === 0) return undefined;
  if (asksForNew(line, knowledge)) return undefined;
  // Where something has rung a list may answer it.
  if (knowledge.rang.length === 0 && isListOfTasks(line, knowledge.clock)) return undefined;
  const another = knowledge.named.find((each) => isAnother(line, each, knowledge));
  if (another) return which([another], knowledge);
  const likely = likelihoods(featuresOf(line, knowledge));
  const meant = isNoise(line, knowledge)
    ? (likely.find(({ intent }) => !TAKES_BACK.includes(intent)) ?? likely[0])
    : likeliest(likely, knowledge);
  const heard = decided(line, knowledge, ordered(line, knowledge) ?? meant);
  return heard ?? (isVetoed(line, 'new') ? { kind: 'no-such' } : undefined);
}

const PUTS_ON = /(?<!\p{L})на(?!\p{L})/iu;
/** «стоматолог завтра в 10»: of what lies ahead another one may be meant; «на завтра» would put it off. */
function isAnother(line: string, each: Known, { rang, latest, clock }: Knowledge): boolean {
  const isTalkedOf = rang.length > 0 || latest?.id === each.id || each.state !== 'ahead';
  if (isTalkedOf || isToDo(line, each) || !namedBy(line, each).isWhole) return false;
  const left = withoutName(line, each.text);
  const isMoment = timedTokens(tokenize(left), clock).every((isTimed) => isTimed);
  return isMoment && !PUTS_ON.test(left) && exactly(left, each, clock)?.act === 'move';
}

/** «перенеси цветы на завтра»: without the only name in it, it is an order that is known as a whole. */
function ordered(line: string, { named, clock }: Knowledge): Likelihood | undefined {
  const [only, ...others] = ORDER.test(line) ? named : [];
  if (!only || others.length > 0) return undefined;
  const act = exactly(withoutName(line, only.text), only, clock)?.act;
  const intent = (['move', 'delete', 'skip'] as const).find((each) => each === act);
  return intent && { intent, probability: 1 };
}

/** A reminder that a line is known to be about stands for what has rung. */
export function knowledgeOfOne(about: Subject, clock: ReplyClock): Knowledge {
  const known: Known = { ...about, id: 0, state: about.comesAt === null ? 'waits' : 'ahead' };
  return {
    clock,
    rang: [known],
    latest: undefined,
    latestAct: null,
    together: undefined,
    named: [known],
    waiting: [known],
  };
}

/** What a line means of one reminder that it is known to be about. */
export function replyByIntent(line: string, about: Subject, clock: ReplyClock): Reply | undefined {
  if (line.length > LINE_MAX) return undefined;
  const heard = byIntent(line, knowledgeOfOne(about, clock));
  if (heard?.kind === 'delete') return { act: 'delete' };
  return heard?.kind === 'act' ? heard.reply : undefined;
}

export function decided(
  line: string,
  knowledge: Knowledge,
  { intent, probability }: Likelihood,
): Heard | undefined {
  const { rang, named, clock } = knowledge;
  const isSure = probability >= SURE[intent];
  switch (intent) {
    case 'new': {
      const isClear = isSure || isTimedTask(line, knowledge);
      if (isClear && !isVetoed(line, 'new')) return undefined;
      return asking(rang.length > 0 ? rang : mentionedIn(line, named), knowledge);
    }
    case 'talk': {
      // «сколько осталось корма», however much it sounds like talk
      const found = isQuestion(line) ? mentionedIn(line, named) : [];
      if (found.length > 0) return { kind: 'question', question: { asks: 'reminder', found } };
      return isSure ? { kind: 'small-talk', says: talkOf(line) } : asking(rang, knowledge);
    }
    case 'question': {
      if (isSure && asksWhatRepeats(line)) {
        const found = whatRepeats(line, knowledge.ahead ?? [], clock);
        return { kind: 'question', question: { asks: 'reminder', found } };
      }
      const asked = readQuestion(line, named, clock);
      if (asked) return { kind: 'question', question: asked };
      const mentioned = mentionedIn(line, named);
      // «а это какое число?»
      const shown = knowledge.latest ?? rang[0];
      const pointedTo = shown ? [shown] : knowledge.waiting;
      const found = mentioned.length === 0 ? pointedTo : mentioned;
      if (!isSure || found.length === 0) {
        const question = asking(rang.length > 0 ? rang : mentioned, knowledge);
        return question ?? (isSure ? { kind: 'no-such' } : undefined);
      }
      return { kind: 'question', question: { asks: 'reminder', found } };
    }
    case 'undo':
      return takenBack(line, knowledge, isSure);
    default:
      return actOf(line, knowledge, intent, isSure);
  }
}

/** «завтра в 9 оплатить интернет»: new, whatever is called like that, unless it may answer what has rung. */
const isTimedTask = (line: string, { rang, clock }: Knowledge): boolean =>
  rang.length === 0 && isToDo(line, undefined) && momentIn(line, NOBODY, clock)?.act === 'move';

/** «напомни мне в пятницу в 16 позвонить в налоговую»: new, whatever is called like that, unless it may answer what has rung. */
function asksForNew(line: string, knowledge: Knowledge): boolean {
  const asked = behindRemindMe(line);
  return asked !== undefined && isTimedTask(asked, knowledge);
}

/** Those that are not over and of which a line says a word. */
const mentionedIn = (line: string, named: readonly Known[]): readonly Known[] =>
  named.filter((each) => each.state !== 'over' && isMentioned(line, each));

/** «купить конверты» mentions no «Купить бумагу»: where a line says a thing, a verb alone names nothing. */
function isMentioned(line: string, { text }: Known): boolean {
  const said = namingWords(line);
  const things = said.filter((word) => !isTask(word.text));
  return wordsSaid(things.length > 0 ? things : said, namingWords(text)).length > 0;
}

/**
 * Where two intents come to the same, they are one: «сегодня не поеду» skips or deletes as the reminder is, what was
 * just made is deleted to be undone, and of nothing that is there any act is an order in vain.
 */
function likeliest(
  likely: readonly [Likelihood, ...Likelihood[]],
  knowledge: Knowledge,
): Likelihood {
  const { rang, named, latest, latestAct } = knowledge;
  const [first] = likely;
  const isOfNothing = rang.length === 0 && named.length === 0 && !latest;
  const hasMade = latestAct === 'made' || hasMadeSeveral(knowledge);
  const isOfMade = rang.length === 0 && named.length === 0 && hasMade;
  const alike = isOfMade ? TAKES_BACK : isOfNothing ? ACTS : CALLS_OFF;
  if (!alike.includes(first.intent)) return first;
  const probability = likely
    .filter(({ intent }) => alike.includes(intent))
    .reduce((sum, each) => sum + each.probability, 0);
  return { intent: isOfMade ? 'undo' : first.intent, probability };
}

/**
 * «ой-ой-ой, кхм, ну ладно», «ля-ля-ля»: sighs, or words that nobody has taught, and neither a name nor a moment
 * beside them. Nothing is taken back by these.
 */
function isNoise(line: string, knowledge: Knowledge): boolean {
  const telling = line.replace(SIGHS, ' ');
  if (!/[\p{L}\p{N}]/u.test(telling)) return telling !== line;
  const features = featuresOf(telling, knowledge);
  const pattern = features.find((each) => each.startsWith('pattern ')) ?? '';
  return !/[A-Z]/.test(pattern) && areUntaught(features);
}

const CALLS_OFF: readonly Intent[] = ['skip', 'delete'];
const TAKES_BACK: readonly Intent[] = ['undo', 'delete', 'skip'];
const ACTS: readonly Intent[] = INTENTS.filter(
  (intent) => !['new', 'talk', 'question'].includes(intent),
);

/** A question that changes nothing. */
function asking(
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
function which(
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

function takenBack(line: string, knowledge: Knowledge, isSure: boolean): Heard | undefined {
  const { latest, latestAct, together, rang } = knowledge;
  if (!latest && together !== undefined) {
    return namesUnwanted(line) ? { kind: 'no-such' } : { kind: 'undo-all', key: together };
  }
  const reminder = latest ?? rang[0];
  if (!reminder && isSure) return { kind: 'no-such' };
  if (!reminder || !isSure || isVetoed(line, 'undo', reminder)) return asking(rang, knowledge);
  const act = latestAct === 'made' ? 'delete' : 'undo';
  return { kind: 'act', reminder, reply: { act } };
}

type ActIntent = Exclude<Intent, 'new' | 'talk' | 'question' | 'undo'>;

/** What is done, or asked, of the reminders that are meant; undefined: the line makes something new. */
function actOf(
  line: string,
  knowledge: Knowledge,
  intent: ActIntent,
  isSure: boolean,
): Heard | undefined {
  const { rang, latest } = knowledge;
  const { reminders, isDoubtful } = meantBy(line, intent, knowledge);
  const [reminder, ...others] = reminders;
  if (!reminder) return ofNothing(line, knowledge, intent, isSure);
  const isOfAllThatRang = isSure && rang.length > 1 && DID_ALL.test(line);
  // A verb that one of them has, too, names nothing.
  if (intent === 'done' && isOfAllThatRang && !sharesAThing(line, reminder)) {
    return ofSeveral(line, knowledge, intent, rang);
  }
  const hasRung = isAmong(reminder, rang);
  const isPointedTo = hasRung || latest?.id === reminder.id;
  const naming = namedBy(line, reminder);
  const isOfAll = intent === 'delete' && speaksOfSeveral(line);
  if (isDoubtful || isOfAll) return which(reminders, knowledge);
  const isItsDeed = intent === 'done' && naming.hasDeed;
  const isNamedAgainstWhatRang =
    (naming.isWhole || naming.hasAllThings) &&
    (ORDER.test(line) || (intent === 'move' && changesTime(line))) &&
    rang.every((each) => namedBy(line, each).words === 0);
  // «Петя слился, созвона не будет», when something else has just rung.
  if (rang.length > 0 && !hasRung && !isItsDeed && !isNamedAgainstWhatRang) {
    return which([...rang, ...reminders], knowledge);
  }
  if (intent === 'move' && rang.length === 0 && isToDo(line, reminder)) return undefined;
  // «отложи все», behind a card that is one of them: the line names none.
  const isOfCardAlone =
    !hasRung && naming.words === 0 && ['move', 'skip', 'pause'].includes(intent);
  if (isOfCardAlone && speaksOfSeveral(line)) return which(reminders, knowledge);
  const isOtherDay = intent === 'skip' && namesOtherDay(line, reminder, knowledge.clock);
  if (!isSure || intent === 'order' || isOtherDay || isVetoed(line, intent, reminder)) {
    const isUnnamed = naming.words === 0;
    const isOrder = intent === 'delete' && ORDER.test(line);
    if (isOrder && others.length === 0 && naming.exact > 0 && !hasRung) {
      return { kind: 'delete', reminder };
    }
    return latest?.id === reminder.id && !hasRung && isUnnamed
      ? undefined
      : asking(reminders, knowledge, intent);
  }
  if (others.length > 0) return ofSeveral(line, knowledge, intent, reminders);
  const reply = replyFor(line, reminder, intent, knowledge.clock);
  return actOrQuestion(line, knowledge, { reminder, reply, isPointedTo, hasRung });
}

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

function actOnEach(
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

/** What a line asks for, should all of these be meant about which it left open which one is. */
export function actShouldAllBeMeant(
  line: string,
  reminders: readonly Known[],
  knowledge: Knowledge,
): AllAct | undefined {
  const { intent } = likeliest(likelihoods(featuresOf(line, knowledge)), knowledge);
  if (intent === 'new' || intent === 'talk' || intent === 'question' || intent === 'undo') {
    return undefined;
  }
  return actOnEach(line, reminders, intent, knowledge);
}

/** What an intent comes to of one reminder. */
export function replyFor(
  line: string,
  reminder: Known,
  intent: ActIntent,
  clock: ReplyClock,
): Reply {
  switch (intent) {
    case 'order':
      return UNCLEAR;
    case 'move': {
      const moment = momentIn(line, reminder, clock);
      // «всё, спать, завтра в 11» of what has rung by night: the day behind it.
      if (moment?.act === 'either' && reminder.state === 'waits') {
        return { act: 'move', to: moment.moments[0] };
      }
      if (moment && moment.act !== 'repeat') return moment;
      // «это не врачу, а стоматологу» says no other time at all.
      return PUTS_OFF.test(line) ? { act: 'later' } : UNCLEAR;
    }
    case 'repeat': {
      const moment = momentIn(line, reminder, clock);
      return moment?.act === 'repeat' ? moment : (momentIn(line, reminder, clock, true) ?? UNCLEAR);
    }
    case 'rewrite':
      return rewriting(line, reminder, clock) ?? UNCLEAR;
    case 'ahead': {
      const minutes = minutesAhead(line, reminder, clock);
      return minutes.length > 0 ? { act: 'ahead', minutes } : UNCLEAR;
    }
    case 'pause':
      return pausing(line, reminder, clock);
    case 'skip':
    case 'delete':
      return callingOff(reminder, intent);
    case 'done':
      return unclearIfOnlyAPoint(line, reminder, { act: 'done' });
    case 'quiet':
      return { act: reminder.floods ? 'quiet' : 'skip' };
    default:
      return { act: intent };
  }
}

/** «поставь таблетки на паузу до 10 декабря»; a moment that is not understood is asked about. */
function pausing(line: string, reminder: Known, clock: ReplyClock): Reply {
  const exact = readReply(line, reminder, clock);
  if (exact.act === 'pause') return exact;
  const [end] = PAUSE_END.exec(line) ?? [];
  const pause = pauseUntil(end && folded(end).replace(/[\s.!]+$/, ''), clock);
  if (pause.act === 'pause') return pause;
  // «до выздоровления» is no moment: until it is resumed.
  const isMoment = timedTokens(tokenize(end ?? ''), clock).includes(true);
  return isMoment ? UNCLEAR : { act: 'pause', until: null };
}
const PAUSE_END =
  /(?<!\p{L})(?:до\s+\S.*|(?:на|по)\s+(?!пауз)\S.*(?:недел|месяц|дн[яейь]|ч(?:ас|исл))\p{L}*.*)$/iu;

/** Of what has rung only this time, of which nothing is left where it does not repeat. */
export const callingOff = ({ rule, state }: Known, intent: 'skip' | 'delete'): Reply => ({
  act: rule === null && state !== 'waits' ? 'delete' : intent,
});

/**
 * The act, or what is asked first: which one, whether to delete (`kind: 'delete'` asks, `act: 'delete'` deletes), once
 * or always.
 */
function actOrQuestion(
  line: string,
  knowledge: Knowledge,
  {
    reminder,
    reply,
    isPointedTo,
    hasRung,
  }: { reminder: Known; reply: Reply; isPointedTo: boolean; hasRung: boolean },
): Heard {
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
