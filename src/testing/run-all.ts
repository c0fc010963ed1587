/**
 * `npm test`, and with `--parts` `npm run test:parts`, the rest of the proof. Ends with the time that it
 * took and one line that counts every test; fails where any check fails, and where a suite ran no test.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { ensureBuild } from '../dev/build';
import { ensureCaddy } from './caddy';
import { ensureChromium } from './chromium';
import { ensureDebianPostgres } from './debian-postgres';
import { ensurePgBouncer } from './pgbouncer';
import { ensurePrometheus } from './prometheus';

const folder = mkdtempSync(path.join(os.tmpdir(), 'napomnyu-test-'));
const began = performance.now();
const counts = { passed: 0, failed: 0 };
const failures: string[] = [];

interface Check {
  name: string;
  command: string[];
  env?: Record<string, string>;
  /** Reads the report that the command wrote to this file and counts its tests. */
  report?: { file: string; read: (json: unknown) => Counted };
}

interface Counted {
  passed: number;
  failed: number;
  /** Of those that passed: at the second try only. */
  flaky: number;
}

const jestReport = (json: unknown) => {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = z
    .object({
      numPassedTests: z.number(),
      numFailedTests: z.number(),
      numFailedTestSuites: z.number(),
    })
    .parse(json);
  // A suite that did not even load fails without a failed test.
  return {
    passed: numPassedTests,
    failed: Math.max(numFailedTests, numFailedTestSuites),
    flaky: 0,
  };
};

const playwrightReport = (json: unknown) => {
  const { stats, errors } = z
    .object({
      stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
      errors: z.array(z.unknown()),
    })
    .parse(json);
  const { expected, unexpected, flaky } = stats;
  return { passed: expected + flaky, failed: Math.max(unexpected, errors.length), flaky };
};

const secondsSince = (start: number): number => Math.round((performance.now() - start) / 1000);

/** Runs one check with its output in a file of its own; prints that output where anything failed, if only once. */
async function run({ name, command, env, report }: Check): Promise<void> {
  const start = performance.now();
  const logFile = path.join(folder, `${name.replace(/\W+/g, '-')}.log`);
  const log = createWriteStream(logFile);
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve);
    child.on('error', () => resolve(null));
  });
  await new Promise<void>((resolve) => log.end(resolve));
  let ok = code === 0;
  let isFlaky = false;
  let tests = '';
  if (report) {
    try {
      const { passed, failed, flaky } = report.read(JSON.parse(readFileSync(report.file, 'utf8')));
      counts.passed += passed;
      counts.failed += failed;
      isFlaky = flaky > 0;
      tests = `, ${passed} passed, ${failed} failed${isFlaky ? `, ${flaky} at the second try` : ''}`;
      ok &&= passed > 0 && failed === 0;
    } catch {
      ok = false;
      tests = ', no report';
    }
  }
  console.log(`${ok ? '✓' : '✗'} ${name} (${secondsSince(start)} s${tests})`);
  if (!ok) failures.push(name);
  if (ok && !isFlaky) return;
  console.log(readFileSync(logFile, 'utf8').slice(-20_000));
}

async function build(): Promise<void> {
  const start = performance.now();
  try {
    await ensureBuild();
    console.log(`✓ production build (${secondsSince(start)} s)`);
  } catch (error) {
    console.log(`✗ production build\n${error instanceof Error ? error.message : ''}`);
    failures.push('production build');
  }
}

const plain = (name: string, ...command: string[]) => run({ name, command });

function jest(project: string, { workers = 1, timeZone = 'UTC' } = {}): Promise<void> {
  const name = timeZone === 'UTC' ? project : `${project}, ${timeZone}`;
  const file = path.join(folder, `${name.replace(/\W+/g, '-')}.json`);
  const options = ['--json', `--outputFile=${file}`, `--maxWorkers=${workers}`];
  return run({
    name,
    command: ['npx', 'jest', '--selectProjects', project, ...options],
    env: { TZ: timeZone },
    report: { file, read: jestReport },
  });
}

function playwright(...projects: string[]): Promise<void> {
  const file = path.join(folder, 'browser.json');
  return run({
    name: projects.join(', '),
    command: [
      ...['npx', 'playwright', 'test', '--reporter=json'],
      ...projects.map((project) => `--project=${project}`),
    ],
    env: { CHROMIUM_PATH: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    report: { file, read: playwrightReport },
  });
}

console.log(`Browser: ${ensureChromium()}`);
if (process.argv.includes('--parts')) {
  console.log(`Pooler: ${ensurePgBouncer()}`);
  console.log(`PostgreSQL of the system: ${ensureDebianPostgres()}`);
  console.log(`Prometheus: ${ensurePrometheus()}`);
  console.log(`Web server: ${ensureCaddy()}`);
  // Alone and first: these hold deliveries to their time.
  await jest('parts', { workers: 2 });
  await Promise.all(
    ['Europe/Berlin', 'America/New_York'].map((timeZone) => jest('core', { timeZone })),
  );
  await build();
  await playwright('server', 'details');
} else {
  await plain('route types', 'npx', 'next', 'typegen');
  // One for each core; the build writes what lint and types read.
  await Promise.all([
    (async () => {
      await plain('lint and types', 'npx', 'eslint', '.');
      await build();
    })(),
    (async () => {
      await plain('format', 'npx', 'prettier', '--check', '.');
      await jest('core');
      await jest('client');
    })(),
  ]);
  await jest('server', { workers: 2 });
  await playwright('journeys');
}

rmSync(folder, { recursive: true, force: true });
if (failures.length > 0) console.log(`Failed: ${failures.join('; ')}`);
const total = secondsSince(began);
console.log(`Took ${Math.floor(total / 60)} min ${total % 60} s`);
console.log(`${counts.passed} passed, ${Math.max(counts.failed, failures.length)} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
