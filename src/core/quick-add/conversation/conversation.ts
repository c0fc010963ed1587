import {
  exclaims,
  isGreeting,
  noteOf,
  type SmallTalk,
  smallTalkOf,
} from '../messages/not-reminders';
import { type Reply, type ReplyClock } from '../replies/reply';
import { beside } from './beside';
import { byIntent, MADE_BY } from './decide';
import { knownSentence } from './exact';
import { namedBy } from './meant';
import { isAmong, type Known } from './named';
import { unclearIfOnlyAPoint } from './points';
import { type Question } from './questions';
import { allAhead, eachOf, inBoth, withoutBoth, wordsBesideBoth } from './several';
import { saidAgain } from './said-again';
import { LINE_MAX } from './slots';
import { spelledOut } from './spoken';
import { speaksOfBoth } from './vetoes';

/** What is known when somebody writes a line that replies to no message; see docs/conversation.md. */
export interface Knowledge {
  clock: ReplyClock;
  /** What rang within the hour and waits, the latest first; where nothing waits, what of it was put off. */
  rang: readonly Known[];
  /** What was made, changed or answered last, where that is ten minutes ago at most and nothing rang since. */
  latest: Known | undefined;
  /** What was done to it: it was made, or answered («Готово», skipped); null for anything else. */
  latestAct: 'made' | 'answered' | null;
  /** The key of an act on several, where that was the last; of reminders that one message has made it begins with `MADE_BY`. */
  together: string | undefined;
  /** The reminders that share a word with the line. */
  named: readonly Known[];
  /** Whatever waits, of all days. */
  waiting: readonly Known[];
  /** Whatever counts how many are left, where the line may be of any stock; whatever has points, where it may be of any list. */
  stocksAndLists?: readonly Known[];
  /** Whatever lies ahead, where the line may be of all of it. */
  ahead?: readonly Known[];
}

export interface Act {
  kind: 'act';
  reminder: Known;
  reply: Reply;
}

/** What a line is. Undefined: nothing of these; it makes something new. */
export type Heard =
  | Act
  /** «маме позвонил, а коммуналку завтра в 10»; one of them may have to be asked about, by its own words. */
  | { kind: 'acts'; acts: readonly Act[]; asks?: { heard: Asks; line: string } | undefined }
  /** «перенеси всё с завтра на понедельник»: each of them, taken back as one; what it leaves out is named. */
  | { kind: 'each'; acts: readonly Act[]; leftOut: readonly Known[] }
  /** «оба», «всё»: of all that rang in the hour. */
  | { kind: 'all'; reminders: readonly Known[]; act: AllAct }
  /** An act on several is taken back. */
  | { kind: 'undo-all'; key: string }
  /** Which of them is meant? With `all` perhaps each; `acts` is then what is done to them, where that differs. */
  | {
      kind: 'which';
      reminders: readonly Known[];
      all: boolean;
      /** The line was said of all of them: consent means each. */
      ofAll?: boolean;
      acts?: readonly Act[];
      leftOut?: readonly Known[];
    }
  /** Really delete it? Of a series: only this once, or all of it? */
  | { kind: 'delete'; reminder: Known }
  /** Only this once, or always? */
  | { kind: 'scope'; reminder: Known }
  /** The same is there already, of a list this one and so many more: once more? */
  | { kind: 'stands'; reminder: Known; more?: number }
  | { kind: 'question'; question: Question }
  /** It asks for something that is there already, and nothing is called like that. */
  | { kind: 'no-such' }
  /** «готово», where nothing waits. */
  | { kind: 'nothing-waits' }
  | { kind: 'small-talk'; says: SmallTalk };

/** What is done to each of several; a date is when all of them come. */
export type AllAct = 'done' | 'skip' | 'delete' | 'quiet' | 'pause' | Date;

/** What is asked before anything is done. */
export type Asks = Extract<Heard, { kind: 'which' | 'delete' | 'scope' | 'stands' | 'no-such' }>;

