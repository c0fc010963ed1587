import { and, eq, isNull } from 'drizzle-orm';
import { GET as notesRoute } from '@/app/api/notes/route';
import { POST as tickNoteRoute } from '@/app/api/notes/[id]/points/route';
import { GET as readRoute, PUT as updateRoute } from '@/app/api/notifications/[id]/route';
import { POST as rewriteRoute } from '@/app/api/notifications/[id]/rewrite/route';
import { GET as listRoute } from '@/app/api/notifications/route';
import { POST as importRoute } from '@/app/api/profile/import/route';
import { responses } from '@/contract/api';
import { counterTexts } from '@/texts/counter';
import { listTexts } from '@/texts/bot-lists';
import { callRoute, testRoutes } from '@/testing/api';
import { createNote, createReminder } from '@/testing/builders';
import { APP_URL, testBot, type TestChat } from '@/testing/conversation';
import { testJoint } from '@/testing/joint';
import { createOutbox, tickAt } from '@/testing/outbox';
import { initDataFor, TEST_ENV } from '@/testing/test-env';
import { findAccount } from '../accounts/accounts';
import { notes, occurrences, reminders } from '../platform/db/schema';
import { found } from '../platform/errors';
import { dataOf, FIRST_PAGE, itemData } from '../telegram/callback-data';
import { onOutdatedMessage, type Outdated } from '../telegram/outdated';
import { exportAccount } from '../transfer/export';
import { presentInChat, pressInChat, undoFromChat } from './chat-acts';
import { renderPressed } from './message';
import { makeNoteOf } from './reminders';
import { addPointToNote, tickPoints } from './rewrite';
import { archiveUnanswered } from './write/upkeep';

// Friday 20 November 2026, 12:00 in Moscow.
const { db } = testRoutes();
const bot = testBot(db);
const joint = testJoint(db, bot);
const at = (iso: string) => new Date(`${iso}+03:00`);
const NOON = at('2026-11-20T12:00');
const NEXT_WEEK = at('2026-11-27T12:00');
const DAY_MS = 86_400_000;
const WEEKLY = { every: 7, unit: 'DAY' } as const;
const LIST = 'Магазин\n- молоко\n- хлеб';
const OPEN = { молоко: false, хлеб: false };
const BREAD = { молоко: false, хлеб: true };

beforeEach(() => bot.clock.set(NOON));

type Fields = Parameters<typeof createReminder>[2];

const reminderOf = async (id: number) =>
  found((await db.select().from(reminders).where(eq(reminders.id, id)))[0]);
const noteOf = async (id: number) =>
  found((await db.select().from(notes).where(eq(notes.id, id)))[0]);
const historyOf = async (id: number) =>
  (await db.select().from(occurrences).where(eq(occurrences.reminderId, id))).map(
    ({ outcome, ticked }) => ({ outcome, ticked }),
  );
const call = (userId: number, id: number, body?: object) => ({
  initData: initDataFor({ id: userId }),
  params: { id: String(id) },
  ...(body && { body }),
});

/** Which points a text shows as ticked. */
const marksIn = (text: string) =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, mark, words = ''] = /(☑|☐|^-) ([а-я]+)/.exec(line) ?? [];
      return mark === undefined ? [] : [[words, mark === '☑']];
    }),
  );

const detailOf = async (userId: number, id: number) => {
  const { json } = await callRoute(readRoute, call(userId, id));
  const { points = [] } = responses.reminderWithHistory.parse(json);
  return Object.fromEntries(points.map(({ text, done }) => [text, done]));
};
const messageOf = async (userId: number, id: number) => {
  const pressed = await presentInChat(db, { userId, reminderId: id, now: bot.clock.now() });
  return renderPressed(pressed, { appUrl: APP_URL, simulated: true }).text.toPlainText();
};
async function shownBy(anna: TestChat, data: string) {
  await anna.write('/help');
  await anna.pressData(data);
  return anna.text();
}

