import { readFile, rename, writeFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { z } from 'zod';
import { type Simulator } from './simulator';
import { type Chat } from './world';

const SAVE_DELAY_MS = 500;

const storedChats = z.map(
  z.number(),
  z.custom<Chat>((chat) => z.object({ messages: z.instanceof(Map) }).safeParse(chat).success),
);

/**
 * Keeps the chats in a file from start to start, as the real Telegram would: the product's database
 * outlives the demo, and so must the people in it. Answers how to save for the last time.
 */
export async function keepChats({ world }: Simulator, file: string): Promise<() => Promise<void>> {
  const stored = await readFile(file).catch(() => serialize(new Map()));
  for (const [id, chat] of storedChats.parse(deserialize(stored))) world.chats.set(id, chat);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saved = Promise.resolve();
  // One at a time: the first of two to rename the new file would leave none for the other.
  const save = () => {
    timer = undefined;
    saved = saved.then(async () => {
      await writeFile(`${file}.new`, serialize(world.chats));
      await rename(`${file}.new`, file);
    });
    return saved;
  };
  const stopListening = world.listen(() => {
    timer ??= setTimeout(() => void save(), SAVE_DELAY_MS);
  });
  return async () => {
    stopListening();
    clearTimeout(timer);
    await save();
  };
}
