/**
 * `npm run bench`: every measurement in turn, or those named: `npm run bench -- tick-cost`. With
 * `--write` what was measured goes into the table of docs/measurements.md; figures of other runs stay there.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { KEEPING } from './figures';
import { writeTable } from './measurements-table';

const parts = [
  'delivery-throughput',
  'tick-cost',
  'lateness',
  'fairness',
  'years',
  'migrate',
  'kill-runs',
  'api-read',
  'load',
  'site-size',
  'lighthouse',
  'client-size',
  'phone',
  'big-list',
];

const args = process.argv.slice(2);
const writes = args.includes('--write');
const wanted = args.filter((each) => each !== '--write');
const unknown = wanted.filter((name) => !parts.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${parts.join(', ')}.`);
  process.exitCode = 1;
} else {
  for (const part of wanted.length > 0 ? wanted : parts) {
    console.log(`\n== ${part}`);
    const { status } = spawnSync(
      process.execPath,
      [...process.execArgv, path.join(import.meta.dirname, `${part}.ts`)],
      { stdio: 'inherit', env: { ...process.env, ...(writes && { [KEEPING]: '1' }) } },
    );
    if (status !== 0) process.exitCode = 1;
  }
  if (writes) await writeTable(parts);
}