/** Which points of a reminder each place shows as ticked that shows them. */
async function placesOf(anna: TestChat, id: number) {
  const { noteId } = await reminderOf(id);
  const points = {
    detail: await detailOf(anna.id, id),
    message: marksIn(await messageOf(anna.id, id)),
    keys: marksIn(await shownBy(anna, dataOf('points', id, 'show'))),
  };
  if (noteId !== null) {
    const list = await callRoute(notesRoute, { initData: initDataFor({ id: anna.id }) });
    const { notes: all } = responses.notes.parse(list.json);
    return {
      ...points,
      note: marksIn(all.find((each) => each.id === noteId)?.content ?? ''),
      noteCard: marksIn(await shownBy(anna, dataOf('note', noteId, 'show', 0))),
    };
  }
  const list = await callRoute(listRoute, { initData: initDataFor({ id: anna.id }) });
  const { notifications } = responses.reminders.parse(list.json);
  return {
    ...points,
    list: marksIn(notifications.find((each) => each.id === id)?.text ?? ''),
    card: marksIn(await shownBy(anna, itemData(id, 'show', FIRST_PAGE))),
    snooze: marksIn(await shownBy(anna, itemData(id, 'when', FIRST_PAGE))),
  };
}

/** Every place shows just this. */
async function expectEverywhere(anna: TestChat, id: number, marks: Record<string, boolean>) {
  for (const [place, shown] of Object.entries(await placesOf(anna, id))) {
    expect({ place, shown }).toEqual({ place, shown: marks });
  }
}

async function rang(fields: Fields = {}) {
  const anna = await bot.member();
  const { id } = await createReminder(db, anna.id, { text: LIST, dateTime: NOON, ...fields });
  await bot.sendDueAt(NOON);
  return { anna, id, target: { userId: anna.id, reminderId: id, now: NOON } };
}

async function rangOnNote(fields: Fields = {}, content = '- молоко\n- хлеб') {
  const anna = await bot.member();
  const note = await createNote(db, anna.id, { title: 'Магазин', content });
  const about = { text: 'Магазин', dateTime: NOON, noteId: note.id, ...fields };
  const { id } = await createReminder(db, anna.id, about);
  await bot.sendDueAt(NOON);
  return { anna, id, noteId: note.id, target: { userId: anna.id, reminderId: id, now: NOON } };
}

const tickInApp = (userId: number, id: number) =>
  callRoute(rewriteRoute, call(userId, id, { tick: { point: 'хлеб', done: true } }));

async function tickByKey(anna: TestChat) {
  await anna.press(counterTexts.points);
  await anna.press('☐ хлеб');
}

