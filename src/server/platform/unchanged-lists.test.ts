import { eq } from 'drizzle-orm';
import { responses } from '@/contract/api';
import { callRoute, testRoutes } from '@/testing/api';
import { initDataFor } from '@/testing/test-env';
import { createNote, createReminder, createUser } from '@/testing/builders';
import { LongList, UnchangedList } from './long-list';
import { listReminders } from '@/server/reminders/wire';
import { createOutbox, runningClock, tickReminders } from '@/testing/outbox';
import { parkUser, resumeUser } from '@/server/outbox/reachability';
import { archiveUnanswered } from '@/server/reminders/upkeep';
import { reminders, users } from './db/schema';
import { DELETE as removeNote, PUT as updateNote } from '@/app/api/notes/[id]/route';
import { GET as listNotes, POST as createNoteRoute } from '@/app/api/notes/route';
import { POST as done } from '@/app/api/notifications/[id]/done/route';
import { POST as restore } from '@/app/api/notifications/[id]/restore/route';
import { DELETE as remove, PUT as update } from '@/app/api/notifications/[id]/route';
import { POST as skip } from '@/app/api/notifications/[id]/skip/route';
import { POST as snooze } from '@/app/api/notifications/[id]/snooze/route';
import { POST as undo } from '@/app/api/notifications/[id]/undo/route';
import { GET as list } from '@/app/api/notifications/route';

const { db } = testRoutes();

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const ago = (ms: number) => new Date(Date.now() - ms);
const ahead = (ms: number) => new Date(Date.now() + ms);

type Known = { tag: string; json: unknown };
async function read(route: typeof list, initData: string): Promise<Known> {
  const { status, headers, json } = await callRoute(route, { initData });
  expect(status).toBe(200);
  return { tag: headers.get('etag') ?? '', json };
}
const readAgain = (route: typeof list, initData: string, tag: string) =>
  callRoute(route, { initData, headers: { 'If-None-Match': tag } });

/** Somebody with reminders of every standing, and calls about the first. */
async function someone() {
  const user = await createUser(db);
  const initData = initDataFor({ id: user.id });
  const { id } = await createReminder(db, user.id, {
    dateTime: ago(MINUTE),
    rule: { every: 1, unit: 'DAY' },
    floodInterval: 5,
  });
  await createReminder(db, user.id, { dateTime: ahead(DAY) });
  await createReminder(db, user.id, { dateTime: ago(DAY), completed: true, doneAt: ago(DAY) });
  const call = (route: typeof done, body: object = {}) =>
    callRoute(route, { initData, body, params: { id: String(id) } });
  let lastUndo = '';
  const act = async (route: typeof done, body: object = {}) => {
    const { undo: token } = responses.acted.parse((await call(route, body)).json);
    lastUndo = token ?? '';
  };
  const takeBack = () => call(undo, { undo: lastUndo });
  return { user, initData, id, call, act, takeBack };
}
async function tick(at = new Date()) {
  const { send, retract } = createOutbox();
  const deadline = new Date(at.getTime() + 10_000);
  const now = runningClock(at);
  await tickReminders({ db, send, retract, now, deadline, horizonMs: 0, maxPerSecond: Infinity });
}

