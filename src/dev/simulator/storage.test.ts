import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { savesTo } from './storage';
import { type Chat } from './world';

test('chats may be saved while they are being saved', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-chats-'));
  const file = join(folder, 'chats');
  const chats = new Map<number, Chat>();
  const save = savesTo(file, chats);
  const user = { id: 501, firstName: 'Anna' };
  const early = [save(), save(), save(), save()];
  chats.set(user.id, { user, status: 'active', messages: new Map(), lastMessageId: 0 });
  await Promise.all([...early, save()]);
  expect(await readFile(file, 'latin1')).toContain('Anna');
  await rm(folder, { recursive: true });
});
