import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Simulator } from './simulator';
import { keepChats } from './storage';

test('the next start finds people and messages as they were', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-chats-'));
  const file = join(folder, 'chats');
  const start = () => {
    const simulator = new Simulator({ token: '42:a-token' });
    return { simulator, stop: keepChats(simulator, file) };
  };
  const first = start();
  first.simulator.addUser({ id: 501, firstName: 'Анна' });
  first.simulator.say(501, 'завтра в 9 молоко');
  first.stop();
  const second = start();
  expect(second.simulator.messages(501)).toEqual(first.simulator.messages(501));
  expect(second.simulator.world.chat(501).user.firstName).toBe('Анна');
  second.stop();
  await rm(folder, { recursive: true });
});
