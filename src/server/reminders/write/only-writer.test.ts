import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SERVER = path.resolve('src/server');
const WRITER = path.join('reminders', 'write');
/** A claim leases rows in the statement that chooses them. */
const CLAIM = path.join('reminders', 'claim-statement.ts');

test('rows of reminders are changed in one folder', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' });
  const writers = files.filter((file) => {
    if (!file.endsWith('.ts') || /\.test\.ts$/.test(file)) return false;
    const source = readFileSync(path.join(SERVER, file), 'utf8');
    return /update\(reminders\)|\bupdate\s+reminders\b/.test(source);
  });
  const others = writers.filter((file) => path.dirname(file) !== WRITER);
  expect(others).toEqual([CLAIM]);
  expect(writers.length).toBeGreaterThan(others.length);
});
