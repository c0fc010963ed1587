import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator } from './server';
import { keepChats } from './storage';

test('chats outlive the simulator, also where several saves are asked for at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-chats-'));
  const file = join(folder, 'chats');
  const start = () => startSimulator({ token: '700001:token', firstRetryMs: 5, loopback: true });
  const first = await start();
  first.simulator.addUser({ id: 501, firstName: 'Анна' });
  const save = await keepChats(first.simulator, file);
  await Promise.all(Array.from({ length: 5 }, save));
  await first.stop();

  const second = await start();
  await keepChats(second.simulator, file);
  expect(second.simulator.world.chats.get(501)).toMatchObject({ user: { firstName: 'Анна' } });
  await second.stop();
  await rm(folder, { recursive: true });
});
