import { readFileSync } from 'node:fs';
import { inShort, readBlindSet, score } from '@/core/quick-add/test-data/blind-score';

/* Scores a set of phrases, with every miss: npx tsx src/testing/score-phrases.ts FILE */
const [, , file = ''] = process.argv;
const scored = score(readBlindSet(readFileSync(file, 'utf8')));
const count = (verdict: string) => scored.filter((each) => each.verdict === verdict).length;
const percent = ((count('right') / scored.length) * 100).toFixed(1);

for (const { line, verdict, results } of scored) {
  if (verdict === 'right') continue;
  console.info(`${verdict}: «${line.text}»${line.now ? ` ${line.now} ${line.zone ?? ''}` : ''}`);
  console.info(
    `  meant ${JSON.stringify(line.expect)}${line.or ? ` or ${JSON.stringify(line.or)}` : ''}`,
  );
  console.info(`  read  ${results.map(inShort).join(' | ')}`);
}
console.info(
  `${scored.length} phrases: right ${count('right')} (${percent} %), ` +
    `wrong but asked ${count('asked')}, untidy titles ${count('untidy')}, silently wrong ${count('silent')}`,
);
