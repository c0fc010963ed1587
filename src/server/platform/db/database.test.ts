import path from 'node:path';
import fc from '@/testing/fast-check';
import { readdir, readFile } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { testDatabase } from '@/testing/database';
import { DatabaseUrlError, readDatabaseUrl } from './address';
import { isDataFault, safeFault } from './faults';
import { notes } from './schema';
import * as schema from './schema';
import { LOCKS } from './locks';
import { log } from '../log';
import { afterCommit } from './after-commit';
import { type Db } from './client';

describe('the database’s address', () => {
  const HOST = 'db.example';
  const at = (query: string) => readDatabaseUrl(`postgres://anna:secret@${HOST}/napomnyu?${query}`);

  test('what providers add to their URLs reaches no server and is named', () => {
    const neon = at('sslmode=require&channel_binding=require');
    expect(neon).toMatchObject({
      client: { ssl: { rejectUnauthorized: false } },
      dropped: ['channel_binding'],
    });
    const supabase = at(
      'pgbouncer=true&supa=base-pooler.x&max=1&statement_timeout=1&schema=public',
    );
    expect(Object.values(supabase.client).filter(Boolean)).toEqual([
      HOST,
      'anna',
      'secret',
      'napomnyu',
    ]);
    expect(supabase.dropped).toEqual(['pgbouncer', 'supa', 'max', 'statement_timeout', 'schema']);
  });

  test('what a driver understands is kept', () => {
    expect(at('application_name=mine&options=endpoint%3Dep-1&sslnegotiation=direct')).toMatchObject(
      {
        client: {
          application_name: 'mine',
          options: 'endpoint=ep-1',
          sslnegotiation: 'direct',
          ssl: true,
        },
        dropped: [],
      },
    );
  });

  test('user, password, host, port and database are taken as they were encoded', () => {
    const read = (url: string) => readDatabaseUrl(url).client;
    expect(read('postgresql://a%40b:p%3As%3A%2F@h.example:6543/d%20b')).toMatchObject({
      user: 'a@b',
      password: 'p:s:/',
      host: 'h.example',
      port: 6543,
      database: 'd b',
    });
    expect(read('postgres://u:p:q@[::1]:6000/d')).toMatchObject({
      password: 'p:q',
      host: '::1',
      port: 6000,
    });
    expect(read('postgres://u:p@/d?host=/var/run/postgresql&sslmode=require')).toMatchObject({
      host: '/var/run/postgresql',
      database: 'd',
      ssl: false,
    });
  });

  test('without sslmode there is no TLS; ssl=true verifies all, as node-postgres has it', () => {
    expect(at('').client.ssl).toBeUndefined();
    expect(at('sslmode=disable').client.ssl).toBe(false);
    expect(at('ssl=true').client.ssl).toBe(true);
    expect(at('ssl=false').client.ssl).toBeFalsy();
    expect(at('sslmode=verify-full').client.ssl).toEqual({});
  });

  test.each([
    ['mysql://anna:hidden@db/x', /form postgres/],
    ['postgres://anna:hid?den@db.example:5432/x', /percent-encoded/],
    ['postgres://anna:hidden@db.example:port/x', /form postgres/],
    ['postgres://anna:hidden@db.example/x?sslmode=hidden', /sslmode must be one of/],
    ['postgres://anna:hidden@db.example/x?sslmode=allow', /sslmode must be one of/],
    ['postgres://anna:hidden@db.example/x?sslmode=verify-ca', /needs sslrootcert/],
    ['postgres://anna:hidden@db.example/x?sslrootcert=/hidden', /cannot be read/],
    ['postgres://anna:hidden@db.example/x?sslrootcert=system', /cannot be read/],
    ['postgres://anna:hidden@db.example/x?ssl=hidden', /ssl must be true/],
    ['postgres://anna:hidden@one:1,two:2/x', /form postgres/],
  ])('%s is refused with a reason, and not quoted', (url, reason) => {
    const read = () => readDatabaseUrl(url);
    expect(read).toThrow(DatabaseUrlError);
    expect(read).toThrow(reason);
    expect(read).not.toThrow(/hid/);
  });

  test('a piece of a password that looks like a parameter is not named', () => {
    const { dropped } = readDatabaseUrl('postgres://anna:12?34@db.example/x=1');
    expect(dropped.join()).not.toContain('34');
  });
});

