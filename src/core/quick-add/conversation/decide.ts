import { behindRemindMe, SIGHS, talkOf } from '../messages/not-reminders';
import { readRequest } from '../messages/request';
import { NOBODY, type Reply, type ReplyClock, type Subject } from '../replies/reply';
import { tokenize } from '../tokens/tokens';
import { actOf, actOnEach, asking, takenBack, which } from './act-of';
import { type AllAct, type Heard, type Knowledge } from './conversation';
import { exactly, isLastActThere } from './exact';
import {
  areUntaught,
  type Intent,
  INTENTS,
  isSureOf,
  type Likelihood,
  likelihoods,
} from './intents';
import { namedBy } from './meant';
import { momentIn, timedTokens } from './moment';
import { asksWhatRepeats, isTask, type Known, whatRepeats } from './named';
import { namingWords, withoutName, wordsSaid } from './names';
import { readQuestion } from './questions';
import { isListOfTasks } from './said-again';
import { featuresOf, LINE_MAX, situationOf } from './slots';
import { isQuestion, isToDo, isVetoed, ORDER } from './vetoes';

/** The table: what somebody wants, how surely, of which reminder, when, and what speaks against it. */

/** Begins the key of reminders that one message has made, before its number. */
export const MADE_BY = 'made-';
export const hasMadeSeveral = ({ together }: Pick<Knowledge, 'together'>): boolean =>
  together?.startsWith(MADE_BY) ?? false;

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
  likelihood: Likelihood,
): Heard | undefined {
  const { rang, named, clock } = knowledge;
  const { intent } = likelihood;
  const isSure = isSureOf(likelihood, 'named');
  switch (intent) {
    case 'new': {
      const isClear = isSure || isTimedTask(line, knowledge);
      if (isClear && !isVetoed(line, 'new')) return undefined;
      const spokenTo = situationOf(line, knowledge).rang;
      return asking(spokenTo.length > 0 ? spokenTo : mentionedIn(line, named), knowledge);
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
      return actOf(line, knowledge, { ...likelihood, intent });
  }
}

/** «завтра в 9 оплатить интернет»: new, whatever is called like that, unless it may answer what has rung. */
function isTimedTask(line: string, knowledge: Knowledge): boolean {
  const { rang, clock } = situationOf(line, knowledge);
  return (
    rang.length === 0 && isToDo(line, undefined) && momentIn(line, NOBODY, clock)?.act === 'move'
  );
}

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
