import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';

const { db, url } = testDatabase();

/** Runs the command with nothing but an address of a database. */
const whyOf = (ids: readonly (number | string)[], address = url) =>
  promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--conditions=react-server', 'src/dev/why-cli.ts', ...ids.map(String)],
    { env: { PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: address } },
  );

test('it says what became of each message, in UTC and on the user’s clocks, and no word of the text', async () => {
  const user = await createUser(db, { timeZone: 'Asia/Omsk' });
  const dateTime = new Date('2026-11-20T10:00:00Z');
  const { id } = await createReminder(db, user.id, { dateTime, text: 'Полить цветы' });
  const { stdout } = await whyOf([user.id, id]);
  expect(stdout).toContain(`reminder ${id}`);
  expect(stdout).toContain(
    'first     due 2026-11-20T10:00:00.000Z (11-20T16:00)  waits, unrecorded',
  );
  expect(stdout).not.toContain('Полить');
  expect((await whyOf([user.id])).stdout).toContain(`reminder ${id}`);
}, 60_000);

test('whom and what there is not it says, each with an exit code of its own', async () => {
  const { id } = await createUser(db);
  await expect(whyOf([1])).rejects.toMatchObject({
    code: 3,
    stderr: 'There is no user 1, or no longer.\n',
  });
  await expect(whyOf(['Анна'])).rejects.toMatchObject({ code: 2 });
  await expect(whyOf([id], 'postgres://nobody@127.0.0.1:1/none')).rejects.toMatchObject({
    code: 1,
    stderr: 'the database server refuses connections: nothing listens at that host and port\n',
  });
}, 60_000);
