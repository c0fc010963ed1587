import { readdirSync } from 'node:fs';
import path from 'node:path';
import { eq, SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { PgDialect } from 'drizzle-orm/pg-core';
import { adminResponses } from '@/contract/admin';
import { ADMIN_CHART_DAYS } from '@/core/limits';
import {
  notices,
  reminders,
  users,
  cronRuns,
  deliveries,
  deliverySums,
  downMinutes,
  notes,
  tallyCursors,
} from '@/server/platform/db/schema';
import { callRoute, serveFrom, stopServing } from '@/testing/api';
import { initDataFor, TEST_ENV } from '@/testing/test-env';
import { createNote, createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { testTelegram } from '@/testing/telegram';
import { POST as retry } from '@/app/api/admin/failures/[id]/retry/route';
import { POST as preview } from '@/app/api/admin/notices/[id]/preview/route';
import { POST as start } from '@/app/api/admin/notices/[id]/start/route';
import { POST as stop } from '@/app/api/admin/notices/[id]/stop/route';
import { GET as listNotices, POST as saveDraft } from '@/app/api/admin/notices/route';
import { GET as parked } from '@/app/api/admin/parked/route';
import { GET as stats } from '@/app/api/admin/stats/route';
import { POST as testMessage } from '@/app/api/admin/test-message/route';
import { GET as webhook } from '@/app/api/admin/webhook/route';
import { stepLimitMs } from '@/core/lateness';
import { latenessStep } from '@/testing/lateness-step';
import { adminStats } from './stats';
import { runTally } from './tally';

describe('the administrators’ page', () => {
  const { db, url } = testDatabase();
  const telegram = testTelegram({ token: TEST_ENV.TELEGRAM_BOT_TOKEN });
  const ADMIN = 1;
  const OTHER_ADMIN = 2;

  beforeAll(async () => {
    serveFrom(url);
    process.env.TELEGRAM_API_ROOT = telegram().origin;
    process.env.ADMIN_TELEGRAM_IDS = `${ADMIN},${OTHER_ADMIN}`;
    for (const id of [ADMIN, OTHER_ADMIN]) {
      await createUser(db, { id });
      telegram().simulator.addUser({ id, firstName: 'Вера', languageCode: 'ru' });
      telegram().simulator.unblock(id);
    }
  });
  afterAll(stopServing);
  afterEach(() => db.delete(notices));

  const asAdmin = { initData: initDataFor({ id: ADMIN }) };
  const refused = {
    success: false,
    message: 'Данные устарели. Откройте приложение заново из бота',
  };
  const read = async <T>(answer: Promise<{ json: unknown }>, schema: z.core.$ZodType<T>) =>
    z.core.parse(schema, (await answer).json);

  /** Every handler under /api/admin, found on the disk: one that is added is tested without being named. */
  type Handler = Parameters<typeof callRoute>[0];
  const routes = path.join(process.cwd(), 'src/app/api/admin');
  const handlers = readdirSync(routes, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'route.ts')
    .flatMap((file) => {
      const exported = z
        .record(z.string(), z.unknown())
        // eslint-disable-next-line @typescript-eslint/no-require-imports
        .parse(require(path.join(routes, file)));
      return Object.entries(exported)
        .filter((entry): entry is [string, Handler] => typeof entry[1] === 'function')
        .map(([method, handler]) => ({ name: `${method} ${path.dirname(file)}`, method, handler }));
    });

  describe('who may come in', () => {
    test('the calls are the ones that we know of', () => {
      expect(handlers.map(({ name }) => name).toSorted()).toEqual([
        'GET notices',
        'GET parked',
        'GET stats',
        'GET webhook',
        'POST failures/[id]/retry',
        'POST notices',
        'POST notices/[id]/preview',
        'POST notices/[id]/start',
        'POST notices/[id]/stop',
        'POST test-message',
      ]);
    });

    const strangers: [string, () => Promise<string | undefined>][] = [
      ['an ordinary user', async () => initDataFor({ id: (await createUser(db)).id })],
      [
        'a user who has not accepted the terms',
        async () => initDataFor({ id: (await createUser(db, { termsVersion: null })).id }),
      ],
      ['somebody unknown', () => Promise.resolve(initDataFor({ id: 777_777 }))],
      [
        'another bot’s administrator',
        () => Promise.resolve(initDataFor({ id: ADMIN }, { token: '43:another-token-altogether' })),
      ],
      [
        'an administrator of the day before yesterday',
        () =>
          Promise.resolve(
            initDataFor({ id: ADMIN }, { at: new Date(Date.now() - 2 * 86_400_000) }),
          ),
      ],
      ['nobody', () => Promise.resolve(undefined)],
    ];
    const calls = handlers.flatMap((handler) =>
      strangers.map(([who, initData]) => ({ ...handler, who, initData })),
    );
    test.each(calls)('$name answers $who with 403 and no hint', async (call) => {
      const initData = await call.initData();
      const answer = await callRoute(call.handler, {
        ...(initData !== undefined && { initData }),
        ...(call.method !== 'GET' && { body: { text: 'Привет' } }),
        params: { id: '1' },
        headers: { 'x-forwarded-for': encodeURIComponent(call.who) },
      });
      expect([answer.status, answer.json]).toEqual([403, refused]);
    });

    test('what was refused did nothing', async () => {
      expect(await db.$count(notices)).toBe(0);
      expect(telegram().simulator.messages(ADMIN)).toEqual([]);
    });
  });

  describe('the numbers', () => {
    test('tell of users, reminders, failures and the database, and never a text', async () => {
      const away = new Date(Date.now() - 3_600_000);
      const user = await createUser(db, { unreachableSince: away, inactivityWarnedAt: away });
      const secret = 'Купить кольцо для Оли';
      const failed = await createReminder(db, user.id, {
        text: secret,
        deliveryState: 'failed',
        lastError: '400',
      });
      await createReminder(db, user.id, { dateTime: away, text: secret });
      await createNote(db, user.id, { title: secret });
      const { stats: numbers } = await read(callRoute(stats, asAdmin), adminResponses.adminStats);
      expect(numbers.users).toMatchObject({ unreachable: 1, warned: 1 });
      expect(numbers.users.total).toBeGreaterThanOrEqual(3);
      expect(numbers.created).toHaveLength(ADMIN_CHART_DAYS);
      expect(numbers.created.at(-1)).toMatchObject({ reminders: 2, notes: 1 });
      expect(numbers.backlog.due).toEqual({ count: 1, more: false });
      expect(numbers.backlog.oldestSeconds).toBeGreaterThan(3_500);
      expect(numbers.failures).toMatchObject({
        total: { count: 1, more: false },
        rows: [{ id: failed.id, userId: user.id, code: '400' }],
      });
      expect(numbers.databaseBytes).toBeGreaterThan(1_000_000);
      expect(JSON.stringify(numbers)).not.toContain(secret);
    });

    test('parked users come page by page', async () => {
      for (let made = 0; made < 60; made += 1) {
        await createUser(db, { unreachableSince: new Date() });
      }
      const page = async (after: number | null) => {
        const request = new Request(`http://localhost/api/admin/parked?after=${after ?? ''}`, {
          headers: asAdmin,
        });
        const answer = await parked(request, { params: Promise.resolve({}) });
        return adminResponses.adminParked.parse(await answer.json());
      };
      const first = await page(null);
      const second = await page(first.next);
      expect(first.users).toHaveLength(50);
      expect(second.next).toBeNull();
      const ids = [...first.users, ...second.users].map(({ id }) => id);
      expect(new Set(ids).size).toBe(first.total.count);
      await db.delete(users).where(eq(users.id, ids[0] ?? 0));
    });
  });

  describe('a failed reminder', () => {
    test('is given to delivery again, once', async () => {
      const user = await createUser(db);
      const { id } = await createReminder(db, user.id, {
        deliveryState: 'failed',
        attempts: 50,
        lastError: '502',
      });
      const call = { ...asAdmin, body: {}, params: { id: String(id) } };
      expect((await callRoute(retry, call)).status).toBe(200);
      const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
      expect(row).toMatchObject({ deliveryState: 'scheduled', attempts: 0, lastError: null });
      expect((await callRoute(retry, call)).status).toBe(404);
    });
  });

  describe('the webhook', () => {
    test('is told apart from a foreign one, of which only the host is shown', async () => {
      const { feed } = telegram().simulator;
      const ask = async () =>
        (await read(callRoute(webhook, asAdmin), adminResponses.adminWebhook)).webhook;
      expect(await ask()).toMatchObject({ state: 'polling', host: null });
      feed.setWebhook({
        url: `${TEST_ENV.APP_URL}/api/telegram/webhook`,
        secret: 's',
        dropPending: true,
      });
      expect(await ask()).toMatchObject({ state: 'ours', host: 'localhost:3000', pending: 0 });
      feed.setWebhook({
        url: 'https://other.example/secret-path',
        secret: 's',
        dropPending: false,
      });
      const foreign = await ask();
      expect(foreign).toMatchObject({ state: 'elsewhere', host: 'other.example' });
      expect(JSON.stringify(foreign)).not.toContain('secret-path');
    });

    test('that Telegram does not tell of is an answer, not a fault, and holds no token', async () => {
      telegram().simulator.faults.add({
        method: 'getWebhookInfo',
        fault: { kind: 'error', code: 502 },
      });
      const answer = await callRoute(webhook, asAdmin);
      expect([answer.status, answer.json]).toEqual([
        200,
        { success: true, webhook: { state: 'unknown', code: '502' } },
      ]);
    });
  });

  describe('messages', () => {
    test('a test message reaches the administrator who asks', async () => {
      expect((await callRoute(testMessage, { ...asAdmin, body: {} })).status).toBe(200);
      const texts = telegram()
        .simulator.messages(ADMIN)
        .map(({ text }) => text);
      expect(texts).toEqual(['✅ Тестовое сообщение. Бот работает.']);
      expect(telegram().simulator.messages(OTHER_ADMIN)).toEqual([]);
    });

    test('a bot that was blocked says so', async () => {
      telegram().simulator.block(OTHER_ADMIN);
      const answer = await callRoute(testMessage, {
        initData: initDataFor({ id: OTHER_ADMIN }),
        body: {},
      });
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({
        message: 'Бот не может вам написать. Откройте чат с ним и нажмите START',
      });
      telegram().simulator.unblock(OTHER_ADMIN);
    });

    test('a notice is drafted, previewed in one’s own chat, started, watched by another, stopped', async () => {
      // As if the second were over in which the chat of the first test gets nothing else.
      await db.update(users).set({ chatFreeAt: null });
      const text = '5 < 6 & <b>не разметка</b>';
      const draft = await read(
        callRoute(saveDraft, { ...asAdmin, body: { text } }),
        adminResponses.adminNotice,
      );
      const call = { ...asAdmin, body: {}, params: { id: String(draft.notice.id) } };
      const confirmed = { ...call, body: { text } };
      const early = await callRoute(start, confirmed);
      expect([early.status, early.json]).toEqual([
        400,
        { success: false, message: 'Сначала посмотрите, как сообщение выглядит в чате' },
      ]);
      const previewed = await read(callRoute(preview, call), adminResponses.adminNotice);
      expect(previewed.notice.recipients).toBeGreaterThanOrEqual(2);
      expect(telegram().simulator.messages(ADMIN).at(-1)?.text).toBe(text);
      expect(telegram().simulator.messages(OTHER_ADMIN)).toEqual([]);
      const started = await read(callRoute(start, confirmed), adminResponses.adminNotice);
      expect(started.notice).toMatchObject({ state: 'running', sent: 0 });

      const asOther = { initData: initDataFor({ id: OTHER_ADMIN }) };
      const seen = await read(callRoute(listNotices, asOther), adminResponses.adminNotices);
      expect(seen.notices).toEqual([started.notice]);
      const stopped = await read(
        callRoute(stop, { ...asOther, body: {}, params: call.params }),
        adminResponses.adminNotice,
      );
      expect(stopped.notice.state).toBe('stopped');
    });

    test('an empty text is refused with the field that is wrong', async () => {
      const answer = await callRoute(saveDraft, { ...asAdmin, body: { text: ' ' } });
      expect([answer.status, answer.json]).toEqual([
        400,
        {
          success: false,
          message: 'Введите текст сообщения',
          errors: [{ field: 'text', message: 'Введите текст сообщения' }],
        },
      ]);
    });
  });
});

describe('the tally', () => {
  const { db } = testDatabase();
  const dialect = new PgDialect();

  const NOON = new Date('2026-11-20T09:00:00Z');
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  const before = (ms: number) => new Date(NOON.getTime() - ms);
  const after = (ms: number) => new Date(NOON.getTime() + ms);

  beforeEach(async () => {
    for (const table of [deliveries, deliverySums, tallyCursors, notes, reminders]) {
      await db.delete(table);
    }
    await db.execute(sql`delete from creation_tally`);
  });

  /** A line of the ledger, sent `ago` before noon and `late` after its time. */
  const send = (ago: number, late = 0, fields: Partial<typeof deliveries.$inferInsert> = {}) => ({
    userId: 1,
    kind: 'first' as const,
    outcome: 'sent' as const,
    occurrenceAt: before(ago + late),
    scheduledAt: before(ago + late),
    sentAt: before(ago),
    ...fields,
  });
  const numbers = (now = NOON, timeZone = 'Europe/Moscow') => adminStats(db, { now, timeZone });
  /** The runs of some minutes: what one has seen, the next counts. */
  const count = async (minutes: number[]) => {
    for (const minute of minutes) await runTally(db, after(minute * MINUTE));
  };

  test('nothing shown depends on whether it has been counted yet', async () => {
    const user = await createUser(db);
    await createReminder(db, user.id, { createdAt: before(HOUR) });
    await createNote(db, user.id, { createdAt: before(26 * HOUR) });
    await db.insert(deliveries).values([
      send(10 * MINUTE, 400),
      send(3 * HOUR, 20_000),
      send(5 * 24 * HOUR, 90),
      send(HOUR, 0, { outcome: 'unreachable', errorCode: '403' }),
      send(HOUR, 0, { kind: 'nag' }),
      // What is about no single reminder counts for none of these.
      ...(['notice', 'agenda', 'review'] as const).map((kind) => send(HOUR, HOUR, { kind })),
    ]);
    const live = await numbers();
    await count([0, 1]);
    const kinds = await db.selectDistinct({ kind: deliverySums.kind }).from(deliverySums);
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['agenda', 'review']));
    const { created, deliveries: byDay, lateness, flood } = live;
    expect(await numbers()).toMatchObject({ created, deliveries: byDay, lateness, flood });

    expect(live.lateness.hour.sends).toBe(2);
    expect(live.lateness.day.sends).toBe(3);
    expect(live.lateness.week.sends).toBe(4);
    expect(live.flood).toEqual({ resends: 1, messages: 3 });
    expect(live.deliveries.at(-1)).toMatchObject({ sent: 3, unreachable: 1 });
    expect(live.created.at(-1)).toMatchObject({ reminders: 1, notes: 0 });
    expect(live.created.at(-2)).toMatchObject({ reminders: 0, notes: 1 });
    await db.insert(deliveries).values(send(2 * MINUTE, 5));
    expect((await numbers()).lateness.hour.sends).toBe(3);
  });

  test('each row is counted once, however many instances count and however often', async () => {
    await db.insert(deliveries).values(Array.from({ length: 50 }, () => send(HOUR)));
    await count([0]);
    await Promise.all([count([1]), count([1]), count([1])]);
    await count([1, 2, 3]);
    const rows = await db.select().from(deliverySums).where(eq(deliverySums.span, 'quarter'));
    expect(rows.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(50);
  });

  test('downtime is worked out by one instance a minute, and comes to the same however often', async () => {
    await db.delete(cronRuns);
    await db.delete(downMinutes);
    const ticks = [before(20 * MINUTE), before(2 * MINUTE), before(MINUTE)];
    await db
      .insert(cronRuns)
      .values(ticks.map((startedAt) => ({ job: 'deliver' as const, startedAt })));
    const asked = jest.spyOn(db, 'execute');
    await Promise.all(Array.from({ length: 5 }, () => runTally(db, NOON)));
    const written = asked.mock.calls.filter(([query]) =>
      dialect.sqlToQuery(z.instanceof(SQL).parse(query)).sql.includes('insert into "down_minutes"'),
    );
    asked.mockRestore();
    expect(written).toHaveLength(1);
    const known = await db.select().from(downMinutes);
    expect(known).toHaveLength(17);
    // More ticks than one instance has in a quarter of an hour hide no gap.
    const crowd = Array.from({ length: 200 }, () => ({ job: 'deliver' as const, startedAt: NOON }));
    await db.insert(cronRuns).values(crowd);
    await count([1, 2, 3]);
    expect(await db.select().from(downMinutes)).toEqual(known);
    await db.delete(downMinutes);
    await count([4]);
    expect(await db.select().from(downMinutes)).toEqual(known);
  });

  test('a row whose number was handed out early and became visible late is not missed', async () => {
    const { rows: late } = await db.execute<{ id: string }>(
      sql`select nextval('deliveries_id_seq')::text as id`,
    );
    await db.insert(deliveries).values(send(HOUR));
    await count([0]);
    // Its transaction ends a moment after the run that saw the younger row.
    await db.insert(deliveries).values({ ...send(HOUR), id: Number(late[0]?.id) });
    await count([1, 2]);
    const rows = await db.select().from(deliverySums).where(eq(deliverySums.span, 'quarter'));
    expect(rows.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(2);
  });

  test('a run soon after another does nothing: the sends in between may not be visible yet', async () => {
    await db.insert(deliveries).values(send(HOUR));
    await runTally(db, NOON);
    await runTally(db, after(1_000));
    expect(await db.$count(deliverySums)).toBe(0);
  });

  test('what the charts no longer show is forgotten', async () => {
    await db.insert(deliveries).values(send(HOUR));
    await count([0, 1]);
    await runTally(db, after(40 * 24 * HOUR));
    const spans = await db.selectDistinct({ span: deliverySums.span }).from(deliverySums);
    expect(spans).toEqual([{ span: 'day' }]);
  });

  test('SQL and core sort a lateness into the same step', async () => {
    const times = [0, 1, 2, 3, 7, 90, 999, 1_000, 1_001, 1_024, 60_000, 3_600_000, 90_000_000];
    for (const late of times) {
      await db.delete(deliveries);
      await db.insert(deliveries).values(send(MINUTE, late));
      const { lateness } = await numbers();
      expect(lateness.hour.p50).toBeCloseTo(stepLimitMs(latenessStep(late)), 5);
    }
  });

  test.each(['Europe/Moscow', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia'])(
    'a day is the administrator’s own day: %s',
    async (timeZone) => {
      const dayOf = (instant: Date) =>
        new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant);
      const sentAt = [0, 7, 13, 19, 25, 31].map((hours) => before(hours * HOUR));
      await db.insert(deliveries).values(sentAt.map((at) => send(NOON.getTime() - at.getTime())));
      await count([0, 1]);
      const { deliveries: days } = await numbers(NOON, timeZone);
      expect(days.at(-1)?.day).toBe(dayOf(NOON));
      for (const { day, sent } of days) {
        expect(sent).toBe(sentAt.filter((at) => dayOf(at) === day).length);
      }
    },
  );
});
