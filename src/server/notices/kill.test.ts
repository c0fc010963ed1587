import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { type DeliveryInstance, startInstance } from '@/testing/delivery-instance';
import { startOutboxServer } from '@/testing/due-reminders';
import { until } from '@/testing/until';
import { noticeClaims, notices } from '../db/schema';
import { listNotices, markPreviewed, saveDraft, startNotice } from './notices';
import { UNSETTLED_MAX } from './run';

const { db, url } = testDatabase();
type Outbox = Awaited<ReturnType<typeof startOutboxServer>>;

const ADMIN = 1;
const RECIPIENTS = 600;
/** A kill each, once so many messages and up to 50 more have arrived in all. */
const KILLS_AT = [100, 250, 400];

/** Seconds of work each, even where the machine has little time for it. */
const LIMIT_MS = 60_000;

const messages = z.looseObject({ chat_id: z.coerce.number() });
const arrivalsAt = ({ simulator }: Outbox): number[] =>
  simulator.calls.flatMap((call) =>
    call.method === 'sendMessage' && call.messageId !== undefined
      ? [messages.parse(call.fields).chat_id]
      : [],
  );

async function startedNotice(): Promise<number[]> {
  const { id: first } = await createUser(db);
  await db.execute(sql`
    insert into users (id, first_name, adult_confirmed_at, terms_version, terms_accepted_at)
    select id + n, first_name, adult_confirmed_at, terms_version, terms_accepted_at
    from users, generate_series(1, ${RECIPIENTS - 1}::int) as n`);
  const now = new Date();
  await saveDraft(db, { adminId: ADMIN, text: 'Ночью бот будет недоступен', now });
  const [draft] = await db.select().from(notices);
  if (!draft) throw new Error('the draft is gone');
  await markPreviewed(db, draft, now);
  await startNotice(db, { adminId: ADMIN, id: draft.id, now });
  return Array.from({ length: RECIPIENTS }, (_, nth) => first + nth);
}

test(
  'kill -9 three times amid a notice: nobody is left out, and at most 32 get it again a kill',
  async () => {
    const recipients = await startedNotice();
    const outboxes: Outbox[] = [];
    const instances: DeliveryInstance[] = [];
    const start = async () => {
      const telegram = await startOutboxServer();
      outboxes.push(telegram);
      // What has just arrived is then always unanswered, and not yet settled.
      telegram.simulator.fault({ kind: 'slow', ms: 50 });
      const instance = await startInstance({
        databaseUrl: url,
        telegram: telegram.origin,
        maxPerSecond: 1_000,
      });
      instances.push(instance);
      return instance;
    };
    const arrived = () => outboxes.flatMap(arrivalsAt);

    try {
      for (const count of KILLS_AT) {
        const instance = await start();
        const enough = count + Math.random() * 50;
        await until(() => arrived().length >= enough, LIMIT_MS);
        await instance.kill();
        // As if the leases of the killed one had run out.
        await db.update(noticeClaims).set({ leaseUntil: sql`lease_until - interval '1 minute'` });
      }
      await start();
      await until(async () => (await db.$count(notices, sql`state = 'running'`)) === 0, LIMIT_MS);
    } finally {
      await Promise.all(instances.map((each) => each.stop()));
      await Promise.all(outboxes.map((each) => each.stop()));
    }

    const victims = outboxes.slice(0, -1).map(arrivalsAt);
    const repeated = victims.map((mine, nth) => {
      const later = new Set(outboxes.slice(nth + 1).flatMap(arrivalsAt));
      return mine.filter((id) => later.has(id)).length;
    });
    expect(arrived().length).toBe(RECIPIENTS + repeated.reduce((sum, each) => sum + each, 0));
    expect(new Set(arrived())).toEqual(new Set(recipients));
    for (const each of repeated) expect(each).toBeLessThanOrEqual(UNSETTLED_MAX);
    // Else the kills would have shown nothing.
    expect(Math.max(...repeated)).toBeGreaterThan(0);
    expect(await listNotices(db, ADMIN)).toMatchObject([
      { state: 'done', recipients: RECIPIENTS, sent: RECIPIENTS, unreachable: 0, failed: 0 },
    ]);
  },
  4 * LIMIT_MS,
);
