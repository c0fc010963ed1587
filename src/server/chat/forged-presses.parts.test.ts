import { gt, or } from 'drizzle-orm';
import { LAST_INSTANT } from '@/core/limits';
import { createNote, createReminder, draftPayload } from '@/testing/builders';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
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
  ...['x'.repeat(40)],
];

/** Bytes that callback data may have. */
const DATA_MAX = 64;
/** Of more than a hundred thousand every so many are tried: a number that no list's length divides. */
const STRIDE = 41;

function forged(): string[] {
  const all = presses().flatMap((data) => {
    const words = data.split(':');
    const places = words.keys().drop(1).toArray();
    return places.flatMap((at) => WORDS.map((word) => words.with(at, word).join(':')));
  });
  const fitting = [...new Set(all)].filter((data) => Buffer.byteLength(data) <= DATA_MAX);
  return fitting.filter((_, nth) => nth % STRIDE === 0);
}

/** Somebody with a row of each kind that a press may be about. */
async function somebody() {
  const chat = await bot.member();
  const now = bot.clock.now();
  const dateTime = new Date(now.getTime() + 3_600_000);
  const { id } = await createReminder(db, chat.id, { dateTime, text: 'Купить:\n- хлеб\n- молоко' });
  const note = await createNote(db, chat.id, { content: '- [ ] хлеб' });
  const draft = await createDraft(db, chat.id, { payload: draftPayload(), state: 'asking' }, now);
  await chat.write('/help');
  return { chat, ids: [id, note.id, draft.id], hello: chat.last().messageId };
}

test('button data that nobody made store nothing that a form would not, and are no fault of ours', async () => {
  const logged = jest.spyOn(log, 'error').mockImplementation(() => undefined);
  const faults: unknown[] = [];
  let presser = await somebody();
  const all = forged();
  expect(all.length).toBeGreaterThan(2_000);
  for (const [nth, template] of all.entries()) {
    // What the presses before have left is not all there is.
    if (nth % 20 === 0) presser = await somebody();
    const { chat, ids, hello } = presser;
    const data = template.replaceAll('#', String(ids[nth % ids.length]));
    bot.clock.advance(3_000);
    logged.mockClear();
    const status = await chat.pressData(data, hello);
    if (status !== 200 || logged.mock.calls.length > 0) {
      faults.push([data, status, logged.mock.calls]);
    }
  }
  logged.mockRestore();
  expect(faults).toEqual([]);
  const { dateTime, snoozedUntil, nextFireAt, id } = reminders;
  const beyond = or(...[dateTime, snoozedUntil, nextFireAt].map((at) => gt(at, LAST_INSTANT)));
  expect(await db.select({ id }).from(reminders).where(beyond)).toEqual([]);
}, 900_000);
