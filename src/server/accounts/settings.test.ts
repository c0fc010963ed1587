import { eq, sql } from 'drizzle-orm';
import { failure, responses } from '@/contract/api';
import { callRoute, testRoutes } from '@/testing/api';
import { categoryId, createReminder } from '@/testing/builders';
import { validationTexts } from '@/texts/validation';
import { USUAL_SETTINGS } from '@/core/settings';
import { instantToWallTime } from '@/core/time-zone';
import { users } from '@/server/platform/db/schema';
import { POST as snooze } from '@/app/api/notifications/[id]/snooze/route';
import { POST as saveTimeZone } from '@/app/api/profile/timezone/route';
import { GET as read, PUT as save } from '@/app/api/profile/settings/route';

const { db, someone } = testRoutes();

const settingsOf = async (initData: string) =>
  responses.settings.parse((await callRoute(read, { initData })).json).settings;
const put = (initData: string, settings: object) =>
  callRoute(save, { initData, body: { settings } });
const OWN = { morning: '07:30', day: '13:00', evening: '21:15' };

test('who has set nothing has what there always was', async () => {
  const { initData } = await someone();
  expect(await settingsOf(initData)).toEqual({
    ...USUAL_SETTINGS,
    timeZone: 'Europe/Moscow',
    timeZoneChosen: false,
  });
});

test('what is saved is read again, by its owner alone; what is absent stays', async () => {
  const [anna, boris] = [await someone(), await someone()];
  const home = await categoryId(db, 'Дом');
  const quietHours = { from: '23:00', to: '08:00' };
  await put(anna.initData, { dayParts: OWN, quietHours, agenda: '08:00' });
  const answer = await put(anna.initData, {
    snoozes: ['5m', '30m', '3h', 'evening'],
    categoryId: home,
    timeZone: 'Asia/Omsk',
  });
  expect(answer.status).toBe(200);
  const expected = {
    dayParts: OWN,
    snoozes: ['5m', '30m', '3h', 'evening'],
    categoryId: home,
    quietHours,
    agenda: '08:00',
    review: null,
    timeZone: 'Asia/Omsk',
    timeZoneChosen: true,
  };
  expect(responses.settings.parse(answer.json).settings).toEqual(expected);
  expect(await settingsOf(anna.initData)).toEqual(expected);
  expect((await settingsOf(boris.initData)).dayParts).toEqual(USUAL_SETTINGS.dayParts);
});

test('two changes at once both count', async () => {
  const { initData } = await someone();
  const snoozes = ['5m', '30m', '3h', 'evening'];
  await Promise.all([put(initData, { dayParts: OWN }), put(initData, { snoozes })]);
  expect(await settingsOf(initData)).toMatchObject({ dayParts: OWN, snoozes });
});

test('a refused change names all its faults in Russian and changes nothing', async () => {
  const { initData } = await someone();
  const answer = await put(initData, {
    timeZone: 'Europe/Narnia',
    dayParts: { ...OWN, evening: '12:00' },
    snoozes: ['5m', '5m', '1h', '2h'],
    categoryId: 999_999,
    quietHours: { from: '08:00', to: '08:00' },
  });
  expect(answer.status).toBe(400);
  const { errors } = failure.parse(answer.json);
  expect(errors?.map(({ field }) => field)).toEqual([
    'timeZone',
    'evening',
    'snoozes',
    'categoryId',
    'quietHours',
  ]);
  expect(errors?.map(({ message }) => message)).toContain(validationTexts.settings.quietSame);
  expect(await settingsOf(initData)).toMatchObject({ ...USUAL_SETTINGS, timeZoneChosen: false });
});

test('automatic again: the zone stays until the app tells the browser’s', async () => {
  const { initData } = await someone({ timeZone: 'Asia/Omsk', timeZoneManual: true });
  await put(initData, { timeZone: null });
  expect(await settingsOf(initData)).toMatchObject({
    timeZone: 'Asia/Omsk',
    timeZoneChosen: false,
  });
});

test('a start of the app is told the settings together with the zone that counts', async () => {
  const { initData } = await someone();
  await put(initData, { dayParts: OWN });
  const answer = await callRoute(saveTimeZone, { initData, body: { timezone: 'Asia/Omsk' } });
  expect(responses.timeZone.parse(answer.json).settings).toMatchObject({
    dayParts: OWN,
    timeZone: 'Asia/Omsk',
    timeZoneChosen: false,
  });
});

test('what a row holds that nobody knows is as usual', async () => {
  const { user, initData } = await someone();
  const settings = sql`'{"snoozes": "all", "dayParts": 5, "later": true}'::jsonb`;
  await db.update(users).set({ settings }).where(eq(users.id, user.id));
  expect(await settingsOf(initData)).toMatchObject(USUAL_SETTINGS);
});

test('«вечером» and «завтра» of the API mean the own hours', async () => {
  const { user, initData } = await someone();
  await put(initData, { dayParts: { ...OWN, evening: '23:59' } });
  for (const [until, clock] of [
    ['evening', '23:59'],
    ['tomorrow', '07:30'],
  ]) {
    const past = new Date(Date.now() - 60_000);
    const waits = { openOccurrenceAt: past, waitingSince: past, nextFireAt: null };
    const { id } = await createReminder(db, user.id, { dateTime: past, ...waits });
    const answer = await callRoute(snooze, {
      initData,
      params: { id: String(id) },
      body: { until },
    });
    const { snoozedUntil } = responses.acted.parse(answer.json).notification;
    expect(instantToWallTime(new Date(snoozedUntil ?? ''), 'Europe/Moscow').slice(11)).toBe(clock);
  }
});
