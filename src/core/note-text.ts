import { excerpt } from './cut';
import { NOTE_OWN_TITLE_MAX } from './limits';

/**
 * Light markup in the text of a note: points that can be ticked (lines that begin with «- », «☐», «[ ]»,
 * and ticked ones with «☑», «[x]»), lists («* », «• », «1. »), bold (`**so**`) and named links
 * (`[text](https://…)`). Everything else stays the text that its author wrote. The text itself is what
 * is stored; ticking a point replaces its mark.
 */

/** A piece of a line; `at` is where it begins in the whole text, in UTF-16 code units. */
export interface TextPart {
  text: string;
  at: number;
  bold: boolean;
  /** Of a named link; plain addresses are part of the text. */
  href: string | null;
}
/** A line that can be ticked. `line` counts the text's lines from 0. */
export interface Point {
  line: number;
  done: boolean;
  /** Its words as they were written, by which it is known. */
  text: string;
  parts: TextPart[];
}
export type NoteBlock =
  | { kind: 'text'; parts: TextPart[] }
  | { kind: 'points'; points: Point[] }
  /** Each with its mark: «•», or its number. */
  | { kind: 'list'; items: { mark: string; parts: TextPart[] }[] };

const POINT = /^(\s*)(?:(?:[-*•]\s+)?(?:([☐☑])|\[([ xXхХ])\])|-)\s+(?=\S)/;
const ITEM = /^\s*(?:([*•])|(\d{1,3}[.)]))\s+(?=\S)/;
/** At the beginning of a word: «2**3 и 2**4» is arithmetic. */
const BOLD = /(^|[^\p{L}\p{N}*])\*\*([^\s*](?:[^*\n]*[^\s*])?)\*\*/gu;
const LINK = /\[([^[\]\n]+)\]\((https?:\/\/(?:[^\s()]|\([^\s()]*\))+)\)/g;

export function noteBlocks(content: string): NoteBlock[] {
  const blocks: (Exclude<NoteBlock, { kind: 'text' }> | Lines)[] = [];
  for (const { line, text, at } of linesOf(content)) {
    const end = at + text.length;
    const point = POINT.exec(text);
    const item = point ? null : ITEM.exec(text);
    const [mark = ''] = point ?? item ?? [];
    const parts = () => partsOf(content, at + mark.length, end);
    const last = blocks.at(-1);
    if (point) {
      const shown = { ...pointOf(line, text, point), parts: parts() };
      if (last?.kind === 'points') last.points.push(shown);
      else blocks.push({ kind: 'points', points: [shown] });
    } else if (item) {
      const shown = { mark: item[2] ?? '•', parts: parts() };
      if (last?.kind === 'list') last.items.push(shown);
      else blocks.push({ kind: 'list', items: [shown] });
    } else if (last?.kind === 'lines') last.to = end;
    else blocks.push({ kind: 'lines', from: at, to: end });
  }
  return blocks.flatMap((block) => (block.kind === 'lines' ? paragraph(content, block) : [block]));
}

/** Lines without a mark, one below the other: where they stand in the text. */
interface Lines {
  kind: 'lines';
  from: number;
  to: number;
}

/** A note without its markup, for where a text is shown as it stands: «☐ хлеб», «сайт (https://ya.ru)». */
export const plainText = (content: string): string =>
  noteBlocks(content)
    .flatMap((block) => {
      switch (block.kind) {
        case 'text':
          return [plainWords(block.parts)];
        case 'points':
          return block.points.map(({ done, parts }) => `${done ? '☑' : '☐'} ${plainWords(parts)}`);
        case 'list':
          return block.items.map(({ mark, parts }) => `${mark} ${plainWords(parts)}`);
      }
    })
    .join('\n');

const plainWords = (parts: readonly TextPart[]): string =>
  parts.map(({ text, href }) => (href === null ? text : `${text} (${href})`)).join('');

export const pointsOf = (content: string): Omit<Point, 'parts'>[] =>
  linesOf(content).flatMap(({ line, text }) => {
    const point = POINT.exec(text);
    return point ? [pointOf(line, text, point)] : [];
  });

/**
 * The text with one point ticked, or not. The point is known by its words: where its line says something
 * else by now, the only point with these words is meant. Null where there is no such point any more.
 */
export function withPoint(
  content: string,
  { line, text, done }: { line: number; text: string; done: boolean },
): string | null {
  const same = pointsOf(content).filter((point) => point.text === text.trim());
  const only = same.length === 1 ? same[0] : undefined;
  const meant = same.find((point) => point.line === line) ?? only;
  if (!meant) return null;
  return withMarks(content, (point) => (point.line === meant.line ? done : null));
}

