import { readConversation } from '@/core/quick-add/conversation/conversation';
import { outcomeOfReading } from './dialogue-reading';
import { knowledgeIn, sameReading, writtenReading } from './dialogue-record';
import { dialoguesIn, recordedLines } from './dialogue-sets';
import { type Scored } from './dialogue-table';
import { type Verdict, verdictOn } from './dialogue-verdict';

export interface ScoredSet {
  /** The last line of each dialogue. */
  scored: Scored[];
  /** Earlier lines that are read otherwise than they are labelled. */
  strays: string[];
}

/**
 * Reads the recorded lines of a set again. A last line is read right where the reading is the one that PostgreSQL
 * found right, or would come to what the dialogue wants.
 */
export function scoreSet(set: string): ScoredSet {
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

/** What another reminder is changed by, or a new one made of, unasked. */
export const isHarmful = ({ verdict }: Scored): boolean =>
  verdict === 'touched' || verdict === 'made';
