import { createHash } from 'node:crypto';
import ICAL from 'ical.js';
import { z } from 'zod';
import { eq } from 'drizzle-orm';
import { RATE_LIMITS } from '@/core/limits';
import { type RecurrenceRule } from '@/core/recurrence';
import { connection } from '@/server/platform/db/client';
import { createCategory, updateCategory } from '@/server/categories/categories';
import { calendarLinks, reminders, users } from '@/server/platform/db/schema';
import { log } from '@/server/platform/log';
import { processRegistry } from '@/server/platform/metrics';
import { callRoute, testRoutes } from '@/testing/api';
import { GET as unknownAddress } from '@/app/api/[[...unknown]]/route';
import { createReminder, createUser } from '@/testing/builders';
import { initDataFor, TEST_ENV } from '@/testing/test-env';
import { until } from '@/testing/until';
import { DELETE, GET as look, POST, PUT } from '@/app/api/profile/calendar/route';
import { GET } from '@/app/api/calendar/[token]/route';
import { findLinkAt } from '@/server/calendar/link';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { calendarOf } from './feed';

describe('the calendar', () => {
  const { db } = testRoutes();

  const made = z.object({ success: z.literal(true), url: z.string(), createdAt: z.string() });
  const makeLink = async (userId: number) => {
    const { status, json } = await callRoute(POST, {
      initData: initDataFor({ id: userId }),
      body: {},
    });
    expect(status).toBe(201);
    return made.parse(json).url;
  };
  const revoke = (userId: number) =>
    callRoute(DELETE, { initData: initDataFor({ id: userId }), body: {} });
  const since = async (userId: number) =>
    z
      .object({ createdAt: z.string().nullable() })
      .parse((await callRoute(look, { initData: initDataFor({ id: userId }) })).json).createdAt;

  const fetchFeed = (address: string, headers: Record<string, string> = {}) => {
    const token = new URL(address).pathname.split('/').at(-1) ?? '';
    return GET(new Request(address, { headers }), { params: Promise.resolve({ token }) });
  };
  const summaries = async (response: Response) => {
    const jCal: unknown = ICAL.parse(await response.text());
    if (!Array.isArray(jCal)) throw new Error('no calendar');
    return new ICAL.Component(jCal)
      .getAllSubcomponents('vevent')
      .map((event) => new ICAL.Event(event).summary)
      .toSorted();
  };
  /** Read once: two moments that a test takes for the same must not lie a millisecond apart. */
  const suiteBegan = Date.now();
  const ahead = (hours: number) => new Date(suiteBegan + hours * 3_600_000);

  test('a link shows the reminders of its owner that may still come, and nobody else’s', async () => {
    const [anna, boris] = [await createUser(db), await createUser(db)];
    await createReminder(db, boris.id, { text: 'чужое', dateTime: ahead(1) });
    const mine = { dateTime: ahead(2) };
    await createReminder(db, anna.id, { text: 'своё', ...mine });
    await createReminder(db, anna.id, { text: 'сделано', ...mine, completed: true });
    await createReminder(db, anna.id, { text: 'удалено', ...mine, deletedAt: new Date() });
    await createReminder(db, anna.id, {
      text: 'каждый день',
      ...mine,
      rule: { every: 1, unit: 'DAY' },
    });
    await createReminder(db, anna.id, { text: 'сломано', ...mine, timeZone: 'Mars/Base' }).catch(
      async () => {
        const row = await createReminder(db, anna.id, { text: 'сломано', ...mine });
        await db
          .update(reminders)
          .set({ timeZone: 'Mars/Base', rule: { every: 1, unit: 'DAY' } })
          .where(eq(reminders.id, row.id));
      },
    );
    const address = await makeLink(anna.id);
    expect(address).toMatch(/^http:\/\/localhost:3000\/api\/calendar\/[\w-]{32}\.ics$/);
    const response = await fetchFeed(address);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(await summaries(response)).toEqual(['каждый день', 'своё']);
  });

  test('the token is stored as a hash only, and stands in no log line, metric or answer', async () => {
    const user = await createUser(db);
    const written: unknown[] = [];
    const spies = (['info', 'debug', 'warn', 'error'] as const).map((level) =>
      jest.spyOn(log, level).mockImplementation((...line: unknown[]) => void written.push(line)),
    );
    const address = await makeLink(user.id);
    const token = /([\w-]{32})\.ics$/.exec(address)?.[1] ?? '';
    await fetchFeed(address);
    await fetchFeed(`${address}x`);
    for (const path of [`/api/calendar/${token}/x`, `/api/x/${token}`, `/api/${token}`]) {
      expect((await unknownAddress(new Request(`http://localhost${path}`))).status).toBe(404);
    }
    await revoke(user.id);
    const refused = await fetchFeed(address);
    for (const spy of spies) spy.mockRestore();
    expect(JSON.stringify(written)).toContain('/api/calendar/:token');
    expect(JSON.stringify(written)).not.toContain(token);
    expect(await processRegistry().metrics()).not.toContain(token);
    expect(await refused.text()).not.toContain(token);

    await makeLink(user.id);
    const [row] = await db.select().from(calendarLinks).where(eq(calendarLinks.userId, user.id));
    expect(row?.tokenHash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('a link that was revoked, replaced, or belongs to somebody erased is 404 like any address', async () => {
    const user = await createUser(db);
    const first = await makeLink(user.id);
    const second = await makeLink(user.id);
    expect((await fetchFeed(first)).status).toBe(404);
    expect((await fetchFeed(second)).status).toBe(200);
    expect(await since(user.id)).not.toBeNull();
    expect((await revoke(user.id)).status).toBe(200);
    expect((await fetchFeed(second)).status).toBe(404);
    expect(await since(user.id)).toBeNull();
    const third = await makeLink(user.id);
    await db.delete(users).where(eq(users.id, user.id));
    expect((await fetchFeed(third)).status).toBe(404);
    for (const name of ['x', `${'a'.repeat(32)}.ics`, '%00'.repeat(20), `${'я'.repeat(32)}.ics`]) {
      expect((await fetchFeed(`http://localhost/api/calendar/${name}`)).status).toBe(404);
    }
  });

  test('a calendar with an own category is another one once that has another name', async () => {
    const anna = await createUser(db);
    const [own] = await createCategory(db, anna.id, { name: 'Дача', color: 'red' }, new Date());
    if (!own) throw new Error('no category was made');
    await createReminder(db, anna.id, { dateTime: ahead(2), categoryId: own.id });
    const address = await makeLink(anna.id);
    const tag = (await fetchFeed(address)).headers.get('etag') ?? '';
    expect((await fetchFeed(address, { 'if-none-match': tag })).status).toBe(304);
    await updateCategory(db, anna.id, own.id, { name: 'Сад' });
    const again = await fetchFeed(address, { 'if-none-match': tag });
    expect(again.status).toBe(200);
    expect(await again.text()).toContain('CATEGORIES:Сад');
  });

  test('no cache between keeps a calendar, for other people might get it from there', async () => {
    const user = await createUser(db);
    const address = await makeLink(user.id);
    const first = await fetchFeed(address);
    const again = await fetchFeed(address, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([first.status, again.status]).toEqual([200, 304]);
    for (const { headers } of [first, again]) {
      expect(headers.get('cache-control')).toBe('private, no-cache');
    }
  });

  test('who has the calendar as it is gets 304, until a reminder changes', async () => {
    const user = await createUser(db);
    const row = await createReminder(db, user.id, { dateTime: ahead(5) });
    const address = await makeLink(user.id);
    const first = await fetchFeed(address);
    const tag = first.headers.get('etag') ?? '';
    for (const known of [tag, `W/${tag}`]) {
      const again = await fetchFeed(address, { 'if-none-match': known });
      expect(again.status).toBe(304);
      expect(again.headers.get('etag')).toBe(tag);
      expect(await again.text()).toBe('');
    }
    await db.update(reminders).set({ text: 'Другое', version: 2 }).where(eq(reminders.id, row.id));
    const changed = await fetchFeed(address, { 'if-none-match': tag });
    expect(changed.status).toBe(200);
    expect(await summaries(changed)).toEqual(['Другое']);
  });

  describe('the bell of the calendar', () => {
    const switchAlarms = async (userId: number, withAlarms: unknown) =>
      (await callRoute(PUT, { initData: initDataFor({ id: userId }), body: { withAlarms } }))
        .status;
    const withAlarms = async (userId: number) =>
      z
        .object({ withAlarms: z.boolean() })
        .parse((await callRoute(look, { initData: initDataFor({ id: userId }) })).json).withAlarms;

    test('is off until its owner switches it on, for their own link alone; what is known is then read anew', async () => {
      const [anna, boris] = [await createUser(db), await createUser(db)];
      await createReminder(db, anna.id, { dateTime: ahead(5), preAlerts: [90] });
      const address = await makeLink(anna.id);
      await makeLink(boris.id);
      const silent = await fetchFeed(address);
      expect(await silent.text()).not.toContain('VALARM');

      expect(await switchAlarms(boris.id, true)).toBe(200);
      expect(await withAlarms(anna.id)).toBe(false);
      expect(await switchAlarms(anna.id, true)).toBe(200);
      expect(await withAlarms(anna.id)).toBe(true);
      const known = { 'if-none-match': silent.headers.get('etag') ?? '' };
      const ringing = await fetchFeed(address, known);
      expect(ringing.status).toBe(200);
      const triggers = (await ringing.text()).match(/TRIGGER:\S+/g);
      expect(triggers).toEqual(['TRIGGER:-PT90M', 'TRIGGER:PT0S']);

      const renewed = await makeLink(anna.id);
      expect(await (await fetchFeed(renewed)).text()).toContain('VALARM');
      expect(await switchAlarms(anna.id, false)).toBe(200);
      expect(await (await fetchFeed(renewed)).text()).not.toContain('VALARM');
    });

    test('needs a link, and a word that is one; with the link it goes', async () => {
      const { id } = await createUser(db);
      expect(await switchAlarms(id, true)).toBe(404);
      await makeLink(id);
      for (const word of ['yes', 1, null, undefined])
        expect(await switchAlarms(id, word)).toBe(400);
      expect(await switchAlarms(id, true)).toBe(200);
      await revoke(id);
      await makeLink(id);
      expect(await withAlarms(id)).toBe(false);
    });
  });

  test('`?subscribe` leads to the device’s calendar', async () => {
    const user = await createUser(db);
    const address = await makeLink(user.id);
    const answer = await fetchFeed(`${address}?subscribe`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(address.replace('http:', 'webcal:'));
  });

  test('one feed is given out so often and no oftener; a stranger who guesses is held back', async () => {
    const user = await createUser(db);
    const address = await makeLink(user.id);
    const { limit } = RATE_LIMITS.feed;
    const answers = await Promise.all(
      Array.from({ length: limit * 2 + 10 }, () => fetchFeed(address)),
    );
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThanOrEqual(10);
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0);

    const headers = { 'x-forwarded-for': '203.0.113.77' };
    const guesses = await Promise.all(
      Array.from({ length: RATE_LIMITS.failures.limit * 2 + 10 }, (_, i) =>
        fetchFeed(`http://localhost/api/calendar/${String(i).padStart(32, '0')}.ics`, headers),
      ),
    );
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
  });

  describe('what is asked of the database', () => {
    const stranger = { 'x-forwarded-for': '203.0.113.78' };
    const { limit } = RATE_LIMITS.failures;
    const guess = (i: number) =>
      fetchFeed(`http://localhost/api/calendar/${String(i).padStart(32, 'g')}.ics`, stranger);
    const statuses = async (answers: readonly Promise<Response>[]) =>
      new Set((await Promise.all(answers)).map(({ status }) => status));
    const queries = () => jest.spyOn(connection().pool, 'query');
    const guesses = (count: number) => statuses(Array.from({ length: count }, (_, i) => guess(i)));
    beforeAll(() => guesses(limit * 2));
    afterEach(() => jest.restoreAllMocks());

    test('nothing by who has guessed too often', async () => {
      const asked = queries();
      // Guesses anew where a minute, and with it the window, has ended in between.
      await until(async () => {
        await guesses(limit * 2);
        asked.mockClear();
        const answered = [...(await guesses(50))];
        return answered.join() === '429' && asked.mock.calls.length === 0;
      });
    });

    test('a link goes on working at their address, where an office or a program shares it', async () => {
      const address = await makeLink((await createUser(db)).id);
      expect((await fetchFeed(address, stranger)).status).toBe(200);
    });

    test('a link of before, which nobody could tell from a guess, works', async () => {
      const { id } = await createUser(db);
      const token = 'o'.repeat(32);
      const tokenHash = createHash('sha256').update(token).digest('hex');
      await db.insert(calendarLinks).values({ userId: id, tokenHash });
      expect((await fetchFeed(`http://localhost/api/calendar/${token}.ics`)).status).toBe(200);
    });

    test('by a link that was revoked, no more than by any other caller', async () => {
      const { id } = await createUser(db);
      const address = await makeLink(id);
      await revoke(id);
      const ask = () =>
        Array.from({ length: RATE_LIMITS.api.limit * 2 + 1 }, () => fetchFeed(address));
      expect(await statuses(ask())).toContain(429);
    });
  });

  test('a calendar tells only what calendars show', async () => {
    const { id } = await createUser(db);
    const rule = { every: 1, unit: 'YEAR', birthYear: 1987 } as const;
    await createReminder(db, id, { dateTime: ahead(2), rule, floodInterval: 30 });
    const shown = await (await fetchFeed(await makeLink(id))).text();
    expect(shown).toContain('BEGIN:VEVENT');
    expect(shown).not.toMatch(/1987|flood/i);
  });

  test('a feed has an end: what is beyond its size is left out, and it stays a calendar', async () => {
    const user = await createUser(db);
    for (let i = 0; i < 5; i += 1) {
      await createReminder(db, user.id, { text: 'ё'.repeat(500), dateTime: ahead(i + 1) });
    }
    const options = {
      appUrl: TEST_ENV.APP_URL,
      now: new Date(),
      alarms: 'none',
      maxBytes: 4_600,
    } as const;
    const feed = await calendarOf(db, user.id, options);
    expect(Buffer.byteLength(feed)).toBeLessThan(4_700);
    expect(await summaries(new Response(feed))).toHaveLength(3);
  });

  describe('a calendar of the dearest series that the app takes', () => {
    const halfHours = Array.from(
      { length: 48 },
      (_, i) => `${String(i >> 1).padStart(2, '0')}:${i % 2 ? '30' : '00'}`,
    );
    const rule: RecurrenceRule = {
      ...{ every: 1, unit: 'MONTH', times: halfHours },
      monthDays: Array.from({ length: 31 }, (_, i) => i + 1).filter((day) => day !== 29),
    };
    const processorMsSince = (before: NodeJS.CpuUsage) => {
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    /** The processor time of the longest stretch in which nobody else had a turn; looking for it costs time of its own. */
    const longestStretchMs = async (work: () => Promise<unknown>) => {
      let lastTurn = process.cpuUsage();
      let longestMs = 0;
      const onTurn = () => {
        longestMs = Math.max(longestMs, processorMsSince(lastTurn));
        lastTurn = process.cpuUsage();
        nextTurn = setImmediate(onTurn);
      };
      let nextTurn = setImmediate(onTurn);
      await work();
      clearImmediate(nextTurn);
      return longestMs;
    };

    test('costs some hundredths of a second a row, and lets others have their turn on the way', async () => {
      const { id } = await createUser(db);
      for (let i = 0; i < 20; i += 1) await createReminder(db, id, { dateTime: ahead(2), rule });
      const address = await makeLink(id);
      const fetchWhole = async () => {
        expect(await (await fetchFeed(address)).text()).toContain('RRULE');
      };
      // The first one also compiles what it runs.
      await fetchWhole();
      const before = process.cpuUsage();
      await fetchWhole();
      const wholeMs = processorMsSince(before);
      // It was 2,500 ms a row.
      expect(wholeMs).toBeLessThan(20 * 100);
      expect(await longestStretchMs(fetchWhole)).toBeLessThan(wholeMs / 2);
    });

    test('lets others have their turn within one series that no RRULE says, too', async () => {
      const { id } = await createUser(db);
      await createReminder(db, id, {
        dateTime: ahead(2),
        timeZone: 'America/New_York',
        rule: { ...rule, every: 5 },
      });
      const address = await makeLink(id);
      const fetchWhole = async () => {
        expect(await (await fetchFeed(address)).text()).not.toContain('RRULE:FREQ=MONTHLY');
      };
      await fetchWhole();
      const before = process.cpuUsage();
      await fetchWhole();
      const wholeMs = processorMsSince(before);
      expect(await longestStretchMs(fetchWhole)).toBeLessThan(wholeMs / 2);
    });
  });
});

describe('the calendar in the chat', () => {
  const { db } = testDatabase();
  const bot = testBot(db);

  test('/calendar makes a link, says what it gives away, replaces and revokes it', async () => {
    const anna = await bot.member();
    await anna.write('/calendar');
    expect(anna.text()).toContain('Кто знает ссылку');
    await anna.press('Создать ссылку');
    const tokenIn = () => /\/api\/calendar\/([\w-]{32}\.ics)/.exec(anna.text())?.[1] ?? '';
    const first = tokenIn();
    expect(await findLinkAt(db, first)).toMatchObject({ userId: anna.id });
    expect(anna.labels()).toContainEqual(['Открыть в календаре']);

    await anna.write('/calendar');
    expect(anna.text()).toContain('Ссылка создана 20 ноября');
    expect(anna.text()).not.toContain('.ics');
    await anna.press('Создать новую');
    expect(await findLinkAt(db, first)).toBeUndefined();
    const second = tokenIn();
    expect(await findLinkAt(db, second)).toMatchObject({ userId: anna.id });

    await anna.press('Отозвать ссылку');
    expect(anna.text()).toContain('Ссылка отозвана');
    expect(await db.$count(calendarLinks, eq(calendarLinks.userId, anna.id))).toBe(0);
  });
});
