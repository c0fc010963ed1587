/**
 * `npm test`, and with `--parts` `npm run test:parts`, the rest of the proof. Ends with what each phase took,
 * one line that counts every test, and the names of those that failed; fails where any check fails, and where
 * a suite ran no test.
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
/** By content: a clone's files are all of one moment. */
const ESLINT_CACHE = [
  '--cache-location',
  'node_modules/.cache/eslint/',
  '--cache-strategy',
  'content',
];
/** Room for what lives shortly: V8 clears it less often, which takes one part in fifteen off the suites' time. */
const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`;
const isCI = Boolean(process.env.CI);
const counts = { passed: 0, failed: 0 };
/** Each check that has run, with what it took. */
const phases: string[] = [];
/** What failed, by name: tests, and checks that are no tests. */
const failures: string[] = [];

interface Check {
  name: string;
  command: string[];
  env?: Record<string, string>;
  /** Reads the report that the command wrote to this file. */
  report?: { file: string; read: (json: unknown) => TestReport };
}

interface TestReport {
  passed: number;
  failed: string[];
  /** Those that passed at the second try only: failures in CI, where nobody looks at them twice. */
  flaky: string[];
}

const jestSuites = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

function readJestReport(json: unknown): TestReport {
  const { numPassedTests, testResults } = jestSuites.parse(json);
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(process.cwd(), name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    // A suite that did not even load fails without a failed test.
    if (status === 'failed' && tests.length === 0) return [file];
    return tests.map(({ fullName }) => `${file} › ${fullName}`);
  });
  return { passed: numPassedTests, failed, flaky: [] };
}

interface PlaywrightSuite {
  title: string;
  specs: { title: string; file: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[] | undefined;
}

const playwrightSuite: z.ZodType<PlaywrightSuite> = z.object({
  title: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      tests: z.array(z.object({ status: z.string() })),
    }),
  ),
  suites: z.array(z.lazy(() => playwrightSuite)).optional(),
});

const playwrightSuites = z.object({
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })),
});

function readPlaywrightReport(json: unknown): TestReport {
  const { suites, errors } = playwrightSuites.parse(json);
  const specsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ];
  const tests = suites
    .flatMap(specsOf)
    .flatMap((spec) =>
      spec.tests.map(({ status }) => ({ status, name: `e2e/${spec.file} › ${spec.title}` })),
    );
  const named = (wanted: string) =>
    tests.filter(({ status }) => status === wanted).map(({ name }) => name);
  return {
    passed: named('expected').length,
    failed: [
      ...named('unexpected'),
      ...errors.map(({ message }) => `e2e: ${message?.split('\n')[0] ?? 'error'}`),
    ],
    flaky: named('flaky'),
  };
}

const secondsSince = (start: number): number => Math.round((performance.now() - start) / 1000);

function endPhase(name: string, ok: boolean, start: number, tests = ''): void {
  const line = `${ok ? '✓' : '✗'} ${name} (${secondsSince(start)} s${tests})`;
  console.log(line);
  phases.push(line);
}

/** Runs a command with its output in a file, and answers its exit code; null where it did not even start. */
async function exitCodeOf({ command, env }: Check, logFile: string): Promise<number | null> {
  const log = createWriteStream(logFile);
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    env: { ...process.env, NODE_OPTIONS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve);
    child.on('error', () => resolve(null));
  });
  await new Promise<void>((resolve) => log.end(resolve));
  return code;
}

function readReport({ report }: Check): TestReport | null {
  if (!report) return null;
  try {
    return report.read(JSON.parse(readFileSync(report.file, 'utf8')));
  } catch {
    return null;
  }
}

/** Counts the tests of a report and names what failed; false where anything did, or nothing ran. */
function countTests({ passed, failed, flaky }: TestReport): boolean {
  const fallen = isCI ? [...failed, ...flaky.map((name) => `${name} (second try)`)] : failed;
  counts.passed += isCI ? passed : passed + flaky.length;
  counts.failed += fallen.length;
  failures.push(...fallen);
  return passed > 0 && fallen.length === 0;
}

/** Runs one check; prints what it said where anything failed, if only once. */
async function run(check: Check): Promise<void> {
  const start = performance.now();
  const logFile = path.join(folder, `${check.name.replace(/\W+/g, '-')}.log`);
  const code = await exitCodeOf(check, logFile);
  const tests = readReport(check);
  const testsPassed = tests ? countTests(tests) : !check.report;
  const ok = code === 0 && testsPassed;
  // Tests that failed are named one by one already.
  if (!ok && (tests?.failed ?? []).length === 0) failures.push(check.name);
  const flaky = tests?.flaky ?? [];
  const secondTry = flaky.length > 0 ? `, ${flaky.length} at the second try` : '';
  const counted = tests ? `, ${tests.passed} passed, ${tests.failed.length} failed` : '';
  endPhase(check.name, ok, start, `${counted}${secondTry}`);
  if (!ok || flaky.length > 0) console.log(readFileSync(logFile, 'utf8').slice(-20_000));
}

async function build(): Promise<void> {
  const start = performance.now();
  try {
    await ensureBuild();
    endPhase('production build', true, start);
  } catch (error) {
    endPhase('production build', false, start);
    console.log(error instanceof Error ? error.message : error);
    failures.push('production build');
  }
}

const plain = (name: string, ...command: string[]) => run({ name, command });

/** Where local time is never UTC, and summer time changes it: what reads the process's own zone is found. */
const FAR_FROM_UTC = 'America/New_York';

function jest(project: string, { workers = 1, timeZone = 'UTC' } = {}): Promise<void> {
  const file = path.join(folder, `${project}.json`);
  const options = ['--json', `--outputFile=${file}`, `--maxWorkers=${workers}`];
  return run({
    name: project,
    command: ['npx', 'jest', '--selectProjects', project, ...options],
    env: { TZ: timeZone },
    report: { file, read: readJestReport },
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
    report: { file, read: readPlaywrightReport },
  });
}

/** Runs these two at a time, one for each core, in their order. */
async function runInPairs(checks: (() => Promise<void>)[]): Promise<void> {
  const takeNext = async (): Promise<void> => {
    const check = checks.shift();
    if (!check) return;
    await check();
    await takeNext();
  };
  await Promise.all([takeNext(), takeNext()]);
}

console.log(`Browser: ${ensureChromium()}`);
if (process.argv.includes('--parts')) {
  console.log(`Pooler: ${ensurePgBouncer()}`);
  console.log(`PostgreSQL of the system: ${ensureDebianPostgres()}`);
  console.log(`Prometheus: ${ensurePrometheus()}`);
  console.log(`Web server: ${ensureCaddy()}`);
  // Alone and first: these hold deliveries to their time.
  await jest('parts', { workers: 2 });
  await build();
  // A browser often waits for what it has asked for: another check uses the core meanwhile.
  await runInPairs([() => playwright('server', 'details'), () => jest('readings')]);
} else {
  // The types of the routes, which lint and types read.
  await plain('route types', 'npx', 'next', 'typegen');
  // The longest first: neither core waits for the other's last check. But the build comes before the journeys, which
  // need it; and these stand in the middle, as a browser often waits for what it has asked for.
  await runInPairs([
    build,
    // A file's cached verdict may miss what a type elsewhere has changed; "types" reads all, and CI has no cache.
    () => plain('lint', 'npx', 'eslint', '--cache', ...ESLINT_CACHE, '.'),
    () => jest('client'),
    () => jest('core', { timeZone: FAR_FROM_UTC }),
    () => playwright('journeys'),
    () => plain('types', 'npx', 'tsc', '--noEmit'),
    () => plain('format', 'npx', 'prettier', '--check', '--cache', '.'),
  ]);
  await jest('server', { workers: 2 });
}

rmSync(folder, { recursive: true, force: true });
const total = secondsSince(began);
console.log(`\nTook ${Math.floor(total / 60)} min ${total % 60} s:\n${phases.join('\n')}`);
console.log(`${counts.passed} passed, ${Math.max(counts.failed, failures.length)} failed`);
// The very last lines: what there is to look at.
for (const failure of failures) console.log(`✗ ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
