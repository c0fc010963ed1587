import { eq } from 'drizzle-orm';
import { type ReminderInput } from '@/contract/reminder';
import { type Account, findAccount } from '@/server/accounts/accounts';
import { reminders } from '@/server/platform/db/schema';
import { actOnReminder } from '@/server/reminders/acts';
import { updateReminder } from '@/server/reminders/reminders';
import { type ReminderRow } from '@/server/reminders/rows';
import { findShare, shareReminder } from '@/server/sharing/shares';
import { joinTogether } from '@/server/sharing/together';
import { createReminder, createUser } from '@/testing/builders';
import { fixedClock } from '@/testing/clock';
import { testDatabase } from '@/testing/database';

const { db } = testDatabase();
const clock = fixedClock();
const HOUR = 3_600_000;

const accountOf = async ({ id }: { id: number }): Promise<Account> => {
  const account = await findAccount(db, id);
  if (!account) throw new Error('nobody');
  return account;
};

async function joint(fields: Partial<ReminderRow> = {}) {
  const owner = await accountOf(await createUser(db, { firstName: 'Анна' }));
  const member = await accountOf(await createUser(db, { firstName: 'Борис' }));
  const dateTime = new Date(clock.now().getTime() + HOUR);
  const { id } = await createReminder(db, owner.id, { dateTime, ...fields });
  const { key } = await shareReminder(db, owner.id, id, clock.now(), true);
  const share = await findShare(db, key);
  if (!share) throw new Error('no link');
  const joined = await joinTogether(db, member, share, clock.now());
  if (joined.result !== 'joined') throw new Error(joined.result);
  return { owner, member, ownerRow: id, memberRow: joined.row.id };
}

const rowOf = async (id: number): Promise<ReminderRow> => {
  const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
  if (!row) throw new Error('no row');
  return row;
};

/** The form as it opens, with what somebody changes there. */
const formOf = (
  { text, typeId, categoryId, dateTime, floodInterval, timeZone }: ReminderRow,
  changes: Partial<ReminderInput>,
): ReminderInput => ({
  ...{ text, typeId, categoryId, timeZone, repeat: false },
  ...{ dateTime: dateTime.toISOString(), flood: floodInterval !== null },
  ...(floodInterval !== null && { floodInterval }),
  ...changes,
});

const save = async (account: Account, id: number, changes: Partial<ReminderInput>) =>
  updateReminder(db, account, id, formOf(await rowOf(id), changes), {
    now: clock.now(),
    version: undefined,
  });

const OWN: Partial<ReminderInput>[] = [
  { flood: true, floodInterval: 5 },
  { preAlerts: [10] },
  { counter: { left: 3, low: 1 } },
];

test.each([{ text: 'Другой текст' }, ...OWN])(
  'what was done before its time begins anew for all when its owner saves the form with %j',
  async (changes) => {
    const { owner, member, ownerRow, memberRow } = await joint();
    const { dateTime } = await rowOf(ownerRow);
    await actOnReminder(db, member, memberRow, 'done', { now: clock.now() });
    expect(await rowOf(ownerRow)).toMatchObject({ completed: true });

    await save(owner, ownerRow, changes);
    for (const id of [ownerRow, memberRow]) {
      expect(await rowOf(id)).toMatchObject({ completed: false, dateTime });
    }
    expect((await rowOf(memberRow)).nextFireAt).toEqual(dateTime);
    expect((await rowOf(memberRow)).floodInterval).toBeNull();
  },
);

test.each(OWN)('a member begins nothing anew by saving the form with %j', async (changes) => {
  const { owner, member, ownerRow, memberRow } = await joint();
  await actOnReminder(db, owner, ownerRow, 'skip', { now: clock.now() });
  const namesTheOwner: unknown = expect.stringContaining('Анна');
  await expect(save(member, memberRow, changes)).rejects.toMatchObject({
    code: 'invalid',
    message: namesTheOwner,
  });
  for (const id of [ownerRow, memberRow])
    expect(await rowOf(id)).toMatchObject({ completed: true });
});
