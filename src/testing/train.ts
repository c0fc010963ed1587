import {
  ALWAYS,
  exponential,
  type Intent,
  INTENTS,
  WEIGHT_UNIT,
  withStrangeWords,
} from '@/core/quick-add/conversation/intents';

/* Multinomial logistic regression by Adagrad: `npm run train` makes core's weights of the examples. */

export interface Example {
  features: readonly string[];
  intent: Intent;
}

/** Fixed on sets that were left out one at a time, 28 November 2026. */
const PASSES = 20;
const AVERAGED_FROM = 10;
const RATE = 0.1;
const DECAY = 0.001;
/** What only one or two examples have teaches nothing about others. */
const SEEN_AT_LEAST = 3;

const COUNT = INTENTS.length;

/**
 * Rows of the weights file, sorted by code units. The same examples give the same rows on any engine; so that a few
 * more of them change little, each has a place of its own in the order of a pass, and the later passes are averaged.
 */
export function trainedRows(said: readonly Example[]): string[] {
  const learned = placesOf(said);
  const examples = said.map(({ features, intent }) => ({
    features: withStrangeWords(features, (feature) => learned.has(feature)),
    intent,
  }));
  const places = placesOf(examples);
  const data = examples.map(({ features, intent }) => ({
    rows: [ALWAYS, ...features].flatMap((feature) => places.get(feature) ?? []),
    right: INTENTS.indexOf(intent),
    key: hashOf(features.join()),
  }));
  const weights = new Float64Array(places.size * COUNT);
  const squares = new Float64Array(weights.length).fill(1e-6);
  const sums = new Float64Array(weights.length);
  for (let pass = 0; pass < PASSES; pass += 1) {
    const placeOf = ({ key }: Learned) => mixed(key ^ Math.imul(pass + 1, 0x9e3779b1));
    const order = data.toSorted((a, b) => placeOf(a) - placeOf(b));
    for (const example of order) learn(example, weights, squares);
    if (pass < AVERAGED_FROM) continue;
    for (const [place, weight] of weights.entries()) sums[place] = (sums[place] ?? 0) + weight;
  }
  const unit = WEIGHT_UNIT / (PASSES - AVERAGED_FROM);
  return [...places]
    .map(([feature, place]) => {
      const row = sums.subarray(place * COUNT, (place + 1) * COUNT);
      return [feature, Array.from(row, (each) => Math.round(each * unit))] as const;
    })
    .filter(([, row]) => row.some((weight) => weight !== 0))
    .map(([feature, row]) => `${feature}\t${row.map((weight) => weight || 0).join(' ')}`);
}

/** The features that are learned, by code units, each with its place. */
function placesOf(examples: readonly Example[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { features } of examples) {
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  }
  const learned = [...counts].filter(([, count]) => count >= SEEN_AT_LEAST).map(([each]) => each);
  const sorted = learned.toSorted((a, b) => (a < b ? -1 : 1));
  return new Map([ALWAYS, ...sorted].map((feature, place) => [feature, place]));
}

const shares = new Float64Array(COUNT);

/** An example by the places of its features and of its intent. */
interface Learned {
  rows: readonly number[];
  right: number;
  /** Of its features. */
  key: number;
}

function learn({ rows, right }: Learned, weights: Float64Array, squares: Float64Array): void {
  shares.fill(0);
  for (const row of rows) {
    for (let at = 0; at < COUNT; at += 1) {
      shares[at] = (shares[at] ?? 0) + (weights[row * COUNT + at] ?? 0);
    }
  }
  const most = Math.max(...shares);
  let total = 0;
  for (let at = 0; at < COUNT; at += 1) {
    shares[at] = exponential((shares[at] ?? 0) - most);
    total += shares[at] ?? 0;
  }
  for (const row of rows) {
    for (let at = 0; at < COUNT; at += 1) {
      const place = row * COUNT + at;
      const weight = weights[place] ?? 0;
      const error = (shares[at] ?? 0) / total - (at === right ? 1 : 0);
      const slope = error + DECAY * weight;
      const square = (squares[place] ?? 0) + slope * slope;
      squares[place] = square;
      weights[place] = weight - (RATE * slope) / Math.sqrt(square);
    }
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash;
}

/** An unsigned number of 32 bits in which each bit of the key has a say. */
function mixed(key: number): number {
  const half = Math.imul(key ^ (key >>> 16), 0x85ebca6b);
  const most = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return (most ^ (most >>> 16)) >>> 0;
}
