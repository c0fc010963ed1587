import { type Dialogue, type Step } from './dialogue-format';
import { type Verdict, VERDICTS } from './dialogue-verdict';

/** A dialogue that was played or read, and what came of it in one line. */
export interface Scored {
  dialogue: Dialogue;
  verdict: Verdict;
  got: string;
}

/** Every dialogue that is not right, and below them how many there are of each verdict. */
export function tableOf(scored: readonly Scored[]): string {
  const misses = scored
    .filter(({ verdict }) => verdict !== 'right')
    .flatMap(({ dialogue: { id, steps, expect: wanted }, verdict, got }) => [
      `${verdict} ${id}: ${steps.map(inWords).join(' → ')}`,
      `  wanted ${wanted.map((each) => JSON.stringify(withoutEmpty(each))).join(' or ')}`,
      `  got    ${got}`,
    ]);
  const count = (verdict: Verdict) => scored.filter((each) => each.verdict === verdict).length;
  const percent = ((count('right') / scored.length) * 100).toFixed(1);
  const counts = VERDICTS.map((each) => `${each} ${count(each)}`).join(', ');
  return [...misses, `${scored.length} dialogues: ${counts} (right ${percent} %)`].join('\n');
}

function inWords(step: Step): string {
  if ('says' in step) return `«${step.says}»`;
  if ('replies' in step) return `↩ ${step.to} «${step.replies}»`;
  return 'rings' in step ? `🔔 ${step.rings}` : '…';
}

/** Without what the format adds where nothing is meant. */
const withoutEmpty = (wanted: object) =>
  Object.fromEntries(
    Object.entries(wanted).filter(([, value]) => !['[]', '{}'].includes(JSON.stringify(value))),
  );
