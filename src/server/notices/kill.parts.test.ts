import { sql } from 'drizzle-orm';
import { createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { killInTurn } from '@/testing/kill-runs';
import { noticeRecipients, notices } from '../platform/db/schema';
import { listNotices, markPreviewed, saveNotice, startNotice } from './notices';
import { NOTICES_HELD_MAX } from './due';

const { db, url } = testDatabase();

const ADMIN = 1;
const RECIPIENTS = 400;
/** A kill each, once so many messages and up to 50 more have arrived in all. */
const KILLS_AT = [100, 250];

/** Seconds of work each, even where the machine has little time for it. */
const LIMIT_MS = 60_000;

async function startedNotice(): Promise<number[]> {
  const { id: first } = await createUser(db);
  await db.execute(sql`
    insert into users (id, first_name, adult_confirmed_at, terms_version, terms_accepted_at)
    select id + n, first_name, adult_confirmed_at, terms_version, terms_accepted_at
    from users, generate_series(1, ${RECIPIENTS - 1}::int) as n`);
  const now = new Date();
  await saveNotice(db, { adminId: ADMIN, text: 'Ночью бот будет недоступен', now });
  const [draft] = await db.select().from(notices);
  if (!draft) throw new Error('the draft is gone');
  await markPreviewed(db, draft, now);
  await startNotice(db, { adminId: ADMIN, id: draft.id, text: draft.text, now });
  return Array.from({ length: RECIPIENTS }, (_, nth) => first + nth);
}

test(
  'kill -9 twice amid a notice, then two processes at once: nobody is left out, and at most 16 get it again a kill',
  async () => {
    const recipients = await startedNotice();
    const killsAt = KILLS_AT.map((count) => count + Math.floor(Math.random() * 50));
    const { got, repeated } = await killInTurn({
      ...{ databaseUrl: url, killsAt, finishers: 2, limitMs: LIMIT_MS },
      expireLeases: () =>
        db.update(noticeRecipients).set({ leaseUntil: sql`lease_until - interval '1 minute'` }),
      isDone: async () => (await db.$count(notices, sql`state = 'running'`)) === 0,
    });
    expect(got.length).toBe(RECIPIENTS + repeated.reduce((sum, each) => sum + each, 0));
    expect(new Set(got)).toEqual(new Set(recipients));
    const ofKilled = repeated.splice(0, KILLS_AT.length);
    for (const each of ofKilled) expect(each).toBeLessThanOrEqual(NOTICES_HELD_MAX);
    // Two that run at once repeat nothing of each other's.
    expect(repeated).toEqual([0, 0]);
    // Else the kills would have shown nothing.
    expect(Math.min(...ofKilled)).toBeGreaterThan(0);
    expect(await listNotices(db, ADMIN)).toMatchObject([
      { state: 'done', recipients: RECIPIENTS, sent: RECIPIENTS, unreachable: 0, failed: 0 },
    ]);
  },
  4 * LIMIT_MS,
);
