import { eq } from 'drizzle-orm';
import { responses } from '@/contract/api';
import { draftCreateKey } from '@/contract/draft';
import { DAY_MS } from '@/core/calendar';
import { ACCOUNT_TEXT_MAX_BYTES, DRAFT_DAYS, DRAFTS_MAX, OPEN_DRAFTS_MAX } from '@/core/limits';
import { GET as list } from '@/app/api/drafts/route';
import { DELETE as drop, POST as pressRoute } from '@/app/api/drafts/[id]/route';
import { POST as restoreRoute } from '@/app/api/drafts/[id]/restore/route';
import { createDraft } from '@/server/drafts/drafts';
import { drafts, notes, reminders, users } from '@/server/platform/db/schema';
import { MessageRefresher } from '@/server/reminders/message-refresh';
import { onOutdatedMessage } from '@/server/telegram/outdated';
import { createReminder } from '@/server/reminders/reminders';
import { editMessageVia } from '@/server/telegram/send';
import { callRoute, testRoutes } from '@/testing/api';
import { categoryId, createNote, draftPayload, typeId } from '@/testing/builders';
import { APP_URL, testBot, type TestChat } from '@/testing/conversation';
import { runningClock } from '@/testing/outbox';
import { dropWaiting, listWaiting, pressWaiting, restoreWaiting, storedByForm } from './waiting';

// Friday 20 November 2026, 12:00 in Moscow.
const { db, someone } = testRoutes();
const bot = testBot(db);
const NOON = bot.clock.now();
afterEach(() => bot.clock.set(NOON));
const later = (ms: number) => bot.clock.set(new Date(bot.clock.now().getTime() + ms));

const within = async (chat: Pick<TestChat, 'id'>) => {
  const [account] = await db.select().from(users).where(eq(users.id, chat.id));
  if (!account) throw new Error('nobody');
  return { db, now: bot.clock.now(), account };
};
const waiting = async (chat: TestChat) => listWaiting(await within(chat));
const textsOf = async (chat: TestChat) => (await waiting(chat)).map(({ text }) => text);
const only = async (chat: TestChat) => {
  const [draft, ...others] = await waiting(chat);
  if (!draft || others.length > 0) throw new Error(`${others.length} others`);
  return draft;
};
const remindersOf = (chat: TestChat) =>
  db.select().from(reminders).where(eq(reminders.userId, chat.id));

/** What the app does, with the card in the chat brought up to date behind it. */
async function inApp<T>(
  chat: TestChat,
  act: (one: Parameters<typeof dropWaiting>[0]) => Promise<T>,
) {
  const about = { ...(await within(chat)), id: (await only(chat)).id };
  const refresher = new MessageRefresher({
    db,
    edit: editMessageVia(bot.api()),
    address: { appUrl: APP_URL, simulated: true },
    maxPerSecond: Infinity,
    now: runningClock(bot.clock.now()),
    collectMs: 0,
  });
  const refreshed: Promise<void>[] = [];
  onOutdatedMessage((what) => refreshed.push(refresher.follow(what)));
  const done = await act(about);
  onOutdatedMessage(null);
  await Promise.all(refreshed);
  return done;
}

/** Makes a reminder of a draft, as the app's form does; the draft has not been told of it yet. */
async function createInForm(chat: TestChat, id: number, text: string) {
  const { account, now } = await within(chat);
  const input = {
    text,
    typeId: await typeId(db, 'Напоминание'),
    categoryId: await categoryId(db, 'Личное'),
    dateTime: '2026-11-21T06:00:00.000Z',
    repeat: false,
    flood: false,
  };
  return createReminder(db, account, input, { now, createKey: draftCreateKey(id) });
}
const saveInForm = async (chat: TestChat, id: number, text: string) => {
  const made = await createInForm(chat, id, text);
  await storedByForm({ ...(await within(chat)), id }, made.id);
};

