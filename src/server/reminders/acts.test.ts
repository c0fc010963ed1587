import { eq, sql } from 'drizzle-orm';
import { failure as failureShape, responses } from '@/contract/api';
import { callRoute, testRoutes } from '@/testing/api';
import { initDataFor } from '@/testing/test-env';
import { createReminder, createUser } from '@/testing/builders';
import { createOutbox, tickReminders } from '@/testing/outbox';
import { occurrences, reminders } from '@/server/platform/db/schema';
import { DELETE as remove, GET as read, PUT as update } from '@/app/api/notifications/[id]/route';
import { POST as done } from '@/app/api/notifications/[id]/done/route';
import { POST as pause } from '@/app/api/notifications/[id]/pause/route';
import { POST as rewrite } from '@/app/api/notifications/[id]/rewrite/route';
import { POST as restore } from '@/app/api/notifications/[id]/restore/route';
import { POST as resume } from '@/app/api/notifications/[id]/resume/route';
import { POST as skip } from '@/app/api/notifications/[id]/skip/route';
import { POST as snooze } from '@/app/api/notifications/[id]/snooze/route';
import { POST as undo } from '@/app/api/notifications/[id]/undo/route';
import { GET as pastOf } from '@/app/api/notifications/history/route';
import { GET as list } from '@/app/api/notifications/route';
import { GET as readHistory } from '@/app/api/profile/history/route';
import { findAccount } from '@/server/accounts/accounts';
import { resumeUser } from '@/server/outbox/reachability';
import { found } from '@/server/platform/errors';
import { actOnReminder } from './acts';
import { takeBackLast } from './chat-acts';
import { endPauses, archiveUnanswered } from './write/upkeep';

const { db, someone } = testRoutes();

