import { excerpt } from './cut';
import { POINT_KEYS_MAX, REMINDER_TEXT_MAX } from './limits';
import { hasBox, plainText, pointsOf, withMarks } from './note-text';

/**
 * Points of a reminder: the lines of its own text that begin with «- » (or two with another bullet or a number); where
 * it has none, the points of the note that it stands on. Each point is ticked in one place. Ticks of own points stand
 * beside the text, by the words of each point, and belong to the occurrence that an answer is about; those of a note
 * are the marks in the note itself.
 */
export interface ListPoint {
  /** Its words; behind those of its second namesake a number. */
  key: string;
  text: string;
  done: boolean;
}

/** A reminder's text as it is stored, without a tick, and the keys of its own points that are ticked. */
export interface TickedText {
  text: string;
  ticked: readonly string[] | null;
}

/** The points of the reminder's own text, else of the note that it stands on; which of them are done. */
export function checklistOf(
  text: string,
  noteContent: string | null,
  ticked: readonly string[] | null,
): ListPoint[] {
  const isOwn = hasOwnPoints(text);
  const isTicked = (key: string): boolean => ticked?.includes(key) ?? false;
  return keyedPoints(isOwn ? dashed(text) : (noteContent ?? '')).map((point) => ({
    key: point.key,
    text: point.text,
    done: isOwn ? isTicked(point.key) : point.done,
  }));
}

export const hasOwnPoints = (text: string): boolean => pointsOf(dashed(text)).length > 0;

/** The own points of a text that is shown as by `shownText`. */
export const ownPointsIn = (shown: string): ListPoint[] =>
  hasOwnPoints(shown) ? checklistOf(shown, null, readTicked(shown, null).ticked) : [];

/** A text as lists and forms show it: as it was written while nothing is ticked. */
export const shownText = ({ text, ticked }: TickedText): string =>
  ticked === null ? text : withTicks(text, ticked);

/** All that a reminder says: its text with a box before each point, with the points of its note where it has none. */
export function wholeText({ text, ticked }: TickedText, noteContent: string | null): string {
  if (hasOwnPoints(text)) return withTicks(text, ticked);
  const points = checklistOf(text, noteContent, ticked);
  return [text, ...points.map(({ text: words, done }) => `${done ? '☑' : '☐'} ${words}`)].join(
    '\n',
  );
}

/**
 * Reads what somebody has written, perhaps over a text that was shown to them: a box says whether its point is ticked,
 * a dash leaves that as it was. Lines that were written with a dash or a number get it back.
 */
export function readTicked(input: string, before: TickedText | null): TickedText {
  const lines = input.split('\n');
  const points = keyedPoints(dashed(input)).map(({ key, line, done }) => {
    const wasDone = before?.ticked?.includes(key) ?? false;
    return { key, done: hasBox(lines[line] ?? '') ? done : wasDone };
  });
  const ticked = ticksOf(points);
  const unticked = withoutTicks(input);
  const writtenLines = before ? withoutTicks(before.text).split('\n') : [];
  const shownLines = before ? withTicks(before.text, null).split('\n') : [];
  const writtenOf = new Map(shownLines.map((line, nth) => [line, writtenLines[nth] ?? line]));
  const text = unticked
    .split('\n')
    .map((line) => writtenOf.get(line) ?? line)
    .join('\n');
  // Numbers come back only where the list stays the same: «1.» on a single line is no point.
  const isSameList = pointsOf(dashed(text)).length === points.length;
  return { text: isSameList ? text : unticked, ticked };
}

const BULLET = /^(\s*)(?:[•*–—]|\d{1,2}[.)])(?=\s+\S)/;

/** With «- » for other bullets and numbers; one of them alone is a line like any other. */
function dashed(text: string): string {
  const lines = text.split('\n');
  return lines.filter((line) => BULLET.test(line)).length < 2
    ? text
    : lines.map((line) => line.replace(BULLET, '$1-')).join('\n');
}

