import { recordedSets } from '@/testing/dialogue-sets';
import { tableOf } from '@/testing/dialogue-table';
import { isHarmful, scoreSet } from '@/testing/recorded-score';

/*
 * Reads the recorded lines of all sets again, without a database, as the product reads them: it has learned from
 * these sets. How it reads what it has not learned from tells left-out.parts.test.ts.
 */

/**
 * As good as it was; whoever makes it better changes all three. Five of the lines that are asked about say «завтра»
 * between midnight and four of what is to come: either day may be meant.
 */
const RIGHT_AT_LEAST = 3_374;
/** One of them asks the same question, and offers «Все» beside it. */
const STRAYS_AT_MOST = 4;
const HARMFUL: readonly string[] = [];

test('recorded lines are read as people mean them', () => {
  const read = recordedSets().map(scoreSet);
  const scored = read.flatMap((each) => each.scored);
  const strays = read.flatMap((each) => each.strays);
  process.stdout.write(`${tableOf(scored)}\n${strays.join('\n')}\n`);
  expect(scored.filter(isHarmful).map(({ dialogue }) => dialogue.id)).toEqual(HARMFUL);
  expect(strays.length).toBeLessThanOrEqual(STRAYS_AT_MOST);
  const right = scored.filter(({ verdict }) => verdict === 'right').length;
  expect(right).toBeGreaterThanOrEqual(RIGHT_AT_LEAST);
}, 600_000);
