import { desc, sql, eq, like, getTableColumns } from 'drizzle-orm';
import {
  INACTIVITY_REMOVAL_DAYS,
  INACTIVITY_WARNING_DAYS,
  REFUSED_DAYS,
  ACCOUNT_TEXT_MAX_BYTES,
  RATE_LIMITS,
} from '@/core/limits';
import {
  calledOff,
  cronRuns,
  dayMessages,
  deliveries,
  earlyMessages,
  occurrences,
  pace,
  reminders,
  erasures,
  ratePermits,
  drafts,
  notes,
  chatMessages,
  processedUpdates,
} from '@/server/platform/db/schema';
import { createNote, createReminder, createUser, draftPayload } from '@/testing/builders';
import { sent, testCleanup, warner, lost } from '@/testing/clean-up';
import { fixedClock } from '@/testing/clock';
import { testDatabase } from '@/testing/database';
import { testScans } from '@/testing/plans';
import { DAY_MS } from '@/core/calendar';
import { touchAccount, acceptTerms } from '@/server/accounts/accounts';
import { testBot } from '@/testing/conversation';
import { TEST_ENV } from '@/testing/test-env';
import { draftCreateKey } from '@/contract/draft';
import { type CleanupOptions } from './step';
import { eraseAccount } from './erase-account';
import { WARNED_DAYS, warnVia } from './warn';

describe('the run', () => {
  const { db } = testDatabase();
  const clock = fixedClock();
  const { ago, run, inactive, stored } = testCleanup(db, clock);

  describe('steps', () => {
    const old = async () => {
      const user = await inactive(1);
      await createNote(db, user.id, { deletedAt: ago(31) });
      await createReminder(db, user.id, { deletedAt: ago(31) });
    };
    const lastRun = async () => {
      const [row] = await db.select().from(cronRuns).orderBy(desc(cronRuns.id)).limit(1);
      return row;
    };

    test('stand apart: one that fails leaves the others theirs, and the run is tried again', async () => {
      await old();
      const away = await inactive(INACTIVITY_WARNING_DAYS + 1);
      await db.execute(sql`
      create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no'; end $$`);
      await db.execute(
        sql`create trigger refuse before delete on notes for each row execute function refuse()`,
      );
      await expect(run()).rejects.toThrow('steps of the cleanup failed');
      expect(await stored(away.id)).toMatchObject({ inactivityWarnedAt: clock.now() });
      expect(await lastRun()).toMatchObject({
        counts: { warned: 1, rows: 1 },
        error: 'notes: P0001',
        finishedAt: clock.now(),
      });
      await db.execute(sql`drop trigger refuse on notes`);
      expect(await run({ minGapMs: 23 * 3_600_000 })).toMatchObject({ rows: 1 });
      expect(await lastRun()).toMatchObject({ error: null });
    });

    test('do not wait for a table that somebody holds', async () => {
      await old();
      const away = await inactive(INACTIVITY_WARNING_DAYS + 1);
      await db.transaction(async (other) => {
        // Whoever holds it says nothing meanwhile, however slow this machine is.
        await other.execute(sql`set local idle_in_transaction_session_timeout = 0`);
        await other.execute(sql`lock table notes in access exclusive mode`);
        await expect(run()).rejects.toThrow('steps of the cleanup failed');
      });
      expect(await stored(away.id)).toMatchObject({ inactivityWarnedAt: clock.now() });
      expect(await lastRun()).toMatchObject({ error: 'notes: 57014', counts: { rows: 1 } });
    });

    test('come each to its turn, however much there is to do for the first', async () => {
      await old();
      for (let person = 0; person < 20; person += 1) await inactive(INACTIVITY_REMOVAL_DAYS);
      // Each warning takes five seconds of the minute.
      const warn: CleanupOptions['warn'] = () => {
        clock.advance(5_000);
        return Promise.resolve(sent);
      };
      expect(await run({ warn })).toMatchObject({ warned: 5, rows: 2 });
      expect(await run({ warn })).toMatchObject({ warned: 5 });
    });
  });

  describe('runs', () => {
    test('that begin at once are one', async () => {
      await inactive(INACTIVITY_WARNING_DAYS + 1);
      const { warn: answer, warned } = warner(sent);
      // The one that works is at it until the others have been turned away.
      let turnedAway = 0;
      let letGo = (): void => undefined;
      const released = new Promise<void>((resolve) => (letGo = resolve));
      const warn: typeof answer = (...warning) => released.then(() => answer(...warning));
      const begun = [run({ warn }), run({ warn }), run({ warn })].map(async (each) => {
        const counts = await each;
        if (counts === null && (turnedAway += 1) === 2) letGo();
        return counts;
      });
      const answers = await Promise.all(begun);
      expect(answers.filter((each) => each !== null)).toHaveLength(1);
      expect(warned).toHaveLength(1);
    });

    test('that died are followed by another after a quarter of an hour', async () => {
      await db.insert(cronRuns).values({ job: 'cleanup', startedAt: ago(0, 14 * 60_000) });
      expect(await run()).toBeNull();
      await db.update(cronRuns).set({ startedAt: ago(0, 16 * 60_000) });
      expect(await run()).not.toBeNull();
    });

    test('that failed are tried again within the day; those that went well are not', async () => {
      const minGapMs = 23 * 3_600_000;
      const at = ago(0, 3_600_000);
      await db
        .insert(cronRuns)
        .values({ job: 'cleanup', startedAt: at, finishedAt: at, error: 'X' });
      expect(await run({ minGapMs })).not.toBeNull();
      expect(await run({ minGapMs })).toBeNull();
    });

    test('end at their deadline', async () => {
      await inactive(INACTIVITY_WARNING_DAYS + 1);
      expect(await run({ deadline: clock.now() })).toEqual({
        erased: 0,
        rows: 0,
        warned: 0,
        notWarned: 0,
      });
    });
  });
});