describe('what waits for a moment', () => {
  test('is what nobody has answered, with the quick times of its card', async () => {
    const anna = await bot.member();
    await anna.write('купить молоко 🥛');
    await anna.write('сдать книги 25 ноября');
    expect(await waiting(anna)).toMatchObject([
      {
        text: 'Купить молоко 🥛',
        day: null,
        times: [
          { label: 'Через час', press: 'at:1h' },
          { label: 'Через 3 часа', press: 'at:3h' },
          { label: 'Сегодня вечером', press: 'at:evening' },
          { label: 'Завтра утром', press: 'at:morning' },
          { label: 'В понедельник', press: 'at:monday' },
        ],
      },
      {
        text: 'Сдать книги',
        day: 'в среду, 25 ноября',
        times: [
          { label: 'Утром, 09:00', press: 'time:0900' },
          { label: 'Днём, 14:00', press: 'time:1400' },
          { label: 'Вечером, 19:00', press: 'time:1900' },
        ],
      },
    ]);
  });

  test('says how often, where only the time is missing', async () => {
    const anna = await bot.member();
    await anna.write('каждый месяц 5 числа оплатить квартиру');
    expect(anna.text()).toContain('🗓 В субботу, 5 декабря\n🔁 каждый месяц');
    expect(await waiting(anna)).toMatchObject([
      { day: 'в субботу, 5 декабря · каждый месяц 5-го числа' },
    ]);
  });

  test.each([
    ['was cancelled', (anna: TestChat) => anna.press('Отмена')],
    ['became a note', (anna: TestChat) => anna.press('В заметки')],
    ['got its moment', (anna: TestChat) => anna.press('Через час')],
    ['was answered in words', (anna: TestChat) => anna.write('завтра в 9')],
  ])('is not what %s', async (_what, answer) => {
    const anna = await bot.member();
    await anna.write('купить молоко');
    await answer(anna);
    expect(await waiting(anna)).toEqual([]);
  });

  test('is not what stands in a list to be saved, nor what asks what it is about', async () => {
    const anna = await bot.member();
    await anna.write('завтра в 9 молоко\nзавтра в 10 хлеб');
    await anna.write('напомни завтра в 9');
    expect(await waiting(anna)).toEqual([]);
  });

  test('is what was proposed for a moment that has passed, and not before that', async () => {
    const anna = await bot.member();
    const payload = draftPayload({ text: 'Суп', dateTime: '2026-11-20T10:00:00.000Z' });
    await createDraft(db, anna.id, { payload, state: 'ready' }, bot.clock.now());
    expect(await waiting(anna)).toEqual([]);
    later(2 * 3_600_000);
    expect(await only(anna)).toMatchObject({ text: 'Суп', day: null });
    await inApp(anna, (one) => pressWaiting(one, 'at:1h'));
    expect(await remindersOf(anna)).toMatchObject([{ text: 'Суп' }]);
  });

  test('is not what the form has made a reminder of, also when that is deleted', async () => {
    const anna = await bot.member();
    await anna.write('купить молоко');
    const { id } = await only(anna);
    await createInForm(anna, id, 'Молоко');
    expect(await waiting(anna)).toEqual([]);
    await db
      .update(reminders)
      .set({ deletedAt: bot.clock.now() })
      .where(eq(reminders.userId, anna.id));
    expect(await waiting(anna)).toEqual([]);
  });

  test('what the form has made a reminder of is asked about no more in the chat, and an edit makes none anew', async () => {
    const anna = await bot.member();
    await anna.write('завтра врач\nпослезавтра банк');
    const doctor = (await waiting(anna)).find(({ text }) => text === 'Врач');
    await saveInForm(anna, doctor?.id ?? 0, 'Врач');
    await anna.edit('завтра врач\nпослезавтра в 15 банк');
    expect(anna.text()).toContain('несколько дел');
    expect(await remindersOf(anna)).toHaveLength(1);
  });

  test('an edit of the day alone is answered where the form has stored it meanwhile', async () => {
    const anna = await bot.member();
    await anna.write('завтра врач');
    await saveInForm(anna, (await only(anna)).id, 'Врач');
    await anna.edit('послезавтра врач');
    expect(anna.text()).toContain('оставил как было');
    expect(await remindersOf(anna)).toHaveLength(1);
  });

  test('of a series whose day has passed the next day is asked about', async () => {
    const anna = await bot.member();
    await anna.write('каждый понедельник планёрка');
    later(6 * DAY_MS);
    expect((await only(anna)).day).toContain('30 ноября');
    await inApp(anna, (one) => pressWaiting(one, 'time:0900'));
    expect(await remindersOf(anna)).toMatchObject([{ firstWallTime: '2026-11-30T09:00' }]);
  });

  test('offers days of a date only while it lies ahead, and no time for what is too long', async () => {
    const anna = await bot.member();
    await anna.write('сдать книги завтра');
    later(3 * DAY_MS);
    expect(await only(anna)).toMatchObject({
      day: null,
      times: [{ press: 'at:1h' }, {}, {}, {}, {}],
    });
    const boris = await bot.member();
    await boris.write('я'.repeat(1_200));
    const long = await only(boris);
    expect(long).toMatchObject({ times: [] });
    expect(long.text).toBe(`${'Я' + 'я'.repeat(499)}…`);
  });
});

