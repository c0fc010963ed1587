import { excerpt } from './cut';
import { POINT_KEYS_MAX } from './limits';
import { pointsOf, withPoint } from './note-text';

/**
 * Points of a reminder (lines that begin with «- », or two with another bullet or a number). What is ticked
 * stands beside the text, by the words of each point: an edit keeps the ticks of points that stay. They belong
 * to the occurrence that an answer is about.
 */
export interface ListPoint {
  /** Its words; behind those of its second namesake a number. */
  key: string;
  text: string;
  done: boolean;
}

/** The points of the reminder's own text, else of the note that it stands on. */
export function checklistOf(
  text: string,
  noteContent: string | null,
  ticked: readonly string[] | null,
): ListPoint[] {
  const own = keyedPoints(dashed(text));
  const points = own.length > 0 ? own : keyedPoints(noteContent ?? '');
  return points.map(({ key, text }) => ({ key, text, done: ticked?.includes(key) ?? false }));
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

/** The ticks after these points were ticked, or unticked; null where none is left. */
export const withTick = (points: readonly ListPoint[], keys: readonly string[], done: boolean) =>
  ticksOf(points.map((point) => (keys.includes(point.key) ? { ...point, done } : point)));

/** Those that an edit leaves; of a text without points they are its note's, and stay. */
export function keptTicks(ticked: readonly string[] | null, text: string) {
  const points = checklistOf(text, null, ticked);
  return points.length === 0 ? ticked : ticksOf(points);
}

/** What a text says to be ticked by its own marks («☑», «[x]»). */
export const markedIn = (text: string): string[] | null => ticksOf(keyedPoints(dashed(text)));

function ticksOf(points: readonly Pick<ListPoint, 'key' | 'done'>[]): string[] | null {
  const keys = points.filter(({ done }) => done).map(({ key }) => key);
  return keys.length > 0 ? keys : null;
}

export const withTicks = (text: string, ticked: readonly string[] | null): string =>
  keyedPoints(dashed(text)).reduce(
    (shown, { line, text: words, key }) =>
      withPoint(shown, { line, text: words, done: ticked?.includes(key) ?? false }) ?? shown,
    dashed(text),
  );

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
