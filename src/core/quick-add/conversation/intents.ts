import trained from './weights.json';

/**
 * What somebody wants who writes a line, learned from examples (`npm run train`): multinomial logistic regression
 * over the features of `slots.ts`.
 */

/** `order`: an act on something that is not there; `later`: put off, and it does not say until when. */
export const INTENTS = [
  'ahead',
  'delete',
  'done',
  'later',
  'move',
  'new',
  'order',
  'pause',
  'question',
  'quiet',
  'repeat',
  'resume',
  'rewrite',
  'skip',
  'talk',
  'undo',
] as const;
export type Intent = (typeof INTENTS)[number];

/** A weight of 1 is stored as so much: stored weights are integers. */
export const WEIGHT_UNIT = 16;
/** The feature that every line has. */
export const ALWAYS = '';

/** Of each feature its weight for each of the intents, in their order. */
export type Weights = ReadonlyMap<string, readonly number[]>;

export const weightsOf = (rows: readonly string[]): Weights =>
  new Map(
    rows.map((row) => {
      const [feature = '', weights = ''] = row.split('\t');
      return [feature, weights.split(' ').map(Number)];
    }),
  );

let stored: Weights | undefined;
/** Read once, when the first line asks for them. */
const storedWeights = (): Weights => (stored ??= weightsOf(trained.rows));

export interface Likelihood {
  intent: Intent;
  probability: number;
}

/**
 * From this probability on an intent is acted on; below it the bot asks. Fixed on lines of sets that were left out of
 * training, highest for what makes something new.
 */
const SURE_OF_NAMED: Record<Intent, number> = {
  ahead: 0.7,
  delete: 0.7,
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
/** Where a line names no reminder it may be about nothing that is there: «еду», «удали звонок» behind another ring. */
const SURE_OF_UNNAMED: Partial<Record<Intent, number>> = {
  delete: 0.8,
  done: 0.75,
  quiet: 0.65,
};

/** Whether it is likely enough to be acted on, of a reminder that the line names or of one that it does not name. */
export const isSureOf = (
  { intent, probability }: Likelihood,
  reminder: 'named' | 'unnamed',
): boolean =>
  probability >=
  ((reminder === 'unnamed' ? SURE_OF_UNNAMED[intent] : undefined) ?? SURE_OF_NAMED[intent]);

const WORD = /^word \p{Ll}/u;

/** Whether a line has words, and nothing was learned of any of them or of its beginning. */
export function areUntaught(
  features: readonly string[],
  weights: Weights = storedWeights(),
): boolean {
  const isOfWords = (each: string) => WORD.test(each) || each.startsWith('begins ');
  const ofWords = features.filter(isOfWords);
  return ofWords.length > 0 && !ofWords.some((each) => weights.has(each));
}

/**
 * The features with how many words of the line nothing was learned of: «через 2 часа суп» is hardly an answer, as
 * nobody answered with «суп».
 */
export function withStrangeWords(
  features: readonly string[],
  isLearned: (feature: string) => boolean,
): string[] {
  const strange = features.filter((each) => WORD.test(each) && !isLearned(each)).length;
  return [...features, `strange words ${Math.min(strange, 3)}`];
}

/** Each intent with its probability, the likeliest first. */
export function likelihoods(
  features: readonly string[],
  weights: Weights = storedWeights(),
): [Likelihood, ...Likelihood[]] {
  const sums = INTENTS.map(() => 0);
  const seen = withStrangeWords(features, (feature) => weights.has(feature));
  for (const feature of [ALWAYS, ...seen]) {
    for (const [at, weight] of (weights.get(feature) ?? []).entries()) {
      sums[at] = (sums[at] ?? 0) + weight;
    }
  }
  const shares = softmax(sums.map((sum) => sum / WEIGHT_UNIT));
  const all = INTENTS.map((intent, at) => ({ intent, probability: shares[at] ?? 0 }));
  const [first = { intent: 'new', probability: 0 }, ...others] = all.toSorted(
    (a, b) => b.probability - a.probability,
  );
  return [first, ...others];
}

/** The features that speak most for an intent, the heaviest first, with their weights. */
export const heaviestFeatures = (
  features: readonly string[],
  intent: Intent,
  count: number,
): [feature: string, weight: number][] =>
  features
    .map((feature): [string, number] => {
      const weight = storedWeights().get(feature)?.[INTENTS.indexOf(intent)] ?? 0;
      return [feature, weight / WEIGHT_UNIT];
    })
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, count);

export function softmax(sums: readonly number[]): number[] {
  const most = Math.max(...sums);
  const powers = sums.map((sum) => exponential(sum - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/**
 * e to a power of 0 or less. `Math.exp` may differ in its last bit between engines, and so would weights that are
 * trained with it; sums, products and square roots are the same everywhere.
 */
export function exponential(power: number): number {
  if (power < -40) return 0;
  // e^p = (e^(p/64))^64; of so small a power fourteen terms are exact to the last digits.
  const part = power / 64;
  let term = 1;
  let sum = 1;
  for (let n = 1; n <= 14; n += 1) {
    term *= part / n;
    sum += term;
  }
  for (let squared = 0; squared < 6; squared += 1) sum *= sum;
  return sum;
}
