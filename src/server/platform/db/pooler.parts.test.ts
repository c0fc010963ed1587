import { sql } from 'drizzle-orm';
import { responses } from '@/contract/api';
import { connection } from './client';
import { callRoute, serveFrom, stopServing } from '@/testing/api';
import { categoryId, createNote, createUser, typeId } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { startInstance } from '@/testing/delivery-instance';
import {
  arrivalsAt,
  audit,
  inParts,
  seedDue,
  settled,
  startOutboxServer,
} from '@/testing/due-reminders';
import { type PgBouncer, startPgBouncer } from '@/testing/pgbouncer';
import { initDataFor } from '@/testing/test-env';
import { until } from '@/testing/until';
import { GET as listNotes } from '@/app/api/notes/route';
import { GET as listReminders, POST as createReminder } from '@/app/api/notifications/route';

/** Behind a pooler that hands out its five connections anew for each transaction and keeps no statement. */
const { db, url } = testDatabase();
let pooler: PgBouncer;
const POOL_SIZE = 5;

beforeAll(async () => {
  pooler = await startPgBouncer(url, { poolSize: POOL_SIZE });
  serveFrom(pooler.url);
});
afterAll(async () => {
  await stopServing();
  await pooler.remove();
});

const SETTLED_WITHIN_MS = 60_000;

/** A user with a note of their own, and what the API is asked on their behalf. */
async function someone() {
  const user = await createUser(db);
  await createNote(db, user.id, { title: `Заметка ${user.id}` });
  const notification = {
    typeId: await typeId(db, 'Оплата'),
    categoryId: await categoryId(db, 'Дом'),
    text: `Напоминание ${user.id}`,
    dateTime: new Date(Date.now() + 3_600_000).toISOString(),
    repeat: false,
    flood: false,
  };
  return { id: user.id, initData: initDataFor({ id: user.id }), notification };
}

test('forty users at once, who read and write again and again: everybody is answered, with their own rows only', async () => {
  const people = await Promise.all(Array.from({ length: 40 }, someone));
  await Promise.all(
    people.map(async ({ id, initData, notification }) => {
      for (let round = 0; round < 3; round += 1) {
        if (round === 1) {
          const made = await callRoute(createReminder, { initData, body: { notification } });
          expect(made.status).toBe(201);
        }
        const [reminders, notes] = await Promise.all([
          callRoute(listReminders, { initData }),
          callRoute(listNotes, { initData }),
        ]);
        expect(responses.reminders.parse(reminders.json).notifications.map((r) => r.text)).toEqual(
          round === 0 ? [] : [`Напоминание ${id}`],
        );
        expect(responses.notes.parse(notes.json).notes.map((note) => note.title)).toEqual([
          `Заметка ${id}`,
        ]);
      }
    }),
  );
});

test('the pooler killed twice while two instances deliver: nothing is lost, nothing unfounded, and the API answers again at once', async () => {
  const telegram = await startOutboxServer();
  const options = { databaseUrl: pooler.url, telegram: telegram.origin, maxPerSecond: 100 };
  const due = await seedDue(db, inParts(new Date(Date.now() + 3_000), [150, 150, 150], 2_000));
  const instances = await Promise.all([startInstance(options), startInstance(options)]);
  const arrived = () => arrivalsAt(telegram).length;
  const someoneElse = await someone();
  try {
    for (const enough of [50, 250]) {
      await until(() => arrived() >= enough, SETTLED_WITHIN_MS);
      await pooler.kill();
      const { status } = await callRoute(listNotes, { initData: someoneElse.initData });
      expect(status).toBe(503);
      await pooler.start();
      await until(async () => {
        const answer = await callRoute(listNotes, { initData: someoneElse.initData });
        return answer.status === 200;
      }, SETTLED_WITHIN_MS);
    }
    const found = audit(await settled(db, due, SETTLED_WITHIN_MS), [arrivalsAt(telegram)]);
    expect(found.lost).toEqual([]);
    expect(found.unfounded).toEqual([]);
  } finally {
    await Promise.all(instances.map((each) => each.stop()));
    await telegram.stop();
  }
}, 150_000);

test('no statement is left prepared on the pooler’s connections', async () => {
  let looking = 0;
  const looks = Array.from({ length: POOL_SIZE }, () =>
    connection().db.transaction(async (tx) => {
      const { rows } = await tx.execute(sql`select name from pg_prepared_statements`);
      looking += 1;
      // Each keeps its connection until all have one, so that no two look at the same.
      await until(() => looking === POOL_SIZE);
      return rows;
    }),
  );
  expect((await Promise.all(looks)).flat()).toEqual([]);
});