/** Longer lines, and those of several, make something new. */
export const mayConverse = (line: string): boolean =>
  line.length <= LINE_MAX && !line.includes('\n');
/** So many a line is read for: a question names no more. */
const READ_MAX = 8;

/** Those of which a line has the most words, in their order. */
function cappedToNearest(line: string, those: readonly Known[]): readonly Known[] {
  if (those.length <= READ_MAX) return those;
  const nearest = those
    .map((each) => ({ id: each.id, words: namedBy(line, each).words }))
    .toSorted((a, b) => b.words - a.words)
    .slice(0, READ_MAX);
  return those.filter(({ id }) => nearest.some((each) => each.id === id));
}

/** Reads a line as what somebody says who remembers what was just said. Never throws. */
export const readConversation = (typed: string, known: Knowledge): Heard | undefined =>
  decide(typed, known)?.heard;

/** «ой отмени это», «убери оба»: whether a line would take back what one message has made, had one made anything. */
export const wouldTakeBack = (typed: string, known: Knowledge): boolean =>
  readConversation(typed, { ...known, together: `${MADE_BY}0` })?.kind === 'undo-all';

/** What a line was read as, and why. */
export interface DecidedReading {
  heard: Heard;
  /** The row of the table of readers that knew it. */
  row: string;
  /** The words that were read: spelled out, without chatter. */
  words: string;
}

/** The same as `readConversation`, with what decided. */
export function decide(typed: string, known: Knowledge): DecidedReading | undefined {
  if (!mayConverse(typed) || noteOf(typed) !== undefined) return undefined;
  const said = inBoth(spelledOut(typed));
  const isOfBoth = speaksOfBoth(said);
  // «обе ноги намазала» counts its own thing.
  const mayBeOfWaiting = isOfBoth && wordsBesideBoth(said).length <= 1;
  const rang = cappedToNearest(typed, mayBeOfWaiting ? rangOrWaits(known) : known.rang);
  const knowledge = { ...known, rang, named: cappedToNearest(typed, known.named) };
  const line = isOfBoth && rang.length === 1 ? withoutBoth(said) : said;
  const read = readLine(line, knowledge);
  if (read?.heard.kind !== 'act') return read;
  const { reminder, reply } = read.heard;
  return { ...read, heard: { ...read.heard, reply: unclearIfOnlyAPoint(line, reminder, reply) } };
}

/** «и то и другое», where one has rung within the hour: the other one has waited for longer. */
const rangOrWaits = ({ rang, waiting }: Knowledge): readonly Known[] =>
  rang.length === 1 && rang.every((each) => isAmong(each, waiting)) ? waiting : rang;

const isUnclear = (heard: Heard): boolean =>
  heard.kind === 'act'
    ? heard.reply.act === 'unclear'
    : heard.kind === 'which' && heard.reminders.length === 1;

type Reader = (line: string, knowledge: Knowledge) => Heard | undefined;

/** Who reads a line before the trained reader, in this order: the first that knows what it is has read it. */
const READERS: Record<string, Reader> = {
  exclamation: (line) => (exclaims(line) ? { kind: 'small-talk', says: 'fine' } : undefined),
  'said again': saidAgain,
  'stock or points': beside,
  'all that comes': allAhead,
  'clause by clause': eachOf,
  'known sentence': knownSentence,
  'small talk': (line, { rang }) => {
    const says = smallTalkOf(line);
    // Thanks and agreement may answer what has rung; what only greets never does.
    const onlyGreets = says === 'hello' && isGreeting(line);
    const mayAnswer = rang.length > 0 && !onlyGreets && /\p{L}/u.test(line);
    return says && !mayAnswer ? { kind: 'small-talk', says } : undefined;
  },
};

function readLine(line: string, knowledge: Knowledge): DecidedReading | undefined {
  for (const [row, read] of Object.entries(READERS)) {
    const heard = read(line, knowledge);
    if (heard && !isUnclear(heard)) return { heard, row, words: line };
  }
  const heard = byIntent(line, knowledge);
  return heard && { heard, row: 'trained reader', words: line };
}
