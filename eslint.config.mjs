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
  theme: [],
  site: ['texts', 'theme'],
  app: ['client', 'site', 'theme', 'server', 'contract', 'core', 'texts'],
  dev: ['server', 'contract', 'core', 'texts'],
  testing: ['dev', 'server', 'client', 'theme', 'contract', 'core', 'texts'],
  e2e: ['dev', 'testing', 'server', 'contract', 'core', 'texts'],
  bench: ['dev', 'testing', 'server', 'contract', 'core', 'texts'],
};
/**
 * The rooms of `src/client`, bottom to top: a room imports from those that stand before it, never from one
 * behind it, and so never in a circle.
 */
const clientRooms = [
  'host', // Telegram around the app: launch, addresses, keyboard
  'wire', // requests to the server, and what the prelude has asked for
  'ui', // the kit, of the names and props of MUI: it knows no session
  'session', // who is there
  'list',
  'form',
  'tutorial',
  'categories',
  'reminders/list',
  'reminders/form',
  'reminders/quick',
  'reminders/view',
  'reminders/calendar',
  'reminders/screen',
  'notes',
  'profile',
  'admin',
  'prelude', // what the document itself carries, and runs before any of the rest
  'shell', // what stands around the screens
  'start',
];

/** The rooms of `src/core/quick-add` on the way of a line, in the same order. */
const quickAddRooms = ['tokens', 'readers', 'choice', 'messages', 'replies', 'conversation'];

/** The rooms of `src/server`, bottom to top, in the same way. */
const serverRooms = [
  'platform', // database, environment, HTTP, log, limits of rate, metrics
  'telegram', // the Bot API: client, webhook, turn, keyboards
  'accounts',
  'reminders/write', // whatever changes a stored reminder
  'outbox', // the one engine that sends
  'drafts',
  'categories',
  'notes',
  'reminders',
  'days', // quiet hours, agenda, review
  'sharing',
  'transfer', // import and export
  'calendar',
  'retention',
  'notices',
  'admin',
  'quick-add', // what somebody writes in the chat becomes a card, a reminder, a note
  'guest', // what is asked in chats that the bot is not in
  'chat', // the router: which words and presses go where
];

/** Where Russian words may stand in what reads and answers messages: nowhere else in these rooms. */
const roomsOfChat = [
  ...['messages', 'replies', 'conversation'].map((room) => `src/core/quick-add/${room}`),
  'src/server/quick-add',
];
const wordsOfChat = [
  'src/core/quick-add/messages/{counter,not-reminders,request}.ts',
  'src/core/quick-add/replies/{answer,consent,pause-all,read-reply,reply,reply-moment,reply-words}.ts',
  'src/core/quick-add/conversation/{act-of,beside,choice,correction,decide,moment,reply-for}.ts',
  'src/core/quick-add/conversation/{named,names,other-number,points,questions}.ts',
  'src/core/quick-add/conversation/{several,spoken,stock,vetoes}.ts',
  'src/server/quick-add/choices.ts',
];
/** A string, a pattern, a template or a name with a Cyrillic letter. */
const cyrillic =
  ':matches(Literal[raw=/[Ѐ-ӿ]/], TemplateElement[value.raw=/[Ѐ-ӿ]/], Identifier[name=/[Ѐ-ӿ]/])';

const outsideSrc = ['e2e', 'bench'];

const tests = ['**/*.test.ts', '**/*.test.tsx'];

/** The only module of the tests that may have timers. */
const timersOfTests = 'src/testing/until.ts';

const insteadOfTimers =
  'A test waits for an event: `until` a condition holds, or move a clock (movedClock, jest.useFakeTimers,' +
  ` page.clock). What needs a duration by its nature (a limit, a stand-in’s latency) lies in ${timersOfTests}.`;
const timers = ['setTimeout', 'setInterval'];
const restrictedTimers = timers.map((name) => ({ name, message: insteadOfTimers }));
/** Selects a look at a clock: whoever waits until it shows a later time waits for a duration. */
const lookAtClock =
  ':matches(CallExpression[callee.object.name=/^(performance|Date)$/][callee.property.name="now"],' +
  ' NewExpression[callee.name="Date"][arguments.length=0])';

