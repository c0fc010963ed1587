import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as schema from '../../platform/db/schema';

const SERVER = path.resolve('src/server');
const WRITER = path.join('reminders', 'write');
/** A claim leases rows in the statement that chooses them. */
const CLAIM = path.join('reminders', 'claim-statement.ts');
/** Leases rows of any table but reminders: each kind of message beside them names its own. */
const LEASED_ROWS = path.join('outbox', 'leased-rows.ts');

/** A reminder's row, what became of its occurrences, and what takes the latest act on it back. */
const WRITTEN = ['reminders', 'occurrences', 'acts'];
const isOther = (table: string): boolean => !WRITTEN.includes(table) && table in schema;

/** Whether a name stands for other tables alone: by itself, or in a loop over some that are named there. */
function namesOthers(name: string, source: string): boolean {
  const loop = new RegExp(`\\bconst ${name} of \\[([^\\]]*)\\]`).exec(source);
  const tables = loop?.[1]?.split(',') ?? [name];
  return tables.every((table) => isOther(table.trim()));
}

const BY_BUILDER = /\.(?:update|insert)\(\s*(\w*)/g;
const IN_SQL = /\b(?:update|insert into)\s+\$\{\s*(\w*)/g;
const BY_NAME = new RegExp(`\\b(?:update|insert into)\\s+(?:${WRITTEN.join('|')})\\b`);

/** Whether a source writes rows of a reminder, or of a table that only its caller knows. */
function mayWriteReminders(source: string): boolean {
  const ofRows = source.replaceAll(/createH(ash|mac)\([^)]*\)\s*\.update\(/g, '');
  const tables = [...ofRows.matchAll(BY_BUILDER), ...ofRows.matchAll(IN_SQL)];
  const isUnknown = tables.some(([, table = '']) => !namesOthers(table, ofRows));
  return BY_NAME.test(ofRows) || isUnknown;
}

test('a table that is a parameter counts as reminders, others by their name do not', () => {
  expect(mayWriteReminders('tx.update(table).set(change)')).toBe(true);
  expect(mayWriteReminders('sql`update ${table} set x = 1`')).toBe(true);
  expect(mayWriteReminders('tx.update(reminders).set(change)')).toBe(true);
  expect(mayWriteReminders('tx.insert(occurrences).values(past)')).toBe(true);
  expect(mayWriteReminders('for (const each of [notes, reminders]) tx.update(each)')).toBe(true);
  expect(mayWriteReminders('for (const each of [notes, drafts]) tx.update(each)')).toBe(false);
  expect(mayWriteReminders('with old as () update reminders set')).toBe(true);
  expect(mayWriteReminders('insert into acts (reminder_id)')).toBe(true);
  expect(mayWriteReminders('tx.insert(notes); sql`update ${users} set`')).toBe(false);
  expect(mayWriteReminders("createHash('sha256').update(text)")).toBe(false);
});

test('rows of reminders, their occurrences and acts are written in one folder', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' });
  const writers = files.filter((file) => {
    if (!file.endsWith('.ts') || /\.test\.ts$/.test(file)) return false;
    return mayWriteReminders(readFileSync(path.join(SERVER, file), 'utf8'));
  });
  const others = writers.filter((file) => path.dirname(file) !== WRITER);
  expect(others.sort()).toEqual([LEASED_ROWS, CLAIM]);
  expect(writers.length).toBeGreaterThan(others.length);
});

test('leased rows are of other tables', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' });
  const kinds = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const tables = kinds.flatMap((file) => {
    const source = readFileSync(path.join(SERVER, file), 'utf8');
    return /[^n] leasedRows\b[<(]/.test(source)
      ? [...source.matchAll(/\btable: (\w+)/g)].map(([, table = '']) => table)
      : [];
  });
  expect(tables.length).toBeGreaterThan(3);
  expect(tables.filter((table) => !isOther(table))).toEqual([]);
});
