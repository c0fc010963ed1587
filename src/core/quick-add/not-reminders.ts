/** «заметка: код домофона 45В» */
const NOTE = /^\s*(?:заметк[аиу]|запиши(?:те)?(?: в заметки)?|note)\s*[:—–-]\s*(?=\S)/iu;

/** The text of a line that asks for a note; undefined for any other line. */
export function noteOf(line: string): string | undefined {
  const head = NOTE.exec(line.slice(0, HEAD_MAX))?.[0];
  return head === undefined ? undefined : line.slice(head.length).trim();
}
const HEAD_MAX = 60;
