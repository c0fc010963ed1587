import { eq, like, sql } from 'drizzle-orm';
import { z } from 'zod';
import { REFUSED_DAYS } from '@/core/limits';
import { acceptTerms } from '@/server/accounts/accounts';
import { deliveries, erasures, ratePermits, reminders } from '@/server/platform/db/schema';
import { createReminder, createUser } from '@/testing/builders';
import { testCleanup } from '@/testing/clean-up';
import { fixedClock } from '@/testing/clock';
import { testDatabase } from '@/testing/database';
import { TEST_ENV } from '@/testing/test-env';
import { until } from '@/testing/until';
import { personalKeys } from '../platform/rate-limit';
import { eraseAccount } from './erase-account';

const { db, url } = testDatabase();
// What an erasure leaves on record has a key.
Object.assign(process.env, TEST_ENV, { DATABASE_URL: url });
// The database's clock tells when somebody was erased.
const clock = fixedClock(new Date());
const { ago, run, stored, inactive } = testCleanup(db, clock);

const entry = (userId: number, sentAt: Date) => ({
  userId,
  kind: 'first' as const,
  occurrenceAt: sentAt,
  scheduledAt: sentAt,
  sentAt,
  outcome: 'sent' as const,
});
/** So many rows of a ledger, all of people of whom nothing else is stored. */
const fillLedger = (rows: number, userId: number | 'many') =>
  db.execute(sql`
    insert into deliveries (user_id, kind, occurrence_at, scheduled_at, sent_at, outcome)
    select ${userId === 'many' ? sql`i / 10` : sql`${userId}::bigint`}, 'first', at, at, at, 'sent'
    from generate_series(1, ${rows}) i, lateral (select now() - i * interval '1 second' as at) times`);
const ledgerOf = (userId: number) =>
  db.select().from(deliveries).where(eq(deliveries.userId, userId));
const aDayLater = () =>
  db.update(erasures).set({ erasedAt: sql`${erasures.erasedAt} - interval '25 hours'` });

// First in this file: a connection tells what it counted some time later, also of a test before.
test('no look for the rows of erased people, nor for old ones, reads the whole ledger', async () => {
  await fillLedger(200_000, 'many');
  await db.execute(sql`analyze deliveries`);
  const { id } = await inactive(100, { inactivityWarnedAt: ago(8) });
  await db.insert(deliveries).values([entry(id, ago(100)), entry(id, ago(200))]);
  const scans = async () => {
    const { rows } = await db.execute(sql`
      select seq_scan::int as read, idx_scan::int as found
      from pg_stat_user_tables where relname = 'deliveries'`);
    return z.tuple([z.object({ read: z.number(), found: z.number() })]).parse(rows)[0];
  };
  const before = await scans();
  expect(await run()).toMatchObject({ erased: 1 });
  expect(await ledgerOf(id)).toEqual([]);
  await until(async () => (await scans()).found >= before.found + 5);
  expect((await scans()).read).toBe(before.read);
});

test('a row that a send under way wrote after its person was erased goes, and so does their id', async () => {
  const { id } = await createUser(db);
  await db.insert(deliveries).values(entry(id, ago(1)));
  expect(await eraseAccount(db, id)).toMatchObject({ deliveries: 1 });
  expect(await ledgerOf(id)).toEqual([]);

  await db.insert(deliveries).values(entry(id, clock.now()));
  expect(await run()).toMatchObject({ rows: 1 });
  expect(await ledgerOf(id)).toEqual([]);
  // One more may come; the next day none can.
  expect(await db.select().from(erasures)).toHaveLength(1);
  await aDayLater();
  await run();
  expect(await db.select().from(erasures)).toEqual([]);
});

test('nothing that was counted of a person stays', async () => {
  const { id } = await createUser(db);
  const keys = personalKeys(id);
  await db
    .insert(ratePermits)
    .values(keys.map((key) => ({ key, windowStart: clock.now(), taken: 1 })));
  const ofPerson = () =>
    db
      .select()
      .from(ratePermits)
      .where(like(ratePermits.key, `%:${id}`));
  expect(await ofPerson()).toHaveLength(keys.length);
  await eraseAccount(db, id);
  expect(await ofPerson()).toEqual([]);
});

test('what somebody who was erased and came back was sent since then stays', async () => {
  const { id } = await createUser(db);
  await eraseAccount(db, id);
  await createUser(db, { id });
  await aDayLater();
  await db.insert(deliveries).values(entry(id, clock.now()));
  await run();
  expect(await ledgerOf(id)).toHaveLength(1);
  expect(await db.select().from(erasures)).toEqual([]);
});

test('a ledger that is too long to go at once goes in the end', async () => {
  const { id } = await createUser(db);
  await fillLedger(104_000, id);
  await eraseAccount(db, id);
  expect(await ledgerOf(id)).toHaveLength(4_000);
  expect(await run()).toMatchObject({ rows: 4_000 });
  expect(await ledgerOf(id)).toHaveLength(0);
});

test('one who cannot be erased does not keep the others', async () => {
  const stuck = await inactive(100, { inactivityWarnedAt: ago(8) });
  const next = await inactive(99, { inactivityWarnedAt: ago(8) });
  await db.execute(sql`
    create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no'; end $$`);
  await db.execute(
    sql.raw(`create trigger refuse before delete on users for each row
    when (old.id = ${stuck.id}) execute function refuse()`),
  );
  expect(await run()).toMatchObject({ erased: 1 });
  expect(await stored(stuck.id)).toBeDefined();
  expect(await stored(next.id)).toBeUndefined();
  await db.execute(sql`drop trigger refuse on users`);
});

test('who refused the terms and did not accept them within the week leaves nothing; nobody else goes', async () => {
  const refused = { termsVersion: null, termsAcceptedAt: null, adultConfirmedAt: null };
  const since = (days: number) => ({ ...refused, termsRefusedAt: ago(days) });
  const gone = await createUser(db, since(REFUSED_DAYS));
  await createReminder(db, gone.id);
  const others = [
    await createUser(db, since(REFUSED_DAYS - 1)),
    // Accepted by a release that knew nothing of refusals.
    await createUser(db, { termsRefusedAt: ago(REFUSED_DAYS) }),
    await createUser(db),
  ];
  const accepted = await createUser(db, since(REFUSED_DAYS));
  await acceptTerms(db, { id: accepted.id, first_name: 'Анна' }, clock.now());
  expect(await run()).toMatchObject({ erased: 1, warned: 0 });
  expect(await stored(gone.id)).toBeUndefined();
  expect(await db.$count(reminders)).toBe(0);
  for (const { id } of [...others, accepted]) expect(await stored(id)).toBeDefined();
});
