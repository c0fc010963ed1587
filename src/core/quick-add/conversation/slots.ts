import { newStemmer } from 'snowball-stemmers';
import { asksBack, smallTalkOf } from '../messages/not-reminders';
import { readReply } from '../replies/read-reply';
import { NOBODY } from '../replies/reply';
import { type Token, tokenize } from '../tokens/tokens';
import { isInfinitive } from '../tokens/vocabulary';
import { type Knowledge } from './conversation';
import { namedBy, sharesAThing } from './meant';
import { momentIn, timedTokens } from './moment';
import { isAmong, type Known } from './named';
import { isDeedOf, isResultOf, mentions } from './names';
import { readQuestion } from './questions';

/**
 * What the trained reader sees of a line, as names of features: its words, with a slot in the place of each that says
 * when or names a reminder, what stands beside them, the situation in which it is said, and what the exact readers
 * make of it.
 */

/** Longer lines make something new: no answer says so much. */
export const LINE_MAX = 200;

const STEMMER = newStemmer('russian');

/** What a word stands for; undefined: for itself. */
type Slot = 'TIME' | 'NUMBER' | 'MARK' | 'RANG' | 'LAST' | 'NAMED' | 'RANG-DEED' | 'NAMED-DEED';

interface Item {
  token: Token;
  slot: Slot | undefined;
  /** What it is known by: its slot, or its stem. */
  word: string;
}

/**
 * A line that names a thing of another reminder, and nothing of what rang or was done last, is read as if nothing had
 * come before it: «пропусти зарядку завтра» says the same behind any card.
 */
export function situationOf(line: string, knowledge: Knowledge): Knowledge {
  const { rang, latest, named } = knowledge;
  const before = latest ? [...rang, latest] : rang;
  const isOfBefore = before.some((each) => {
    const { words, hasDeed } = namedBy(line, each);
    return words > 0 || hasDeed;
  });
  const others = named.filter((each) => each.state !== 'over' && !isAmong(each, before));
  const isOfOther = !isOfBefore && others.some((each) => sharesAThing(line, each));
  if (!isOfOther) return knowledge;
  return { ...knowledge, rang: [], latest: undefined, latestAct: null, together: undefined };
}

export function featuresOf(line: string, known: Knowledge): string[] {
  const knowledge = situationOf(line, known);
  const items = itemsOf(line, knowledge);
  const clauses = line.split(CLAUSES).filter((clause) => /[\p{L}\p{N}]/u.test(clause));
  return [
    ...new Set([
      ...wordFeatures(items),
      ...situationFeatures(line, items, knowledge),
      ...exactFeatures(line, knowledge),
      ...(clauses.length > 1 ? clauses.flatMap((each) => clauseFeatures(each, knowledge)) : []),
    ]),
  ];
}

const CLAUSES = /[,;!?()\n]+|[.:…](?!\d)|\s[—–-]+\s/u;

/** «через полчаса, там обед»: what one of several clauses is by itself. */
function clauseFeatures(clause: string, knowledge: Knowledge): string[] {
  const items = itemsOf(clause, knowledge);
  const { rang, latest, named, clock } = knowledge;
  const about = rang[0] ?? latest ?? named[0] ?? NOBODY;
  const { act } = readReply(clause, about, clock);
  return [`clause ${items.map(({ slot }) => slot ?? '_').join(' ')}`, `clause exact ${act}`];
}

/** The words and slots of a line; a phrase of time is one item, and of signs only «?» and «!» tell something. */
function itemsOf(line: string, knowledge: Knowledge): Item[] {
  const tokens = tokenize(line);
  const timed = timedTokens(tokens, knowledge.clock);
  return tokens.flatMap((token, at) => {
    if (timed[at] && timed[at - 1]) return [];
    const slot = timed[at] ? 'TIME' : slotOf(token, knowledge);
    if (slot === 'MARK' && !/[?!]/.test(token.text)) return [];
    const stem = token.kind === 'word' ? STEMMER.stem(token.text) : token.text;
    return [{ token, slot, word: slot === 'MARK' ? token.text : (slot ?? stem) }];
  });
}

function slotOf({ text, kind }: Token, { rang, latest, named }: Knowledge): Slot | undefined {
  if (kind === 'mark') return 'MARK';
  if (kind === 'number') return 'NUMBER';
  if (saysDeed(text, rang)) return 'RANG-DEED';
  if (names(text, rang)) return 'RANG';
  if (latest && names(text, [latest])) return 'LAST';
  if (saysDeed(text, named)) return 'NAMED-DEED';
  return names(text, named) ? 'NAMED' : undefined;
}