describe('points of its own text', () => {
  /** As the app's form does, which shows the text with its ticks. */
  async function tickInForm(userId: number, id: number, line: string) {
    const { json } = await callRoute(readRoute, call(userId, id));
    const { notification } = responses.reminderWithHistory.parse(json);
    const { type, category, text, dateTime, version, repeat, flood } = notification;
    const input = { typeId: type?.id, categoryId: category.id, dateTime, repeat, flood };
    const said = { ...input, version, text: text.replace(/^. хлеб$/m, line) };
    return callRoute(updateRoute, call(userId, id, { notification: said }));
  }

  test.each([
    ['by its key', (anna: TestChat) => tickByKey(anna)],
    ['in words', (anna: TestChat) => anna.write('хлеб купила')],
    ['in the app', (anna: TestChat, id: number) => tickInApp(anna.id, id)],
  ])('ticked %s, one is ticked in each place that shows it', async (_, tick) => {
    const { anna, id } = await rang();
    await expectEverywhere(anna, id, OPEN);
    await tick(anna, id);
    await expectEverywhere(anna, id, BREAD);
    expect((await reminderOf(id)).text).toBe(LIST);
  });

  test('ticked or unticked by its box in the form, one is so in each place; dashes stay dashes', async () => {
    const anna = await bot.member();
    const dateTime = at('2049-03-12T12:00');
    const { id } = await createReminder(db, anna.id, { text: LIST, dateTime });
    expect((await tickInForm(anna.id, id, '☑ хлеб')).status).toBe(200);
    await expectEverywhere(anna, id, BREAD);
    expect(await reminderOf(id)).toMatchObject({ text: LIST, ticked: ['хлеб'] });
    expect((await tickInForm(anna.id, id, '☐ хлеб')).status).toBe(200);
    await expectEverywhere(anna, id, OPEN);
    expect(await reminderOf(id)).toMatchObject({ text: LIST, ticked: null });
  });

  test('an edit of the time alone is no edit of the text that was shown with its ticks', async () => {
    const anna = await bot.member();
    const dateTime = at('2049-03-12T12:00');
    const { id } = await createReminder(db, anna.id, { text: LIST, dateTime, ticked: ['хлеб'] });
    expect((await tickInForm(anna.id, id, '☑ хлеб')).status).toBe(200);
    expect(await reminderOf(id)).toMatchObject({ text: LIST, ticked: ['хлеб'] });
  });

  test('those of the next occurrence are open in its very message, and in each place from then on', async () => {
    const { anna, id, target } = await rang({ rule: WEEKLY });
    await tickPoints(db, target, { keys: ['хлеб'], done: true });
    await bot.sendDueAt(NEXT_WEEK);
    expect(marksIn(anna.text())).toEqual(OPEN);
    await expectEverywhere(anna, id, OPEN);
    expect(await historyOf(id)).toEqual([{ outcome: 'unanswered', ticked: ['хлеб'] }]);
  });

  test('what is ticked of the one that waits is not said of the next one, told ahead', async () => {
    const { anna, id, target } = await rang({ rule: WEEKLY, preAlerts: [60] });
    await tickPoints(db, target, { keys: ['хлеб'], done: true });
    await bot.sendDueAt(at('2026-11-27T11:00'));
    expect(anna.text()).toContain('Через 1 час');
    expect(marksIn(anna.text())).toEqual(OPEN);
    expect((await reminderOf(id)).ticked).toEqual(['хлеб']);
  });

  test('the note that it becomes has its ticks', async () => {
    const { anna, id, target } = await rang();
    await tickPoints(db, target, { keys: ['хлеб'], done: true });
    const account = found(await findAccount(db, anna.id));
    const { version } = await reminderOf(id);
    const { note } = await makeNoteOf(db, account, id, { now: NOON, version });
    expect(marksIn(note.content)).toEqual(BREAD);
  });
});

