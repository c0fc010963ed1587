import { DELETE as remove } from '@/app/api/notifications/[id]/route';
import { POST as toNote } from '@/app/api/notifications/[id]/to-note/route';
import { onOutdatedMessage } from '@/server/telegram/outdated';
import { jointTexts } from '@/texts/joint';
import { callRoute, testRoutes } from '@/testing/api';
import { testBot, type TestChat } from '@/testing/conversation';
import { testJoint } from '@/testing/joint';
import { initDataFor } from '@/testing/test-env';

const { db } = testRoutes();
const bot = testBot(db);
const { liveOf, together } = testJoint(db, bot);

const DAILY = { every: 1, unit: 'DAY' } as const;

async function rowOf(chat: TestChat) {
  const [row] = await liveOf(chat.id);
  if (!row) throw new Error('there is no reminder');
  return row;
}

/** Drops what waits, by the list: for all. */
async function skipIt(chat: TestChat): Promise<void> {
  const { id, version } = await rowOf(chat);
  await chat.pressData(`i:${id}:skip:list:0:${version}`, (await helloOf(chat)).messageId);
}

async function helloOf(chat: TestChat) {
  await chat.write('/help');
  return chat.last();
}

/** The data of every key under the reminder's message that acts on it. */
const keysUnder = ({ keyboard }: ReturnType<TestChat['last']>): string[] =>
  keyboard.flat().flatMap(({ callback_data: data }) => (data?.startsWith('r:') ? [data] : []));

describe.each([
  ['a one-shot', {}],
  ['a series', { rule: DAILY }],
])('of %s that its owner has skipped for all', (_, fields) => {
  test('every press of a member that would put it off is answered with who it was, and changes nothing', async () => {
    const { anna, boris, reminder } = await together(fields);
    await bot.sendDueAt(reminder.dateTime);
    const message = boris.last();
    const [done = '', ...keys] = keysUnder(message).filter((data) => !data.startsWith('r:when:'));
    expect([done.slice(0, 7), keys.length]).toEqual(['r:done:', 4]);
    await skipIt(anna);
    const before = await rowOf(boris);
    for (const data of [...keys, done.replace('r:done', 'r:all')]) {
      bot.clock.advance(6_000);
      await boris.pressData(data, message.messageId);
      expect([data, boris.toast()]).toEqual([data, expect.stringContaining('Уже пропущено: Анна')]);
      const shown = boris.messages().find(({ messageId }) => messageId === message.messageId);
      expect(shown?.text).toContain('Уже пропущено: Анна');
    }
    const after = await rowOf(boris);
    expect([after.version, after.nextFireAt]).toEqual([before.version, before.nextFireAt]);
  });
});

test('what becomes a note ends for the others once that is committed, and not before', async () => {
  const { anna, boris, reminder } = await together();
  const stands: Promise<number>[] = [];
  onOutdatedMessage(() => stands.push(liveOf(boris.id).then(({ length }) => length)));
  await callRoute(toNote, {
    initData: initDataFor({ id: anna.id }),
    body: { version: (await rowOf(anna)).version },
    params: { id: String(reminder.id) },
  });
  onOutdatedMessage(null);
  expect(new Set(await Promise.all(stands))).toEqual(new Set([0]));
});

test('what a member has skipped for all its owner may put off, and everybody may still do', async () => {
  const { anna, boris, reminder } = await together();
  await bot.sendDueAt(reminder.dateTime);
  const keys = keysUnder(anna.last());
  const { messageId } = anna.last();
  await skipIt(boris);
  await anna.pressData(keys.find((data) => data.startsWith('r:done:')) ?? '', messageId);
  expect(await rowOf(boris)).toMatchObject({ completed: true, openOccurrenceAt: null });

  const again = await together();
  await bot.sendDueAt(again.reminder.dateTime);
  const [, snooze = ''] = keysUnder(again.anna.last()).filter((data) => !data.includes('when'));
  const { messageId: ofAnna } = again.anna.last();
  await skipIt(again.boris);
  await again.anna.pressData(snooze, ofAnna);
  for (const chat of [again.anna, again.boris]) {
    expect(await rowOf(chat)).toMatchObject({ completed: false });
  }
});

describe('that its owner has ended it for all is said', () => {
  const ENDED = 'закончено для всех';

  test('by «В заметку», pressed twice as well, and not of what is theirs alone', async () => {
    const { anna, boris } = await together();
    const { id, version } = await rowOf(anna);
    const { messageId } = await helloOf(anna);
    for (let times = 0; times < 2; times += 1) {
      await anna.pressData(`i:${id}:note:list:0:${version}`, messageId);
      expect(anna.text()).toContain('Теперь это заметка');
      expect(anna.text()).toContain(ENDED);
    }
    expect(await liveOf(boris.id)).toEqual([]);
    await anna.press('Отменить');
    expect(anna.text()).not.toContain(ENDED);
    expect(await liveOf(boris.id)).toHaveLength(1);
    // A member's goes alone.
    const own = await rowOf(boris);
    const { messageId: ofBoris } = await helloOf(boris);
    await boris.pressData(`i:${own.id}:note:list:0:${own.version}`, ofBoris);
    expect(boris.text()).toContain('Теперь это заметка');
    expect(boris.text()).not.toContain(ENDED);
  });

  test('by «Удалить» in a list, and whenever its card is shown again', async () => {
    const { anna } = await together();
    const { id, version } = await rowOf(anna);
    const { messageId } = await helloOf(anna);
    for (const action of ['remove', 'remove', 'show']) {
      await anna.pressData(`i:${id}:${action}:list:0:${version}`, messageId);
      expect([action, anna.text()]).toEqual([action, expect.stringContaining(ENDED)]);
    }
    await anna.pressData(`i:${id}:restore:list:0:${version}`, messageId);
    expect(anna.text()).not.toContain(ENDED);
  });

  test('by «Закончить для всех», pressed twice as well', async () => {
    const { anna } = await together();
    const { id } = await rowOf(anna);
    const { messageId } = await helloOf(anna);
    for (let times = 0; times < 2; times += 1) {
      await anna.pressData(`share:end:${id}`, messageId);
      expect(anna.text()).toContain(ENDED);
    }
  });

  test('by «Отменить» under the card that it was stored with', async () => {
    const anna = await bot.member({ firstName: 'Анна' });
    await anna.write('завтра в 9 полить цветы');
    const card = anna.last().messageId;
    const { id } = await rowOf(anna);
    await anna.pressData(`share:together:${id}`, card);
    const [, token = ''] = /start=share_([\w-]{32})/.exec(anna.text()) ?? [];
    const boris = await bot.member({ firstName: 'Борис' });
    await boris.write(`/start share_${token}`);
    await boris.press('Участвовать');
    await anna.press('Отменить');
    expect(anna.messages().find(({ messageId }) => messageId === card)?.text).toContain(ENDED);
    expect(await liveOf(boris.id)).toEqual([]);
  });

  test('in the app, of deletion and of «В заметки»', async () => {
    for (const route of [remove, toNote]) {
      const { anna, boris } = await together();
      const { id, version } = await rowOf(anna);
      const { json } = await callRoute(route, {
        initData: initDataFor({ id: anna.id }),
        body: route === toNote ? { version } : {},
        params: { id: String(id) },
      });
      expect(json).toMatchObject({ message: jointTexts.ended });
      expect(await liveOf(boris.id)).toEqual([]);
    }
  });
});