describe('in the app', () => {
  test('a quick time makes one reminder, however often it is pressed, and the card in the chat says so', async () => {
    const anna = await bot.member();
    await anna.write('купить молоко');
    const made = await inApp(anna, (one) =>
      Promise.all([
        pressWaiting(one, 'at:1h'),
        pressWaiting(one, 'at:1h'),
        pressWaiting(one, 'at:3h'),
      ]),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const rows = await remindersOf(anna);
    expect(rows).toMatchObject([{ text: 'Купить молоко' }]);
    expect(anna.messages()).toHaveLength(1);
    expect(anna.text()).toMatch(/^✅ Сегодня в 1[35]:00 — Купить молоко/);
    expect(anna.labels()).toEqual([['Отменить']]);
    // A press that was on its way changes nothing.
    await anna.pressData(
      `c:${(await db.select().from(drafts).where(eq(drafts.userId, anna.id)))[0]?.id}:at:evening`,
    );
    expect(await remindersOf(anna)).toEqual(rows);
    // A reply to it is about the reminder.
    await anna.reply('завтра в 9');
    expect(await remindersOf(anna)).toMatchObject([{ dateTime: new Date('2026-11-21T06:00Z') }]);
  });

  test('a part of the day is that of its date', async () => {
    const anna = await bot.member();
    await anna.write('сдать книги 25 ноября');
    await inApp(anna, (one) => pressWaiting(one, 'time:1900'));
    expect(await remindersOf(anna)).toMatchObject([{ dateTime: new Date('2026-11-25T16:00Z') }]);
  });

  test('what is deleted is cancelled in the chat, and waits again once that is taken back', async () => {
    const anna = await bot.member();
    await anna.write('купить молоко');
    const { id } = await only(anna);
    await inApp(anna, dropWaiting);
    expect(await waiting(anna)).toEqual([]);
    expect(anna.text()).toBe('Отменено: Купить молоко');
    expect(anna.labels()).toEqual([]);
    const restored = await restoreWaiting({ ...(await within(anna)), id });
    expect(await only(anna)).toEqual(restored);
  });

  test('what there is no room for, or is no time, waits as before', async () => {
    const anna = await bot.member();
    await anna.write('купить молоко');
    const draft = await only(anna);
    const one = { ...(await within(anna)), id: draft.id };
    const full = await createNote(db, anna.id, { content: 'a'.repeat(ACCOUNT_TEXT_MAX_BYTES) });
    await expect(pressWaiting(one, 'at:1h')).rejects.toMatchObject({ code: 'full' });
    expect(await only(anna)).toEqual(draft);
    await db.delete(notes).where(eq(notes.id, full.id));
    await expect(pressWaiting(one, 'at:nonsense')).rejects.toMatchObject({ code: 'invalid' });
    await expect(pressWaiting(one, 'time:9999')).rejects.toMatchObject({ code: 'invalid' });
    expect(await only(anna)).toEqual(draft);
  });

  test('strangers see and change nothing of it', async () => {
    const { user, initData } = await someone();
    const payload = draftPayload({ text: 'Молоко', dateTime: null });
    const { id } = await createDraft(db, user.id, { payload, state: 'asking' }, new Date());
    const of = async (data: string) =>
      responses.drafts.parse((await callRoute(list, { initData: data })).json).drafts;
    const stranger = (await someone()).initData;
    expect(await of(stranger)).toEqual([]);
    const params = { id: String(id) };
    const body = { press: 'at:1h' };
    for (const route of [pressRoute, drop, restoreRoute]) {
      expect((await callRoute(route, { initData: stranger, params, body })).status).toBe(404);
    }
    expect(await of(initData)).toMatchObject([{ id, text: 'Молоко' }]);

    const mine = { initData, params, body };
    expect((await callRoute(drop, mine)).status).toBe(200);
    expect(await of(initData)).toEqual([]);
    responses.waitingDraft.parse((await callRoute(restoreRoute, mine)).json);
    const { notification } = responses.reminder.parse((await callRoute(pressRoute, mine)).json);
    expect(notification.text).toBe('Молоко');
    expect(await of(initData)).toEqual([]);
  });
});

describe('in /list', () => {
  test('it stands behind the reminders, and a button shows its card again, which words may answer', async () => {
    const anna = await bot.member();
    await anna.write('завтра в 9 оплатить интернет');
    await anna.write('купить <молоко>');
    later(2 * DAY_MS);
    await anna.write('/list');
    expect(anna.text()).toContain('1. Вчера в 09:00 — Оплатить интернет');
    expect(anna.text()).toContain('Без времени\n2. Купить <молоко>');
    await anna.press('2');
    expect(anna.text()).toContain('Когда напомнить?');
    expect(await textsOf(anna)).toEqual(['Купить <молоко>']);
    // Only the newest card counts.
    const cards = anna.messages().filter(({ text }) => text.includes('Когда напомнить?'));
    expect(cards.map(({ keyboard }) => keyboard.length > 0)).toEqual([false, true]);
    await anna.write('завтра в 18:30');
    expect(anna.text()).toContain('Завтра в 18:30 — Купить <молоко>');
    expect(await waiting(anna)).toEqual([]);
  });

  test('a second tap, and a stranger, show no second card', async () => {
    const anna = await bot.member();
    await anna.write('купить молоко');
    const { id } = await only(anna);
    await anna.write('/list');
    const listed = anna.last().messageId;
    const boris = await bot.member();
    await boris.write('/list');
    await boris.pressData(`c:${id}:again`);
    expect(boris.text()).toContain('Впереди пока ничего нет');
    await anna.pressData(`c:${id}:again`, listed);
    await anna.pressData(`c:${id}:again`, listed);
    expect(anna.messages()).toHaveLength(3);
    expect(await textsOf(anna)).toEqual(['Купить молоко']);
  });

  test('a page before it says that it is there', async () => {
    const anna = await bot.member();
    for (const hour of [9, 10, 11, 12, 13]) await anna.write(`завтра в ${hour} полить цветы`);
    await anna.write('купить молоко');
    await anna.write('/list');
    expect(anna.text()).toContain('Без времени — ещё 1, в конце списка.');
    await anna.press('Позже ›');
    expect(anna.text()).toContain('Без времени\n6. Купить молоко');
    expect(anna.text()).not.toContain('в конце списка');
  });

  test('alone it is a list of its own, with pages', async () => {
    const anna = await bot.member();
    for (const text of ['Раз', 'Два', 'Три', 'Четыре', 'Пять', 'Шесть', 'Семь']) {
      const payload = draftPayload({ text, dateTime: null });
      await createDraft(db, anna.id, { payload, state: 'asking' }, bot.clock.now());
    }
    await anna.write('/list');
    expect(anna.text()).toContain('Без времени — 7');
    expect(anna.labels().slice(0, 2)).toEqual([['1', '2', '3', '4', '5'], ['Позже ›']]);
    await anna.press('Позже ›');
    expect(anna.text()).toContain('6. Шесть\n7. Семь');
    expect(anna.text()).not.toContain('Пять');
    await anna.write('/today');
    expect(anna.text()).toContain('На сегодня ничего нет');
  });
});

test('it stays in reach beyond its time, until it is a note', async () => {
  const anna = await bot.member();
  await anna.write('купить молоко');
  later((DRAFT_DAYS + 1) * DAY_MS);
  expect(await textsOf(anna)).toEqual(['Купить молоко']);
  await anna.press('Завтра утром');
  expect(await remindersOf(anna)).toHaveLength(1);
});

describe('what has waited beyond its time is taken back like anything else', () => {
  const outlived = async () => {
    const anna = await bot.member();
    await anna.write('купить молоко');
    later((DRAFT_DAYS + 1) * DAY_MS);
    return { anna, id: (await only(anna)).id };
  };

  test('once it was dropped in the app', async () => {
    const { anna, id } = await outlived();
    const one = { ...(await within(anna)), id };
    await dropWaiting(one);
    expect(await restoreWaiting(one)).toMatchObject({ text: 'Купить молоко' });
  });

  test('once a quick time was pressed in the app', async () => {
    const { anna, id } = await outlived();
    await inApp(anna, (one) => pressWaiting({ ...one, id }, 'at:1h'));
    await anna.press('Отменить');
    expect(anna.text()).toContain('Отменено: Купить молоко');
  });

  test.each<[string, (anna: TestChat) => Promise<unknown>, string]>([
    ['a key', (anna) => anna.press('Завтра утром'), 'Отменено: Купить молоко'],
    ['a key of the note', (anna) => anna.press('В заметки'), 'Убрал из заметок'],
    ['a reply', (anna) => anna.reply('завтра в 9'), 'Отменено: Купить молоко'],
  ])('once its card was answered by %s', async (_, answer, said) => {
    const { anna } = await outlived();
    await answer(anna);
    await anna.press('Отменить');
    expect(anna.text()).toContain(said);
    await anna.press('Вернуть');
    expect(anna.text()).toMatch(/молоко/iu);
    expect(anna.labels().flat()).toContain('Отменить');
  });
});

test('of many the oldest are over before their time, and answered ones push none of them out', async () => {
  const anna = await bot.member();
  const expiresAt = new Date(NOON.getTime() + DAY_MS);
  const make = (count: number, state: 'asking' | 'saved') =>
    db.insert(drafts).values(
      Array.from({ length: count }, (_, i) => {
        const payload = draftPayload({ text: `${state} ${i + 1}`, dateTime: null });
        return { userId: anna.id, state, payload, createdAt: NOON, expiresAt };
      }),
    );
  const one = {
    payload: draftPayload({ text: 'Новое', dateTime: null }),
    state: 'asking',
  } as const;
  await make(DRAFTS_MAX, 'asking');
  await make(DRAFTS_MAX + 1, 'saved');
  await createDraft(db, anna.id, one, NOON);
  const rows = await db.select().from(drafts).where(eq(drafts.userId, anna.id)).orderBy(drafts.id);
  expect(rows.filter(({ state }) => state === 'saved')).toHaveLength(DRAFTS_MAX);
  expect(rows.filter(({ state }) => state === 'asking')).toHaveLength(DRAFTS_MAX + 1);
  const over = rows.filter((row) => row.expiresAt <= NOON);
  expect(over.map(({ payload }) => payload.text)).toEqual(['asking 1']);
  await make(OPEN_DRAFTS_MAX, 'asking');
  await createDraft(db, anna.id, one, NOON);
  expect(await waiting(anna)).toHaveLength(OPEN_DRAFTS_MAX);
});