describe('faults of the database', () => {
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
      { numRuns: 150 },
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
      expect(fault).toEqual({ name: 'RangeError', at: fault.at });
      expect(fault.at).toMatch(
        /^at .*\(?src\/server\/platform\/db\/database\.test\.ts:\d+:\d+\)?$/,
      );
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
    expect(fault).toMatchObject({ code: '23503', table: 'notes' });
    expect(fault.constraint).toMatch(/^notes_/);
    expect(tells(fault, 'молоко')).toBe(false);
    expect(fault.at).toContain('src/server/platform/db/database.test.ts');
  });

  test('what keeps a request from another server is not told of the database', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    expect(safeFault(new Error('query', { cause: refused })).means).toMatch(/^the database/);
    // As Node's `fetch` tells of it.
    const unreached = new TypeError('fetch failed', { cause: refused });
    expect(safeFault(unreached)).toMatchObject({ code: 'ECONNREFUSED', means: undefined });
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
    expect(safeFault(one)).toMatchObject({ name: 'Error' });
  });
});

describe('locks', () => {
  const { db } = testDatabase();

  test('whatever number Telegram gives a person, their lock is no other’s', async () => {
    const people = [1, 2, 7_316, 7_316_001, 7_316_002, 2 ** 32 * 7_316 + 1, 2 ** 52];
    const { rows } = await db.transaction(async (tx) => {
      await tx.execute(LOCKS.ofMigrations);
      await tx.execute(LOCKS.ofCleanup);
      for (const id of people) await tx.execute(LOCKS.ofPerson(id));
      return tx.execute(
        sql`select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
      );
    });
    expect(rows).toHaveLength(people.length + 2);
  });
});

describe('migrations', () => {
  const { db } = testDatabase();

  test('every index that the schema names is in a database that was migrated, and no other', async () => {
    const named = Object.values(schema).flatMap((each: unknown) =>
      is(each, PgTable) ? getTableConfig(each).indexes.map(({ config }) => config.name ?? '') : [],
    );
    // Those of keys and unique constraints come with their tables.
    const { rows } = await db.execute<{ name: string }>(sql`
      select indexrelid::regclass::text as name from pg_index
      where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
        and not exists (select from pg_constraint where conindid = indexrelid)`);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
  });

  test('no migration after the first one holds a table for as long as it takes to read it', async () => {
    const names = await readdir(path.resolve('drizzle'));
    const migrations = names.filter((name) => name.endsWith('.sql')).sort();
    expect(migrations[0]).toMatch(/^0000_/);
    for (const name of migrations.slice(1)) {
      const file = await readFile(path.resolve('drizzle', name), 'utf8');
      expect([name, statementsThatReadAll(file)]).toEqual([name, []]);
    }
  });

  test.each([
    'CREATE INDEX "a" ON "users" USING btree ("id");',
    'UPDATE "users" SET "tutorial_step" = 0;',
    'ALTER TABLE "users" ADD CONSTRAINT "a" CHECK ("tutorial_step" > 0);',
    'ALTER TABLE "users" ALTER COLUMN "username" SET NOT NULL;',
  ])('%s would', (statement) => {
    expect(statementsThatReadAll(statement)).toEqual([statement]);
    expect(
      statementsThatReadAll(`CREATE TABLE "users" ();--> statement-breakpoint\n${statement}`),
    ).toEqual([]);
  });

  test.each([
    'CREATE INDEX CONCURRENTLY "a" ON "users" USING btree ("id");',
    'ALTER TABLE "users" ADD COLUMN "a" text;',
    'ALTER TABLE "users" ADD CONSTRAINT "a" CHECK ("tutorial_step" > 0) NOT VALID;',
  ])('%s would not', (statement) => {
    expect(statementsThatReadAll(statement)).toEqual([]);
  });

  function statementsThatReadAll(file: string): string[] {
    const made = [...file.matchAll(/create table "(\w+)"/gi)].map(([, table]) => table);
    return file.split('--> statement-breakpoint').flatMap((statement) => {
      const code = statement.replaceAll(/^--.*\n/gm, '').trim();
      const [, table] =
        /(?: on|^update|(?:alter|create) table) (?:only )?"(\w+)"/i.exec(code) ?? [];
      if (made.includes(table ?? '')) return [];
      return READS_ALL.test(code) ? [code] : [];
    });
  }

  /** Reads or writes all rows under the statement's lock. */
  const READS_ALL =
    /^create (unique )?index (?!concurrently)|^(update|delete|insert)\b|add constraint (?!.* not valid)|generated always|set not null|set data type|\btype (?!"public")|default (gen_|nextval|clock_|random)/i;
});

describe('portable SQL', () => {
  /**
   * Inside a cell the SQL stays with what PostgreSQL-compatible distributed engines run, behind a
   * transaction pooler too (docs/operations.md, "Growth").
   */
  const folder = path.join(process.cwd(), 'src/server');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({
      file,
      code: withoutComments(readFileSync(path.join(folder, file), 'utf8')),
    }));

  function withoutComments(code: string): string {
    return code.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  }
  const filesWith = (pattern: RegExp, known: readonly string[] = []): string[] =>
    sources.flatMap(({ file, code }) =>
      pattern.test(code) && !known.includes(file) ? [file] : [],
    );

  test('there is something to look at', () => {
    expect(sources.length).toBeGreaterThan(50);
  });

  test('no row is matched by its place, which repeats from partition to partition', () => {
    expect(filesWith(/\bctid\b/)).toEqual([]);
  });

  test('no lock outlives its transaction', () => {
    expect(filesWith(/pg_(try_)?advisory_lock(_shared)?\b/)).toEqual([]);
  });

  test('every advisory lock stands where their keys are kept apart', () => {
    expect(filesWith(/pg_(try_)?advisory/, ['platform/db/locks.ts'])).toEqual([]);
  });

  test('nothing is set for a session, listened for or kept open in one', () => {
    const settings = /`\s*(set (?!local\b|constraints)|listen |prepare |declare )/i;
    expect(filesWith(settings)).toEqual([]);
  });

  test('the order of ids is never taken for the order of time', () => {
    // The tally does; docs/operations.md says what that means.
    expect(filesWith(/max\(id\)/, ['admin/tally.ts'])).toEqual([]);
  });
});

describe('upkeep', () => {
  const { db } = testDatabase();

  const tables = async () => {
    const { rows } = await db.execute(sql`
    select relname as name, coalesce(reloptions, '{}') as options from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`);
    return new Map(
      z
        .array(z.object({ name: z.string(), options: z.array(z.string()) }))
        .parse(rows)
        .map(({ name, options }) => [name, new Map(options.map((each) => splitOnce(each)))]),
    );
  };
  const splitOnce = (option: string): [string, number] => {
    const [name = '', value = ''] = option.split('=');
    return [name, Number(value)];
  };

  test.each([
    { name: 'reminders', rows: 5_000_000, dead: 200_000 },
    { name: 'users', rows: 1_000_000, dead: 200_000 },
    { name: 'deliveries', rows: 20_000_000, dead: 1_000_000 },
  ])('$name is vacuumed before $dead of its $rows rows are dead', async ({ name, rows, dead }) => {
    const options = (await tables()).get(name);
    const after =
      (options?.get('autovacuum_vacuum_threshold') ?? 50) +
      rows * (options?.get('autovacuum_vacuum_scale_factor') ?? 0.2);
    expect(after).toBeLessThan(dead);
  });

  test.each(['processed_updates', 'rate_permits', 'drafts', 'notes'])(
    '%s, whose rows come and go all day, is vacuumed after a twentieth',
    async (name) => {
      const scale = (await tables()).get(name)?.get('autovacuum_vacuum_scale_factor');
      expect(scale).toBeLessThanOrEqual(0.05);
    },
  );
});

describe('what is done after a commit', () => {
  const { db } = testDatabase();
  const FAULT = new Error('the transaction fails');
  const happened: string[] = [];
  const note = (tx: Db, what: string) => afterCommit(tx, () => happened.push(what));
  const noteIn = (tx: Db, what: string): Promise<void> => {
    note(tx, what);
    return Promise.resolve();
  };
  const isCommitted = async (id: number): Promise<boolean> =>
    (await db.execute(sql`select from committed where id = ${id}`)).rows.length > 0;

  beforeAll(() => db.execute(sql`create table committed (id int primary key)`));
  beforeEach(() => happened.splice(0));

  test('what is registered follows the commit: once each, in order, when others see what was written', async () => {
    const seen: Promise<boolean>[] = [];
    const answer = await db.transaction(async (tx) => {
      note(tx, 'first');
      await tx.execute(sql`insert into committed values (1)`);
      note(tx, 'second');
      afterCommit(tx, () => seen.push(isCommitted(1)));
      expect(happened).toEqual([]);
      return 'answer';
    });
    expect(answer).toBe('answer');
    expect(happened).toEqual(['first', 'second']);
    expect(await Promise.all(seen)).toEqual([true]);
  });

  test.each([
    ['work that throws', () => Promise.reject(FAULT)],
    ['a statement that fails', (tx: Db) => tx.execute(sql`insert into committed values (2), (2)`)],
  ])('nothing follows a rollback: %s', async (_, fail) => {
    const failing = db.transaction(async (tx) => {
      note(tx, 'never');
      await fail(tx);
    });
    await expect(failing).rejects.toThrow();
    expect(happened).toEqual([]);
  });

  test('nothing follows where the commit itself is refused', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.execute(sql`create temporary table late (id int unique deferrable initially deferred)
      on commit drop`);
      await tx.execute(sql`insert into late values (1), (1)`);
      note(tx, 'never');
    });
    await expect(failing).rejects.toThrow();
    expect(happened).toEqual([]);
  });

  test('a nested transaction joins the outer one: what it registers waits for the outer commit', async () => {
    await db.transaction(async (tx) => {
      note(tx, 'outer');
      await tx.transaction(async (nested) => {
        note(nested, 'nested');
        await nested.transaction(async (innermost) => {
          await innermost.execute(sql`insert into committed values (3)`);
          note(innermost, 'innermost');
        });
      });
      note(tx, 'outer again');
      expect(happened).toEqual([]);
      expect(await isCommitted(3)).toBe(false);
    });
    expect(happened).toEqual(['outer', 'nested', 'innermost', 'outer again']);
  });

  test('a nested transaction that is rolled back takes what it registered with it, and nothing else', async () => {
    await db.transaction(async (tx) => {
      note(tx, 'outer');
      const nested = tx.transaction(async (inner) => {
        note(inner, 'never');
        await inner.transaction((innermost) => noteIn(innermost, 'nor this'));
        throw FAULT;
      });
      await expect(nested).rejects.toBe(FAULT);
      note(tx, 'outer again');
    });
    expect(happened).toEqual(['outer', 'outer again']);
  });

  test('what a nested transaction registers goes with the outer one’s rollback', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.transaction((nested) => noteIn(nested, 'never'));
      throw FAULT;
    });
    await expect(failing).rejects.toBe(FAULT);
    expect(happened).toEqual([]);
  });

  test('one that fails is logged without a word of anybody’s, and fails neither the work nor the others', async () => {
    const logged = jest.spyOn(log, 'error').mockReturnValue();
    const answer = await db.transaction((tx) => {
      note(tx, 'before');
      afterCommit(tx, () => {
        throw new Error('Позвонить маме');
      });
      note(tx, 'behind');
      return Promise.resolve('answer');
    });
    expect(answer).toBe('answer');
    expect(happened).toEqual(['before', 'behind']);
    expect(logged).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(logged.mock.calls)).not.toContain('маме');
    logged.mockRestore();
  });

  test('outside a transaction it follows at once, and a fault of it fails nothing either', () => {
    const logged = jest.spyOn(log, 'error').mockReturnValue();
    note(db, 'at once');
    expect(happened).toEqual(['at once']);
    expect(() =>
      afterCommit(db, () => {
        throw FAULT;
      }),
    ).not.toThrow();
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
  });
});
