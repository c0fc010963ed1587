import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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
export function keepChats({ world }: Simulator, file: string): () => void {
  const stored: unknown = existsSync(file) ? deserialize(readFileSync(file)) : new Map();
  for (const [id, chat] of storedChats.parse(stored)) world.chats.set(id, chat);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    timer = undefined;
    // A process that is killed meanwhile leaves the file of before.
    writeFileSync(`${file}.new`, serialize(world.chats));
    renameSync(`${file}.new`, file);
  };
  const stopListening = world.listen(() => {
    timer ??= setTimeout(save, SAVE_DELAY_MS);
  });
  return () => {
    stopListening();
    clearTimeout(timer);
    save();
  };
}
