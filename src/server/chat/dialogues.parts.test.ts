import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fixedClock } from '@/testing/clock';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { type Dialogue, readDialogues } from '@/testing/dialogue-format';
import { dialoguePlayer } from '@/testing/dialogue-play';
import { inShort, type Verdict, VERDICTS, verdictOn } from '@/testing/dialogue-verdict';

/* Scores dialogues against the bot: those of development, or with DIALOGUES=path those of another file. */

const { db } = testDatabase();
const play = dialoguePlayer(db, testBot(db, fixedClock()));

const DEVELOPMENT = path.join(process.cwd(), 'src/core/quick-add/test-data/dialogues-dev.jsonl');
const { DIALOGUES: file = DEVELOPMENT } = process.env;

/** As good as it was; whoever makes it better raises it. */
const RIGHT_AT_LEAST = 350;

interface Scored {
  dialogue: Dialogue;
  verdict: Verdict;
  got: string;
}

async function score(dialogue: Dialogue): Promise<Scored> {
  try {
    const got = await play(dialogue);
    return { dialogue, verdict: verdictOn(dialogue, got), got: inShort(got, dialogue) };
  } catch (error) {
    return { dialogue, verdict: 'wrong', got: `NOT PLAYED ${String(error)}` };
  }
}

function table(scored: readonly Scored[]): string {
  const lines = scored
    .filter(({ verdict }) => verdict !== 'right')
    .flatMap(({ dialogue: { id, steps, expect: wanted }, verdict, got }) => [
      `${verdict} ${id}: ${steps
        .map((step) =>
          'says' in step
            ? `«${step.says}»`
            : 'replies' in step
              ? `↩ ${step.to} «${step.replies}»`
              : 'rings' in step
                ? `🔔 ${step.rings}`
                : '…',
        )
        .join(' → ')}`,
      `  wanted ${wanted.map((each) => JSON.stringify(withoutEmpty(each))).join(' or ')}`,
      `  got    ${got}`,
    ]);
  const count = (verdict: Verdict) => scored.filter((each) => each.verdict === verdict).length;
  const percent = ((count('right') / scored.length) * 100).toFixed(1);
  return [
    ...lines,
    `${scored.length} dialogues: ${VERDICTS.map((each) => `${each} ${count(each)}`).join(', ')} (right ${percent} %)`,
  ].join('\n');
}

/** Without what the format adds where nothing is meant. */
const withoutEmpty = (wanted: object) =>
  Object.fromEntries(
    Object.entries(wanted).filter(([, value]) => !['[]', '{}'].includes(JSON.stringify(value))),
  );

test(
  'dialogues come to what people mean by them',
  async () => {
    const scored: Scored[] = [];
    const unread: string[] = [];
    for (const dialogue of readDialogues(readFileSync(file, 'utf8'))) {
      if (typeof dialogue === 'string') unread.push(dialogue);
      else scored.push(await score(dialogue));
    }
    process.stdout.write(`${[...unread, table(scored)].join('\n')}\n`);
    expect(unread).toEqual([]);
    const right = scored.filter(({ verdict }) => verdict === 'right').length;
    if (file !== DEVELOPMENT) return;
    expect(right).toBeGreaterThanOrEqual(RIGHT_AT_LEAST);
    const harmful = scored.filter(({ verdict }) => verdict === 'touched' || verdict === 'made');
    expect(harmful.map(({ dialogue }) => dialogue.id)).toEqual([]);
  },
  10 * 60_000,
);