describe('warnings', () => {
  const { db } = testDatabase();
  const bot = testBot(db);
  const { clock } = bot;
  const { ago, run, stored, inactive } = testCleanup(db, clock);

  describe('a person who has been away', () => {
    test('for the days before a warning is warned once, with the day on which everything goes', async () => {
      const away = await inactive(INACTIVITY_WARNING_DAYS, { timeZone: 'Asia/Omsk' });
      const near = await inactive(INACTIVITY_WARNING_DAYS - 1);
      const { warn, warned } = warner(sent);
      expect(await run({ warn })).toMatchObject({ warned: 1, erased: 0 });
      expect(await run({ warn })).toMatchObject({ warned: 0 });
      const eraseAt = new Date(clock.now().getTime() + WARNED_DAYS * DAY_MS);
      expect(warned).toEqual([{ chatId: away.id, eraseAt, timeZone: 'Asia/Omsk' }]);
      expect(await stored(away.id)).toMatchObject({ inactivityWarnedAt: clock.now() });
      expect(await stored(near.id)).toMatchObject({ inactivityWarnedAt: null });
      expect(await db.select().from(deliveries)).toMatchObject([
        { kind: 'notice', outcome: 'sent' },
      ]);
    });

    test('for the whole period and warned in time is erased with everything', async () => {
      const away = await inactive(INACTIVITY_REMOVAL_DAYS, {
        inactivityWarnedAt: ago(WARNED_DAYS),
      });
      await createReminder(db, away.id);
      await createNote(db, away.id);
      expect(await run()).toMatchObject({ erased: 1 });
      expect(await stored(away.id)).toBeUndefined();
      expect(await db.select().from(reminders).where(eq(reminders.userId, away.id))).toEqual([]);
    });

    test('is never erased without a warning, nor sooner than promised in it', async () => {
      const unwarned = await inactive(2 * INACTIVITY_REMOVAL_DAYS);
      const lately = await inactive(INACTIVITY_REMOVAL_DAYS + 5, {
        inactivityWarnedAt: ago(WARNED_DAYS - 1),
      });
      expect(await run()).toMatchObject({ erased: 0, warned: 1 });
      expect(await stored(unwarned.id)).toBeDefined();
      expect(await stored(lately.id)).toBeDefined();
    });

    test('who blocked the bot is not warned, and erased in the end all the same', async () => {
      const blocked = await inactive(INACTIVITY_REMOVAL_DAYS, { unreachableSince: ago(60) });
      const lately = await inactive(INACTIVITY_REMOVAL_DAYS, { unreachableSince: ago(2) });
      const { warn, warned } = warner(sent);
      expect(await run({ warn })).toMatchObject({ erased: 1, warned: 0 });
      expect(warned).toEqual([]);
      expect(await stored(blocked.id)).toBeUndefined();
      expect(await stored(lately.id)).toBeDefined();
    });

    test('presses the button under the warning and stays', async () => {
      const anna = await bot.member({ lastActiveAt: ago(INACTIVITY_WARNING_DAYS + 1) });
      await run({
        warn: warnVia(bot.api(), { appUrl: 'https://x.example', simulated: true }, clock.now),
      });
      expect(anna.text()).toContain('я удалю в пятницу, 27 ноября.');
      await anna.press('Оставить всё как есть');
      expect(anna.text()).toContain('остаётся на месте');
      expect(await stored(anna.id)).toMatchObject({
        inactivityWarnedAt: null,
        lastActiveAt: clock.now(),
      });
    });
  });

  test('somebody who comes back while others are being warned is not warned', async () => {
    await inactive(85);
    const back = await inactive(INACTIVITY_WARNING_DAYS + 1);
    const warned: number[] = [];
    const warn: CleanupOptions['warn'] = async ({ chatId }) => {
      warned.push(chatId);
      const account = await stored(back.id);
      if (account) await touchAccount(db, account, clock.now());
      return sent;
    };
    await run({ warn });
    expect(warned).not.toContain(back.id);
  });

  test('somebody who comes back while their own warning is on its way is warned again before the next removal', async () => {
    const back = await inactive(INACTIVITY_WARNING_DAYS + 1);
    const warn: CleanupOptions['warn'] = async () => {
      const account = await stored(back.id);
      if (account) await touchAccount(db, account, clock.now());
      return sent;
    };
    await run({ warn });
    expect(await stored(back.id)).toMatchObject({
      inactivityWarnedAt: null,
      lastActiveAt: clock.now(),
    });
  });

  describe('when a warning fails', () => {
    test('nobody is erased for it', async () => {
      const away = await inactive(INACTIVITY_REMOVAL_DAYS + 7);
      const { warn } = warner(lost);
      for (let day = 0; day < 10; day += 1) {
        expect(await run({ warn })).toMatchObject({ erased: 0, warned: 0 });
        clock.advance(DAY_MS);
      }
      expect(await stored(away.id)).toMatchObject({ inactivityWarnedAt: null });
    });

    test('with its answer lost, it is repeated after longer and longer: six times in 32 days', async () => {
      await inactive(INACTIVITY_WARNING_DAYS + 1);
      const begun = clock.now().getTime();
      const days: number[] = [];
      const warn: CleanupOptions['warn'] = () => {
        days.push((clock.now().getTime() - begun) / DAY_MS);
        return Promise.resolve(lost);
      };
      for (let day = 0; day < 32; day += 1) {
        await run({ warn });
        clock.advance(DAY_MS);
      }
      expect(days).toEqual([0, 1, 3, 7, 15, 31]);
    });

    test('and gets through later, the last week starts then', async () => {
      const away = await inactive(95);
      await run({ warn: warner(lost).warn });
      clock.advance(DAY_MS);
      const { warn, warned } = warner(sent);
      const warnedAt = clock.now();
      expect(await run({ warn })).toMatchObject({ warned: 1, erased: 0 });
      expect(warned).toMatchObject([
        { eraseAt: new Date(warnedAt.getTime() + WARNED_DAYS * DAY_MS) },
      ]);
      clock.advance(WARNED_DAYS * DAY_MS - 1);
      expect(await run()).toMatchObject({ erased: 0 });
      clock.advance(1);
      expect(await run()).toMatchObject({ erased: 1 });
      expect(await stored(away.id)).toBeUndefined();
    });

    test('and the person comes back, all of it is forgotten', async () => {
      const away = await inactive(INACTIVITY_WARNING_DAYS + 1);
      await run({ warn: warner(lost).warn });
      expect(await stored(away.id)).toMatchObject({ inactivityTries: 1 });
      const account = await stored(away.id);
      if (account) await touchAccount(db, account, clock.now());
      expect(await stored(away.id)).toMatchObject({ inactivityTries: 0 });
    });

    test('for now, it is tried again by the next run', async () => {
      const away = await inactive(INACTIVITY_WARNING_DAYS + 1);
      const cut = warner({ status: 'retry', code: 'network', reached: false });
      expect(await run({ warn: cut.warn })).toMatchObject({ warned: 0, notWarned: 1 });
      expect(await stored(away.id)).toMatchObject({ inactivityWarnedAt: null });
      // The second in which the chat gets nothing else is over.
      clock.advance(2_000);
      expect(await run()).toMatchObject({ warned: 1 });
    });

    test('because the person blocked the bot, they are unreachable from then on', async () => {
      const away = await inactive(INACTIVITY_WARNING_DAYS + 1);
      const { warn } = warner({ status: 'unreachable', code: '403' });
      expect(await run({ warn })).toMatchObject({ notWarned: 1 });
      expect(await stored(away.id)).toMatchObject({ unreachableSince: clock.now() });
    });

    test('because Telegram wants the chat to wait, the others are warned', async () => {
      const flooded = await inactive(85);
      await inactive(INACTIVITY_WARNING_DAYS + 1);
      const warn: CleanupOptions['warn'] = ({ chatId }) =>
        Promise.resolve(chatId === flooded.id ? { status: 'rate-limited', retryAfterS: 30 } : sent);
      expect(await run({ warn })).toMatchObject({ warned: 1, notWarned: 1 });
      expect(await stored(flooded.id)).toMatchObject({ inactivityWarnedAt: null });
      const later = warner(sent);
      expect(await run({ warn: later.warn })).toMatchObject({ warned: 0, notWarned: 1 });
      expect(later.warned).toEqual([]);
      clock.advance(31_000);
      expect(await run({ warn: later.warn })).toMatchObject({ warned: 1 });
    });

    test('because Telegram wants several chats to wait, all sending halts and nobody else is tried', async () => {
      for (let i = 0; i < 5; i += 1) await inactive(INACTIVITY_WARNING_DAYS + 1);
      const { warn, warned } = warner({ status: 'rate-limited', retryAfterS: 30 });
      expect(await run({ warn })).toMatchObject({ warned: 0, notWarned: 3 });
      expect(warned).toHaveLength(3);
      const [row] = await db.select().from(pace);
      expect(row?.haltedUntil).toEqual(new Date(clock.now().getTime() + 30_000));
      expect(await run({ warn })).toMatchObject({ warned: 0 });
      expect(warned).toHaveLength(3);
    });
  });

  test('a warning whose person is erased while it is on its way leaves no trace', async () => {
    const away = await inactive(INACTIVITY_WARNING_DAYS + 1);
    const warn: CleanupOptions['warn'] = async () => {
      await eraseAccount(db, away.id);
      return sent;
    };
    await run({ warn });
    expect(await db.select().from(deliveries)).toEqual([]);
  });
});

