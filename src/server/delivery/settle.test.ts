import { eq, sql } from 'drizzle-orm';
import { createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { createOutbox, runningClock } from '@/testing/outbox';
import { connect } from '../db/client';
import { reminders } from '../db/schema';
import { claimDue } from './claim';
import { settlementOf } from './outcome';
import { settle } from './settle';
import { runTick } from './tick';

const { db, url } = testDatabase();

const NOON = new Date('2026-11-20T09:00:00Z');
const after = (ms: number) => new Date(NOON.getTime() + ms);

/** A claimed reminder whose message is out. */
async function attempt() {
  const user = await createUser(db);
  const { id } = await createReminder(db, user.id, { dateTime: NOON });
  const { claims } = await claimDue(db, { now: NOON, limit: 10 });
  const claim = claims.find((each) => each.id === id);
  if (!claim) throw new Error('not claimed');
  return settlementOf(claim, { status: 'sent', messageId: 7 }, { began: NOON, at: NOON }, 0);
}
const rowOf = async (id: number) => {
  const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
  if (!row) throw new Error('no such reminder');
  return row;
};

/** Every write to the ledger fails with this SQLSTATE until the trigger goes. */
const breakLedger = (code: string) =>
  db.execute(sql`
    create or replace function refuse() returns trigger language plpgsql as
      ${sql.raw(`'begin raise exception ''no'' using errcode = ''${code}''; end'`)};
    create trigger refuse before insert on deliveries execute function refuse()`);
const mendLedger = async () => {
  await db.execute(sql`drop trigger if exists refuse on deliveries`);
};
afterEach(mendLedger);

test.each(['57014', '40P01', '40001', '25006', '53100', '53300', '08P01', 'XX000', '42501'])(
  'a passing fault (%s) ends no reminder: what was sent is kept and settled once it is over',
  async (code) => {
    const sent = await attempt();
    await breakLedger(code);
    await expect(settle(db, [sent])).rejects.toThrow();
    expect(await rowOf(sent.claim.id)).toMatchObject({ deliveryState: 'scheduled' });
    await mendLedger();
    expect(await settle(db, [sent])).toEqual([]);
    expect(await rowOf(sent.claim.id)).toMatchObject({ nextFireAt: null, lastError: null });
  },
);

test.each(['22003', '23514'])(
  'values that PostgreSQL refuses (%s) fail their row alone',
  async (code) => {
    const sent = await attempt();
    await breakLedger(code);
    expect(await settle(db, [sent])).toEqual([]);
    expect(await rowOf(sent.claim.id)).toMatchObject({
      deliveryState: 'failed',
      lastError: 'unwritable',
    });
  },
);

test('a statement that is cancelled in mid-tick costs no reminder and no second message', async () => {
  const user = await createUser(db);
  const { id } = await createReminder(db, user.id, { dateTime: NOON });
  const other = connect(url, { max: 2 });
  const outbox = createOutbox(async () => {
    await breakLedger('57014');
    setTimeout(() => void mendLedger(), 400);
    return undefined;
  });
  const now = runningClock(after(1_000));
  const { counts } = await runTick({
    db: other.db,
    send: outbox.send,
    retract: outbox.retract,
    now,
    deadline: after(10_000),
    horizonMs: 0,
    maxPerSecond: Infinity,
  });
  await other.close();
  expect(counts).toMatchObject({ sent: 1, failed: 0 });
  expect(outbox.attempts).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ nextFireAt: null, deliveryState: 'scheduled' });
});
