import { eq } from 'drizzle-orm';
import { CHAT_MESSAGES_MAX } from '@/core/limits';
import { createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { rememberMessage, subjectOfMessage } from './chat-messages';
import { chatMessages } from '../platform/db/schema';

const { db } = testDatabase();
const now = new Date('2026-11-20T09:00:00Z');

test('of one person the latest messages are remembered, and they are nobody else’s', async () => {
  const { id: userId } = await createUser(db);
  const rows = Array.from({ length: CHAT_MESSAGES_MAX }, (_, i) => ({
    userId,
    messageId: i + 1,
    reminderId: 5,
    sentAt: now,
  }));
  await db.insert(chatMessages).values(rows);
  const messageId = CHAT_MESSAGES_MAX + 1;
  await rememberMessage(db, { userId, messageId, reminderId: 6, now });
  const kept = await db.select().from(chatMessages).where(eq(chatMessages.userId, userId));
  expect(kept).toHaveLength(CHAT_MESSAGES_MAX);
  expect(await subjectOfMessage(db, userId, 1)).toBeUndefined();
  expect(await subjectOfMessage(db, userId, messageId)).toEqual({
    reminderId: 6,
    occurrenceAt: null,
  });
  const { id: other } = await createUser(db);
  expect(await subjectOfMessage(db, other, messageId)).toBeUndefined();
});

test('that somebody was erased at this moment fails nothing', async () => {
  await rememberMessage(db, { userId: 404, messageId: 1, reminderId: 1, now });
  expect(await subjectOfMessage(db, 404, 1)).toBeUndefined();
});
