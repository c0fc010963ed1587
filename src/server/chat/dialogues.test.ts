import { readConversation } from '@/core/quick-add/conversation/conversation';
import { outcomeOfReading } from '@/testing/dialogue-reading';
import { knowledgeIn, sameReading, writtenReading } from '@/testing/dialogue-record';
import { dialoguesIn, recordedLines, recordedSets } from '@/testing/dialogue-sets';
import { type Scored, tableOf } from '@/testing/dialogue-table';
import { type Verdict, verdictOn } from '@/testing/dialogue-verdict';

/*
 * Reads the recorded lines of all sets again, without a database. A line is read right where the reading is the one
 * that PostgreSQL found right, or would come to what the dialogue wants.
 */

/** As good as it was; whoever makes it better changes both. */
const RIGHT_AT_LEAST = 3_360;
/** What another reminder is changed by, or a new one made of, unasked. */
const HARMFUL = ['g-114', 'k-032', 'k-062', 'k-120', 'd3-085'];

function scoreSet(set: string): { scored: Scored[]; strays: string[] } {
  const dialogues = new Map(dialoguesIn(set).map((each) => [each.id, each]));
  const scored: Scored[] = [];
  const strays: string[] = [];
  for (const record of recordedLines(set)) {
    const dialogue = dialogues.get(record.dialogue);
    if (!dialogue) throw new Error(`${record.dialogue} stands in no line of ${set}`);
    const heard = readConversation(record.line, knowledgeIn(record));
    const reading = writtenReading(heard);
    const isExpected = record.expected !== undefined && sameReading(reading, record.expected);
    if (record.step < dialogue.steps.length - 1) {
      if (!isExpected) strays.push(`«${record.line}» of ${record.dialogue}`);
      continue;
    }
    const verdict: Verdict = isExpected
      ? 'right'
      : verdictOn(dialogue, outcomeOfReading(record, heard));
    scored.push({ dialogue, verdict, got: JSON.stringify(reading) });
  }
  return { scored, strays };
}

test('recorded lines are read as people mean them', () => {
  const read = recordedSets().map((set) => ({ set, ...scoreSet(set) }));
  const scored = read.flatMap((each) => each.scored);
  const strays = read.flatMap((each) => each.strays);
  process.stdout.write(`${tableOf(scored)}\n`);
  const harmful = scored.filter(({ verdict }) => verdict === 'touched' || verdict === 'made');
  const right = scored.filter(({ verdict }) => verdict === 'right').length;
  expect(strays).toEqual([]);
  expect(harmful.map(({ dialogue }) => dialogue.id)).toEqual(HARMFUL);
  expect(right).toBeGreaterThanOrEqual(RIGHT_AT_LEAST);
}, 600_000);