/** «выключила» of «Выключить духовку» */
const saysDeed = (word: string, those: readonly Known[]): boolean =>
  !isInfinitive(word) &&
  those.some(
    (each) =>
      (isDeedOf(word, each) || isResultOf(word, each)) &&
      !tokenize(each.text).some(({ text }) => text === word),
  );

const names = (word: string, those: readonly Known[]): boolean =>
  those.some(({ text }) => mentions(word, text));

const ending = (item: Item): string => item.slot ?? `…${item.token.text.slice(-2)}`;

function wordFeatures(items: readonly Item[]): string[] {
  return [
    ...items.flatMap((item, at) => {
      const before = items[at - 1];
      const besideSlot = before && (item.slot ?? before.slot) !== undefined;
      return [
        `word ${item.word}`,
        `pair ${before?.word ?? '^'} ${item.word}`,
        ...(besideSlot ? [`beside ${ending(before)} ${ending(item)}`] : []),
        ...(item.slot === undefined ? formFeatures(item.token.text) : []),
      ];
    }),
    `pair ${items.at(-1)?.word ?? '^'} $`,
    `first ${items[0]?.word ?? ''}`,
    `last ${items.at(-1)?.word ?? ''}`,
    `length ${Math.min(items.length, 8)}`,
    `plain words ${Math.min(items.filter(({ slot }) => slot === undefined).length, 6)}`,
    `pattern ${items.map(({ slot }) => slot ?? '_').join(' ')}`,
  ];
}

const formFeatures = (word: string): string[] => [
  `form ${word}`,
  `ends ${word.slice(-3)}`,
  `ends ${word.slice(-2)}`,
  `begins ${word.slice(0, 4)}`,
  ...(isInfinitive(word) ? ['infinitive'] : []),
];

/** How much of the best named of these a line says. */
function namingDegree(line: string, those: readonly Known[]): 'none' | 'one' | 'most' | 'all' {
  const namings = those.map((each) => namedBy(line, each));
  if (namings.some(({ isWhole }) => isWhole)) return 'all';
  const best = Math.max(0, ...namings.map(({ words }) => words));
  return best === 0 ? 'none' : best === 1 ? 'one' : 'most';
}

/** Each fact of the situation by itself, and with each other one. */
function situationFeatures(line: string, items: readonly Item[], knowledge: Knowledge): string[] {
  const { rang, named, latest, latestAct, together } = knowledge;
  const others = named.filter((each) => !isAmong(each, rang));
  const hasSlot = (slot: Slot) => items.some((item) => item.slot === slot);
  const isNewTask = ({ slot, token }: Item) => slot === undefined && isInfinitive(token.text);
  const done = latest ? (latestAct ?? 'changed') : undefined;
  const facts = [
    `rang ${Math.min(rang.length, 2)}`,
    `done ${done ?? (together === undefined ? 'nothing' : 'together')}`,
    `names rang ${namingDegree(line, rang)}`,
    `names other ${namingDegree(line, others)}`,
    `names latest ${latest ? namingDegree(line, [latest]) : '-'}`,
    `moment ${hasSlot('TIME') ? momentKind(line, knowledge) : 'none'}`,
    `number ${hasSlot('NUMBER')}`,
    `task ${items.some(isNewTask)}`,
    `asks ${line.includes('?')}`,
    `paused ${named.some(({ state }) => state === 'paused')}`,
    `repeats ${Boolean((rang[0] ?? latest ?? named[0])?.rule)}`,
    `over ${latest?.state === 'over'}`,
    `floods ${rang.some(({ floods }) => floods === true)}`,
  ];
  return facts.flatMap((fact, at) => [
    `at ${fact}`,
    ...facts.slice(at + 1).map((other) => `at ${fact}, ${other}`),
  ]);
}

/** What its words of time come to for whatever is talked about. */
function momentKind(line: string, { rang, latest, named, clock }: Knowledge): string {
  const about = rang[0] ?? latest ?? named[0] ?? NOBODY;
  return momentIn(line, about, clock)?.act ?? 'unread';
}

/** What the exact readers say. */
function exactFeatures(line: string, { rang, latest, named, clock }: Knowledge): string[] {
  const features: string[] = [];
  const about = rang[0] ?? latest;
  if (about) {
    const { act } = readReply(line, about, clock);
    const situation = `${Math.min(rang.length, 2)} ${latest ? 'latest' : '-'}`;
    features.push(`exact ${act}`, `exact ${act} ${situation}`);
  }
  const question = readQuestion(line, named, clock);
  if (question) features.push(`question ${question.asks}`);
  if (question && 'found' in question) {
    features.push(`found ${Math.min(question.found.length, 2)}`);
  }
  if (asksBack(line)) features.push('asks back');
  const talk = smallTalkOf(line);
  if (talk) features.push(`talk ${talk}`);
  return features;
}
