import nextJest from 'next/jest.js';

const withNext = nextJest();

// As servers do; the core is also run under other zones, which the caller names.
process.env.TZ ??= 'UTC';

/** Packages that ship ES modules only: Jest runs CommonJS and has to transform them. */
const esmOnly = ['@tma\\.js', 'temporal-polyfill', 'temporal-utils', '@telegram-apps', 'ical\\.js'];

/** @param {string[]} floors */
const testsOf = (...floors) => floors.map((floor) => `<rootDir>/src/${floor}/**/*.test.{ts,tsx}`);

/**
 * @param {string} name
 * @param {string[]} testMatch
 * @param {import('jest').Config} [rest]
 */
const project = async (name, testMatch, rest = {}) => ({
  ...(await withNext({
    displayName: name,
    testEnvironment: 'node',
    testMatch,
    moduleNameMapper: {
      '^@/(.*)$': '<rootDir>/src/$1',
    },
    setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
    modulePathIgnorePatterns: ['<rootDir>/.next/', '<rootDir>/.data/'],
    ...rest,
  })()),
  // After withNext, which would otherwise ignore all of node_modules.
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
});

/**
 * Three projects: `core` is pure and is run under several TZ values, `server` gets a real
 * PostgreSQL, `client` a DOM.
 *
 * @returns {Promise<import('jest').Config>}
 */
export default async () => ({
  projects: await Promise.all([
    project('core', [...testsOf('core', 'contract', 'texts'), '<rootDir>/src/*.test.ts']),
    project('server', testsOf('server', 'dev', 'app', 'testing'), {
      globalSetup: '<rootDir>/src/testing/postgres-setup.ts',
      globalTeardown: '<rootDir>/src/testing/postgres-teardown.ts',
    }),
    project('client', testsOf('client', 'site', 'theme'), {
      testEnvironment: '<rootDir>/src/testing/dom-environment.ts',
      setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts', '<rootDir>/src/testing/setup-dom.ts'],
    }),
  ]),
  // Against hanging only: suites run side by side, on machines of any speed.
  testTimeout: 60_000,
});