describe('the list of reminders', () => {
  test('whoever has it as it is gets 304 and no body', async () => {
    const { initData } = await someone();
    const { tag } = await read(list, initData);
    expect(tag).toMatch(/^"[\w-]+"$/);
    const again = await readAgain(list, initData, tag);
    expect(again).toMatchObject({ status: 304, json: null });
    expect(again.headers.get('etag')).toBe(tag);
    expect(again.headers.get('cache-control')).toBe('no-store');
  });

  test('a tag that a proxy has made a weak one is known too', async () => {
    const { initData } = await someone();
    const { tag } = await read(list, initData);
    expect((await readAgain(list, initData, `W/${tag}`)).status).toBe(304);
  });

  test('whatever changes what it shows is answered in full', async () => {
    const { user, initData, id, call, act, takeBack } = await someone();
    const edited = {
      typeId: 1,
      categoryId: 1,
      text: 'Позвонить маме',
      dateTime: ahead(2 * DAY).toISOString(),
      repeat: true,
      repeatEvery: 1,
      repeatUnit: 'DAY',
      flood: false,
    };
    const began = ago(MINUTE);
    const changes: [what: string, change: () => Promise<unknown>][] = [
      ['it comes', () => tick()],
      ['it is done', () => act(done)],
      ['that is taken back', takeBack],
      ['it is put off', () => act(snooze, { until: '1h' })],
      ['that is taken back too', takeBack],
      ['the next one is skipped', () => act(skip)],
      ['it is edited', () => call(update, { notification: edited })],
      ['it is deleted', () => call(remove)],
      ['it is restored', () => call(restore)],
      ['another one is made', () => createReminder(db, user.id, { dateTime: ahead(DAY) })],
      ['the bot is blocked', () => parkUser(db, { userId: user.id, began, at: new Date() })],
      ['and unblocked', () => resumeUser(db, user.id, new Date())],
      [
        'one is given up',
        () => db.update(reminders).set({ deliveryState: 'failed' }).where(eq(reminders.id, id)),
      ],
      ['another one comes', () => tick(ahead(DAY + MINUTE))],
      ['nobody answers for a week', () => archiveUnanswered(db, ahead(9 * DAY))],
    ];
    let known = await read(list, initData);
    for (const [what, change] of changes) {
      await change();
      const { status, headers, json } = await readAgain(list, initData, known.tag);
      expect([what, status]).toEqual([what, 200]);
      expect(json).not.toEqual(known.json);
      known = { tag: headers.get('etag') ?? '', json };
    }
  });

  test('somebody whom the bot cannot reach has another list than before, of the same rows', async () => {
    const { user, initData } = await someone();
    const { tag } = await read(list, initData);
    await db.update(users).set({ unreachableSince: new Date() }).where(eq(users.id, user.id));
    const { status, headers } = await readAgain(list, initData, tag);
    expect(status).toBe(200);
    expect((await readAgain(list, initData, headers.get('etag') ?? '')).status).toBe(304);
  });

  test('what falls due meanwhile for somebody out of reach changes the list', async () => {
    const user = await createUser(db, { unreachableSince: new Date() });
    const soon = new Date(Date.now() + 60_000);
    await createReminder(db, user.id, { dateTime: soon });
    const account = { id: user.id, unreachableSince: new Date() };
    const { tag } = await listReminders(db, account, { now: new Date() });
    const at = (now: Date) => listReminders(db, account, { now, known: tag });
    expect(await at(new Date())).toBeInstanceOf(UnchangedList);
    const later = await at(soon);
    expect(later.tag).not.toBe(tag);
    expect(later instanceof LongList && later.parts.join()).toContain('"overdue":true');
  });

  test('the tag of one list is none of another person’s, nor of the notes', async () => {
    const [first, second] = [await someone(), await someone()];
    const { tag } = await read(list, first.initData);
    expect((await readAgain(list, second.initData, tag)).status).toBe(200);
    await createNote(db, first.user.id);
    expect((await readAgain(listNotes, first.initData, tag)).status).toBe(200);
  });

  test('a tag opens nothing: without genuine init data it is refused as ever', async () => {
    const { initData } = await someone();
    const { tag } = await read(list, initData);
    expect((await readAgain(list, `${initData}0`, tag)).status).toBe(403);
  });
});

test('the list of notes is answered in full whenever it has changed, and only then', async () => {
  const user = await createUser(db);
  const initData = initDataFor({ id: user.id });
  const { id } = await createNote(db, user.id);
  const note = { categoryId: 1, title: 'Пароль от вайфая', content: 'Спросить у соседа' };
  const params = { id: String(id) };
  let { tag } = await read(listNotes, initData);
  for (const change of [
    () => callRoute(createNoteRoute, { initData, body: { note } }),
    () => callRoute(updateNote, { initData, body: { note }, params }),
    () => callRoute(removeNote, { initData, body: {}, params }),
  ]) {
    expect((await readAgain(listNotes, initData, tag)).status).toBe(304);
    await change();
    const { status, headers } = await readAgain(listNotes, initData, tag);
    expect(status).toBe(200);
    tag = headers.get('etag') ?? '';
  }
});
