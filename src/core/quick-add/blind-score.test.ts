import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inShort, readBlindSet, score } from './blind-score';

/**
 * The blind set of 22 November 2026: 396 phrases by somebody who had not seen the grammar. Scored first
 * (90.4 % right, 27 silently wrong), it is a regression set since then.
 */
const lines = readBlindSet(readFileSync(join(__dirname, 'blind-2026-11-22.jsonl'), 'utf8'));

/** Here the grammar means the last day of each month, and so begins in November. */
const ANOTHER_VIEW = new Set(['каждый месяц 31 числа в 12:00 сверка остатков']);

const misses = score(lines)
  .filter(({ line, verdict }) => verdict !== 'right' && !ANOTHER_VIEW.has(line.text))
  .map(({ line, verdict, results }) => `${verdict}: «${line.text}» ${results.map(inShort).join()}`);

test('nothing of the blind set is silently misread', () => {
  expect(misses.filter((miss) => miss.startsWith('silent'))).toEqual([]);
});

test('the blind set is read as people mean it', () => {
  expect(misses).toEqual([]);
});
