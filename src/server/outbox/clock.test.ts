import { sql } from 'drizzle-orm';
import { testDatabase } from '@/testing/database';
import { databaseClock } from './clock';

const { db } = testDatabase();

afterEach(() => jest.restoreAllMocks());

test("it is the database's clock, whatever this machine's clock says", async () => {
  const real = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(real + 3_600_000);
  const now = await databaseClock(db);
  const {
    rows: [row],
  } = await db.execute<{ at: string }>(sql`select clock_timestamp() as at`);
  expect(Math.abs(now().getTime() - new Date(row?.at ?? '').getTime())).toBeLessThan(1_000);
});

test('it goes on evenly when the clock of this machine jumps', async () => {
  const now = await databaseClock(db);
  const before = now().getTime();
  const real = Date.now();
  for (const jump of [3_600_000, -3_600_000]) {
    jest.spyOn(Date, 'now').mockReturnValue(real + jump);
    const passed = now().getTime() - before;
    expect(passed).toBeGreaterThanOrEqual(0);
    expect(passed).toBeLessThan(5_000);
  }
});
