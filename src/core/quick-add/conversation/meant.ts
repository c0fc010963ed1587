import { textsOf } from '../tokens/tokens';
import { isInfinitive } from '../tokens/vocabulary';
import { type Knowledge } from './conversation';
import { type Intent } from './intents';
import { isAmong, type Known, namesThings, thingsOf } from './named';
import { isDeedOf, isResultOf, namingWords, nearest, pointedOut, wordsSaid } from './names';
import { AND } from './vetoes';

/** Which reminder a line is about: what it names, else what rang, else what was done last. */

/** How a line names a reminder. */
export interface NamedBy {
  /** How many of the reminder's words are said, as well as with a slip. */
  words: number;
  /** How many without a slip. */
  exact: number;
  isWhole: boolean;
  /** All of it but its verbs is named without a slip. */
  hasAllThings: boolean;
  /** «выключила» of «Выключить духовку» */
  hasDeed: boolean;
}

export function namedBy(line: string, reminder: Pick<Known, 'text'>): NamedBy {
  const said = namingWords(line);
  const own = namingWords(reminder.text);
  const words = wordsSaid(said, own).length;
  return {
    words,
    exact: own.filter((word) => nearest(word, said) === 'same').length,
    isWhole: words > 0 && words === own.length,
    hasAllThings: namesThings(line, reminder),
    hasDeed: textsOf(line).some(
      (word) => !isInfinitive(word) && (isDeedOf(word, reminder) || isResultOf(word, reminder)),
    ),
  };
}

const HAS_CLAUSES = /[,.;!?…]\s/u;

export const sharesAThing = (line: string, reminder: Pick<Known, 'text'>): boolean =>
  thingsOf(reminder).some((thing) => nearest(thing, namingWords(line)) === 'same');

/** Those that are meant; with `isDoubtful` it has to be asked which of them. */
export interface Meant {
  reminders: readonly Known[];
  isDoubtful: boolean;
}

interface Candidate extends NamedBy {
  reminder: Known;
}

export function meantBy(line: string, intent: Intent, knowledge: Knowledge): Meant {
  const meant = chosenBy(line, intent, knowledge);
  const [only, ...others] = meant.reminders;
  // «врача и парикмахера на субботу»
  const mayMeanMore = ENDS.includes(intent) || (JOINS.includes(intent) && AND.test(line));
  if (!only || others.length > 0 || !mayMeanMore) return meant;
  const beside = [...knowledge.rang, ...knowledge.named].filter((each) =>
    isBeside(line, each, only),
  );
  const reminders = [only, ...beside];
  return beside.length === 0
    ? meant
    : { reminders, isDoubtful: !areListed(line, reminders, intent) };
}

/** «врача и парикмахера на субботу»: one of these in each part of the line. */
export const areListed = (line: string, those: readonly Known[], intent: Intent): boolean => {
  const parts = line.split(AND);
  const isOfOne = (part: string) =>
    those.filter((each) => namedBy(part, each).words > 0).length === 1;
  return JOINS.includes(intent) && parts.length === those.length && parts.every(isOfOne);
};

const ENDS: readonly Intent[] = ['done', 'skip', 'delete'];
const JOINS: readonly Intent[] = ['move', 'pause'];

/** «корм и наполнитель купил»: the line has a thing of this reminder that the other one has not. */
function isBeside(line: string, { id, state, text }: Known, other: Known): boolean {
  if (id === other.id || state === 'over') return false;
  const own = namingWords(other.text);
  const words = namingWords(line).filter((word) => !nearest(word, own));
  return thingsOf({ text }).some((thing) => nearest(thing, words) === 'same');
}

function chosenBy(line: string, intent: Intent, knowledge: Knowledge): Meant {
  const { rang, named, latest } = knowledge;
  const candidate = (reminder: Known): Candidate => ({ reminder, ...namedBy(line, reminder) });
  const isAnswer = ['done', 'later', 'move'].includes(intent);
  const pointed = isAnswer ? pointedOut(line, rang) : undefined;
  if (pointed) return these([candidate(pointed)]);
  const open = named.filter((each) => each.state !== 'over' && !isAmong(each, rang));
  const others = best(open.map(candidate).filter(({ words }) => words > 0));
  const clear = others.filter(
    ({ hasAllThings, isWhole, hasDeed, words }) =>
      hasAllThings || isWhole || (hasDeed && words > 0),
  );
  const answered = best(
    rang.map(candidate).filter((each) => each.words > 0 || (intent === 'done' && each.hasDeed)),
  );
  const [first] = answered;
  if (first) {
    const better = clear.filter(
      ({ exact, hasDeed }) =>
        first.words === 0 ||
        exact > first.exact ||
        (hasDeed && first.exact === 0 && !first.hasDeed),
    );
    if (better.length === 0) return these(answered);
    return first.words > 0 ? these(better) : doubtful(answered, better);
  }
  // «да не трезвонь ты»: only one of them does.
  const [loud, ...louder] = rang.filter(({ floods }) => floods);
  if (intent === 'quiet' && loud && louder.length === 0) return these([candidate(loud)]);
  if (rang.length > 0) {
    const waiting = rang.map(candidate);
    // «путевой есть», when that was asked about before what rang last
    // «корм потом» is of another one; «банк висит, в 16:20» tells why, whatever is called like that.
    const isOther = others.some(({ exact, reminder }) =>
      intent === 'done' ? exact > 0 : !HAS_CLAUSES.test(line) && sharesAThing(line, reminder),
    );
    if (clear.length === 0) return isOther ? doubtful(waiting, others) : these(waiting);
    // «хлеб купил», when something else has rung and the bread lies ahead.
    const isFar = clear.every(
      ({ reminder, hasDeed, isWhole }) => reminder.state !== 'waits' && !hasDeed && !isWhole,
    );
    return intent === 'done' && isFar ? doubtful(waiting, clear) : these(clear);
  }
  const shown = latest ? [candidate(latest)] : [];
  // «не маме, а Оле» has a word of «Подарок Оле», too; «перенеси встречу» is of «Встреча с Петей».
  const isNamed = (each: Candidate) =>
    each.isWhole || (intent === 'rewrite' ? each.hasAllThings : sharesAThing(line, each.reminder));
  const isOfShown = shown.some(({ words }) => words === 0) && !others.some(isNamed);
  // «не маме, а папе» right behind the card about her
  const isPutRight = intent === 'rewrite' && shown.some(({ words }) => words > 0);
  return these(isOfShown || isPutRight || others.length === 0 ? shown : others);
}

const remindersOf = (those: readonly Candidate[]) => those.map(({ reminder }) => reminder);
const these = (those: readonly Candidate[]): Meant => ({
  reminders: remindersOf(those),
  isDoubtful: false,
});
const doubtful = (...those: (readonly Candidate[])[]): Meant => ({
  reminders: remindersOf(those.flat()),
  isDoubtful: true,
});

/** Those of which the line has the most words, whole names before others. */
function best(those: readonly Candidate[]): readonly Candidate[] {
  const points = ({ words, isWhole }: Candidate) => words + (isWhole ? 0.5 : 0);
  const most = Math.max(...those.map(points));
  return those.filter((each) => points(each) === most);
}
