import { earlyMessages, refusedPeople } from '@/server/platform/db/schema';
import { createUser } from '@/testing/builders';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { eq } from 'drizzle-orm';
import { findAccount } from '../accounts/accounts';
import { reminders } from '../platform/db/schema';
import { exportAccount } from './export';
import { importFile } from './import';

const { db } = testDatabase();
const bot = testBot(db);
const BOT_TOKEN = '42:token';

const [MENTIONED, LINKED] = [777_000_111, 777_000_222];
const caption = 'Оля и Петя, вечер';
const entities = [
  { type: 'bold', offset: 11, length: 6 },
  ...[
    { type: 'text_mention', offset: 0, length: 3 },
    { type: 'text_link', offset: 6, length: 4 },
  ].map((each, nth) =>
    nth === 0
      ? { ...each, user: { id: MENTIONED, is_bot: false, first_name: 'Оля' } }
      : { ...each, url: `tg://user?id=${LINKED}` },
  ),
];

let refusedId = 777_000_333;

/** Somebody of whom a row of each kind is stored that may name others. */
async function somebody() {
  const anna = await bot.member();
  const sent = { caption, caption_entities: entities };
  await anna.send('photo', { from: 'user', ...sent });
  await anna.press('Через час');
  await anna.send('photo', { from: 'user', ...sent });
  await anna.press('В заметки');
  await anna.send('photo', { from: 'user', ...sent });
  const refused = await createUser(db, { id: (refusedId += 1), firstName: 'Ева' });
  const refusedAt = bot.clock.now();
  await db.insert(refusedPeople).values({ userId: anna.id, refusedId: refused.id, refusedAt });
  const [reminder] = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
  if (!reminder?.attachment) throw new Error('nothing is attached');
  const { attachment } = reminder;
  const early = { text: 'потом', attachment, forwarded: false };
  const sentAt = bot.clock.now();
  await db
    .insert(earlyMessages)
    .values({ ...early, userId: anna.id, messageId: 1, sentAt, receivedAt: sentAt });
  return { id: anna.id, attachment };
}

async function exportedBy(userId: number): Promise<string> {
  const account = await findAccount(db, userId);
  if (!account) throw new Error('nobody');
  const files = [];
  const options = { botToken: BOT_TOKEN };
  for await (const each of exportAccount(db, account, bot.clock.now(), options)) files.push(each);
  return Buffer.concat(files).toString();
}

test('no file holds a Telegram id of somebody else, and what names them stays in words', async () => {
  const { id, attachment } = await somebody();
  // It is stored, and comes back in the chat with its people.
  expect(JSON.stringify(attachment)).toMatch(/777000111[^]*777000222/);
  const file = await exportedBy(id);
  expect(file).not.toMatch(/777000/);
  const exported: unknown = JSON.parse(file);
  const kept = { items: [expect.objectContaining({ text: caption, entities: [entities[0]] })] };
  expect(exported).toMatchObject({
    refused: [{ name: 'Ева', complainedAt: null }],
    reminders: [{ attachment: kept }],
    notes: [{ attachment: kept }],
    drafts: [{ attachment: kept }, { attachment: kept }, { attachment: kept }],
    beforeTerms: [{ attachment: kept }],
  });
});

test('what is attached is still vouched for when such a file is imported', async () => {
  const { id, attachment } = await somebody();
  const content = await exportedBy(id);
  await db.delete(reminders).where(eq(reminders.userId, id));
  const account = await findAccount(db, id);
  if (!account) throw new Error('nobody');
  await importFile(
    db,
    account,
    { content },
    { now: bot.clock.now(), apply: true, botToken: BOT_TOKEN },
  );
  const [reminder] = await db.select().from(reminders).where(eq(reminders.userId, id));
  expect(reminder?.attachment?.items[0]?.fileId).toBe(attachment.items[0]?.fileId);
  expect(reminder?.attachment?.items[0]?.fileId).toBeDefined();
});
