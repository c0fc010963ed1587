import { eq } from 'drizzle-orm';
import { createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { zoneQuestionTexts } from '@/texts/zone-question';
import { type Account, findAccount } from '../accounts/accounts';
import { reminders } from '../platform/db/schema';
import { answerZoneChange, saveBrowserTimeZone } from './zone-shift';

const { db } = testDatabase();
const now = new Date('2026-11-20T09:00:00Z');
const question = { before: 'Asia/Omsk', here: 'Europe/Moscow' };

/** Somebody who has come from Omsk to Moscow, with a reminder at 12:00 tomorrow in Omsk. */
async function arrived() {
  const { id } = await createUser(db, { timeZone: question.before, timeZoneAssumed: false });
  const dateTime = new Date('2026-11-21T06:00:00Z');
  await createReminder(db, id, { dateTime, timeZone: question.before });
  const present = async (): Promise<Account> => {
    const account = await findAccount(db, id);
    if (!account) throw new Error('no account');
    return account;
  };
  await saveBrowserTimeZone(db, await present(), question.here, now);
  const answer = async (given: 'move' | 'keep' | 'stay') =>
    answerZoneChange(db, await present(), { answer: given, question }, now);
  const stored = async () => {
    const [row] = await db.select().from(reminders).where(eq(reminders.userId, id));
    const { timeZone, timeZoneManual } = await present();
    return [row?.timeZone, row?.dateTime.toISOString(), timeZone, timeZoneManual];
  };
  return { answer, stored };
}

test.each(['move', 'keep', 'stay'] as const)(
  '«%s» given again, the first answer being lost, is no conflict and changes nothing',
  async (given) => {
    const { answer, stored } = await arrived();
    expect((await answer(given)).moved).toBe(given === 'move' ? 1 : 0);
    const after = await stored();
    expect(await answer(given)).toMatchObject({ moved: 0, stayed: 0, next: null });
    expect(await stored()).toEqual(after);
  },
);

test.each([
  ['move', 'keep'],
  ['move', 'stay'],
  ['keep', 'move'],
  ['keep', 'stay'],
  ['stay', 'move'],
  ['stay', 'keep'],
] as const)('after «%s», «%s» of another device is a conflict', async (first, second) => {
  const { answer, stored } = await arrived();
  await answer(first);
  const after = await stored();
  await expect(answer(second)).rejects.toMatchObject({
    code: 'conflict',
    message: zoneQuestionTexts.outdated,
  });
  expect(await stored()).toEqual(after);
});