describe('erasing', () => {
  const { db, url } = testDatabase();
  const scans = testScans(url);
  // What an erasure leaves on record has a key.
  beforeAll(() => {
    Object.assign(process.env, TEST_ENV, { DATABASE_URL: url });
  });
  // The database's clock tells when somebody was erased.
  const clock = fixedClock(new Date());
  const { ago, run, stored, inactive } = testCleanup(db, clock);

  const entry = (userId: number, sentAt: Date) => ({
    userId,
    kind: 'first' as const,
    occurrenceAt: sentAt,
    scheduledAt: sentAt,
    sentAt,
    outcome: 'sent' as const,
  });
  /** So many rows of a ledger, all of people of whom nothing else is stored. */
  const fillLedger = (rows: number, userId: number | 'many') =>
    db.execute(sql`
    insert into deliveries (user_id, kind, occurrence_at, scheduled_at, sent_at, outcome)
    select ${userId === 'many' ? sql`i / 10` : sql`${userId}::bigint`}, 'first', at, at, at, 'sent'
    from generate_series(1, ${rows}) i, lateral (select now() - i * interval '1 second' as at) times`);
  const ledgerOf = (userId: number) =>
    db.select().from(deliveries).where(eq(deliveries.userId, userId));
  const aDayLater = () =>
    db.update(erasures).set({ erasedAt: sql`${erasures.erasedAt} - interval '25 hours'` });

  test('no look for the rows of erased people, nor for old ones, reads the whole ledger', async () => {
    await fillLedger(50_000, 'many');
    await db.execute(sql`analyze deliveries`);
    const { id } = await inactive(100, { inactivityWarnedAt: ago(8) });
    await db.insert(deliveries).values([entry(id, ago(100)), entry(id, ago(200))]);
    expect(await run({ db: scans.db })).toMatchObject({ erased: 1 });
    expect(await ledgerOf(id)).toEqual([]);
    const ofLedger = scans.take().filter(({ table }) => table === 'deliveries');
    expect(ofLedger.length).toBeGreaterThanOrEqual(5);
    expect(ofLedger.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(20);
    expect(ofLedger.map(({ type }) => type)).not.toContain('Seq Scan');
  });

  test('a row that a send under way wrote after its person was erased goes, and so does their id', async () => {
    const { id } = await createUser(db);
    await db.insert(deliveries).values(entry(id, ago(1)));
    expect(await eraseAccount(db, id)).toMatchObject({ deliveries: 1 });
    expect(await ledgerOf(id)).toEqual([]);

    await db.insert(deliveries).values(entry(id, clock.now()));
    expect(await run()).toMatchObject({ rows: 1 });
    expect(await ledgerOf(id)).toEqual([]);
    // One more may come; the next day none can.
    expect(await db.select().from(erasures)).toHaveLength(1);
    await aDayLater();
    await run();
    expect(await db.select().from(erasures)).toEqual([]);
  });

  test('of somebody erased also goes what a clock half a minute ahead of the database’s wrote', async () => {
    const { id } = await createUser(db);
    await db.insert(deliveries).values(entry(id, new Date(Date.now() + 30_000)));
    await eraseAccount(db, id);
    expect(await ledgerOf(id)).toEqual([]);
  });

  test('what was counted of a person goes, but for limits of a day: coming back lifts none of these', async () => {
    const { id } = await createUser(db);
    const keys = Object.keys(RATE_LIMITS).map((kind) => `${kind}:${id}`);
    await db
      .insert(ratePermits)
      .values(keys.map((key) => ({ key, windowStart: clock.now(), taken: 1 })));
    const ofPerson = () =>
      db
        .select()
        .from(ratePermits)
        .where(like(ratePermits.key, `%:${id}`));
    expect(await ofPerson()).toHaveLength(keys.length);
    await eraseAccount(db, id);
    const left = (await ofPerson()).map(({ key }) => key);
    expect(left.toSorted()).toEqual([`proposals:${id}`, `voices:${id}`]);
  });

  test('what somebody who was erased and came back was sent since then stays', async () => {
    const { id } = await createUser(db);
    await eraseAccount(db, id);
    await createUser(db, { id });
    await aDayLater();
    await db.insert(deliveries).values(entry(id, clock.now()));
    await run();
    expect(await ledgerOf(id)).toHaveLength(1);
    expect(await db.select().from(erasures)).toEqual([]);
  });

  test('a ledger that is too long to go at once goes in the end', async () => {
    const { id } = await createUser(db);
    await fillLedger(104_000, id);
    await eraseAccount(db, id);
    expect(await ledgerOf(id)).toHaveLength(4_000);
    expect(await run()).toMatchObject({ rows: 4_000 });
    expect(await ledgerOf(id)).toHaveLength(0);
  });

  test('one who cannot be erased does not keep the others', async () => {
    const stuck = await inactive(100, { inactivityWarnedAt: ago(8) });
    const next = await inactive(99, { inactivityWarnedAt: ago(8) });
    await db.execute(sql`
    create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no'; end $$`);
    await db.execute(
      sql.raw(`create trigger refuse before delete on users for each row
    when (old.id = ${stuck.id}) execute function refuse()`),
    );
    expect(await run()).toMatchObject({ erased: 1 });
    expect(await stored(stuck.id)).toBeDefined();
    expect(await stored(next.id)).toBeUndefined();
    await db.execute(sql`drop trigger refuse on users`);
  });

  test('who refused the terms and did not accept them within the week leaves nothing; nobody else goes', async () => {
    const refused = { termsVersion: null, termsAcceptedAt: null, adultConfirmedAt: null };
    const since = (days: number) => ({ ...refused, termsRefusedAt: ago(days) });
    const gone = await createUser(db, since(REFUSED_DAYS));
    await createReminder(db, gone.id);
    const others = [await createUser(db, since(REFUSED_DAYS - 1)), await createUser(db)];
    const accepted = await createUser(db, since(REFUSED_DAYS));
    await acceptTerms(db, { id: accepted.id, first_name: 'Анна' }, clock.now());
    expect(await run()).toMatchObject({ erased: 1, warned: 0 });
    expect(await stored(gone.id)).toBeUndefined();
    expect(await db.$count(reminders)).toBe(0);
    for (const { id } of [...others, accepted]) expect(await stored(id)).toBeDefined();
  });
});

describe('unanswered', () => {
  const { db } = testDatabase();
  const clock = fixedClock();
  const { ago, run } = testCleanup(db, clock);

  type Fields = Partial<typeof drafts.$inferInsert>;
  /** A draft whose time is over, unless the fields say otherwise. */
  async function draft(userId: number, text: string, fields: Fields = {}) {
    const payload = draftPayload({ text, dateTime: null, ...fields.payload });
    const row = { userId, state: 'asking' as const, expiresAt: clock.now(), ...fields, payload };
    const [made] = await db.insert(drafts).values(row).returning(getTableColumns(drafts));
    if (!made) throw new Error('no draft');
    return made;
  }
  const contents = async (userId: number) =>
    (await db.select().from(notes).where(eq(notes.userId, userId)))
      .map((row) => row.content)
      .toSorted();
  const left = async () => (await db.select().from(drafts)).map(({ payload }) => payload.text);

  test('what nobody has answered in its time becomes a note, once, and what was answered goes', async () => {
    const { id } = await createUser(db);
    await draft(id, 'Купить молоко 🥛\nи хлеб');
    await draft(id, 'Ещё ждёт', { expiresAt: ago(-1) });
    await draft(id, 'С моментом', {
      state: 'ready',
      payload: draftPayload({ text: 'С моментом', dateTime: '2027-01-01T00:00:00.000Z' }),
    });
    for (const state of ['saved', 'noted', 'cancelled', 'held'] as const) {
      await draft(id, state, { state });
    }
    expect(await run()).toMatchObject({ rows: 6 });
    expect(await contents(id)).toEqual(['Купить молоко 🥛\nи хлеб', 'С моментом']);
    expect(await left()).toEqual(['Ещё ждёт']);
    await run();
    expect(await contents(id)).toHaveLength(2);
  });

  test('what is attached goes with it', async () => {
    const { id } = await createUser(db);
    const items = [{ kind: 'photo' as const, messageId: 5, fileId: 'f' }];
    await draft(id, 'Фото', { attachment: { items } });
    await run();
    const [note] = await db.select().from(notes).where(eq(notes.userId, id));
    expect(note?.attachment).toEqual({ items });
  });

  test('what is a reminder or a note already, or fits none, becomes no note', async () => {
    const { id } = await createUser(db);
    const { id: noteId } = await createNote(db, id, { content: 'Заметка' });
    await draft(id, 'Заметка', {
      payload: draftPayload({ text: 'Заметка', dateTime: null, noteId }),
    });
    const saved = await draft(id, 'Из формы');
    await createReminder(db, id, { createKey: draftCreateKey(saved.id), deletedAt: clock.now() });
    await draft(id, '');
    await draft(id, 'я'.repeat(4_050));
    await run();
    expect(await contents(id)).toEqual(['Заметка']);
    expect(await db.$count(reminders)).toBe(1);
    expect(await left()).toEqual([]);
  });

  test('where the account has no room it waits on, and holds up nobody else', async () => {
    const [full, other] = [await createUser(db), await createUser(db)];
    const big = await createNote(db, full.id, { content: 'a'.repeat(ACCOUNT_TEXT_MAX_BYTES) });
    await draft(full.id, 'Молоко');
    await draft(other.id, 'Хлеб');
    await run();
    expect(await left()).toEqual(['Молоко']);
    expect(await contents(other.id)).toEqual(['Хлеб']);
    await db.delete(notes).where(eq(notes.id, big.id));
    await run();
    expect(await left()).toEqual([]);
    expect(await contents(full.id)).toEqual(['Молоко']);
  });

  test('one that the database refuses holds up no other, and the run is tried again', async () => {
    const { id } = await createUser(db);
    await draft(id, 'Плохое');
    await draft(id, 'Хорошее');
    await db.execute(sql`
    create function refuse() returns trigger language plpgsql as
    $$ begin if new.content = 'Плохое' then raise exception 'no'; end if; return new; end $$`);
    await db.execute(
      sql`create trigger refuse before insert on notes for each row execute function refuse()`,
    );
    await expect(run()).rejects.toThrow('steps of the cleanup failed');
    expect(await left()).toEqual(['Плохое']);
    await db.execute(sql`drop trigger refuse on notes`);
    await run();
    expect(await contents(id)).toEqual(['Плохое', 'Хорошее']);
  });
});

describe('old rows', () => {
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
    await db.insert(ratePermits).values([
      { key: 'chat:1', windowStart: ago(1), taken: 1 },
      { key: 'voices:1', windowStart: ago(1), taken: 1 },
      { key: 'voices:2', windowStart: ago(1, 7_200_000), taken: 1 },
    ]);
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

    const [kept] = await db.select().from(reminders).where(eq(reminders.text, 'kept'));
    const reminderId = kept?.id ?? 0;
    const came = { reminderId, userId: user.id, outcome: 'done' as const };
    await db.insert(occurrences).values([
      { ...came, occurrenceAt: ago(200), endedAt: ago(180) },
      { ...came, occurrenceAt: ago(190), endedAt: ago(180, -1) },
    ]);
    const off = {
      reminderId,
      kind: 'first' as const,
      occurrenceAt: ago(200),
      by: 'pause' as const,
    };
    await db.insert(calledOff).values([
      { ...off, scheduledAt: ago(200), at: ago(180) },
      { ...off, scheduledAt: ago(190), at: ago(180, -1) },
    ]);
    const ofDay = { userId: user.id, kind: 'agenda' as const, items: [], shown: '' };
    await db.insert(dayMessages).values([
      { ...ofDay, day: '1', messageId: 1, sentAt: ago(7), liveUntil: ago(6) },
      { ...ofDay, day: '2', messageId: 2, sentAt: ago(7, -1), liveUntil: ago(6) },
    ]);
    const early = { userId: 1, text: 'в 9 полить', forwarded: false, sentAt: ago(2) };
    await db.insert(earlyMessages).values([
      { ...early, messageId: 1, receivedAt: ago(1) },
      { ...early, messageId: 2, receivedAt: ago(1, -1) },
    ]);

    expect(await run()).toMatchObject({ rows: 13 });

    expect((await db.select().from(chatMessages)).map((row) => row.messageId)).toEqual([2]);
    expect(await db.select().from(occurrences)).toMatchObject([{ endedAt: ago(180, -1) }]);
    expect(await db.select().from(calledOff)).toMatchObject([{ at: ago(180, -1) }]);
    expect(await db.select().from(dayMessages)).toMatchObject([{ messageId: 2 }]);
    expect(await db.select().from(earlyMessages)).toMatchObject([{ messageId: 2 }]);

    const texts = (await db.select().from(reminders)).map((row) => row.text);
    expect(texts.toSorted()).toEqual(['kept', 'new']);
    expect((await db.select().from(notes)).map((row) => row.title)).toEqual(['new']);
    expect((await db.select().from(processedUpdates)).map((row) => row.updateId)).toEqual([2]);
    expect(await db.select().from(deliveries)).toHaveLength(1);
    expect(await db.select().from(drafts)).toHaveLength(1);
    expect(await db.select().from(ratePermits)).toMatchObject([{ key: 'voices:1' }]);
    expect(await db.select().from(cronRuns)).toMatchObject([
      { job: 'cleanup', finishedAt: clock.now(), counts: { rows: 13 } },
    ]);
  });
});

