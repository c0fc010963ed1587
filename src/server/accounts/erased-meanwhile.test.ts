import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { everyRoute, SOUND_BODIES } from '@/testing/every-route';
import { callRoute, testRoutes } from '@/testing/api';
import { testBot } from '@/testing/conversation';
import { testInstances } from '@/testing/database';
import { createNote, createReminder, draftPayload } from '@/testing/builders';
import { until } from '@/testing/until';
import { createDraft } from '../drafts/drafts';
import { LOCKS } from '../platform/db/locks';
import { createCategory } from '../categories/categories';
import { users } from '../platform/db/schema';
import { log } from '../platform/log';

const { db, url, someone } = testRoutes();
const [eraser, watcher] = testInstances(url, 2);
const bot = testBot(db);

let logged: jest.SpyInstance;
beforeEach(() => {
  logged = jest.spyOn(log, 'error').mockImplementation(() => undefined);
});
afterEach(() => logged.mockRestore());

/** The work begins while somebody is being erased: it waits, or comes behind. */
async function whileErased<T>(userId: number, work: () => Promise<T>): Promise<T> {
  const begun: { work?: Promise<T> } = {};
  if (!eraser) throw new Error('no connection');
  await eraser.db.transaction(async (tx) => {
    await tx.execute(LOCKS.ofPerson(userId));
    await tx.execute(sql`select from users where id = ${userId}::bigint for update`);
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const pid = rows[0]?.pid ?? 0;
    begun.work = work();
    begun.work.catch(() => undefined);
    const over = { is: false };
    void begun.work.finally(() => (over.is = true)).catch(() => undefined);
    await until(async () => over.is || (await isWaitingFor(pid)));
    await tx.delete(users).where(eq(users.id, userId));
  });
  if (!begun.work) throw new Error('nothing was begun');
  return begun.work;
}

async function isWaitingFor(pid: number): Promise<boolean> {
  if (!watcher) throw new Error('no connection');
  const { rows } = await watcher.db.execute(sql`
    select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`);
  return rows.length > 0;
}

type Answer = ReturnType<typeof callRoute>;
type Around = (userId: number, work: () => Answer) => Answer;

/** Somebody with a row of each kind that a call may be about; what they call writes no date of activity. */
async function somebodyWithAll() {
  const { user, initData } = await someone({ lastActiveAt: new Date() });
  const now = new Date();
  const { id } = await createReminder(db, user.id);
  const note = await createNote(db, user.id);
  const [category] = await createCategory(db, user.id, { name: 'Дача', color: 'green' }, now);
  const draft = await createDraft(db, user.id, { payload: draftPayload(), state: 'ready' }, now);
  const ids = { reminder: id, note: note.id, category: category?.id ?? 0, draft: draft.id };
  return { user, initData, ids };
}

const kindOf = (path: string) =>
  (['category', 'draft', 'note'] as const).find((kind) =>
    path.startsWith(
      { category: '/api/categories', draft: '/api/drafts', note: '/api/notes/' }[kind],
    ),
  ) ?? 'reminder';

test('what somebody calls while they are erased is done before, or they are asked to accept the terms', async () => {
  const asked: string[] = [];
  for (const { path, method, handler, request } of await everyRoute()) {
    const [sound = {}] = request === null ? [] : SOUND_BODIES[request];
    const call = async (around: Around) => {
      const { user, initData, ids } = await somebodyWithAll();
      const ofOwn = JSON.stringify(sound).replaceAll(
        '"categoryId":1',
        `"categoryId":${ids.category}`,
      );
      const body = z.record(z.string(), z.unknown()).parse(JSON.parse(ofOwn));
      const params = { id: String(ids[kindOf(path)]) };
      return around(user.id, () =>
        callRoute(handler, { initData, params, ...(request !== null && { body }) }),
      );
    };
    const { status, json } = await call(whileErased);
    if (status < 400) continue;
    const isAsked = typeof json === 'object' && json !== null && 'requiresTerms' in json;
    // What is refused to everybody tells of nothing.
    if (!isAsked && (await call((_, work) => work())).status >= 400) continue;
    expect({ method, path, status, json }).toMatchObject({
      ...{ method, path, status: 403, json: { requiresTerms: true } },
    });
    asked.push(`${method} ${path}`);
  }
  for (const path of ['categories', 'notes', 'notifications', 'profile/calendar']) {
    expect(asked).toContain(`POST /api/${path}`);
  }
  expect(logged).not.toHaveBeenCalled();
});

describe('in the chat', () => {
  async function member() {
    const chat = await bot.member({ lastActiveAt: bot.clock.now() });
    await chat.write('/help');
    const note = await createNote(db, chat.id);
    return { chat, noteId: note.id, hello: chat.last().messageId };
  }
  type Member = Awaited<ReturnType<typeof member>>;

  test.each<[string, (of: Member) => Promise<unknown>]>([
    ['a line', ({ chat }) => chat.write('завтра в 9 полить цветы')],
    ['several lines', ({ chat }) => chat.write('завтра в 9 полить\nв пятницу в 10 позвонить')],
    ['a note in the making', ({ chat }) => chat.write('запиши: код от двери 12')],
    [
      '«Напомнить» of a note',
      ({ chat, noteId, hello }) => chat.pressData(`note:${noteId}:remind:0`, hello),
    ],
    ['a link of a calendar', ({ chat, hello }) => chat.pressData('cal:make', hello)],
  ])('%s is answered with the terms', async (_, act) => {
    const of = await member();
    await whileErased(of.chat.id, () => act(of));
    expect(of.chat.text()).toMatch(/принимаете|услови/);
    expect(logged).not.toHaveBeenCalled();
  });

  test('what somebody types in another chat is answered like a stranger’s', async () => {
    const { chat } = await member();
    const { results, button } = await whileErased(chat.id, () => chat.ask('завтра в 9 полить'));
    expect([results, button]).toEqual([[], expect.objectContaining({ startParameter: 'inline' })]);
    expect(logged).not.toHaveBeenCalled();
  });
});
