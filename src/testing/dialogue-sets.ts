import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Dialogue, readDialogues } from './dialogue-format';
import { readRecord, type RecordedLine, writeRecord } from './dialogue-record';

/** Where the sets of dialogues lie, and beside them what is recorded of each. */

export const FOLDER = path.join(process.cwd(), 'src/core/quick-add/test-data');

/** A set that was opened to build against: the one that is played over PostgreSQL each time. */
export const DEVELOPMENT = path.join(FOLDER, 'dialogues-dev.jsonl');

const recordOf = (set: string): string =>
  path.join(path.dirname(set), 'recorded', path.basename(set));

/** The sets of which there is a record. */
export const recordedSets = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => /^dialogues-.*\.jsonl$/.test(name))
    .map((name) => path.join(FOLDER, name))
    .filter((set) => existsSync(recordOf(set)));

/** Throws where a line is no dialogue. */
export function dialoguesIn(set: string): Dialogue[] {
  return readDialogues(readFileSync(set, 'utf8')).map((dialogue) => {
    if (typeof dialogue === 'string') throw new Error(`${path.basename(set)}, ${dialogue}`);
    return dialogue;
  });
}

/** Nothing where it was never recorded. */
export function recordedLines(set: string): RecordedLine[] {
  const file = recordOf(set);
  return existsSync(file) ? readRecord(readFileSync(file, 'utf8')) : [];
}

export function storeRecord(set: string, lines: readonly RecordedLine[]): void {
  const file = recordOf(set);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, writeRecord(lines));
}
