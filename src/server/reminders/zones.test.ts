import { z } from 'zod';
import { eq } from 'drizzle-orm';
import { responses } from '@/contract/api';
import { callRoute, testRoutes } from '@/testing/api';
import { createReminder, createUser } from '@/testing/builders';
import { instantToWallTime } from '@/core/time-zone';
import { zoneQuestionTexts } from '@/texts/zone-question';
import { GET as listReminders } from '@/app/api/notifications/route';
import { POST as answerRoute } from '@/app/api/profile/timezone/answer/route';
import { POST as saveTimeZone } from '@/app/api/profile/timezone/route';
import { testDatabase } from '@/testing/database';
import { type Account, findAccount } from '../accounts/accounts';
import { reminders } from '../platform/db/schema';
import { answerZoneChange, saveBrowserTimeZone } from './zone-shift';

describe('a change of zone', () => {
  const { db, someone } = testRoutes();
  const DAY_MS = 86_400_000;

  const start = async (initData: string, timezone: string) =>
    responses.timeZone.parse(
      (await callRoute(saveTimeZone, { initData, body: { timezone } })).json,
    );
  const answer = async (initData: string, body: object) =>
    responses.zoneAnswered.parse((await callRoute(answerRoute, { initData, body })).json);
  /** The times of day in a zone at which the reminders come. */
  const timesIn = async (initData: string, zone: string) => {
    const { json } = await callRoute(listReminders, { initData });
    return responses.reminders
      .parse(json)
      .notifications.map(({ dateTime }) =>
        instantToWallTime(new Date(dateTime), zone).slice(11, 16),
      );
  };
  /** Somebody in Moscow with a reminder at nine in three days. */
  async function traveller(fields: Parameters<typeof someone>[0] = {}) {
    const person = await someone({ timeZone: 'Europe/Moscow', ...fields });
    const day = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
    await createReminder(db, person.user.id, {
      ...{ dateTime: new Date(`${day}T06:00:00Z`), timeZone: 'Europe/Moscow' },
      firstWallTime: `${day}T09:00`,
    });
    return person;
  }

  test('a device on other clocks is asked about until there is an answer; only what is new is local then', async () => {
    const { initData } = await traveller();
    expect(await start(initData, 'Europe/Moscow')).not.toHaveProperty('zoneBefore');
    expect(await start(initData, 'Asia/Omsk')).toMatchObject({ zoneBefore: 'Europe/Moscow' });
    expect(await start(initData, 'Asia/Omsk')).toMatchObject({ zoneBefore: 'Europe/Moscow' });
    expect(await answer(initData, { answer: 'keep' })).toMatchObject({
      ...{ moved: 0, stayed: 0 },
      settings: { timeZone: 'Asia/Omsk', timeZoneChosen: false },
    });
    expect(await timesIn(initData, 'Europe/Moscow')).toEqual(['09:00']);
    expect(await start(initData, 'Asia/Omsk')).not.toHaveProperty('zoneBefore');
  });

  test('all are moved to the same time of day, once, however often it is said', async () => {
    const { initData } = await traveller();
    await start(initData, 'Asia/Omsk');
    const said = await Promise.all([
      answer(initData, { answer: 'move' }),
      answer(initData, { answer: 'move' }),
    ]);
    expect(said.map(({ moved }) => moved).toSorted()).toEqual([0, 1]);
    expect(await timesIn(initData, 'Asia/Omsk')).toEqual(['09:00']);
    expect(await answer(initData, { answer: 'move' })).toMatchObject({ moved: 0 });
  });

  test('who stays with the clocks before keeps them wherever the device goes', async () => {
    const { initData } = await traveller();
    await start(initData, 'Asia/Omsk');
    const kept = { settings: { timeZone: 'Europe/Moscow', timeZoneChosen: true } };
    expect(await answer(initData, { answer: 'stay' })).toMatchObject(kept);
    expect(await start(initData, 'Asia/Tokyo')).toMatchObject({ timezone: 'Europe/Moscow' });
    expect(await start(initData, 'Asia/Tokyo')).not.toHaveProperty('zoneBefore');
  });

  describe('of two devices each answers its own question:', () => {
    const HERE = { before: 'Europe/Moscow', here: 'Asia/Omsk' };
    const refused = async (initData: string, body: object) => {
      const { status, json } = await callRoute(answerRoute, { initData, body });
      return [status, z.object({ message: z.string() }).parse(json).message];
    };
    const OUTDATED = [409, zoneQuestionTexts.outdated];

    test('who answers what another device asks by now is told so, and nothing is changed', async () => {
      const { initData } = await traveller();
      await start(initData, 'Asia/Omsk');
      await start(initData, 'Asia/Tokyo');
      for (const said of ['move', 'keep', 'stay']) {
        expect(await refused(initData, { answer: said, question: HERE })).toEqual(OUTDATED);
      }
      expect(await timesIn(initData, 'Europe/Moscow')).toEqual(['09:00']);
      expect(await start(initData, 'Asia/Tokyo')).toMatchObject({
        ...{ zoneBefore: 'Europe/Moscow', timezone: 'Asia/Tokyo', manual: false },
      });
      const question = { ...HERE, here: 'Asia/Tokyo' };
      expect(await answer(initData, { answer: 'move', question })).toMatchObject({ moved: 1 });
      expect(await timesIn(initData, 'Asia/Tokyo')).toEqual(['09:00']);
    });

    test('who answers what has been answered is told so, and that answer holds', async () => {
      const { initData } = await traveller();
      await start(initData, 'Asia/Omsk');
      await answer(initData, { answer: 'keep', question: HERE });
      expect(await refused(initData, { answer: 'move', question: HERE })).toEqual(OUTDATED);
      expect(await timesIn(initData, 'Europe/Moscow')).toEqual(['09:00']);
    });
  });

  test.each([
    ['the clocks are the same', 'Europe/Kirov', {}],
    ['the zone was chosen by hand', 'Asia/Omsk', { timeZoneManual: true }],
  ])('nothing is asked where %s', async (_why, zone, fields) => {
    const { initData } = await traveller(fields);
    expect(await start(initData, zone)).not.toHaveProperty('zoneBefore');
  });

  test('nothing is asked where nothing lies ahead, nor once the device is back', async () => {
    const nobody = await someone({ timeZone: 'Europe/Moscow' });
    expect(await start(nobody.initData, 'Asia/Omsk')).not.toHaveProperty('zoneBefore');
    const { initData } = await traveller();
    await start(initData, 'Asia/Omsk');
    expect(await start(initData, 'Europe/Moscow')).not.toHaveProperty('zoneBefore');
  });
});

describe('a shift that is given again', () => {
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
      expect(await answer(given)).toMatchObject({ moved: 0, stayed: 0 });
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
});