describe('points of the note that it stands on', () => {
  test.each([
    ['by its key', (anna: TestChat) => tickByKey(anna)],
    ['in words', (anna: TestChat) => anna.write('хлеб купила')],
    ['in the app', (anna: TestChat, id: number) => tickInApp(anna.id, id)],
    [
      'on the page of notes',
      (anna: TestChat, _: number, noteId: number) =>
        callRoute(tickNoteRoute, call(anna.id, noteId, { line: 1, text: 'хлеб', done: true })),
    ],
    [
      'on the note’s card',
      async (anna: TestChat, _: number, noteId: number) => {
        await shownBy(anna, dataOf('note', noteId, 'show', 0));
        await anna.press('☐ 2');
      },
    ],
  ])('ticked %s, one is ticked in each place that shows it', async (_, tick) => {
    const { anna, id, noteId } = await rangOnNote();
    await expectEverywhere(anna, id, OPEN);
    await tick(anna, id, noteId);
    await expectEverywhere(anna, id, BREAD);
    expect((await reminderOf(id)).ticked).toBeNull();
  });

  test('ticked elsewhere, they have the message in the chat follow; ticked under it, they need not', async () => {
    const { anna, id, noteId } = await rangOnNote();
    const outdated: Outdated[] = [];
    onOutdatedMessage((each) => outdated.push(each));
    await tickByKey(anna);
    expect(outdated).toEqual([]);
    const tick = { line: 0, text: 'молоко', done: true };
    await callRoute(tickNoteRoute, call(anna.id, noteId, tick));
    onOutdatedMessage(null);
    expect(outdated).toEqual([{ userId: anna.id, reminderId: id }]);
  });

  test('are shown with the reminder that is made of it, and not copied into its text', async () => {
    const anna = await bot.member();
    const content = 'Магазин\n- молоко\n☑ хлеб';
    const { id: noteId } = await createNote(db, anna.id, { title: 'Магазин', content });
    await shownBy(anna, dataOf('note', noteId, 'show', 0));
    await anna.press(listTexts.buttons.remind);
    await anna.press('Через час');
    const [made] = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
    expect(made).toMatchObject({ text: 'Магазин', noteId });
    await bot.sendDueAt(at('2026-11-20T13:00'));
    expect(marksIn(anna.text())).toEqual(BREAD);
  });

  test('ticked for one occurrence of a series, they are open for the next; undo restores', async () => {
    const { anna, id, noteId, target } = await rangOnNote({ rule: WEEKLY });
    await tickPoints(db, target, { keys: ['хлеб'], done: true });
    const press = { ...target, occurrenceAt: NOON, messageId: anna.last().messageId };
    const pressed = await pressInChat(db, { ...press, button: 'done' });
    expect(await historyOf(id)).toEqual([{ outcome: 'done', ticked: ['хлеб'] }]);
    await expectEverywhere(anna, id, OPEN);
    const undo = pressed.state === 'gone' ? undefined : pressed.undo?.version;
    await undoFromChat(db, target, undo ?? 0);
    expect((await noteOf(noteId)).content).toBe('- молоко\n☑ хлеб');
    await expectEverywhere(anna, id, BREAD);
    expect(await historyOf(id)).toEqual([]);
  });

  test('are open for the occurrence that takes the place of one which nobody answered', async () => {
    const { anna, id, target } = await rangOnNote({ rule: WEEKLY });
    await tickPoints(db, target, { keys: ['хлеб'], done: true });
    await bot.sendDueAt(NEXT_WEEK);
    expect(marksIn(anna.text())).toEqual(OPEN);
    await expectEverywhere(anna, id, OPEN);
    expect(await historyOf(id)).toEqual([{ outcome: 'unanswered', ticked: ['хлеб'] }]);
  });

  test('what is written into the note while the next occurrence is on its way stays', async () => {
    const { id, noteId, target } = await rangOnNote({ rule: WEEKLY });
    await tickPoints(db, target, { keys: ['хлеб'], done: true });
    const outbox = createOutbox(async ({ reminderId }) => {
      if (reminderId === id) await addPointToNote(db, target, 'масло');
      return undefined;
    });
    await tickAt(db, NEXT_WEEK, outbox);
    expect(outbox.sent.map(({ reminderId }) => reminderId)).toContain(id);
    expect((await noteOf(noteId)).content).toBe('- молоко\n☐ хлеб\n- масло');
    expect(await historyOf(id)).toEqual([{ outcome: 'unanswered', ticked: ['хлеб'] }]);
  });

  test('of what comes once stay ticked in the note, answered or not; its history has them', async () => {
    const done = await rangOnNote();
    await tickPoints(db, done.target, { keys: ['хлеб'], done: true });
    await done.anna.press('✅ Готово');
    const unanswered = await rangOnNote();
    await tickPoints(db, unanswered.target, { keys: ['хлеб'], done: true });
    await archiveUnanswered(db, new Date(NOON.getTime() + 8 * DAY_MS));
    for (const { noteId } of [done, unanswered]) {
      expect(marksIn((await noteOf(noteId)).content)).toEqual(BREAD);
    }
    expect(await historyOf(done.id)).toEqual([{ outcome: 'done', ticked: ['хлеб'] }]);
    expect(await historyOf(unanswered.id)).toEqual([{ outcome: 'unanswered', ticked: ['хлеб'] }]);
  });

  test('an undo of something else leaves what was ticked in the note since', async () => {
    const { anna, id, noteId } = await rangOnNote({ rule: WEEKLY });
    await anna.press('1 час');
    const tick = { line: 1, text: 'хлеб', done: true };
    await callRoute(tickNoteRoute, call(anna.id, noteId, tick));
    await anna.press('↩️ Вернуть');
    expect((await reminderOf(id)).snoozedUntil).toBeNull();
    await expectEverywhere(anna, id, BREAD);
  });

  test('one more in words is added to the note, once', async () => {
    const { anna, id, noteId, target } = await rangOnNote();
    await anna.write('добавь пункт масло');
    expect((await noteOf(noteId)).content).toBe('- молоко\n- хлеб\n- масло');
    await addPointToNote(db, target, 'масло');
    expect((await noteOf(noteId)).content).toBe('- молоко\n- хлеб\n- масло');
    expect((await reminderOf(id)).text).toBe('Магазин');
  });

  test('a note that is gone takes its points with it, and the reminder’s text stays', async () => {
    const { anna, id, noteId } = await rangOnNote();
    await tickByKey(anna);
    await db.update(notes).set({ deletedAt: NOON }).where(eq(notes.id, noteId));
    expect(await detailOf(anna.id, id)).toEqual({});
    expect(await messageOf(anna.id, id)).toContain('Магазин');
    await tickInApp(anna.id, id);
    expect((await reminderOf(id)).ticked).toBeNull();
  });

  test('nobody ticks in somebody else’s note', async () => {
    const { noteId } = await rangOnNote();
    const boris = await rang({ text: 'Чужое', noteId });
    await tickPoints(db, boris.target, { keys: ['хлеб'], done: true });
    expect(marksIn((await noteOf(noteId)).content)).toEqual(OPEN);
    expect(await detailOf(boris.anna.id, boris.id)).toEqual({});
  });
});

