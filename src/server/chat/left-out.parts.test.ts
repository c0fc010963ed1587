import path from 'node:path';
import type * as Intents from '@/core/quick-add/conversation/intents';
import { recordedSets } from '@/testing/dialogue-sets';
import { tableOf } from '@/testing/dialogue-table';
import { exampleOf, labelledLines } from '@/testing/examples';
import { isHarmful, scoreSet, type ScoredSet } from '@/testing/recorded-score';
import { trainedRows } from '@/testing/train';
import stored from '@/core/quick-add/conversation/weights.json';

/*
 * How lines are read that nothing was learned from: each set by weights that were trained on all others.
 */

let mockWeights: Intents.Weights = new Map();

jest.mock('@/core/quick-add/conversation/intents', () => {
  const actual = jest.requireActual<typeof Intents>('@/core/quick-add/conversation/intents');
  const likelihoods: typeof actual.likelihoods = (features) =>
    actual.likelihoods(features, mockWeights);
  return { ...actual, likelihoods };
});

/** As good as it was; whoever makes it better raises them. */
const RIGHT_AT_LEAST = 3_215;
const INTENTS_RIGHT_AT_LEAST = 0.963;
const HARMFUL_AT_MOST = 4;

test('sets that nothing was learned from are read as people mean them', () => {
  const { likelihoods, weightsOf } = jest.requireActual<typeof Intents>(
    '@/core/quick-add/conversation/intents',
  );
  const lines = labelledLines().map((labelled) => ({ ...labelled, ...exampleOf(labelled) }));
  expect(trainedRows(lines)).toEqual(stored.rows);
  const firstLines = lines.filter(({ set }) => set === '');
  const sets = recordedSets();
  const played = new Set(sets.map((set) => path.basename(set)));
  const read: ScoredSet[] = [];
  let meant = 0;
  for (const [fold, set] of sets.entries()) {
    const name = path.basename(set);
    const ofFold = new Set(firstLines.filter((_, at) => at % sets.length === fold));
    const others = lines.filter((each) => each.set !== name && !ofFold.has(each));
    mockWeights = weightsOf(trainedRows(others));
    const own = lines.filter((each) => each.set === name);
    meant += own.filter(({ features, intents }) =>
      intents.includes(likelihoods(features, mockWeights)[0].intent),
    ).length;
    read.push(scoreSet(set));
  }
  const scored = read.flatMap((each) => each.scored);
  const share = meant / lines.filter(({ set }) => played.has(set)).length;
  process.stdout.write(`${tableOf(scored)}\nintents: ${(share * 100).toFixed(1)} % right\n`);
  expect(share).toBeGreaterThanOrEqual(INTENTS_RIGHT_AT_LEAST);
  expect(scored.filter(isHarmful).length).toBeLessThanOrEqual(HARMFUL_AT_MOST);
  const right = scored.filter(({ verdict }) => verdict === 'right').length;
  expect(right).toBeGreaterThanOrEqual(RIGHT_AT_LEAST);
}, 1_200_000);
