import { and, asc, eq, inArray } from 'drizzle-orm';
import { responses } from '@/contract/api';
import { occurrences, reminders } from '@/server/platform/db/schema';
import { callRoute, testRoutes } from '@/testing/api';
import { until as eventually } from '@/testing/until';
import { createReminder, createUser } from '@/testing/builders';
import { createOutbox, tickAt } from '@/testing/outbox';
import { isWaitedFor } from '@/testing/strangers';
import { initDataFor } from '@/testing/test-env';
import { POST as pauseOne } from '@/app/api/notifications/[id]/pause/route';
import { POST as resumeOne } from '@/app/api/notifications/[id]/resume/route';
import { POST as skipOne } from '@/app/api/notifications/[id]/skip/route';
import { POST as pauseAll } from '@/app/api/notifications/pause-all/route';
import { POST as resumeAll } from '@/app/api/notifications/resume-all/route';
import { GET as list } from '@/app/api/notifications/route';
import { POST as undoAll } from '@/app/api/notifications/undo-all/route';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { wallTimeToInstant } from '@/core/time-zone';
import { endPauses } from './write/upkeep';
import { onOutdatedMessage } from '../telegram/outdated';

describe('pausing all', () => {
  const { db } = testRoutes();

  const MINUTE = 60_000;
  const DAY = 1_440 * MINUTE;
  const daily = { every: 1, unit: 'DAY' } as const;
  const ahead = (ms: number) => new Date(Date.now() + ms);

  /** Somebody, and calls of theirs. */
  async function somebody() {
    const { id: userId } = await createUser(db);
    const initData = initDataFor({ id: userId });
    const call = (
      route: typeof pauseAll,
      body: object = {},
      headers: Record<string, string> = {},
    ) => callRoute(route, { initData, body, headers });
    const acted = async (...args: Parameters<typeof call>) =>
      responses.actedOnAll.parse((await call(...args)).json);
    const one = (route: typeof pauseOne, id: number, body: object = {}) =>
      callRoute(route, { initData, body, params: { id: String(id) } });
    const rows = () =>
      db.select().from(reminders).where(eq(reminders.userId, userId)).orderBy(asc(reminders.id));
    const listed = async () =>
      responses.reminders.parse((await callRoute(list, { initData })).json).notifications;
    const has = (fields: Parameters<typeof createReminder>[2] = {}) =>
      createReminder(db, userId, { rule: daily, dateTime: ahead(30 * MINUTE), ...fields });
    return { userId, call, acted, one, rows, listed, has };
  }

  /** What a tick at an instant sends to somebody. */
  async function sentTo(userId: number, at: Date): Promise<number> {
    const outbox = createOutbox();
    await tickAt(db, at, outbox);
    return outbox.attempts.filter((message) => message.chatId === userId).length;
  }

  test('the end that is told is the latest, whatever came back with an earlier one', async () => {
    const { has, acted } = await somebody();
    const earlier = ahead(2 * DAY);
    const pause = { pausedFrom: ahead(DAY), pausedUntil: earlier, pausedWithAll: true };
    // Delivery gave it up within that pause.
    await has({ ...pause, deliveryState: 'failed', nextFireAt: null });
    await has();
    const until = ahead(5 * DAY).toISOString();
    expect(await acted(pauseAll, { until })).toMatchObject({ count: 2, pausedUntil: until });
  });

  test('nothing of a series comes in the pause, one-shots come, and behind it there is no burst', async () => {
    const { userId, acted, has, listed } = await somebody();
    await has();
    await has({ floodInterval: 5 });
    await has({ rule: null, dateTime: ahead(2 * DAY) });
    const until = ahead(5 * DAY).toISOString();
    expect(await acted(pauseAll, { until })).toMatchObject({ count: 2, pausedUntil: until });
    expect((await listed()).filter(({ pausedWithAll }) => pausedWithAll)).toHaveLength(2);
    expect(await sentTo(userId, ahead(3 * DAY))).toBe(1);
    expect(await sentTo(userId, ahead(5 * DAY - MINUTE))).toBe(0);
    const behind = ahead(8 * DAY);
    await endPauses(db, behind);
    expect(await sentTo(userId, behind)).toBe(2);
    expect((await listed()).some((row) => row.pausedWithAll ?? row.state === 'paused')).toBe(false);
  });

  test('resumed before its time, what was held back does not ring', async () => {
    const { userId, acted, has, rows } = await somebody();
    const { id } = await has();
    await acted(pauseAll);
    // As if it had been paused for days.
    const past = ahead(-3 * DAY);
    await db.update(reminders).set({ pausedFrom: past }).where(eq(reminders.id, id));
    expect(await acted(resumeAll)).toMatchObject({ count: 1, pausedUntil: null });
    expect(await sentTo(userId, new Date())).toBe(0);
    const [row] = await rows();
    expect(row).toMatchObject({ pausedFrom: null, pausedUntil: null, pausedWithAll: false });
    expect(row?.nextFireAt?.getTime()).toBeGreaterThan(Date.now());
  });

  test('what was paused by itself keeps its own end, whatever is said of all', async () => {
    const { acted, one, has, listed } = await somebody();
    const own = await has();
    const other = await has();
    const until = ahead(9 * DAY).toISOString();
    await one(pauseOne, own.id, { until });
    expect(await acted(pauseAll)).toMatchObject({ count: 1, pausedAlone: 1 });
    await acted(resumeAll);
    const after = await listed();
    expect(after.find(({ id }) => id === own.id)).toMatchObject({
      state: 'paused',
      pausedUntil: until,
    });
    expect(after.find(({ id }) => id === other.id)).toMatchObject({ state: 'scheduled' });
  });

  test('one that is resumed, or paused anew, by itself no longer goes with all', async () => {
    const { acted, one, has, rows } = await somebody();
    const [first, second] = [await has(), await has()];
    await has();
    await acted(pauseAll);
    await one(resumeOne, first.id);
    await one(pauseOne, second.id);
    expect((await rows()).map((row) => row.pausedWithAll)).toEqual([false, false, true]);
    expect((await acted(resumeAll)).count).toBe(1);
    expect((await rows()).map((row) => row.pausedFrom !== null)).toEqual([false, true, false]);
  });

  test('what is made while all is paused is not paused', async () => {
    const { acted, has, listed } = await somebody();
    await has();
    await acted(pauseAll);
    const { id } = await has();
    expect((await listed()).find((row) => row.id === id)).toMatchObject({ state: 'scheduled' });
  });

  test('asked for again it changes nothing; with another end all have that', async () => {
    const { acted, has, rows } = await somebody();
    await has();
    await has();
    const headers = { 'Idempotency-Key': 'one-and-the-same' };
    const first = await acted(pauseAll, {}, headers);
    const before = await rows();
    expect(await acted(pauseAll, {}, headers)).toEqual(first);
    expect(await rows()).toEqual(before);
    const until = ahead(2 * DAY).toISOString();
    expect(await acted(pauseAll, { until })).toMatchObject({ count: 2, pausedUntil: until });
  });

  test('a repeated request is the same act, also about what has come since: its undo takes all of it back', async () => {
    const { acted, has, rows } = await somebody();
    const early = await has();
    const before = await rows();
    const headers = { 'Idempotency-Key': 'one-and-the-same' };
    await acted(pauseAll, {}, headers);
    const late = await has();
    const { undo, count } = await acted(pauseAll, {}, headers);
    expect(count).toBe(2);
    expect(await acted(undoAll, { undo })).toMatchObject({ count: 2, undo: null });
    const [first, second] = await rows();
    expect(first).toMatchObject({
      nextFireAt: before[0]?.nextFireAt,
      pausedFrom: null,
      id: early.id,
    });
    expect(second).toMatchObject({ nextFireAt: late.nextFireAt, pausedFrom: null });
  });

  test('undo leaves alone what was changed since, and is refused where nothing is left', async () => {
    const { acted, call, one, has, rows } = await somebody();
    const [changed, other] = [await has(), await has()];
    const { undo } = await acted(pauseAll);
    await one(skipOne, changed.id);
    const [skipped] = await rows();
    expect((await acted(undoAll, { undo })).count).toBe(1);
    const [first, second] = await rows();
    expect(first).toEqual(skipped);
    expect(second).toMatchObject({ nextFireAt: other.nextFireAt, pausedFrom: null });
    expect((await call(undoAll, { undo })).status).toBe(409);
    expect((await call(undoAll, { undo: 'nothing' })).status).toBe(409);
  });

  test('after an undo the same key acts anew', async () => {
    const { acted, has, rows } = await somebody();
    await has();
    const headers = { 'Idempotency-Key': 'one-and-the-same' };
    const { undo } = await acted(pauseAll, {}, headers);
    await acted(undoAll, { undo });
    expect(await acted(pauseAll, {}, headers)).toMatchObject({ count: 1, undo });
    expect(await rows()).toMatchObject([{ pausedWithAll: true }]);
  });

  test.each([['\u0000'], ['a:b'], ['пауза'], ['a'.repeat(51)], ['']])(
    'an undo or a key like %j is refused',
    async (odd) => {
      const { call, has, rows } = await somebody();
      await has();
      expect((await call(undoAll, { undo: odd })).status).toBe(400);
      if (/^[\x21-\x7e]+$/.test(odd)) {
        expect((await call(pauseAll, {}, { 'Idempotency-Key': odd })).status).toBe(400);
        expect((await call(resumeAll, {}, { 'Idempotency-Key': odd })).status).toBe(400);
      }
      expect(await rows()).toMatchObject([{ pausedFrom: null, version: 1 }]);
    },
  );

  test('ten acts on all in a minute are answered, one person’s pauses, resumes and undos together', async () => {
    const { call } = await somebody();
    const statuses: number[] = [];
    // A minute may end in between.
    for (let times = 0; times < 21; times += 1) {
      statuses.push((await call([pauseAll, resumeAll][times % 2] ?? pauseAll)).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(statuses).toContain(429);
    expect((await (await somebody()).call(pauseAll)).status).toBe(200);
  });

  test('a pause whose end has passed counts for nothing in what an act answers', async () => {
    const { acted, has } = await somebody();
    await has({ pausedFrom: ahead(-2 * DAY), pausedUntil: ahead(-MINUTE) });
    expect(await acted(resumeAll)).toMatchObject({ pausedAlone: 0 });
  });

  test('the messages in the chat are brought up to date, after the act and after its undo', async () => {
    const { acted, has } = await somebody();
    const came = ahead(-MINUTE);
    const inChat: number[] = [];
    for (const liveMessageId of [1, 2, 3]) {
      const row = await has({ openOccurrenceAt: came, waitingSince: came, liveMessageId });
      inChat.push(row.id);
    }
    await has();
    const told: number[] = [];
    onOutdatedMessage((what) => 'reminderId' in what && told.push(what.reminderId));
    try {
      const { undo } = await acted(pauseAll);
      expect(told).toEqual(inChat);
      told.length = 0;
      await acted(undoAll, { undo });
      expect(told).toEqual(inChat);
    } finally {
      onOutdatedMessage(null);
    }
  });

  test('undo of a resume pauses again exactly as it was', async () => {
    const { acted, has, rows } = await somebody();
    await has();
    const until = ahead(2 * DAY).toISOString();
    await acted(pauseAll, { until });
    const [before] = await rows();
    const { undo } = await acted(resumeAll);
    await acted(undoAll, { undo });
    const [after] = await rows();
    expect(after).toMatchObject({
      pausedFrom: before?.pausedFrom,
      pausedUntil: before?.pausedUntil,
      pausedWithAll: true,
      nextFireAt: before?.nextFireAt,
    });
  });

  test('the last occurrence of a series that waits keeps its history, also through an undo', async () => {
    const { userId, acted, has } = await somebody();
    const came = ahead(-MINUTE);
    const last = ahead(DAY);
    await has({
      rule: { ...daily, count: 2 },
      dateTime: last,
      firstWallTime: '2026-01-01T09:00',
      openOccurrenceAt: came,
      waitingSince: came,
    });
    const { undo } = await acted(pauseAll, { until: ahead(5 * DAY).toISOString() });
    const history = () => db.select().from(occurrences).where(eq(occurrences.userId, userId));
    expect(await history()).toMatchObject([{ occurrenceAt: came, outcome: 'unanswered' }]);
    await acted(undoAll, { undo });
    expect(await history()).toEqual([]);
  });

  test('a send that is under way finds its reminder paused: the message is retracted', async () => {
    const { acted, has, rows } = await somebody();
    await has({ dateTime: ahead(-MINUTE) });
    const { send, retract, retracted } = createOutbox();
    await tickAt(db, new Date(), {
      send: async (message, signal) => {
        await acted(pauseAll);
        return send(message, signal);
      },
      retract,
    });
    expect(retracted).toHaveLength(1);
    expect(await rows()).toMatchObject([{ openOccurrenceAt: null, nextFireAt: null }]);
  });

  test('a row that somebody else holds is waited for, and all are paused at once', async () => {
    const { acted, has, rows } = await somebody();
    const [, locked] = [await has(), await has(), await has()];
    const paused = async () => (await rows()).filter((row) => row.pausedFrom !== null).length;
    let pausing: ReturnType<typeof acted> | undefined;
    await db.transaction(async (tx) => {
      await tx.update(reminders).set({ attempts: 1 }).where(eq(reminders.id, locked.id));
      pausing = acted(pauseAll);
      await eventually(() => isWaitedFor(tx));
      expect(await paused()).toBe(0);
    });
    expect(await pausing).toMatchObject({ count: 3 });
    expect(await paused()).toBe(3);
  });

  test('two acts on all and an act on one of the rows do not cross: all are done', async () => {
    const { acted, one, has } = await somebody();
    const made = [await has(), await has(), await has()];
    const skipping = Promise.all(made.map(({ id }) => one(skipOne, id)));
    await Promise.all([acted(pauseAll), acted(resumeAll)]);
    expect((await skipping).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('a full account is paused, resumed and taken back as a whole, and nobody else’s', async () => {
    const { userId, acted, has, rows } = await somebody();
    const stranger = await somebody();
    await stranger.has();
    const { id, dueAt, nagDue, ...sample } = await has();
    const copies = Array.from({ length: 999 }, () => sample);
    await db.insert(reminders).values(copies);
    const { undo, count } = await acted(pauseAll);
    expect(count).toBe(1_000);
    await acted(undoAll, { undo });
    expect((await rows()).filter((row) => row.pausedFrom !== null)).toEqual([]);
    await acted(pauseAll);
    expect((await acted(resumeAll)).count).toBe(1_000);
    const mine = and(eq(reminders.userId, userId), eq(reminders.nextFireAt, sample.dateTime));
    expect(await db.$count(reminders, mine)).toBe(1_000);
    expect(await stranger.rows()).toMatchObject([{ pausedFrom: null, version: 1 }]);
  });

  test('what is deleted, archived or failed is not touched', async () => {
    const { acted, has, rows } = await somebody();
    await has({ deletedAt: new Date() });
    await has({ completed: true });
    await has({ deliveryState: 'failed' });
    const before = await rows();
    expect(await acted(pauseAll)).toEqual({
      count: 0,
      pausedUntil: null,
      pausedAlone: 0,
      undo: null,
    });
    expect(await rows()).toEqual(before);
  });

  test.each([['2020-01-01T00:00:00Z'], ['завтра'], ['2150-01-01T00:00:00Z']])(
    'until %s is refused, in Russian, and changes nothing',
    async (until) => {
      const { call, has, rows } = await somebody();
      const { id } = await has();
      const { status, json } = await call(pauseAll, { until });
      expect(status).toBe(400);
      expect(json).toMatchObject({ errors: [{ field: 'until' }] });
      const found = await db
        .select()
        .from(reminders)
        .where(inArray(reminders.id, [id]));
      expect(found).toEqual(await rows());
      expect(found).toMatchObject([{ pausedFrom: null, version: 1 }]);
    },
  );
});

describe('pausing all in the chat', () => {
  const { db } = testDatabase();
  /** Its clock stands at noon of Friday, 20 November 2026, in Moscow. */
  const bot = testBot(db);
  const at = (wall: string) => wallTimeToInstant(wall, 'Europe/Moscow');
  const DAILY = { every: 1, unit: 'DAY' } as const;

  /** Somebody with two series, one that is paused by itself until the 25th, and a one-shot. */
  async function somebody() {
    const anna = await bot.member();
    const series = { rule: DAILY, dateTime: at('2026-11-20T19:00') };
    await createReminder(db, anna.id, { text: 'Таблетки', ...series });
    await createReminder(db, anna.id, { text: 'Зарядка', ...series });
    const alone = await createReminder(db, anna.id, { text: 'Бассейн', ...series });
    await createReminder(db, anna.id, { text: 'Врач', dateTime: at('2026-11-21T10:00') });
    const pausedUntil = at('2026-11-25T00:00');
    const nextFireAt = at('2026-11-25T19:00');
    await db
      .update(reminders)
      .set({ pausedFrom: series.dateTime, pausedUntil, nextFireAt, dateTime: nextFireAt })
      .where(eq(reminders.id, alone.id));
    const rows = () =>
      db.select().from(reminders).where(eq(reminders.userId, anna.id)).orderBy(asc(reminders.id));
    const comesAt = async () => (await rows()).map((row) => row.nextFireAt);
    return { anna, comesAt };
  }
  const AS_IT_WAS = [
    '2026-11-20T19:00',
    '2026-11-20T19:00',
    '2026-11-25T19:00',
    '2026-11-21T10:00',
  ];

  test('«всё на паузу до понедельника» holds every series but those paused by themselves, and says so', async () => {
    const { anna, comesAt } = await somebody();
    await anna.write('всё на паузу до понедельника');
    expect(anna.text()).toBe(
      '⏸ На паузе 2 повторяющихся напоминания.\n' +
        'Снова начну напоминать в понедельник, 23 ноября.\n' +
        'Разовые придут как обычно.',
    );
    expect(anna.labels()).toEqual([['▶️ Возобновить', '↩️ Вернуть']]);
    const until = ['2026-11-23T19:00', '2026-11-23T19:00', '2026-11-25T19:00', '2026-11-21T10:00'];
    expect(await comesAt()).toEqual(until.map(at));
  });

  test('«Вернуть» under it takes all of it back, and a second press says that nothing is left', async () => {
    const { anna, comesAt } = await somebody();
    await anna.write('поставь всё на паузу');
    const undo = anna.last().keyboard.flat().at(-1)?.callback_data ?? '';
    await anna.press('↩️ Вернуть');
    expect(anna.text()).toBe('↩️ Вернул всё как было.');
    expect(await comesAt()).toEqual(AS_IT_WAS.map(at));
    await anna.pressData(undo);
    expect(anna.text()).toContain('Возвращать нечего');
  });

  test('«Возобновить», by button or in words, leaves alone what was paused by itself, and can be taken back', async () => {
    const { anna, comesAt } = await somebody();
    await anna.write('пауза');
    await anna.press('▶️ Возобновить');
    expect(anna.text()).toContain('▶️ Возобновил 2 повторяющихся напоминания.');
    expect(anna.text()).toContain('ставили на паузу отдельно');
    expect(await comesAt()).toEqual(AS_IT_WAS.map(at));
    await anna.press('↩️ Вернуть');
    expect((await comesAt()).slice(0, 2)).toEqual([null, null]);
    await anna.write('возобнови всё');
    expect(await comesAt()).toEqual(AS_IT_WAS.map(at));
    bot.clock.advance(60_000);
    await anna.write('возобнови всё');
    expect(anna.text()).toContain('возобновлять нечего');
  });

  test('what is made while all is paused comes', async () => {
    const { anna, comesAt } = await somebody();
    await anna.write('я в отпуске до 5 декабря');
    await anna.write('каждый день в 20 читать сказку');
    expect((await comesAt()).at(-1)).toEqual(at('2026-11-20T20:00'));
  });

  test('a pause whose end is not understood pauses nothing and asks', async () => {
    const { anna, comesAt } = await somebody();
    await anna.write('всё на паузу до когда-нибудь');
    expect(anna.text()).toContain('Не понял, до какого дня');
    expect(await comesAt()).toEqual(AS_IT_WAS.map(at));
  });

  test('where nothing repeats, that is said', async () => {
    const anna = await bot.member();
    await anna.write('всё на паузу');
    expect(anna.text()).toContain('Повторяющихся напоминаний');
    expect(anna.labels()).toEqual([]);
  });

  test('what a card asks for is its own: «пауза» becomes the text, «возобнови всё» is about all', async () => {
    const { anna, comesAt } = await somebody();
    await anna.write('всё на паузу');
    const paused = await comesAt();
    await anna.write('завтра в 10');
    await anna.write('Вернулся');
    expect((await comesAt()).slice(0, 4)).toEqual(paused);
    expect(await comesAt()).toHaveLength(5);
    await anna.write('завтра сходить в аптеку');
    await anna.write('возобнови');
    expect((await comesAt()).slice(0, 4)).toEqual(paused);
    await anna.write('возобнови всё');
    expect((await comesAt()).slice(0, 4)).toEqual(AS_IT_WAS.map(at));
  });

  test('the eleventh act in a minute is refused in a sentence, and the card keeps its buttons', async () => {
    const { anna, comesAt } = await somebody();
    for (let times = 0; times < 5; times += 1) {
      await anna.write('пауза');
      await anna.write('возобнови всё');
    }
    await anna.press('↩️ Вернуть');
    expect(anna.text()).toBe('Слишком много запросов. Подождите немного и повторите');
    await anna.write('пауза');
    expect(anna.text()).toBe('Слишком много запросов. Подождите немного и повторите');
    expect(await comesAt()).toEqual(AS_IT_WAS.map(at));
  });

  test('a button that is not ours takes nothing back', async () => {
    const { anna } = await somebody();
    await anna.write('пауза');
    await anna.pressData('p:undo:\u0000');
    expect(anna.text()).toContain('Возвращать нечего');
  });

  test('in a reply to a reminder the words are about that one alone', async () => {
    const { anna, comesAt } = await somebody();
    await bot.sendDueAt(at('2026-11-20T19:00'));
    await anna.reply('на паузу');
    expect((await comesAt()).filter((each) => each === null)).toHaveLength(1);
  });
});
