import { type QuickAddResult, readMessage } from '../../quick-add';
import { folded } from '../../search';
import { type ReplyClock } from '../replies/reply';
import { type Heard, type Knowledge } from './conversation';
import { type Known } from './named';
import { isToDo } from './vetoes';

type Task = Extract<QuickAddResult, { outcome: 'ready' }>;

/** The tasks of a line that says of each what and when; none where it leaves something open. */
function certainTasks(line: string, clock: ReplyClock): readonly Task[] {
  const readings = readMessage(line, { ...clock, types: [], categories: [] });
  const isCertain = (each: QuickAddResult): each is Task => each.outcome === 'ready' && !each.doubt;
  return readings.every(isCertain) ? readings : [];
}

/** However it ends as a sentence. */
const sameText = (one: string, other: string): boolean => {
  const [said, own] = [one, other].map((text) => folded(text).replace(/[\s.!]+$/, ''));
  return said === own;
};
const stands = ({ text, comesAt, rule }: Known, task: Task): boolean =>
  comesAt?.getTime() === task.dateTime.getTime() &&
  sameText(text, task.text) &&
  rule?.unit === task.rule?.unit &&
  rule?.every === task.rule?.every;

/** «завтра в 10 стоматолог», where that stands already for then: it is told so, and may be wanted once more. */
export function saidAgain(line: string, { named, clock }: Knowledge): Heard | undefined {
  if (named.length === 0) return undefined;
  const standing = certainTasks(line, clock).map((task) =>
    named.find((known) => stands(known, task)),
  );
  const [reminder, ...others] = standing;
  const isWhole = !others.includes(undefined);
  return reminder && isWhole ? { kind: 'stands', reminder, more: others.length } : undefined;
}

/** «завтра в 9 купить хлеб, в 12 позвонить маме»: several new things, whatever is called like one of them. */
export function isListOfTasks(line: string, clock: ReplyClock): boolean {
  const tasks = certainTasks(line, clock);
  return tasks.length > 1 && tasks.every(({ text }) => isToDo(text, undefined));
}
