import { type QuickAddResult } from '../choice/result';
import { taskBegins } from '../choice/choose';
import { hasAct, runsOn } from '../choice/run-on';
import { BEFORE_SOME_TIME, namesEither } from '../choice/unread';
import { noteOf } from './not-reminders';
import { type Phrase, phraseOf, says } from '../readers/phrase';
import { type Scan } from '../readers/scan';
import { type Token, tokenize, wordsOf } from '../tokens/tokens';
import { isInfinitive } from '../tokens/vocabulary';

/** Several tasks in one message, and one task that is written in several lines. */

/** More cards than this help nobody: the rest stays in the last one. */
const TASKS_MAX = 20;

interface Reader {
  read: (part: string) => QuickAddResult;
  scan: (tokens: readonly Token[]) => Scan;
}

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

/** «1) … 2) …» in one line */
const NUMBERED = /^\s*1\)\s.*\s2\)\s/u;
const BEFORE_NUMBER = /[\s,;]+(?=\d{1,2}\)\s)/u;

/** The parts of a message that may be tasks: its lines, else what numbers or «;» separate. */
function partsOf(message: string): Part[] {
  const lines = message.split(/[\n\r]+/).filter((line) => line.trim() !== '');
  const separator = NUMBERED.test(message) ? BEFORE_NUMBER : /;(?!\d)/;
  const pieces = lines.length > 1 ? lines : message.split(separator);
  return pieces.filter((each) => each.trim() !== '').map(partOf);
}

/** Says when, and what. */
const isWhole = (result: QuickAddResult | undefined): boolean =>
  /^(?:ready|needs-time|past|impossible)$/.test(result?.outcome ?? '');

const beginsWithAct = (part: string): boolean => {
  const [first] = wordsOf(part.slice(0, 60));
  return first !== undefined && isInfinitive(first.text);
};

/** «тёще позвонить», «шины поменять в сб»: a short line that says what to do, anywhere in it. */
const namesAct = (part: string): boolean => part.length <= 60 && hasAct(tokenize(part));

/**
 * The tasks of a message, each read by itself, in their order. A message is one task unless at least two
 * of its parts say both when and what, or all of them say what to do («купить хлеб», «позвонить маме»).
 * «завтра:» alone above a list is the day of each of its tasks; things under a heading («купить завтра
 * в 10: молоко; хлеб») are no tasks.
 */
export function tasksOf(message: string, reader: Reader): QuickAddResult[] {
  const { read } = reader;
  const parts = partsOf(message);
  const [head, ...others] = parts;
  if (!head || others.length === 0 || parts.length > TASKS_MAX) return tasksOfLine(message, reader);
  const lines = message.includes('\n');
  const isNote = read(head.text).outcome === 'note';
  // What stands above «заметка: …» is no part of it, nor is what is to be done below a note.
  const isApart = ({ text }: Part): boolean =>
    noteOf(text) !== undefined || (isNote && isCertain(read(text)) && namesAct(text));
  const at = lines ? others.findIndex(isApart) + 1 : 0;
  if (at > 0) {
    return [parts.slice(0, at), parts.slice(at)].flatMap((some) =>
      tasksOf(some.map(({ text }) => text).join('\n'), reader),
    );
  }
  const headed = underHeading(parts, reader);
  if (headed.length > 1) return headed.map(read);
  const isHeading = /[:：]$/.test(head.text) || (/:\s/.test(head.text) && !lines);
  if (isNote || isHeading) return [read(message)];
  const results = parts.map(({ text }) => read(text));
  if (parts.every(({ text }) => beginsWithAct(text)) && !results.some(isWhole)) return results;
  const alike = parts.every(({ text }) => namesAct(text));
  // «в 19 волейбол; на днях балкон разобрать»: «;» separates, where a line may go on.
  const whole = results.filter(isWhole).length;
  const saysWhat = lines && whole < 2 ? beginsWithAct : namesAct;
  const tasked = parts.map(({ text }, at) => alike || saysWhat(text) || isWhole(results[at]));
  if (whole < 2 && (whole === 0 || tasked.includes(false))) return [read(message)];

  // A line that says neither when nor what to do goes on with the one before.
  const tasks: string[] = [];
  for (const [at, { text, listed }] of parts.entries()) {
    if (listed || tasked[at] === true || tasks.length === 0) tasks.push(text);
    else tasks.push(`${tasks.pop()}\n${text}`);
  }
  const [first = ''] = tasks;
  if (lines) return tasks.flatMap((task) => tasksOfLine(task, reader));
  return tasks.map((task) => read(withDateOf(first, task, reader)));
}

