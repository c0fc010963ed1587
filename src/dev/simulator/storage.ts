import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { type Simulator } from './simulator';
import { type World } from './world';

const SAVE_DELAY_MS = 500;

const entity = z.object({
  type: z.string(),
  offset: z.number(),
  length: z.number(),
  url: z.string().optional(),
  language: z.string().optional(),
});
const storedChat = z.object({
  user: z.object({
    id: z.number(),
    firstName: z.string(),
    lastName: z.string().optional(),
    username: z.string().optional(),
    languageCode: z.string().optional(),
    photoUrl: z.string().optional(),
  }),
  status: z.enum(['new', 'active', 'blocked', 'deactivated']),
  lastMessageId: z.number(),
  messages: z.array(
    z.object({
      messageId: z.number(),
      fromBot: z.boolean(),
      receivedAt: z.number(),
      editedAt: z.number().optional(),
      text: z.string(),
      entities: z.array(entity),
      keyboard: z.array(z.array(z.looseObject({ text: z.string() }))),
      document: z
        .object({ fileName: z.string(), mimeType: z.string(), content: z.string() })
        .optional(),
      extra: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});

/**
 * Keeps the chats in a file from start to start, as the real Telegram would: the product's database
 * outlives the demo, and so must the people in it. Answers how to save for the last time.
 */
export async function keepChats(simulator: Simulator, file: string): Promise<() => Promise<void>> {
  await restore(simulator.world, file);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = async () => {
    timer = undefined;
    await writeFile(`${file}.new`, JSON.stringify(chatsOf(simulator.world)));
    await rename(`${file}.new`, file);
  };
  const stopListening = simulator.world.listen(() => {
    timer ??= setTimeout(() => void save(), SAVE_DELAY_MS);
  });
  return async () => {
    stopListening();
    clearTimeout(timer);
    await save();
  };
}

const chatsOf = (world: World) =>
  [...world.chats.values()].map(({ user, status, lastMessageId, messages }) => ({
    user,
    status,
    lastMessageId,
    messages: [...messages.values()].map(({ document, ...message }) => ({
      ...message,
      ...(document && {
        document: { ...document, content: document.content.toString('base64') },
      }),
    })),
  }));

async function restore(world: World, file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '[]');
  for (const { user, status, lastMessageId, messages } of z
    .array(storedChat)
    .parse(JSON.parse(text))) {
    const chat = world.addUser(user, status);
    chat.lastMessageId = lastMessageId;
    for (const { document, editedAt, entities, extra, ...message } of messages) {
      chat.messages.set(message.messageId, {
        ...message,
        entities: entities.map(({ url, language, ...rest }) => ({
          ...rest,
          ...(url !== undefined && { url }),
          ...(language !== undefined && { language }),
        })),
        ...(editedAt !== undefined && { editedAt }),
        ...(extra && { extra }),
        ...(document && {
          document: { ...document, content: Buffer.from(document.content, 'base64') },
        }),
      });
    }
  }
}
