/** `npm run bench`: every measurement in turn, or those named: `npm run bench -- site-size`. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const parts = ['site-size', 'lighthouse', 'kill-runs'];

const wanted = process.argv.slice(2);
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
      { stdio: 'inherit' },
    );
    if (status !== 0) process.exitCode = 1;
  }
}