/** Forbids every wait whose end is a duration. */
const noWaitsForDurations = {
  'no-restricted-globals': ['error', ...restrictedTimers],
  'no-restricted-imports': [
    'error',
    {
      paths: ['timers', 'node:timers', 'timers/promises', 'node:timers/promises'].map((name) => ({
        name,
        importNames: [...timers, 'scheduler'],
        message: insteadOfTimers,
      })),
      patterns: [{ regex: '(^|[/-])(delay|pause|sleep|wait)$', message: insteadOfTimers }],
    },
  ],
  'no-restricted-properties': [
    'error',
    { property: 'waitForTimeout', message: insteadOfTimers },
    ...['wait', 'waitAsync'].map((property) => ({
      object: 'Atomics',
      property,
      message: insteadOfTimers,
    })),
    ...['global', 'globalThis', 'window'].flatMap((object) =>
      timers.map((property) => ({ object, property, message: insteadOfTimers })),
    ),
  ],
  'no-restricted-syntax': [
    'error',
    ...[
      'ImportSpecifier[imported.name=/^(delay|sleep)$/]',
      // import('node:timers/promises'), require('timers')
      ':matches(ImportExpression[source.value=/^(node:)?timers/], CallExpression[arguments.0.value=/^(node:)?timers/])',
      ':matches(Literal[value=/pg_sleep/i], TemplateElement[value.raw=/pg_sleep/i])',
      `CallExpression[callee.name=/^(until|waitFor)$/] ${lookAtClock}`,
      `CallExpression[callee.property.name="poll"] ${lookAtClock}`,
      `:matches(WhileStatement, DoWhileStatement) > .test ${lookAtClock}`,
      `:matches(WhileStatement, DoWhileStatement) > ${lookAtClock}.test`,
    ].map((selector) => ({ selector, message: insteadOfTimers })),
  ],
};

const elements = Object.keys(floors).map((floor) => ({
  type: floor,
  pattern: outsideSrc.includes(floor) ? floor : `src/${floor}`,
}));
/**
 * @param {string} type
 * @param {string[]} allowed
 */
const policy = (type, allowed) => ({
  from: { element: { type } },
  allow: { to: { element: { types: { anyOf: [type, ...allowed] } } } },
});
/** @param {string[]} rooms */
const forTests = (rooms = []) => ({
  from: { file: { categories: 'test' } },
  allow: { to: { element: { types: { anyOf: ['testing', 'app', ...rooms] } } } },
});
const policies = [
  ...Object.entries(floors).map(([floor, allowed]) => policy(floor, allowed)),
  forTests(),
];

/**
 * The boundaries between the rooms of a folder, beside those of the floors. Files that stand beside the rooms
 * may import all of them.
 *
 * @param {string} folder
 * @param {string[]} rooms
 */
const boundariesOfRooms = (folder, rooms) => {
  const [floor, inner] = folder.split('/');
  // The rest of a floor lies below the rooms of a folder within it, and above the floor's own rooms.
  const below = inner ? [floor, ...floors[floor]] : floors[floor];
  return {
    files: [`src/${folder}/**/*.{ts,tsx}`],
    settings: {
      'boundaries/elements': [
        ...rooms.map((room) => ({ type: room, pattern: `src/${folder}/${room}` })),
        ...elements,
      ],
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          policies: [
            ...rooms.map((room, at) => policy(room, [...rooms.slice(0, at), ...below])),
            policy(floor, [...rooms, ...floors[floor]]),
            // A test stands beside its subject, and may open the whole screen on which that is seen.
            forTests([floor, ...rooms]),
          ],
        },
      ],
    },
  };
};

const ignores = [
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
];

export default tseslint.config(
  { ignores },
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        // One program for all files, as for tsc; projectService has one for editors.
        project: './tsconfig.json',
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
      // Dear, and about what hardly occurs here: enums, instances of classes, types made of nothing.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-generated-empty-object-type': 'off',
    },
  },
  {
    plugins: { '@next/next': nextPlugin, 'react-hooks': reactHooks },
    files: ['src/{app,client,site,testing,theme}/**/*.tsx', 'src/{client,theme}/**/*.ts'],
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
      'boundaries/elements': elements,
      'boundaries/files': [{ category: 'test', pattern: tests }],
    },
    rules: { 'boundaries/dependencies': ['error', { default: 'disallow', policies }] },
  },
  {
    // The weights and the stemmer would weigh more than the rest of the app.
    files: ['src/{client,site,theme}/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: 'quick-add/conversation/', message: 'It is read by the server.' }] },
      ],
    },
  },
  boundariesOfRooms('client', clientRooms),
  boundariesOfRooms('server', serverRooms),
  boundariesOfRooms('core/quick-add', quickAddRooms),
  {
    files: roomsOfChat.map((room) => `${room}/*.ts`),
    ignores: [...tests, ...wordsOfChat],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: cyrillic,
          message:
            'What people say is learnt from examples, and what is answered stands in src/texts: see wordsOfChat.',
        },
      ],
    },
  },
  {
    // Terminals and suites talk to the console.
    files: ['src/dev/**', 'src/testing/**', 'e2e/**', 'bench/**', ...tests],
    rules: { 'no-console': 'off' },
  },
  {
    files: [...tests, 'e2e/**/*.ts', 'src/testing/**/*.{ts,tsx}'],
    ignores: [timersOfTests],
    rules: noWaitsForDurations,
  },
  {
    // What is `any` in a test (JSON, a mock) is judged by what the test expects of it; these took a sixth of the lint.
    files: [...tests, 'e2e/**/*.ts', 'bench/**/*.ts', 'src/testing/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
  },
);
