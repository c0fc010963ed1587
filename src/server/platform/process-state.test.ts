import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { inOwnProcess } from '@/testing/own-process';
import * as nudge from './nudge';
import { testDatabase } from '@/testing/database';

const { db } = testDatabase();
const NOON = new Date('2026-03-01T12:00:00Z');

/** What a second loading of the module gives, as Next loads it for the routes and for what runs beside them. */
async function anotherCopy(): Promise<typeof nudge> {
  const copies: (typeof nudge)[] = [];
  await jest.isolateModulesAsync(async () => {
    copies.push(await import('./nudge'));
  });
  const [copy] = copies;
  if (!copy) throw new Error('the module was not loaded');
  return copy;
}

test('what one copy of a module keeps, every other copy in the process has; another process has not', async () => {
  const heard: Date[] = [];
  nudge.onNudge((at) => heard.push(at));
  const copy = await anotherCopy();
  expect(copy.nudgeDelivery).not.toBe(nudge.nudgeDelivery);
  copy.nudgeDelivery(db, NOON);
  expect(heard).toEqual([NOON]);
  const elsewhere = await inOwnProcess(() => import('./nudge'));
  elsewhere.nudgeDelivery(db, NOON);
  expect(heard).toEqual([NOON]);
  nudge.onNudge(null);
  copy.nudgeDelivery(db, NOON);
  expect(heard).toEqual([NOON]);
});

/** What outlives a request at a module's own level: a variable, or a collection that is not written as its content. */
const KEEPS =
  /^(export )?(let |var |const \w+(: .*)? = (\[\]|\{\}|new (Weak)?(Map|Set)(<.*>)?\(\));$)/m;

test('nothing else on the server keeps anything from one request to the next', async () => {
  const folder = path.resolve('src/server');
  const files = await readdir(folder, { recursive: true });
  const product = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const keeping: string[] = [];
  for (const file of product) {
    const source = await readFile(path.join(folder, file), 'utf8');
    if (KEEPS.test(source) || source.includes('= globalThis;')) keeping.push(file);
  }
  expect(keeping).toEqual(['platform/process-state.ts']);
});
