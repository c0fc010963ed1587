import {
  ALWAYS,
  exponential,
  type Intent,
  INTENTS,
  WEIGHT_UNIT,
} from '@/core/quick-add/conversation/intents';

/* Multinomial logistic regression by Adagrad: `npm run train` makes core's weights of the examples. */

export interface Example {
  features: readonly string[];
  intent: Intent;
}

/** Fixed on sets that were left out one at a time, 28 November 2026. */
const PASSES = 20;
const RATE = 0.1;
const DECAY = 0.001;
/** What only one or two examples have teaches nothing about others. */
const SEEN_AT_LEAST = 3;

const COUNT = INTENTS.length;

/**
 * Rows of the weights file, sorted by code units. The same examples in the same order give the same rows on any
 * engine.
 */
export function trainedRows(examples: readonly Example[]): string[] {
  const places = placesOf(examples);
  const data = examples.map(({ features, intent }) => ({
    rows: [ALWAYS, ...features].flatMap((feature) => places.get(feature) ?? []),
    right: INTENTS.indexOf(intent),
  }));
  const weights = new Float64Array(places.size * COUNT);
  const squares = new Float64Array(weights.length).fill(1e-6);
  const random = dice();
  for (let pass = 0; pass < PASSES; pass += 1) {
    shuffle(data, random);
    for (const example of data) learn(example, weights, squares);
  }
  return [...places]
    .map(([feature, place]) => {
      const row = weights.subarray(place * COUNT, (place + 1) * COUNT);
      return [feature, Array.from(row, (each) => Math.round(each * WEIGHT_UNIT))] as const;
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

const MODULUS = 2 ** 31;

/** Numbers from 0 on and below 1, the same ones each time. */
function dice(): () => number {
  let state = 7;
  return () => {
    // Products of two such numbers would not be exact; the low half and the high half are.
    const low = (state & 0xffff) * 1_103_515_245;
    const high = (((state >>> 16) * 1_103_515_245) % MODULUS) * 0x10000;
    state = ((low % MODULUS) + (high % MODULUS) + 12_345) % MODULUS;
    return state / MODULUS;
  };
}

function shuffle(those: Learned[], random: () => number): void {
  for (let last = those.length - 1; last > 0; last -= 1) {
    const at = Math.floor(random() * (last + 1));
    const [one, other] = [those[last], those[at]];
    if (one === undefined || other === undefined) continue;
    those[last] = other;
    those[at] = one;
  }
}
