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
  const saveNow = savesTo(file, world.chats);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    timer = undefined;
    return saveNow();
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

/** How to save the chats: one at a time, since the first of two to rename the new file would leave the other none. */
export function savesTo(file: string, chats: ReadonlyMap<number, Chat>): () => Promise<void> {
  let saved = Promise.resolve();
  return () => {
    saved = saved.then(async () => {
      await writeFile(`${file}.new`, serialize(chats));
      await rename(`${file}.new`, file);
    });
    return saved;
  };
}
