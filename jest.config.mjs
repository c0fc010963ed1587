import nextJest from 'next/jest.js';

const withNext = nextJest();

// As servers do; `npm test` runs the core under another zone.
process.env.TZ ??= 'UTC';

/** Packages that ship ES modules only: Jest runs CommonJS and has to transform them. */
const esmOnly = ['@tma\\.js', 'temporal-polyfill', 'temporal-utils', '@telegram-apps', 'ical\\.js'];

/** Entries of packages that Jest gets as one module each: src/testing/bundled.mjs. */
const bundled = `(${[
  '@opentelemetry/api/build/src/index',
  'date-fns/index',
  'date-fns-tz/dist/cjs/index',
  'prom-client/index',
  'telegraf/lib/index',
  'zod/index',
  'zod/mini/index',
].join('|')})\\.(js|cjs)$`;

/**
 * Globals that each module gets as its own variables. Jest's sandbox otherwise asks the host for each use of a
 * name, which took a third of the suites' time, most of it in Drizzle's walks through prototypes. No name stands
 * here that a test replaces (clocks, timers, fetch).
 */
const sandboxInjectedGlobals = [
  'Array',
  'Buffer',
  'Error',
  'JSON',
  'Map',
  'Math',
  'Number',
  'Object',
  'Promise',
  'RegExp',
  'Set',
  'String',
  'Symbol',
  'WeakMap',
];

/** @param {string[]} floors */
const testsOf = (...floors) => floors.map((floor) => `<rootDir>/src/${floor}/**/*.test.{ts,tsx}`);

/**
 * @param {string} name
 * @param {string[]} testMatch
 * @param {import('jest').Config} [rest]
 */
const project = async (name, testMatch, rest = {}) => {
  const config = await withNext({
    displayName: name,
    testEnvironment: 'node',
    sandboxInjectedGlobals,
    testMatch,
    // Those of `npm run test:parts` are a project of their own.
    testPathIgnorePatterns: ['\\.parts\\.test\\.ts$'],
    moduleNameMapper: {
      '^@/(.*)$': '<rootDir>/src/$1',
    },
    setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
    modulePathIgnorePatterns: ['<rootDir>/.next/', '<rootDir>/.data/'],
    ...rest,
  })();
  return {
    ...config,
    // After withNext, which would otherwise ignore all of node_modules.
    transform: { [bundled]: '<rootDir>/src/testing/bundled.mjs', ...config.transform },
    transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/|${bundled})`],
  };
};

const postgres = {
  globalSetup: '<rootDir>/src/testing/postgres-setup.ts',
  globalTeardown: '<rootDir>/src/testing/postgres-teardown.ts',
};

/**
 * `core` is pure and right under any TZ, `server` gets a real PostgreSQL, `client` a DOM.
 * `parts` and `readings` are what `npm test` leaves to `npm run test:parts`: `parts` needs other programs, or a machine
 * of its own; `readings` goes through thousands of lines that people wrote.
 *
 * @returns {Promise<import('jest').Config>}
 */
export default async () => ({
  projects: await Promise.all([
    project('core', [...testsOf('core', 'contract', 'texts'), '<rootDir>/src/*.test.ts']),
    project('server', testsOf('server', 'dev', 'app', 'testing'), postgres),
    project('parts', ['<rootDir>/src/!(core)/**/*.parts.test.ts'], {
      ...postgres,
      testPathIgnorePatterns: [],
    }),
    project('readings', ['<rootDir>/src/core/**/*.parts.test.ts'], { testPathIgnorePatterns: [] }),
    project('client', testsOf('client', 'site', 'theme'), {
      testEnvironment: '<rootDir>/src/testing/dom-environment.ts',
      setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts', '<rootDir>/src/testing/setup-dom.ts'],
    }),
  ]),
  // Against hanging only: suites run side by side, on machines of any speed.
  testTimeout: 60_000,
});
