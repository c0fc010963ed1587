import { randomUUID } from 'node:crypto';
import {
  chatMessages,
  cronRuns,
  deliveries,
  drafts,
  noticeClaims,
  notes,
  notices,
  processedUpdates,
  ratePermits,
  reminders,
} from '@/server/platform/db/schema';
import { createNote, createReminder, draftPayload } from '@/testing/builders';
import { testCleanup } from '@/testing/clean-up';
import { fixedClock } from '@/testing/clock';
import { testDatabase } from '@/testing/database';

const { db } = testDatabase();
const clock = fixedClock();
const { ago, run, inactive } = testCleanup(db, clock);

test('rows go when their time is over, and not before', async () => {
  const user = await inactive(1);
  const [oldOne, newOne] = [ago(30), ago(30, -1)];
  await createReminder(db, user.id, { text: 'old', deletedAt: oldOne });
  await createReminder(db, user.id, { text: 'new', deletedAt: newOne });
  await createReminder(db, user.id, { text: 'kept' });
  await createNote(db, user.id, { title: 'old', deletedAt: oldOne });
  await createNote(db, user.id, { title: 'new', deletedAt: newOne });
  await db.insert(processedUpdates).values([
    { updateId: 1, receivedAt: ago(7) },
    { updateId: 2, receivedAt: ago(7, -1) },
  ]);
  const entry = (sentAt: Date) => ({
    userId: user.id,
    kind: 'first' as const,
    occurrenceAt: sentAt,
    scheduledAt: sentAt,
    sentAt,
    outcome: 'sent' as const,
  });
  await db.insert(deliveries).values([entry(ago(180)), entry(ago(180, -1))]);
  await db.insert(cronRuns).values({ job: 'deliver', startedAt: ago(30) });
  await db.insert(ratePermits).values({ key: 'user:1', windowStart: ago(1), taken: 1 });
  const payload = draftPayload();
  await db.insert(drafts).values([
    { userId: user.id, state: 'saved', payload, expiresAt: clock.now() },
    { userId: user.id, state: 'saved', payload, expiresAt: ago(-1) },
  ]);

  const message = { userId: user.id, reminderId: 1 };
  await db.insert(chatMessages).values([
    { ...message, messageId: 1, sentAt: ago(180) },
    { ...message, messageId: 2, sentAt: ago(180, -1) },
  ]);

  expect(await run()).toMatchObject({ rows: 8 });

  expect((await db.select().from(chatMessages)).map((row) => row.messageId)).toEqual([2]);

  const texts = (await db.select().from(reminders)).map((row) => row.text);
  expect(texts.toSorted()).toEqual(['kept', 'new']);
  expect((await db.select().from(notes)).map((row) => row.title)).toEqual(['new']);
  expect((await db.select().from(processedUpdates)).map((row) => row.updateId)).toEqual([2]);
  expect(await db.select().from(deliveries)).toHaveLength(1);
  expect(await db.select().from(drafts)).toHaveLength(1);
  expect(await db.select().from(ratePermits)).toEqual([]);
  expect(await db.select().from(cronRuns)).toMatchObject([
    { job: 'cleanup', finishedAt: clock.now(), counts: { rows: 8 } },
  ]);
});

test('what a crash left of a notice that was stopped goes; a running one keeps its recipients', async () => {
  const user = await inactive(1);
  const notice = async (state: 'stopped' | 'running') => {
    const [row] = await db.insert(notices).values({ text: 'x', state, createdBy: 1 }).returning();
    return row?.id ?? 0;
  };
  const [stopped, running] = [await notice('stopped'), await notice('running')];
  const stoppedLately = await notice('stopped');
  await db.insert(noticeClaims).values([
    { userId: user.id, noticeId: stopped, leaseToken: randomUUID(), leaseUntil: ago(1) },
    { userId: user.id, noticeId: stoppedLately, leaseToken: randomUUID(), leaseUntil: ago(1, -1) },
    { userId: user.id, noticeId: running, leaseToken: randomUUID(), leaseUntil: ago(2) },
  ]);
  expect(await run()).toMatchObject({ rows: 1 });
  const left = await db.select().from(noticeClaims).orderBy(noticeClaims.noticeId);
  expect(left.map(({ noticeId }) => noticeId)).toEqual([running, stoppedLately]);
  await db.delete(notices);
});
