import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { users } from '@/server/platform/db/schema';
import { erasureHash, readErasures } from '@/server/retention/erase-account';
import { createNote, createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { TEST_ENV } from '@/testing/test-env';

const { db, url } = testDatabase();
let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'napomnyu-erase-'))));
afterAll(() => rm(folder, { recursive: true }));

const erase = (words: readonly (number | string)[], environment: object = TEST_ENV) =>
  promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--conditions=react-server', 'src/dev/erase-cli.ts', ...words.map(String)],
    {
      env: {
        ...{ PATH: process.env.PATH, NODE_ENV: 'test', ...environment },
        ...{ DATABASE_URL: url, ERASURES_FILE: path.join(folder, 'erasures.jsonl') },
      },
    },
  );

test('a person goes only when it is confirmed, and it is said and recorded what went', async () => {
  const { id } = await createUser(db);
  const other = await createUser(db);
  await createReminder(db, id, { text: 'Полить цветы' });
  await createNote(db, id);
  const stored = 'the profile, 1 reminders, 1 notes, 0 drafts, 0 lines of the ledger';
  await expect(erase([id])).rejects.toMatchObject({
    code: 4,
    stderr: `This would erase user ${id}: ${stored}. Repeat it with --yes.\n`,
  });
  expect(await db.$count(users)).toBe(2);
  const { stdout } = await erase([id, '--yes']);
  expect(stdout).toContain(`user ${id} is erased: ${stored}\n`);
  expect(await db.select({ id: users.id }).from(users)).toEqual([{ id: other.id }]);
  const { erasures } = readErasures(await readFile(path.join(folder, 'erasures.jsonl'), 'utf8'));
  expect(erasures).toMatchObject([{ erasure: erasureHash(id, TEST_ENV.TELEGRAM_BOT_TOKEN) }]);
}, 120_000);

test('whom there is not, it refuses; what is no id, and an environment that could not record it, as well', async () => {
  await expect(erase([1, '--yes'])).rejects.toMatchObject({
    code: 3,
    stderr: 'There is no user 1, or no longer.\n',
  });
  await expect(erase(['Анна', '--yes'])).rejects.toMatchObject({ code: 2 });
  await expect(erase([1, 2, '--yes'])).rejects.toMatchObject({ code: 2 });
  const { id } = await createUser(db);
  await expect(erase([id, '--yes'], { ...TEST_ENV, TELEGRAM_BOT_TOKEN: '' })).rejects.toMatchObject(
    { code: 1 },
  );
}, 120_000);