describe('partitioned', () => {
  const { db } = testDatabase();
  const clock = fixedClock(new Date());
  const { ago, run } = testCleanup(db, clock);

  /** The ledger in parts of 30 days, as an operator may have it, whose rows lie at equal places. */
  beforeAll(async () => {
    await db.execute(sql`alter table deliveries rename to deliveries_whole`);
    await db.execute(sql`
    create table deliveries (like deliveries_whole including defaults, primary key (id, sent_at))
    partition by range (sent_at)`);
    for (let part = 0; part < 8; part += 1) {
      const [from, to] = [ago(30 * (part + 1)), ago(30 * part)].map((at) => at.toISOString());
      await db.execute(
        sql.raw(
          `create table deliveries_${part} partition of deliveries for values from ('${from}') to ('${to}')`,
        ),
      );
    }
  });

  const fill = (userId: number, perPart: number) =>
    db.execute(sql`
    insert into deliveries (user_id, kind, occurrence_at, scheduled_at, sent_at, outcome)
    select ${userId}::bigint, 'first', at, at, at, 'sent'
    from generate_series(0, 7) part, generate_series(1, ${perPart}) i,
      lateral (select ${ago(0).toISOString()}::timestamptz - part * interval '30 days'
        - i * interval '1 second' as at) times`);

  test('of a ledger in parts exactly the rows whose time is over go', async () => {
    const { id } = await createUser(db, { lastActiveAt: clock.now() });
    await fill(id, 7_000);
    expect(await run()).toMatchObject({ rows: 14_000 });
    const rows = await db.select({ sentAt: deliveries.sentAt }).from(deliveries);
    expect(rows).toHaveLength(42_000);
    expect(
      rows.every(({ sentAt }) => sentAt > new Date(clock.now().getTime() - 180 * DAY_MS)),
    ).toBe(true);
  });

  test('and exactly those of an erased person', async () => {
    const [gone, stays] = [await createUser(db), await createUser(db)];
    await fill(gone.id, 1_000);
    await fill(stays.id, 100);
    await eraseAccount(db, gone.id);
    const rows = await db.select({ userId: deliveries.userId }).from(deliveries);
    expect(rows).toHaveLength(800);
    expect(rows.every(({ userId }) => userId === stays.id)).toBe(true);
    expect(await db.select().from(erasures)).toMatchObject([{ userId: gone.id }]);
  });
});
