import nextPlugin from '@next/eslint-plugin-next';
import boundaries from 'eslint-plugin-boundaries';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/**
 * The floors of the house and what each may import. README draws this table.
 * A floor that is not named in another's list cannot be imported from it.
 */
const floors = {
  texts: [],
  core: ['texts'],
  contract: ['core', 'texts'],
  server: ['contract', 'core', 'texts'],
  client: ['contract', 'core', 'texts', 'theme'],
  theme: ['texts'],
  site: ['texts', 'theme'],
  app: ['client', 'site', 'theme', 'server', 'contract', 'core', 'texts'],
  dev: ['server', 'contract', 'core', 'texts'],
  testing: ['dev', 'server', 'client', 'theme', 'contract', 'core', 'texts'],
  e2e: ['dev', 'testing', 'server', 'contract', 'core', 'texts'],
  bench: ['dev', 'testing', 'server', 'contract', 'core', 'texts'],
};
const outsideSrc = ['e2e', 'bench'];

const tests = ['**/*.test.ts', '**/*.test.tsx'];

const policies = Object.entries(floors).map(([floor, allowed]) => ({
  from: { element: { type: floor } },
  allow: { to: { element: { types: { anyOf: [floor, ...allowed] } } } },
}));
policies.push({
  from: { file: { categories: 'test' } },
  allow: { to: { element: { type: 'testing' } } },
});

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      '.next',
      '.data',
      'next-env.d.ts',
      'drizzle',
      'test-results',
      'playwright-report',
      // An app of its own, and a preload of a server: without types.
      'bench/empty-app',
      'bench/heap-probe.cjs',
    ],
  },
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, argsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    plugins: { '@next/next': nextPlugin, 'react-hooks': reactHooks },
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      ...nextPlugin.configs.recommended.rules,
      ...nextPlugin.configs['core-web-vitals'].rules,
      ...reactHooks.configs.recommended.rules,
      // There is no pages directory to look into.
      '@next/next/no-html-link-for-pages': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}', 'e2e/**/*.ts', 'bench/**/*.ts'],
    plugins: { boundaries },
    settings: {
      'import/resolver': { typescript: { alwaysTryTypes: true } },
      'boundaries/elements': Object.keys(floors).map((floor) => ({
        type: floor,
        pattern: outsideSrc.includes(floor) ? floor : `src/${floor}`,
      })),
      'boundaries/files': [{ category: 'test', pattern: tests }],
    },
    rules: { 'boundaries/dependencies': ['error', { default: 'disallow', policies }] },
  },
  {
    // Terminals and suites talk to the console.
    files: ['src/dev/**', 'src/testing/**', 'e2e/**', 'bench/**', ...tests],
    rules: { 'no-console': 'off' },
  },
  { files: ['**/*.mjs'], extends: [tseslint.configs.disableTypeChecked] },
);