/** «завтра:», «с флудом: …» */
const HEADED = /^(.{1,60}?)(?:[:：](?:\s+(.*))?)?$/s;

/** The lines below «завтра:», each behind it; none where the first line says what to do. */
function underHeading([head, ...others]: readonly Part[], reader: Reader): string[] {
  const { read } = reader;
  const [, heading = '', rest = ''] = HEADED.exec(head?.text ?? '') ?? [];
  const { outcome, doubt } = read(heading);
  if (outcome !== 'no-text' || doubt) return [];
  const lines = [rest, ...others.map(({ text }) => text)].filter((line) => line !== '');
  // «в понедельник: …; во вторник …»: what has a day of its own is not of that above it.
  const own = (line: string) => namesDay(heading, reader) && namesDay(line, reader);
  const tasks = lines.map((line) => (own(line) ? line : `${heading} ${line}`));
  const listed = tasks.every(
    (task, at) =>
      beginsWithAct(lines[at] ?? '') || /^(?:ready|past|impossible)$/.test(read(task).outcome),
  );
  return listed ? tasks : [];
}

const isMoved = (result: QuickAddResult): boolean =>
  result.outcome === 'ready' && result.movedToTomorrow;
const isCertain = (result: QuickAddResult): boolean => result.outcome === 'ready' && !result.doubt;
const isOfOneOrAnother = (doubt: QuickAddResult['doubt']): boolean =>
  doubt?.kind === 'another-moment' || namesEither(doubt?.phrase ?? '');
/** «в 13 или в 14 педсовет», «в 30:00 кардиолог»: it says what, and leaves open when. */
function leavesOpen({ outcome, doubt, text }: QuickAddResult): boolean {
  if (text === '') return false;
  if (outcome === 'no-date') return namesAct(text);
  // «а на той неделе маме лекарство купить»; «в четверг, вернее в пятницу, …» says no task first.
  if (outcome === 'needs-time') {
    // «в среду или в пятницу маникюр»
    return namesEither(text) || ((!doubt || isOfOneOrAnother(doubt)) && namesAct(text));
  }
  return outcome === 'impossible' || (outcome === 'ready' && isOfOneOrAnother(doubt));
}

/** What is clear of several is stored, and the other asked about. */
const isPartlyClear = (results: readonly QuickAddResult[]): boolean =>
  results.length > 1 &&
  results.some(isCertain) &&
  results.every((each) => isCertain(each) || leavesOpen(each));

/** One line: one task, several that are joined, or one at several moments. */
function tasksOfLine(line: string, reader: Reader): QuickAddResult[] {
  const { read } = reader;
  if (line.length > LINE_MAX) return [read(line)];
  // «в 8:30 шиномонтаж, как-нибудь заехать к бабуле»
  const [clear = '', ...vague] = line.split(BEFORE_SOME_TIME);
  if (vague.length > 0) {
    const results = [...tasksOfLine(clear, reader), ...vague.map(read)];
    if (isPartlyClear(results)) return results;
  }
  const whole = read(line);
  const isOpen = whole.outcome === 'impossible' || isOfOneOrAnother(whole.doubt);
  if (!isOpen) return [whole];
  // The ways in which one line may say several things: the first in which all of them are clear, else some.
  const inClauses = [clausesOf(line, reader), clausesOf(line, reader, true)];
  const readings = (ways: string[][]) => ways.map((parts) => parts.map(read));
  const areClear = (results: QuickAddResult[]) => results.length > 1 && results.every(isCertain);
  const ways = [momentsOf(line, reader), ...inClauses, actsOf(line)];
  return readings(ways).find(areClear) ?? readings(inClauses).find(isPartlyClear) ?? [whole];
}
/** Longer lines are prose. */
const LINE_MAX = 500;

const isMoment = ({ kind }: Phrase): boolean =>
  ['date', 'time', 'part', 'in', 'times', 'impossible'].includes(kind);

