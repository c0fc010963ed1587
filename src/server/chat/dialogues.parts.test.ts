import type * as Conversation from '@/core/quick-add/conversation/conversation';
import { fixedClock } from '@/testing/clock';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { type Dialogue } from '@/testing/dialogue-format';
import { dialoguePlayer } from '@/testing/dialogue-play';
import { readRecord, type RecordedLine, writeRecord } from '@/testing/dialogue-record';
import { DEVELOPMENT, dialoguesIn, recordedLines, storeRecord } from '@/testing/dialogue-sets';
import { type Scored, tableOf } from '@/testing/dialogue-table';
import { DialogueTape } from '@/testing/dialogue-tape';
import { inShort, verdictOn } from '@/testing/dialogue-verdict';
import type * as Choices from '../quick-add/choices';
import type * as KnowledgeOfTurn from '../quick-add/knowledge';

/*
 * Plays dialogues with the bot over PostgreSQL, and scores them: those of development, or with DIALOGUES=path those
 * of another file. RECORD=1 writes down what was known at each line, for dialogues.test.ts.
 */

const mockTape = new DialogueTape();

jest.mock('../quick-add/knowledge', () => {
  const actual = jest.requireActual<typeof KnowledgeOfTurn>('../quick-add/knowledge');
  const knowledgeOf: typeof actual.knowledgeOf = async (turn, line, recent) => {
    const known = await actual.knowledgeOf(turn, line, recent);
    // What answers a question is no line of its own.
    const { readHeldLine } = jest.requireActual<typeof Choices>('../quick-add/choices');
    const heldLine = await readHeldLine(turn, { text: line });
    if (!heldLine?.choice) {
      await mockTape.rememberKnowledge(turn, line, known.knowledge, actual.knownFrom);
    }
    return known;
  };
  return { ...actual, knowledgeOf };
});

jest.mock('@/core/quick-add/conversation/conversation', () => {
  const actual = jest.requireActual<typeof Conversation>(
    '@/core/quick-add/conversation/conversation',
  );
  const read: typeof actual.readConversation = (line, knowledge) =>
    mockTape.read(line, knowledge, actual.readConversation);
  return { ...actual, readConversation: read };
});

const { db } = testDatabase();
const play = dialoguePlayer(db, testBot(db, fixedClock()), mockTape.beforeStep);

const { DIALOGUES: file = DEVELOPMENT, RECORD } = process.env;

/** As good as it was; whoever makes it better raises it. */
const RIGHT_AT_LEAST = 350;

/** What was known at a line, whatever it is read as. */
const knownThen = (line: RecordedLine) => ({ ...line, expected: undefined });

async function score(dialogue: Dialogue): Promise<Scored> {
  try {
    const got = await play(dialogue);
    return { dialogue, verdict: verdictOn(dialogue, got), got: inShort(got, dialogue) };
  } catch (error) {
    return { dialogue, verdict: 'wrong', got: `NOT PLAYED ${String(error)}` };
  }
}

test(
  'dialogues come to what people mean by them, and what is recorded of them is what is known',
  async () => {
    const former = recordedLines(file);
    mockTape.startFrom(former);
    const scored: Scored[] = [];
    const lines: RecordedLine[] = [];
    for (const dialogue of dialoguesIn(file)) {
      const played = await score(dialogue);
      scored.push(played);
      lines.push(...mockTape.linesOf(played.verdict));
    }
    process.stdout.write(`${tableOf(scored)}\n`);
    if (RECORD) storeRecord(file, lines);
    else if (former.length > 0) {
      expect(readRecord(writeRecord(lines)).map(knownThen)).toEqual(former.map(knownThen));
    }
    if (file !== DEVELOPMENT) return;
    const right = scored.filter(({ verdict }) => verdict === 'right').length;
    expect(right).toBeGreaterThanOrEqual(RIGHT_AT_LEAST);
    const harmful = scored.filter(({ verdict }) => verdict === 'touched' || verdict === 'made');
    expect(harmful.map(({ dialogue }) => dialogue.id)).toEqual([]);
  },
  10 * 60_000,
);
