import { sql } from 'drizzle-orm';
import { DAY_MS } from '@/core/calendar';
import { deliveries, erasures } from '@/server/platform/db/schema';
import { createUser } from '@/testing/builders';
import { testCleanup } from '@/testing/clean-up';
import { fixedClock } from '@/testing/clock';
import { testDatabase } from '@/testing/database';
import { eraseAccount } from './erase-account';

const { db } = testDatabase();
const clock = fixedClock(new Date());
const { ago, run } = testCleanup(db, clock);

/** The ledger in parts of 30 days, as an operator may have it, whose rows lie at equal places. */
beforeAll(async () => {
  await db.execute(sql`alter table deliveries rename to deliveries_whole`);
  await db.execute(sql`
    create table deliveries (like deliveries_whole including defaults, primary key (id, sent_at))
    partition by range (sent_at)`);
  for (let part = 0; part < 8; part += 1) {
    const [from, to] = [ago(30 * (part + 1)), ago(30 * part)].map((at) => at.toISOString());
    await db.execute(
      sql.raw(
        `create table deliveries_${part} partition of deliveries for values from ('${from}') to ('${to}')`,
      ),
    );
  }
});

const fill = (userId: number, perPart: number) =>
  db.execute(sql`
    insert into deliveries (user_id, kind, occurrence_at, scheduled_at, sent_at, outcome)
    select ${userId}::bigint, 'first', at, at, at, 'sent'
    from generate_series(0, 7) part, generate_series(1, ${perPart}) i,
      lateral (select ${ago(0).toISOString()}::timestamptz - part * interval '30 days'
        - i * interval '1 second' as at) times`);

test('of a ledger in parts exactly the rows whose time is over go', async () => {
  const { id } = await createUser(db, { lastActiveAt: clock.now() });
  await fill(id, 7_000);
  expect(await run()).toMatchObject({ rows: 14_000 });
  const rows = await db.select({ sentAt: deliveries.sentAt }).from(deliveries);
  expect(rows).toHaveLength(42_000);
  expect(rows.every(({ sentAt }) => sentAt > new Date(clock.now().getTime() - 180 * DAY_MS))).toBe(
    true,
  );
});

test('and exactly those of an erased person', async () => {
  const [gone, stays] = [await createUser(db), await createUser(db)];
  await fill(gone.id, 1_000);
  await fill(stays.id, 100);
  await eraseAccount(db, gone.id);
  const rows = await db.select({ userId: deliveries.userId }).from(deliveries);
  expect(rows).toHaveLength(800);
  expect(rows.every(({ userId }) => userId === stays.id)).toBe(true);
  expect(await db.select().from(erasures)).toMatchObject([{ userId: gone.id }]);
});
