import { and, eq, gt, or } from 'drizzle-orm';
import { ABOUT } from '@/server/telegram/callback-data';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { createNote, createReminder, draftPayload } from '@/testing/builders';
import { presses } from '@/testing/presses';
import { createDraft } from '../drafts/drafts';
import { reminders } from '../platform/db/schema';
import { log } from '../platform/log';

const { db } = testDatabase();
const bot = testBot(db);

/** What a client may put where a word of ours stands. */
const WORDS = [
  ...['', '0', '-1', '1e9', 'NaN', 'Infinity', '999999999', '999999999999999', '9007199254740993'],
  ...['zzzzzz', 'zzzzzzzz', '-zzzzzz', 'zzzzzzzzzzz', '99991231x99', '00010101x1', '20261127x0'],
  ...['а', 'Europe/Nowhere', '../..', '\u0000', '\ud800', '👩‍👩‍👧', '%', "'", '__proto__'],
  ...['x'.repeat(50)],
];

/** Bytes that callback data may have. */
const DATA_MAX = 64;

test('button data that nobody made change nothing beyond what a form may, and are no fault of ours', async () => {
  const logged = jest.spyOn(log, 'error').mockImplementation(() => undefined);
  const faults: unknown[] = [];
  const about = (data: string) => faults.push(...logged.mock.calls.map((call) => [data, call]));
  let presser: { chat: TestChat; ids: number[]; hello: number } | undefined;
  let nth = 0;
  async function somebody() {
    const chat = await bot.member();
    const dateTime = new Date(bot.clock.now().getTime() + 3_600_000);
    const text = 'Купить:\n- хлеб\n- молоко';
    const { id } = await createReminder(db, chat.id, { dateTime, text });
    const note = await createNote(db, chat.id, { content: '- [ ] хлеб' });
    const asking = { payload: draftPayload(), state: 'asking' } as const;
    const draft = await createDraft(db, chat.id, asking, bot.clock.now());
    await chat.write('/help');
    return { chat, ids: [id, note.id, draft.id], hello: chat.last().messageId };
  }
  const all = presses().flatMap((data) => {
    const words = data.split(':');
    return words.flatMap((_, at) =>
      at === 0 ? [] : WORDS.map((word) => words.with(at, word).join(':')),
    );
  });
  const forged = [...new Set(all)].filter((data) => Buffer.byteLength(data) <= DATA_MAX);
  expect(forged.length).toBeGreaterThan(5_000);
  for (const template of forged) {
    if (!presser || nth % 20 === 0) presser = await somebody();
    nth += 1;
    const { chat, ids, hello } = presser;
    const data = template.replaceAll('#', String(ids[nth % ids.length]));
    bot.clock.advance(3_000);
    logged.mockClear();
    const status = await chat.pressData(data, hello);
    if (status !== 200 || logged.mock.calls.length > 0) about(data);
  }
  logged.mockRestore();
  require('fs').writeFileSync('/tmp/a41y-faults.json', JSON.stringify([forged.length, faults], null, 1));
  expect(faults.slice(0, 20)).toEqual([]);
  const lastDate = new Date('2100-01-01T00:00:00Z');
  const { dateTime, snoozedUntil, nextFireAt, id } = reminders;
  const beyond = or(gt(dateTime, lastDate), gt(snoozedUntil, lastDate), gt(nextFireAt, lastDate));
  expect(await db.select({ id, dateTime }).from(reminders).where(and(beyond, gt(id, 0)))).toEqual([]);
  expect(ABOUT).toBeDefined();
  void eq;
}, 900_000);