/** «позвонить в жэк завтра в 9 и купить лампочки завтра в 18»: the parts that begin with what is to be done. */
function actsOf(line: string): string[] {
  const tokens = tokenize(line);
  // Behind a comma, or a word of one letter, as «и» is.
  const isJoined = (at: number) => /^(?:,|\p{L})$/u.test(tokens[at - 1]?.text ?? '');
  const starts = tokens.flatMap(({ text }, at) => (isInfinitive(text) && isJoined(at) ? [at] : []));
  return [0, ...starts].map((from, index) => {
    const next = starts[index];
    return line.slice(
      tokens[from]?.start,
      next === undefined ? undefined : tokens[next - 1]?.start,
    );
  });
}

/** «завтра в 9 и в 12 …», «завтра в 9, 12 и 15 …»: the line once for each of its times. */
function momentsOf(line: string, { read, scan }: Reader): string[] {
  const tokens = tokenize(line);
  const list = scan(tokens).phrases.find(({ kind }) => kind === 'times');
  if (list?.kind !== 'times') return [];
  const before = line.slice(0, tokens[list.from]?.start);
  const behind = line.slice(tokens[list.to - 1]?.end);
  const parts = list.slots.map((slot) => before + phraseOf(line, tokens, slot) + behind);
  // «утром, днём и вечером» of no day, or where one of them would be tomorrow's: it may be meant of every day.
  const inParts = list.slots.filter(({ part }) => part).length;
  const daily = inParts > 2 && !namesDay(line, { scan });
  const moved = inParts > 0 && parts.map(read).some(isMoved);
  return daily || moved ? [] : parts;
}

/**
 * «через час обед и в 18 зал»: the parts that begin with a moment of their own. `runOn`: nothing stands between them, as
 * in «завтра 8:30 анализы 12:15 забрать посылку».
 */
function clausesOf(line: string, reader: Reader, runOn = false): string[] {
  const { scan } = reader;
  const tokens = tokenize(line);
  const { phrases, noise } = scan(tokens);
  // «напомните, пожалуйста, завтра в 10 …»
  const isNoise = (upTo: number) =>
    tokens
      .slice(0, upTo)
      .every(
        ({ kind }, at) => kind === 'mark' || noise.some(({ from, to }) => from <= at && at < to),
      );
  const said = { phrases, tokens };
  const mayRunOn = runOn && isNoise(phrases[0]?.from ?? 0);
  const starts = phrases.flatMap((phrase) => {
    const apart =
      (isMoment(phrase) || phrase.kind === 'repeat') &&
      !phrases.some(({ to }) => to === phrase.from);
    const own = mayRunOn && runsOn(phrase, said) ? phrase.from : undefined;
    const end = apart ? (taskBegins(phrase, said) ?? own) : undefined;
    return end === undefined || end < 1 || isNoise(end) ? [] : [{ end, from: phrase.from }];
  });
  const clauses = [{ from: 0 }, ...starts].map(({ from }, index) => {
    const next = starts[index]?.end;
    return line.slice(tokens[from]?.start, next === undefined ? line.length : tokens[next]?.start);
  });
  const [first = '', ...others] = clauses;
  // «завтра в 7 встать, через час выйти»: an hour from then, or from now?
  const fromNow = (clause: string) => says(scan(tokenize(clause)).phrases, 'in');
  if (!fromNow(first) && namesDay(first, reader) && others.some(fromNow)) return [];
  return clauses.map((clause) => withDateOf(first, clause, reader));
}

const namesDay = (task: string, { scan }: Pick<Reader, 'scan'>): boolean =>
  says(scan(tokenize(task)).phrases, 'date', 'in', 'repeat', 'start');

/** A task that says only at what time is on the day of the first: «завтра в 9 врач; в 18 зал». */
function withDateOf(first: string, task: string, { scan }: Reader): string {
  if (task === first) return task;
  const own = scan(tokenize(task)).phrases;
  if (!says(own, 'time', 'part') || namesDay(task, { scan })) return task;
  const tokens = tokenize(first);
  const day = scan(tokens).phrases.find(
    ({ kind, keep }) => /^(?:date|repeat)$/.test(kind) && !keep,
  );
  return day ? `${phraseOf(first, tokens, day)} ${task}` : task;
}