describe('acts', () => {
  const MINUTE = 60_000;
  const DAY = 1_440 * MINUTE;
  const daily = { every: 1, unit: 'DAY' } as const;
  /** Read once: two moments that a test takes for the same must not lie a millisecond apart. */
  const suiteBegan = Date.now();
  const ago = (ms: number) => new Date(suiteBegan - ms);
  const ahead = (ms: number) => new Date(suiteBegan + ms);

  type Fields = Parameters<typeof createReminder>[2];
  /** Somebody's reminder, and calls about it. */
  async function someones(fields: Fields = {}) {
    const user = await createUser(db);
    const initData = initDataFor({ id: user.id });
    const { id } = await createReminder(db, user.id, fields);
    const call = (route: typeof done, body: object = {}) =>
      callRoute(route, { initData, body, params: { id: String(id) } });
    const row = async () => {
      const [found] = await db.select().from(reminders).where(eq(reminders.id, id));
      if (!found) throw new Error('no such reminder');
      return found;
    };
    const acted = async (route: typeof done, body: object = {}) =>
      responses.acted.parse((await call(route, body)).json);
    const history = async () => {
      const { json } = await callRoute(read, { initData, params: { id: String(id) } });
      return responses.reminderWithHistory.parse(json).history;
    };
    const listed = async () =>
      responses.reminders.parse((await callRoute(list, { initData })).json).notifications;
    return { user, initData, id, call, acted, row, history, listed };
  }
  /** One that came ten minutes ago and waits. */
  const waiting = (fields: Fields = {}) => {
    const came = ago(10 * MINUTE);
    return someones({
      dateTime: came,
      openOccurrenceAt: came,
      waitingSince: came,
      nextFireAt: null,
      ...fields,
    });
  };
  const waitingSeries = () =>
    waiting({ rule: daily, dateTime: ahead(DAY), nextFireAt: ahead(DAY) });

  async function tick(at = new Date()) {
    const { send, retract } = createOutbox();
    const deadline = new Date(at.getTime() + 10_000);
    const now = () => at;
    await tickReminders({ db, send, retract, now, deadline, horizonMs: 0, maxPerSecond: Infinity });
  }

  describe('sent is not done', () => {
    test('what was sent is current, waits, and comes first in the list', async () => {
      const { user, id, listed } = await someones({ dateTime: ago(MINUTE) });
      await createReminder(db, user.id, { dateTime: ago(DAY), deliveryState: 'failed' });
      await tick();
      const [first, second] = await listed();
      expect(first).toMatchObject({ id, state: 'waiting', completed: false, doneAt: null });
      expect(Date.parse(first?.waitingSince ?? '')).toBeGreaterThan(Date.now() - MINUTE);
      expect(second).toMatchObject({ state: 'failed', waitingSince: null });
    });

    test('«Готово» archives it, and says when it was done', async () => {
      const { acted, listed, history, row } = await waiting();
      const { openOccurrenceAt } = await row();
      const { notification } = await acted(done);
      expect(notification).toMatchObject({
        state: 'completed',
        completed: true,
        waitingSince: null,
      });
      expect(Date.parse(notification.doneAt ?? '')).toBeGreaterThan(Date.now() - MINUTE);
      expect(await listed()).toEqual([notification]);
      expect(await history()).toMatchObject([
        {
          outcome: 'done',
          occurrenceAt: openOccurrenceAt?.toISOString(),
          endedAt: notification.doneAt,
        },
      ]);
    });

    test('a series shows what waits beside what comes, until the next one takes its place', async () => {
      const { acted, listed, history, row } = await waitingSeries();
      const [shown] = await listed();
      const before = await row();
      expect(shown).toMatchObject({
        state: 'waiting',
        waitingSince: before.waitingSince?.toISOString(),
        dateTime: before.dateTime.toISOString(),
      });
      await tick(before.dateTime);
      expect(await history()).toMatchObject([
        {
          outcome: 'unanswered',
          occurrenceAt: before.openOccurrenceAt?.toISOString(),
          cameAt: before.waitingSince?.toISOString(),
        },
      ]);
      expect((await acted(done)).notification).toMatchObject({
        state: 'scheduled',
        completed: false,
      });
      expect((await history()).map(({ outcome }) => outcome)).toEqual(['done', 'unanswered']);
    });

    test('after seven days without an answer it is archived as unanswered, not a moment before', async () => {
      const came = ago(7 * DAY);
      const { listed, history, acted } = await waiting({ dateTime: came, waitingSince: came });
      await archiveUnanswered(db, new Date(came.getTime() + 7 * DAY - 1));
      expect((await listed())[0]).toMatchObject({ state: 'waiting' });
      await archiveUnanswered(db, new Date(came.getTime() + 7 * DAY));
      expect((await listed())[0]).toMatchObject({ state: 'completed', doneAt: null });
      expect(await history()).toMatchObject([
        { outcome: 'unanswered', cameAt: came.toISOString() },
      ]);

      const { notification, undo: token } = await acted(done);
      expect(notification.doneAt).not.toBeNull();
      expect(await history()).toMatchObject([{ outcome: 'done', cameAt: came.toISOString() }]);
      await acted(undo, { undo: token });
      expect((await listed())[0]).toMatchObject({ state: 'completed', doneAt: null });
      expect(await history()).toMatchObject([{ outcome: 'unanswered' }]);
    });

    test('it is not archived without an entry in its history: both, or it is tried again', async () => {
      const came = ago(7 * DAY);
      const { row, history } = await waiting({ dateTime: came, waitingSince: came });
      const before = await row();
      await db.execute(sql`
        create function refuse_history() returns trigger language plpgsql as
        $$ begin raise exception 'no'; end $$`);
      await db.execute(sql`create trigger refuse_history before insert on occurrences
        for each row execute function refuse_history()`);
      try {
        await expect(archiveUnanswered(db, new Date())).rejects.toThrow();
      } finally {
        await db.execute(sql`drop function refuse_history cascade`);
      }
      expect(await row()).toEqual(before);
      await archiveUnanswered(db, new Date());
      expect(await row()).toMatchObject({ completed: true });
      expect(await history()).toMatchObject([{ outcome: 'unanswered' }]);
    });

    test.each<[string, Fields]>([
      ['a series that goes on', { rule: daily, nextFireAt: ahead(DAY), dateTime: ahead(DAY) }],
      ['what is put off', { snoozedUntil: ahead(DAY), waitingSince: null, nextFireAt: ahead(DAY) }],
      ['what is deleted', { deletedAt: ago(DAY) }],
      ['what counts from «Готово»', { rule: { ...daily, afterDone: true } }],
      ['what is paused', { pausedFrom: ago(20 * DAY) }],
    ])('%s is not archived for want of an answer', async (_, fields = {}) => {
      const { row } = await waiting({ waitingSince: ago(20 * DAY), ...fields });
      const before = await row();
      await archiveUnanswered(db, new Date());
      expect(await row()).toEqual(before);
    });

    test('rows of the version before: what was sent stays archived, what was done has its time', async () => {
      const came = ago(DAY);
      const { user, initData, listed } = await someones({
        dateTime: came,
        completed: true,
        openOccurrenceAt: came,
      });
      await createReminder(db, user.id, {
        dateTime: ago(MINUTE),
        completed: true,
        updatedAt: came,
      });
      const series = { dateTime: ahead(DAY), rule: daily, openOccurrenceAt: came };
      await createReminder(db, user.id, series);
      await tick();
      expect(initData).not.toBe('');
      expect(await listed()).toMatchObject([
        { state: 'waiting', waitingSince: came.toISOString() },
        { state: 'completed', doneAt: null },
        { state: 'completed', doneAt: came.toISOString() },
      ]);
    });
  });

  describe('an act', () => {
    test.each<[string, typeof done, object]>([
      ['done', done, {}],
      ['skip', skip, {}],
      ['snooze', snooze, { until: '1h' }],
    ])('%s is undone exactly, history included', async (_, route, body) => {
      for (const make of [waiting, waitingSeries, () => someones({ dateTime: ahead(DAY) })]) {
        const { acted, row, history } = await make();
        const before = await row();
        const { undo: token, notification } = await acted(route, body);
        expect(token).not.toBeNull();
        expect(notification.version).toBe(2);
        const { notification: back } = await acted(undo, { undo: token });
        expect(back).toMatchObject({
          version: 3,
          state: before.openOccurrenceAt ? 'waiting' : 'scheduled',
        });
        expect(await row()).toEqual({
          ...before,
          version: 3,
          updatedAt: (await row()).updatedAt,
        });
        expect(await history()).toEqual([]);
      }
    });

    test('that is undone parks nobody who can be reached again', async () => {
      const { acted, row, user } = await someones({
        dateTime: ahead(DAY),
        deliveryState: 'parked',
      });
      const { undo: token } = await acted(skip);
      await resumeUser(db, user.id, new Date());
      await acted(undo, { undo: token });
      expect(await row()).toMatchObject({ deliveryState: 'scheduled', completed: false });
    });

    test('cannot be undone once the reminder was archived without an answer', async () => {
      const came = ago(7 * DAY);
      const { user, id, history } = await waiting({
        ...{ dateTime: came, openOccurrenceAt: came, waitingSince: came },
        ...{ floodInterval: 5, nextFireAt: ahead(MINUTE) },
      });
      const target = { userId: user.id, reminderId: id, now: new Date() };
      const account = found(await findAccount(db, user.id));
      await actOnReminder(db, account, id, 'quiet', target);
      await archiveUnanswered(db, target.now);
      expect(await history()).toMatchObject([{ outcome: 'unanswered' }]);
      expect(await takeBackLast(db, target)).toBe(false);
      expect(await history()).toMatchObject([{ outcome: 'unanswered' }]);
    });

    test('cannot be undone once something else happened, and says how it stands', async () => {
      const { acted, call, row } = await waitingSeries();
      const { undo: token } = await acted(done);
      await tick((await row()).dateTime);
      const answer = await call(undo, { undo: token });
      expect(answer.status).toBe(409);
      expect(failureShape.parse(answer.json).notification).toMatchObject({ state: 'waiting' });
      for (const nonsense of ['', '99', 'x', '-1']) {
        expect((await call(undo, { undo: nonsense })).status).toBe(409);
      }
    });

    test('that is no answer is left alone where only an answer is to be taken back', async () => {
      const { acted, call, row } = await waiting();
      const answered = await acted(done);
      const asked = { undo: answered.undo, ofAnswer: true };
      expect((await acted(undo, asked)).notification).toMatchObject({ state: 'waiting' });
      await acted(done);
      const { undo: token } = await acted(rewrite, { categoryId: (await row()).categoryId + 1 });
      const moved = await row();
      expect((await call(undo, { undo: token, ofAnswer: true })).status).toBe(409);
      expect(await row()).toEqual(moved);
    });

    test('of an older version is refused with the present row, and changes nothing', async () => {
      const { acted, call, row } = await waiting();
      await acted(snooze, { until: '1h', version: 1 });
      const before = await row();
      for (const [route, body] of [
        [done, {}],
        [skip, {}],
        [snooze, { until: '10m' }],
      ] as const) {
        const answer = await call(route, { ...body, version: 1 });
        expect(answer.status).toBe(409);
        expect(failureShape.parse(answer.json).notification).toMatchObject({ version: 2 });
      }
      expect(await row()).toEqual(before);
    });

    test.each([{ version: 1 }, {}])('whose tap was double is done once: %j', async (body) => {
      const { acted, row, history } = await waitingSeries();
      const first = await acted(done, body);
      expect(await acted(done, body)).toEqual(first);
      expect(await row()).toMatchObject({ version: 2 });
      expect(await history()).toHaveLength(1);
    });

    test('about an occurrence that no longer waits is refused', async () => {
      const { call, row } = await waitingSeries();
      const before = await row();
      const other = await call(done, { occurrence: before.dateTime.toISOString() });
      expect(other.status).toBe(409);
      expect(await row()).toEqual(before);
      const same = await call(done, { occurrence: before.openOccurrenceAt?.toISOString() });
      expect(same.status).toBe(200);
    });

    test('on a foreign, deleted or unknown reminder is 404', async () => {
      const { id, call, initData } = await waiting();
      const stranger = initDataFor({ id: (await createUser(db)).id });
      const bodies = [
        [done, {}],
        [skip, {}],
        [snooze, { until: '1h' }],
        [undo, { undo: '1' }],
      ] as const;
      const get = { params: { id: String(id) } };
      for (const [route, body] of bodies) {
        const answer = await callRoute(route, { initData: stranger, body, ...get });
        expect(answer.status).toBe(404);
      }
      expect((await callRoute(read, { initData: stranger, ...get })).status).toBe(404);
      await call(remove);
      for (const [route, body] of bodies) expect((await call(route, body)).status).toBe(404);
      expect((await callRoute(read, { initData, ...get })).status).toBe(404);
    });

    test('done early ends a one-shot and moves a series past its next date', async () => {
      const dateTime = ahead(DAY);
      const once = await someones({ dateTime });
      const { notification } = await once.acted(done);
      expect(notification).toMatchObject({
        state: 'completed',
        dateTime: dateTime.toISOString(),
      });
      expect(Date.parse(notification.doneAt ?? '')).toBeLessThan(dateTime.getTime());
      const series = await someones({ dateTime, rule: daily });
      expect((await series.acted(done)).notification.dateTime).toBe(
        new Date(dateTime.getTime() + DAY).toISOString(),
      );
      expect(await series.history()).toMatchObject([{ outcome: 'done', cameAt: null }]);
    });

    test('of what is done already changes nothing and has nothing to undo', async () => {
      const { acted, row } = await someones({ dateTime: ago(DAY), completed: true });
      const before = await row();
      expect((await acted(done)).undo).toBeNull();
      expect((await acted(snooze, { until: '1h' })).undo).toBeNull();
      expect(await row()).toEqual(before);
    });
  });

  describe('putting off', () => {
    test('to an instant: what waits comes again then, what lies ahead moves there', async () => {
      const until = new Date(
        Math.floor(ahead(3 * 60 * MINUTE).getTime() / 1_000) * 1_000,
      ).toISOString();
      for (const make of [waiting, waitingSeries, () => someones({ dateTime: ahead(DAY) })]) {
        const { acted, row } = await make();
        const { notification } = await acted(snooze, { until });
        expect(notification).toMatchObject({ state: 'scheduled', waitingSince: null });
        expect((await row()).nextFireAt?.toISOString()).toBe(until);
      }
    });

    test('tells until when, and a series keeps its next date', async () => {
      const { acted, row } = await waitingSeries();
      const { dateTime } = await row();
      const { notification } = await acted(snooze, { until: '10m' });
      expect(notification.dateTime).toBe(dateTime.toISOString());
      expect(Date.parse(notification.snoozedUntil ?? '')).toBeGreaterThan(Date.now() + 9 * MINUTE);
    });

    test.each([
      ['2020-01-01T00:00:00Z', 'Время не может быть в прошлом'],
      ['2999-01-01T00:00:00Z', /./],
      ['завтра', /./],
      ['', /./],
    ])('to %j is refused in words', async (until, message) => {
      const { call, row } = await waiting();
      const before = await row();
      const answer = await call(snooze, { until });
      expect(answer.status).toBe(400);
      expect(failureShape.parse(answer.json).message).toMatch(message);
      expect(await row()).toEqual(before);
    });
  });

  describe('the history', () => {
    test('goes with its reminder and with its person', async () => {
      const { acted, id } = await waiting();
      await acted(done);
      await db.delete(reminders).where(eq(reminders.id, id));
      expect(await db.$count(occurrences, eq(occurrences.reminderId, id))).toBe(0);
    });

    test('says that an edit of its time left an occurrence of a series unanswered, and not one of its text', async () => {
      const { call, history, row } = await waitingSeries();
      const { typeId, categoryId, dateTime } = await row();
      const notification = {
        typeId,
        categoryId,
        dateTime: dateTime.toISOString(),
        text: 'Другой текст',
        repeat: true,
        repeatEvery: 1,
        repeatUnit: 'DAY',
      };
      expect((await call(update, { notification })).status).toBe(200);
      expect(await history()).toEqual([]);
      const later = new Date(dateTime.getTime() + MINUTE).toISOString();
      const moved = { ...notification, dateTime: later };
      expect((await call(update, { notification: moved })).status).toBe(200);
      expect(await history()).toMatchObject([{ outcome: 'unanswered' }]);
    });
  });

  describe('a pause', () => {
    const series = () => someones({ rule: daily, dateTime: ahead(MINUTE) });
    const outboxTick = async (at: Date) => {
      const { send, retract, sent } = createOutbox();
      const deadline = new Date(at.getTime() + 10_000);
      await tickReminders({
        db,
        send,
        retract,
        now: () => at,
        deadline,
        horizonMs: 0,
        maxPerSecond: Infinity,
      });
      return sent.length;
    };

    test('without an end holds a series until it is taken off; then it goes on, without a burst', async () => {
      const { acted, listed, row } = await series();
      const { notification } = await acted(pause);
      expect(notification).toMatchObject({
        state: 'paused',
        pausedUntil: null,
        waitingSince: null,
      });
      expect(await listed()).toEqual([notification]);
      await tick(ahead(5 * DAY));
      await archiveUnanswered(db, ahead(50 * DAY));
      expect(await row()).toMatchObject({ nextFireAt: null, completed: false, waitingSince: null });
      const resumed = (await acted(resume)).notification;
      expect(resumed).toMatchObject({ state: 'scheduled' });
      expect(Date.parse(resumed.dateTime)).toBeGreaterThan(Date.now());
    });

    test('until a date: nothing comes before it, one message behind it, and the mark is gone', async () => {
      const until = ahead(5 * DAY);
      const { acted, row, listed } = await series();
      const { notification } = await acted(pause, { until: until.toISOString() });
      expect(notification).toMatchObject({ state: 'paused', pausedUntil: until.toISOString() });
      expect(Date.parse(notification.dateTime)).toBeGreaterThanOrEqual(until.getTime());
      await tick(new Date(until.getTime() - 1));
      expect((await row()).openOccurrenceAt).toBeNull();
      await endPauses(db, until);
      expect((await listed())[0]).toMatchObject({ state: 'scheduled', pausedUntil: null });
      await tick(new Date(until.getTime() + 2 * DAY));
      const { openOccurrenceAt, nextFireAt } = await row();
      expect(openOccurrenceAt?.getTime()).toBeLessThan(until.getTime() + 2 * DAY);
      expect(nextFireAt?.getTime()).toBeGreaterThan(until.getTime() + 2 * DAY);
    });

    test('ends with «Готово», whose history is of the occurrence that comes then, not of what comes behind', async () => {
      const { acted, row, history } = await someones({ rule: daily, dateTime: ahead(DAY) });
      await acted(pause, { until: ahead(5 * DAY - MINUTE).toISOString() });
      await acted(done);
      expect(await history()).toMatchObject([
        { occurrenceAt: ahead(DAY).toISOString(), outcome: 'done' },
      ]);
      expect((await row()).dateTime).toEqual(ahead(2 * DAY));
    });

    test('leaves a moved occurrence for who resumes in time; behind its end nothing of that waits', async () => {
      const { acted, row, listed } = await someones({ rule: daily, dateTime: ahead(20 * MINUTE) });
      const moved = await acted(snooze, { until: ahead(DAY / 2).toISOString() });
      const until = ahead(5 * DAY);
      const { notification } = await acted(pause, { until: until.toISOString() });
      expect(notification).toMatchObject({ state: 'paused', snoozedUntil: null });
      const { snoozedUntil } = moved.notification;
      expect((await acted(resume)).notification).toMatchObject({
        state: 'scheduled',
        snoozedUntil,
      });

      await acted(pause, { until: until.toISOString() });
      await endPauses(db, until);
      expect(await row()).toMatchObject({ openOccurrenceAt: null, snoozedUntil: null });
      expect((await listed())[0]).toMatchObject({ state: 'scheduled', waitingSince: null });
    });

    test('shows what was put off beyond its end, and comes then', async () => {
      const { acted, row, listed } = await series();
      const later = ahead(DAY / 2).toISOString();
      await acted(snooze, { until: later });
      const { notification } = await acted(pause, { until: ahead(DAY / 4).toISOString() });
      expect(notification).toMatchObject({ state: 'paused', snoozedUntil: later });
      expect(await listed()).toEqual([notification]);
      expect((await row()).nextFireAt).toEqual(ahead(DAY / 2));
    });

    test('is over with the first message behind it, were it a message ahead', async () => {
      const until = ahead(5 * DAY);
      const { acted, row, listed } = await someones({
        ...{ rule: daily, dateTime: ahead(20 * MINUTE), preAlerts: [10] },
      });
      await acted(pause, { until: until.toISOString() });
      await tick((await row()).nextFireAt ?? undefined);
      const over = { pausedFrom: null, pausedUntil: null, pausedWithAll: false };
      expect(await row()).toMatchObject({ openOccurrenceAt: null, ...over });
      await tick((await row()).nextFireAt ?? undefined);
      expect((await listed())[0]).toMatchObject({ state: 'waiting', pausedUntil: null });
      expect(await row()).toMatchObject(over);
    });

    test('that comes while its send is under way wins: the message is retracted, nothing waits', async () => {
      const { call, row } = await someones({ rule: daily, dateTime: ago(MINUTE) });
      const { send, retract, retracted } = createOutbox();
      const at = new Date();
      await tickReminders({
        db,
        send: async (message, signal) => {
          await call(pause);
          return send(message, signal);
        },
        retract,
        now: () => at,
        deadline: new Date(at.getTime() + 10_000),
        horizonMs: 0,
        maxPerSecond: Infinity,
      });
      expect(retracted).toHaveLength(1);
      expect(await row()).toMatchObject({ openOccurrenceAt: null, nextFireAt: null });
    });

    test('ends a flood, and what waits can be done in it without ending it', async () => {
      const { acted, history, listed } = await waiting({
        rule: daily,
        floodInterval: 5,
        dateTime: ahead(DAY),
        nextFireAt: ago(MINUTE),
        nagCount: 1,
      });
      await acted(pause);
      expect(await outboxTick(ahead(3 * DAY))).toBe(0);
      const { notification } = await acted(done);
      expect(notification.state).toBe('paused');
      expect(await history()).toMatchObject([{ outcome: 'done' }]);
      expect(await listed()).toEqual([notification]);
    });

    test('is taken back by undo, as is its end; neither makes a past moment ring', async () => {
      const { acted, row } = await series();
      const before = await row();
      const paused = await acted(pause);
      await acted(undo, { undo: paused.undo });
      expect(await row()).toMatchObject({ nextFireAt: before.nextFireAt, pausedFrom: null });
      await acted(pause);
      const resumed = await acted(resume);
      await acted(undo, { undo: resumed.undo });
      expect(await row()).toMatchObject({ nextFireAt: null, pausedFrom: before.dateTime });
    });

    test('without an end goes on where its end is taken back, though its time has passed meanwhile', async () => {
      const resting = { pausedFrom: ago(MINUTE), nextFireAt: null };
      const { acted, row } = await someones({
        ...{ dateTime: ago(MINUTE), floodInterval: 5 },
        ...resting,
      });
      const resumed = await acted(resume);
      expect(await row()).toMatchObject({ pausedFrom: null, openOccurrenceAt: ago(MINUTE) });
      await acted(undo, { undo: resumed.undo });
      expect(await row()).toMatchObject({ ...resting, openOccurrenceAt: null, waitingSince: null });
    });

    test('survives deletion and restore', async () => {
      const { acted, call, row } = await series();
      await acted(pause);
      await call(remove);
      await call(restore);
      expect(await row()).toMatchObject({ nextFireAt: null, deletedAt: null });
      expect((await row()).pausedFrom).not.toBeNull();
    });

    test.each([['2020-01-01T00:00:00Z'], ['завтра'], ['2150-01-01T00:00:00Z']])(
      'until %s is refused, in Russian, and changes nothing',
      async (until) => {
        const { call, row } = await series();
        const before = await row();
        const { status, json } = await call(pause, { until });
        expect(status).toBe(400);
        expect(failureShape.parse(json).errors?.[0]).toMatchObject({ field: 'until' });
        expect(await row()).toEqual(before);
      },
    );

    test('of another version, or of somebody else’s reminder, is refused', async () => {
      const { call, initData } = await series();
      expect((await call(pause, { version: 7 })).status).toBe(409);
      const foreign = await series();
      const params = { id: String(foreign.id) };
      for (const act of [pause, resume]) {
        expect((await callRoute(act, { initData, body: {}, params })).status).toBe(404);
      }
    });

    test('of what is archived, or not paused at all, changes nothing and has no undo', async () => {
      const { acted } = await someones({ completed: true, nextFireAt: null });
      expect((await acted(pause)).undo).toBeNull();
      const { acted: again } = await series();
      expect((await again(resume)).undo).toBeNull();
    });
  });

  describe('the history of a span', () => {
    const asked = (initData: string, from: Date, to: Date) =>
      callRoute(pastOf, {
        initData,
        query: `from=${from.toISOString()}&to=${to.toISOString()}`,
      });

    test('tells what became of one’s own occurrences in it, of all reminders that are there', async () => {
      const { acted, call, initData, id, row } = await waitingSeries();
      const { openOccurrenceAt } = await row();
      await acted(done);
      const past = async (from: Date, to: Date) =>
        responses.history.parse((await asked(initData, from, to)).json).history;
      expect(await past(ago(DAY), ahead(DAY))).toEqual([
        { id, occurrenceAt: openOccurrenceAt?.toISOString(), outcome: 'done' },
      ]);
      expect(await past(ago(2 * DAY), ago(DAY))).toEqual([]);
      const foreign = await waiting();
      expect(
        responses.history.parse((await asked(foreign.initData, ago(DAY), ahead(DAY))).json).history,
      ).toEqual([]);
      await call(remove);
      expect(await past(ago(DAY), ahead(DAY))).toEqual([]);
    });

    test('of more than two months, or of none, is refused', async () => {
      const { initData } = await waiting();
      expect((await asked(initData, ago(70 * DAY), new Date())).status).toBe(400);
      expect((await asked(initData, new Date(), ago(DAY))).status).toBe(400);
      expect((await callRoute(pastOf, { initData })).status).toBe(400);
    });
  });

  test('the app is told that nothing can be shared by a bot without a name', async () => {
    const { initData, id } = await someones();
    const { json } = await callRoute(read, { initData, params: { id: String(id) } });
    expect(responses.reminderWithHistory.parse(json).sharing).toBe(false);
  });

  describe('what a reminder says, and nothing of when it comes', () => {
    test('a counter, a point and a category are set while it waits, and taken back', async () => {
      const { acted, row } = await waiting({ text: 'Сумка\n- зонт' });
      const before = await row();
      const counted = await acted(rewrite, { counter: { left: 14 }, version: before.version });
      expect(counted.notification).toMatchObject({
        state: 'waiting',
        counter: { left: 14, low: 3 },
      });
      await acted(undo, { undo: counted.undo });
      expect(await row()).toMatchObject({ counterLeft: null, openOccurrenceAt: before.dateTime });
      const moved = await acted(rewrite, { categoryId: before.categoryId + 1 });
      expect(moved.notification.category.id).toBe(before.categoryId + 1);
      await acted(undo, { undo: moved.undo });
      expect((await row()).categoryId).toBe(before.categoryId);
      await acted(rewrite, { tick: { point: 'зонт', done: true } });
      expect((await row()).ticked).toEqual(['зонт']);
    });

    test('what changes nothing has no way back, whatever was done before', async () => {
      const { acted, row } = await waiting();
      await acted(snooze, { until: '1h' });
      const { categoryId } = await row();
      expect((await acted(rewrite, { categoryId })).undo).toBeNull();
    });

    test('an older version, a number out of range and an unknown category change nothing', async () => {
      const { call, row } = await waiting();
      const { version } = await row();
      const counter = { left: 5 };
      expect((await call(rewrite, { counter, version: version - 1 })).status).toBe(409);
      expect((await call(rewrite, { counter: { left: 10_000 } })).status).toBe(400);
      expect((await call(rewrite, { categoryId: 999_999 })).status).toBe(404);
      expect(await row()).toMatchObject({ version, counterLeft: null });
    });
  });
});

describe('the history', () => {
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
      month: '2026-10',
      earlier: false,
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
});