describe('of several people', () => {
  const rowOf = async (chat: TestChat) =>
    found(
      (
        await db
          .select()
          .from(reminders)
          .where(and(eq(reminders.userId, chat.id), isNull(reminders.deletedAt)))
      )[0],
    );

  test('each ticks for themselves, and sees that in each place', async () => {
    const { anna, boris, reminder } = await joint.proposeAndJoin({ text: LIST });
    const his = await rowOf(boris);
    await tickInApp(boris.id, his.id);
    await expectEverywhere(boris, his.id, BREAD);
    await expectEverywhere(anna, reminder.id, OPEN);
  });

  test('who joins gets the points of the note, open, and keeps them over an edit of the owner’s', async () => {
    const { anna } = await rangOnNote();
    const [note] = await db.select().from(notes).where(eq(notes.userId, anna.id));
    const { anna: owner, reminder, token } = await joint.proposed({ text: 'Магазин' });
    await db
      .update(notes)
      .set({ userId: owner.id, content: '- молоко\n☑ хлеб' })
      .where(eq(notes.id, note?.id ?? 0));
    await db.update(reminders).set({ noteId: note?.id }).where(eq(reminders.id, reminder.id));
    const boris = await bot.member({ firstName: 'Борис' });
    await boris.write(`/start share_${token}`);
    expect(marksIn(boris.text())).toEqual(OPEN);
    await boris.press('Участвовать');
    expect((await rowOf(boris)).text).toBe('Магазин\n☐ молоко\n☐ хлеб');
    await owner.write('переименуй магазин в рынок');
    expect((await rowOf(boris)).text).toBe('Рынок\n☐ молоко\n☐ хлеб');
  });
});

test.each([LIST, LIST.replaceAll('- ', '☐ ')])(
  'an export of %j that is imported has the same ticks, in texts and in notes',
  async (list) => {
    const own = await rang({ text: list });
    await tickPoints(db, own.target, { keys: ['хлеб'], done: true });
    const { id: noteId } = await createNote(db, own.anna.id, { content: '- молоко\n☑ хлеб' });
    const about = { text: 'Магазин', dateTime: at('2049-03-12T12:00'), noteId };
    await createReminder(db, own.anna.id, about);
    const account = found(await findAccount(db, own.anna.id));
    const { TELEGRAM_BOT_TOKEN: botToken } = TEST_ENV;
    const parts: string[] = [];
    for await (const part of exportAccount(db, account, NOON, { botToken }))
      parts.push(String(part));
    const boris = await bot.member();
    await callRoute(importRoute, {
      path: '/api/profile/import',
      initData: initDataFor({ id: boris.id }),
      body: { name: 'napomnyu.json', content: parts.join(''), apply: true },
    });
    const imported = await db.select().from(reminders).where(eq(reminders.userId, boris.id));
    expect(imported.map(({ text }) => text).toSorted()).toEqual([about.text, list].toSorted());
    for (const row of imported) await expectEverywhere(boris, row.id, BREAD);
  },
);
