import { type QuickAddResult } from '../quick-add';
import { tokenize } from './tokens';
import { isInfinitive } from './vocabulary';

/** Several tasks in one message, and one task that is written in several lines. */

/** More cards than this help nobody: the rest stays in the last one. */
const TASKS_MAX = 20;

type Read = (part: string) => QuickAddResult;

interface Part {
  text: string;
  /** It stood behind a bullet or a number. */
  listed: boolean;
}

const BULLET = /^\s*(?:[-–—•*·▪◦✅☑✔➤→]+(?=\s)|\d{1,2}[.)](?=\s))\s*/u;

function partOf(line: string): Part {
  const bullet = BULLET.exec(line.slice(0, 20))?.[0] ?? '';
  return { text: line.slice(bullet.length).trim(), listed: bullet !== '' };
}

/** The parts of a message that may be tasks: its lines, else what «;» separates. */
function partsOf(message: string): Part[] {
  const lines = message.split(/[\n\r]+/).filter((line) => line.trim() !== '');
  const pieces = lines.length > 1 ? lines : message.split(';').filter((each) => each.trim() !== '');
  return pieces.map(partOf);
}

/** Says when, and what. */
const isWhole = ({ outcome }: QuickAddResult): boolean =>
  outcome === 'ready' || outcome === 'needs-time' || outcome === 'past';

const beginsWithAct = (part: string): boolean => {
  const [first] = tokenize(part.slice(0, 60)).filter(({ kind }) => kind !== 'mark');
  return first !== undefined && isInfinitive(first.text);
};

/**
 * The tasks of a message, each read by itself, in their order. A message is one task unless at least two
 * of its parts say both when and what, or all of them say what to do («купить хлеб», «позвонить маме»).
 * «завтра:» alone above a list is the day of each of its tasks; things under a heading («купить завтра
 * в 10: молоко; хлеб») are no tasks.
 */
export function tasksOf(message: string, read: Read): QuickAddResult[] {
  const parts = partsOf(message);
  const [head, ...others] = parts;
  if (!head || others.length === 0 || parts.length > TASKS_MAX) return [read(message)];
  if (/[:：]$/.test(head.text)) return underHeading(head.text.slice(0, -1), others, message, read);
  if (head.text.includes(':\u0020') && !message.includes('\n')) return [read(message)];
  const results = parts.map(({ text }) => read(text));
  if (parts.every(({ text }) => beginsWithAct(text)) && !results.some(isWhole)) return results;
  if (results.filter(isWhole).length < 2) return [read(message)];

  // A line that says neither when nor what to do goes on with the one before.
  const tasks: string[] = [];
  for (const [index, { text, listed }] of parts.entries()) {
    const result = results[index];
    const own = listed || (result && isWhole(result)) || beginsWithAct(text);
    if (own || tasks.length === 0) tasks.push(text);
    else tasks.push(`${tasks.pop()}\n${text}`);
  }
  return tasks.map(read);
}

/** «завтра:» and what is to be done, line by line; under any other heading it is a list of things. */
function underHeading(
  heading: string,
  parts: readonly Part[],
  message: string,
  read: Read,
): QuickAddResult[] {
  const { outcome } = read(heading);
  const tasks = parts.every(({ text }) => beginsWithAct(text) || isWhole(read(text)));
  if (!tasks || outcome !== 'no-text') return [read(message)];
  return parts.map(({ text }) => read(`${heading} ${text}`));
}
