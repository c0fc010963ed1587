import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Inside a cell the SQL stays with what PostgreSQL-compatible distributed engines run, behind a
 * transaction pooler too (docs/operations.md, "Growth").
 */
const folder = path.join(process.cwd(), 'src/server');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, code: withoutComments(readFileSync(path.join(folder, file), 'utf8')) }));

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}
const filesWith = (pattern: RegExp, known: readonly string[] = []): string[] =>
  sources.flatMap(({ file, code }) => (pattern.test(code) && !known.includes(file) ? [file] : []));

test('there is something to look at', () => {
  expect(sources.length).toBeGreaterThan(50);
});

test('no row is matched by its place, which repeats from partition to partition', () => {
  expect(filesWith(/\bctid\b/)).toEqual([]);
});

test('no lock outlives its transaction', () => {
  expect(filesWith(/pg_(try_)?advisory_lock(_shared)?\b/)).toEqual([]);
});

test('every advisory lock stands where their keys are kept apart', () => {
  expect(filesWith(/pg_(try_)?advisory/, ['platform/db/locks.ts'])).toEqual([]);
});

test('nothing is set for a session, listened for or kept open in one', () => {
  const settings = /`\s*(set (?!local\b|constraints)|listen |prepare |declare )/i;
  expect(filesWith(settings)).toEqual([]);
});

test('the order of ids is never taken for the order of time', () => {
  // The tally does; docs/operations.md says what that means.
  expect(filesWith(/max\(id\)/, ['admin/tally.ts'])).toEqual([]);
});
