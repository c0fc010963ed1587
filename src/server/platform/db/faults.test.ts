import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { testDatabase } from '@/testing/database';
import { isDataFault, safeFault } from './faults';
import { notes } from './schema';

const { db } = testDatabase();

/** Whether any word of a text, as long as a word, is found in what would be logged. */
const tells = (logged: unknown, secret: string) => JSON.stringify(logged).includes(secret);

/** Messages made to look like the places and names that are logged. */
const SECRET = 'zxsecretzx';
const hostileMessage = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        `at ${SECRET} (/srv/${SECRET}.js:1:1)`,
        `    at ${SECRET} (/srv/${SECRET}.js:1:1)`,
        `    at /srv/${SECRET}.ts:10:20`,
        `Error: ${SECRET}`,
        'Error',
        '\n',
        ': ',
        SECRET,
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join('\n'));

test('nothing of a message is logged, whatever it looks like', () => {
  fc.assert(
    fc.property(hostileMessage, hostileMessage, fc.boolean(), (message, inner, changed) => {
      const error = new Error(message, { cause: new TypeError(inner) });
      // A library may change the message after the stack was written.
      if (changed) error.message = message.slice(0, message.length / 2);
      expect(tells(safeFault(error), SECRET)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('nor anything of a name, a code or a stack that is no program’s', () => {
  const odd = Object.assign(new Error('x'), {
    name: 'купить молоко',
    code: 'у метро, в 9',
    constraint_name: 'два литра',
    stack: `Error: x\n    at купить (/молоко.js:1:1)\nкупить молоко`,
    cause: 'купить молоко',
  });
  expect(safeFault(odd)).toEqual({ name: 'Error' });
  expect(safeFault('купить молоко')).toEqual({ name: 'string' });
  expect(safeFault(undefined)).toEqual({ name: 'undefined' });
});

test('the place of a fault is told, from the root of the checkout, whatever its message', () => {
  for (const message of ['', 'x', '    at x (/y.js:1:1)', 'a\nb\n    at c']) {
    const fault = safeFault(new RangeError(message));
    expect(Object.keys(fault)).toEqual(['name', 'at']);
    expect(fault.name).toBe('RangeError');
    expect(fault.at).toMatch(/^at .*\(?src\/server\/platform\/db\/faults\.test\.ts:\d+:\d+\)?$/);
  }
});

test('what a database refuses is told by code, table and constraint, not by value', async () => {
  const text = 'купить молоко';
  const insert = db.insert(notes).values({
    userId: 404,
    categoryId: 1,
    title: text,
    content: `    at ${text} (/srv/x.js:1:1)`,
    dateTime: new Date(),
  });
  const refused = await insert.then(
    () => undefined,
    (error: unknown) => error,
  );
  const fault = safeFault(refused);
  expect(fault).toMatchObject({ code: '23503', table: 'notes', causes: [{ code: '23503' }] });
  expect(fault.constraint).toMatch(/^notes_/);
  expect(tells(fault, 'молоко')).toBe(false);
  expect(fault.at).toContain('src/server/platform/db/faults.test.ts');
});

test('a text with a zero byte is the data’s fault', async () => {
  const refused: unknown = await db
    .execute(sql`select ${'a\u0000b'}::text`)
    .catch((e: unknown) => e);
  expect(isDataFault(refused)).toBe(true);
});

test('causes that go round in a circle have an end', () => {
  const one = new Error('one');
  one.cause = new Error('two', { cause: one });
  expect(safeFault(one).causes).toEqual([{ name: 'Error' }]);
});
