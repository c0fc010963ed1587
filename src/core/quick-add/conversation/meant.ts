import { textsOf } from '../tokens/tokens';
import { isInfinitive } from '../tokens/vocabulary';
import { type Knowledge } from './conversation';
import { type Intent } from './intents';
import { type Known, thingsOf } from './named';
import { isDeedOf, isResultOf, likeness, namingWords } from './names';

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
  const things = thingsOf(reminder);
  const isSaid = (word: (typeof own)[number]) => said.some((each) => likeness(each, word));
  const isExact = (word: (typeof own)[number]) =>
    said.some((each) => likeness(each, word) === 'same');
  const words = own.filter(isSaid).length;
  return {
    words,
    exact: own.filter(isExact).length,
    isWhole: words > 0 && words === own.length,
    hasAllThings: things.length > 0 && things.every(isExact),
    hasDeed: textsOf(line).some(
      (word) => !isInfinitive(word) && (isDeedOf(word, reminder) || isResultOf(word, reminder)),
    ),
  };
}

/** Those that are meant; with `isDoubtful` it has to be asked which of them. */
export interface Meant {
  reminders: readonly Known[];
  isDoubtful: boolean;
}

interface Candidate extends NamedBy {
  reminder: Known;
}

export function meantBy(line: string, intent: Intent, knowledge: Knowledge): Meant {
  const { rang, named, latest } = knowledge;
  const candidate = (reminder: Known): Candidate => ({ reminder, ...namedBy(line, reminder) });
  const hasRung = ({ id }: Known) => rang.some((each) => each.id === id);
  const open = named.filter((each) => each.state !== 'over' && !hasRung(each));
  const others = best(open.map(candidate).filter(({ words }) => words > 0));
  const clear = others.filter(
    ({ hasAllThings, isWhole, hasDeed, exact }) =>
      hasAllThings || isWhole || (hasDeed && exact > 0),
  );
  const answered = best(
    rang.map(candidate).filter((each) => each.words > 0 || (intent === 'done' && each.hasDeed)),
  );
  const [first] = answered;
  if (first) {
    const better = clear.filter(({ exact }) => exact > first.exact || first.words === 0);
    if (better.length === 0) return these(answered);
    return first.words > 0 ? these(better) : doubtful(answered, better);
  }
  if (rang.length > 0) {
    const waiting = rang.map(candidate);
    if (clear.length === 0) return these(waiting);
    // «хлеб купил», when something else has rung and the bread lies ahead.
    const isFar = clear.every(
      ({ reminder, hasDeed, isWhole }) => reminder.state !== 'waits' && !hasDeed && !isWhole,
    );
    return intent === 'done' && isFar ? doubtful(waiting, clear) : these(clear);
  }
  const shown = latest ? [candidate(latest)] : [];
  const isOfShown =
    shown.some(({ words }) => words === 0) && !others.some((each) => each.hasAllThings);
  return these(isOfShown || others.length === 0 ? shown : others);
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
