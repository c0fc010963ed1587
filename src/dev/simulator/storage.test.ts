import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { deserialize } from 'node:v8';
import { Simulator } from './simulator';
import { keepChats } from './storage';

test('people and messages are in the file once it stops', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-chats-'));
  const file = join(folder, 'chats');
  const simulator = new Simulator({ token: '42:a-token' });
  const stop = keepChats(simulator, file);
  simulator.addUser({ id: 501, firstName: 'Анна' });
  simulator.say(501, 'завтра в 9 молоко');
  stop();
  // Its maps are not those of Jest's sandbox, but hold the same.
  const stored: unknown = deserialize(await readFile(file));
  expect(inspect(stored, { depth: 9 })).toBe(inspect(simulator.world.chats, { depth: 9 }));
  expect(inspect(stored, { depth: 9 })).toContain('завтра в 9 молоко');
  await rm(folder, { recursive: true });
});
