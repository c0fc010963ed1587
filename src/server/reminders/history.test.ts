import { responses } from '@/contract/api';
import { callRoute, testRoutes } from '@/testing/api';
import { createReminder } from '@/testing/builders';
import { occurrences } from '@/server/platform/db/schema';
import { GET as readHistory } from '@/app/api/profile/history/route';

const { db, someone } = testRoutes();

type Person = Awaited<ReturnType<typeof someone>>;
type Outcome = (typeof occurrences.$inferInsert)['outcome'];

/** `at` and `ended` are UTC; `ended` as a rule is `at`. */
const became = (
  { user }: Person,
  reminderId: number,
  at: string,
  outcome: Outcome,
  ended: string = at,
) =>
  db.insert(occurrences).values({
    ...{ reminderId, userId: user.id, outcome },
    ...{ occurrenceAt: new Date(at), endedAt: new Date(ended) },
  });
const historyOf = async ({ initData }: Person, month?: string) => {
  const query = month === undefined ? '' : `month=${month}`;
  return responses.monthHistory.parse((await callRoute(readHistory, { initData, query })).json);
};

test('a month counts what was done in time, done late, left unanswered and skipped, by reminder and in all', async () => {
  const anna = await someone();
  const pills = await createReminder(db, anna.user.id, { text: 'Выпить таблетку' });
  const once = await createReminder(db, anna.user.id, { text: 'Забрать посылку' });
  await became(anna, pills.id, '2026-10-02T06:00:00Z', 'done', '2026-10-02T07:00:00Z');
  await became(anna, pills.id, '2026-10-03T06:00:00Z', 'done', '2026-10-03T07:00:01Z');
  await became(anna, pills.id, '2026-10-04T06:00:00Z', 'unanswered');
  await became(anna, pills.id, '2026-10-05T06:00:00Z', 'skipped');
  await became(anna, once.id, '2026-10-05T06:00:00Z', 'done', '2026-10-05T05:00:00Z');
  expect(await historyOf(anna, '2026-10')).toEqual({
    ...{ success: true, month: '2026-10', earlier: false },
    total: { onTime: 2, late: 1, unanswered: 1, skipped: 1 },
    reminders: [
      { id: pills.id, text: 'Выпить таблетку', onTime: 1, late: 1, unanswered: 1, skipped: 1 },
      { id: once.id, text: 'Забрать посылку', onTime: 1, late: 0, unanswered: 0, skipped: 0 },
    ],
    moreReminders: 0,
  });
});

test('a month begins and ends at midnight on the user’s clocks, and says whether there is an earlier one', async () => {
  const boris = await someone({ timeZone: 'Asia/Vladivostok' });
  const { id } = await createReminder(db, boris.user.id);
  await became(boris, id, '2026-09-30T13:59:59Z', 'done');
  await became(boris, id, '2026-09-30T14:00:00Z', 'done');
  await became(boris, id, '2026-10-31T13:59:59Z', 'done');
  await became(boris, id, '2026-10-31T14:00:00Z', 'done');
  const inOctober = await historyOf(boris, '2026-10');
  expect([inOctober.total.onTime, inOctober.earlier]).toEqual([2, true]);
  const inSeptember = await historyOf(boris, '2026-09');
  expect([inSeptember.total.onTime, inSeptember.earlier]).toEqual([1, false]);
});

test('nobody sees another one’s, nor what was deleted; the present month is the one that is not named', async () => {
  const [anna, boris] = [await someone(), await someone()];
  const deleted = await createReminder(db, anna.user.id, { deletedAt: new Date() });
  const foreign = await createReminder(db, boris.user.id);
  const now = new Date().toISOString();
  await became(anna, deleted.id, now, 'done');
  await became(boris, foreign.id, now, 'done');
  expect((await historyOf(anna)).reminders).toEqual([]);
  expect((await historyOf(boris)).reminders).toMatchObject([{ id: foreign.id, onTime: 1 }]);
});

test('of very many reminders the fullest are named, and all are counted', async () => {
  const anna = await someone();
  for (let at = 0; at < 52; at += 1) {
    const { id } = await createReminder(db, anna.user.id, { text: 'Я'.repeat(200) });
    await became(anna, id, '2026-10-02T06:00:00Z', 'done');
    if (at === 51) await became(anna, id, '2026-10-03T06:00:00Z', 'done');
  }
  const { reminders, moreReminders, total } = await historyOf(anna, '2026-10');
  expect([reminders.length, moreReminders, total.onTime]).toEqual([50, 2, 53]);
  expect(reminders[0]).toMatchObject({ text: `${'Я'.repeat(100)}…`, onTime: 2 });
});

test.each(['2026-13', '26-10', 'x', '2026-10-01', '1999-12', ''])(
  '%p is no month',
  async (month) => {
    const { initData } = await someone();
    expect(await callRoute(readHistory, { initData, query: `month=${month}` })).toMatchObject({
      status: 400,
    });
  },
);