/** The text with each point marked as `markOf` says; null leaves it as it is written. */
export function withMarks(
  content: string,
  markOf: (point: Omit<Point, 'parts'>) => boolean | null,
): string {
  const marks = new Map(pointsOf(content).map((point) => [point.line, markOf(point)]));
  return content
    .split('\n')
    .map((text, line) => {
      const mark = marks.get(line) ?? null;
      return mark === null ? text : marked(text, mark);
    })
    .join('\n');
}

/** Whether a line is a point that says itself whether it is ticked. */
export function hasBox(line: string): boolean {
  const [, , box, letter] = POINT.exec(line) ?? [];
  return box !== undefined || letter !== undefined;
}

/** A box in brackets stays one; «- » becomes «☐» or «☑», so that the text's length stays as it is. */
function marked(line: string, done: boolean): string {
  const [mark = '', , box, letter] = POINT.exec(line) ?? [];
  const rest = line.slice(mark.length);
  if (letter !== undefined) return mark.replace(/\[.\]/, done ? '[x]' : '[ ]') + rest;
  return mark.replace(box ?? '-', done ? '☑' : '☐') + rest;
}

function pointOf(line: number, text: string, [mark, , box, letter]: RegExpExecArray) {
  const done = box === '☑' || (letter !== undefined && letter !== ' ');
  return { line, done, text: text.slice(mark.length).trim() };
}

function linesOf(content: string): { line: number; text: string; at: number }[] {
  let at = 0;
  return content.split('\n').map((text, line) => {
    const shown = { line, text, at };
    at += text.length + 1;
    return shown;
  });
}

/** One paragraph for all lines, without empty ones at its edges. */
function paragraph(content: string, { from, to }: Lines): NoteBlock[] {
  const text = content.slice(from, to);
  const start = text.search(/\S/);
  if (start < 0) return [];
  const begin = from + text.slice(0, start).lastIndexOf('\n') + 1;
  return [{ kind: 'text', parts: partsOf(content, begin, from + text.trimEnd().length) }];
}

function partsOf(content: string, from: number, to: number): TextPart[] {
  const parts: TextPart[] = [];
  const add = (start: number, end: number, bold: boolean) => {
    const push = (from: number, to: number, href: string | null) => {
      if (to > from) parts.push({ text: content.slice(from, to), at: from, bold, href });
    };
    let last = start;
    for (const found of content.slice(start, end).matchAll(LINK)) {
      const [whole, name = '', href = ''] = found;
      const at = start + found.index;
      push(last, at, null);
      push(at + 1, at + 1 + name.length, href);
      last = at + whole.length;
    }
    push(last, end, null);
  };
  let last = from;
  for (const found of content.slice(from, to).matchAll(BOLD)) {
    const [whole, before = '', inside = ''] = found;
    const at = from + found.index + before.length;
    add(last, at, false);
    add(at + 2, at + 2 + inside.length, true);
    last = from + found.index + whole.length;
  }
  add(last, to, false);
  return parts;
}

/** The title of a note that has none of its own: the first line's words, without marks. */
export function titleOfText(text: string): string {
  const [block] = noteBlocks(text.trim().split('\n', 1)[0] ?? '');
  const words = firstPartsOf(block).map((part) => part.text);
  return excerpt(words.join('').trim(), NOTE_OWN_TITLE_MAX);
}

/** The parts of a block, of several points or items those of the first one. */
function firstPartsOf(block: NoteBlock | undefined): readonly TextPart[] {
  switch (block?.kind) {
    case 'text':
      return block.parts;
    case 'points':
      return block.points[0]?.parts ?? [];
    case 'list':
      return block.items[0]?.parts ?? [];
    case undefined:
      return [];
  }
}

/**
 * A note as it is shown, with nothing twice: where the title is the first line of the text, the body is
 * what follows, from `line` on; where that line has marks or goes on behind the title, it is shown as it
 * is, and no title above it.
 */
export function shownOnce({ title, content }: { title: string; content: string }): {
  titled: boolean;
  body: string;
  line: number;
} {
  const whole = { titled: true, body: content, line: 0 };
  const text = content.trimStart();
  const [first = ''] = text.split('\n', 1);
  if (title !== first.trim() && title !== titleOfText(text)) return whole;
  const [block, ...others] = noteBlocks(first);
  const [part, ...parts] = block?.kind === 'text' ? block.parts : [];
  const isPlain = others.length + parts.length === 0 && part?.bold === false && part.href === null;
  if (!isPlain || title !== first.trim()) return { ...whole, titled: false };
  const body = text.slice(first.length).trimStart();
  return {
    ...whole,
    body,
    line: content.slice(0, content.length - body.length).split('\n').length - 1,
  };
}
