import { desc, sql } from 'drizzle-orm';
import { INACTIVITY_REMOVAL_DAYS, INACTIVITY_WARNING_DAYS } from '@/core/limits';
import { cronRuns } from '@/server/platform/db/schema';
import { createNote, createReminder } from '@/testing/builders';
import { sent, testCleanup, warner } from '@/testing/clean-up';
import { fixedClock } from '@/testing/clock';
import { testDatabase } from '@/testing/database';
import { type CleanupOptions } from './step';

const { db } = testDatabase();
const clock = fixedClock();
const { ago, run, inactive, stored } = testCleanup(db, clock);

describe('steps', () => {
  const old = async () => {
    const user = await inactive(1);
    await createNote(db, user.id, { deletedAt: ago(31) });
    await createReminder(db, user.id, { deletedAt: ago(31) });
  };
  const lastRun = async () => {
    const [row] = await db.select().from(cronRuns).orderBy(desc(cronRuns.id)).limit(1);
    return row;
  };

  test('stand apart: one that fails leaves the others theirs, and the run is tried again', async () => {
    await old();
    const away = await inactive(INACTIVITY_WARNING_DAYS + 1);
    await db.execute(sql`
      create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no'; end $$`);
    await db.execute(
      sql`create trigger refuse before delete on notes for each row execute function refuse()`,
    );
    await expect(run()).rejects.toThrow('steps of the cleanup failed');
    expect(await stored(away.id)).toMatchObject({ inactivityWarnedAt: clock.now() });
    expect(await lastRun()).toMatchObject({
      counts: { warned: 1, rows: 1 },
      error: 'notes: P0001',
      finishedAt: clock.now(),
    });
    await db.execute(sql`drop trigger refuse on notes`);
    expect(await run({ minGapMs: 23 * 3_600_000 })).toMatchObject({ rows: 1 });
    expect(await lastRun()).toMatchObject({ error: null });
  });

  test('do not wait for a table that somebody holds', async () => {
    await old();
    const away = await inactive(INACTIVITY_WARNING_DAYS + 1);
    await db.transaction(async (other) => {
      await other.execute(sql`lock table notes in access exclusive mode`);
      await expect(run({ statementLimitMs: 200 })).rejects.toThrow('steps of the cleanup failed');
    });
    expect(await stored(away.id)).toMatchObject({ inactivityWarnedAt: clock.now() });
    expect(await lastRun()).toMatchObject({ error: 'notes: 57014', counts: { rows: 1 } });
  });

  test('come each to its turn, however much there is to do for the first', async () => {
    await old();
    for (let person = 0; person < 20; person += 1) await inactive(INACTIVITY_REMOVAL_DAYS);
    // Each warning takes five seconds of the minute.
    const warn: CleanupOptions['warn'] = () => {
      clock.advance(5_000);
      return Promise.resolve(sent);
    };
    expect(await run({ warn })).toMatchObject({ warned: 5, rows: 2 });
    expect(await run({ warn })).toMatchObject({ warned: 5 });
  });
});

describe('runs', () => {
  test('that begin at once are one', async () => {
    await inactive(INACTIVITY_WARNING_DAYS + 1);
    const { warn: answer, warned } = warner(sent);
    // The one that works is at it until the others have been turned away.
    let turnedAway = 0;
    let letGo = (): void => undefined;
    const released = new Promise<void>((resolve) => (letGo = resolve));
    const warn: typeof answer = (...warning) => released.then(() => answer(...warning));
    const begun = [run({ warn }), run({ warn }), run({ warn })].map(async (each) => {
      const counts = await each;
      if (counts === null && (turnedAway += 1) === 2) letGo();
      return counts;
    });
    const answers = await Promise.all(begun);
    expect(answers.filter((each) => each !== null)).toHaveLength(1);
    expect(warned).toHaveLength(1);
  });

  test('that died are followed by another after a quarter of an hour', async () => {
    await db.insert(cronRuns).values({ job: 'cleanup', startedAt: ago(0, 14 * 60_000) });
    expect(await run()).toBeNull();
    await db.update(cronRuns).set({ startedAt: ago(0, 16 * 60_000) });
    expect(await run()).not.toBeNull();
  });

  test('that failed are tried again within the day; those that went well are not', async () => {
    const minGapMs = 23 * 3_600_000;
    const at = ago(0, 3_600_000);
    await db.insert(cronRuns).values({ job: 'cleanup', startedAt: at, finishedAt: at, error: 'X' });
    expect(await run({ minGapMs })).not.toBeNull();
    expect(await run({ minGapMs })).toBeNull();
  });

  test('end at their deadline', async () => {
    await inactive(INACTIVITY_WARNING_DAYS + 1);
    expect(await run({ deadline: clock.now() })).toEqual({
      erased: 0,
      rows: 0,
      warned: 0,
      notWarned: 0,
    });
  });
});