/** Another text above the points that it had, where it brings none of its own. */
export function withPointsOf(was: string, text: string): string {
  const lines = was.split('\n');
  const points = pointsOf(dashed(was)).map(({ line }) => lines[line]);
  const isBare = pointsOf(dashed(text)).length === 0;
  return isBare ? [text, ...points].join('\n') : text;
}

function keyedPoints(content: string) {
  const seen = new Map<string, number>();
  return pointsOf(content).map((point) => {
    const nth = (seen.get(point.text) ?? 0) + 1;
    seen.set(point.text, nth);
    return { ...point, key: nth === 1 ? point.text : `${point.text}\n${nth}` };
  });
}

/** What of a reminder is ticked, wherever its points stand. */
export const tickedOf = (
  { text, ticked }: TickedText,
  noteContent: string | null,
): string[] | null => ticksOf(checklistOf(text, noteContent, ticked));

/** The ticks after these points were ticked, or unticked; null where none is left. */
export const withTick = (points: readonly ListPoint[], keys: readonly string[], done: boolean) =>
  ticksOf(points.map((point) => (keys.includes(point.key) ? { ...point, done } : point)));

/** Those that a text leaves. */
export const keptTicks = (ticked: readonly string[] | null, text: string): string[] | null =>
  hasOwnPoints(text) ? ticksOf(checklistOf(text, null, ticked)) : null;

/** A text that is marked itself, as a note is, with just these points ticked; a mark that is right stays as it is written. */
export function withNoteTicks(content: string, ticked: readonly string[] | null): string {
  const keys = keysOfLines(content);
  return withMarks(content, ({ line, done }) => {
    const isTicked = ticked?.includes(keys.get(line) ?? '') ?? false;
    return isTicked === done ? null : isTicked;
  });
}

export const withoutTicks = (content: string): string => withNoteTicks(content, null);

function ticksOf(points: readonly Pick<ListPoint, 'key' | 'done'>[]): string[] | null {
  const keys = points.filter(({ done }) => done).map(({ key }) => key);
  return keys.length > 0 ? keys : null;
}

function withTicks(text: string, ticked: readonly string[] | null): string {
  const keys = keysOfLines(dashed(text));
  return withMarks(dashed(text), ({ line }) => ticked?.includes(keys.get(line) ?? '') ?? false);
}

const keysOfLines = (content: string): Map<number, string> =>
  new Map(keyedPoints(content).map(({ line, key }) => [line, key]));

/**
 * The text of a reminder of a note: its title, and what else it says where that fits. Points stay in the note: of two
 * copies one would be ticked and the other not.
 */
export function reminderTextOf({ title, content }: { title: string; content: string }): string {
  const pointLines = new Set(pointsOf(content).map(({ line }) => line));
  const lines = content.split('\n').filter((_, line) => !pointLines.has(line));
  const said = plainText(lines.join('\n'));
  const [firstLine = ''] = lines;
  // The title of a note that was made of a text is its beginning.
  const beginsWithTitle = firstLine !== '' && firstLine.startsWith(title.replace(/…$/, ''));
  const plainTitle = pointsOf(title)[0]?.text ?? plainText(title);
  const whole = beginsWithTitle
    ? said
    : [plainTitle, said].filter((part) => part !== '').join('\n');
  // A reminder that has points of its own shows those, not its note's; a list of numbers in the text counts as points, too.
  const hidesPoints = pointLines.size > 0 && hasOwnPoints(whole);
  return whole.length > REMINDER_TEXT_MAX || hidesPoints ? plainTitle : whole;
}

/** The text without its points; '' where there is nothing else in it. */
export function aboveChecklist(text: string): string {
  const lines = new Set(pointsOf(dashed(text)).map(({ line }) => line));
  const others = text.split('\n').filter((_, line) => !lines.has(line));
  return others.join('\n').trim();
}

const WORDS_MAX = 60;

export const ticksForHistory = (ticked: readonly string[] | null): string[] | null =>
  ticked &&
  ticked.slice(0, POINT_KEYS_MAX).map((key) => excerpt(key.split('\n', 1)[0] ?? '', WORDS_MAX));
