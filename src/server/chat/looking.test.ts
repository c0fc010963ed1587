import { readReminder } from '@/server/reminders/present';
import { presentInChat } from '@/server/reminders/chat-acts';
import { createNote, draftPayload } from '@/testing/builders';
import { testBot } from '@/testing/conversation';
import { testDatabase, testInstances } from '@/testing/database';
import { testJoint } from '@/testing/joint';
import { whileHeld } from '@/testing/strangers';
import { findAccount } from '../accounts/accounts';
import { createDraft } from '../drafts/drafts';
import { dataOf, FIRST_PAGE, itemData } from '../telegram/callback-data';

const { db, url } = testDatabase();
const bot = testBot(db);
const { together } = testJoint(db, bot);
const [holder] = testInstances(url, 1);

/** Of a reminder that Анна and Борис have, which has rung, with a note and a card beside it. */
async function somebody() {
  const { anna, boris, reminder } = await together({ text: 'Купить:\n- хлеб\n- молоко' });
  await bot.sendDueAt(reminder.dateTime);
  const now = bot.clock.now();
  const note = await createNote(db, anna.id, { content: '- [ ] сыр' });
  const draft = await createDraft(db, anna.id, { payload: draftPayload(), state: 'ready' }, now);
  // From here on it is known for a while that she was there.
  await anna.write('/help');
  const account = await findAccount(db, anna.id);
  if (!account) throw new Error('nobody');
  const target = { userId: anna.id, reminderId: reminder.id, now };
  const write = (text: string) => async () => {
    await anna.write(text);
    return anna.text();
  };
  const press = (data: string) => async () => {
    await anna.pressData(data);
    return JSON.stringify([anna.text(), anna.labels()]);
  };
  const item = (action: string) => press(itemData(reminder.id, action, FIRST_PAGE));
  const points = (action: string) => press(dataOf('points', reminder.id, action));
  const looks: [string, look: () => Promise<unknown>, shown: unknown][] = [
    ['a message', () => presentInChat(db, target), expect.objectContaining({ state: 'waiting' })],
    ['the app', () => readReminder(db, account, reminder.id), expect.objectContaining({})],
    ['the list', write('/list'), expect.stringContaining('Ждут ответа')],
    ['a day', write('что завтра?'), expect.stringContaining('На завтра ничего нет')],
    ['a question', write('когда купить хлеб?'), expect.stringContaining('ждёт ответа')],
    ['one about none', write('когда парикмахер?'), expect.stringContaining('напоминания нет')],
    ['a search', write('/find хлеб'), expect.stringContaining('Нашлось')],
    ['the notes', write('/notes'), expect.stringContaining('Заметки — 1')],
    ['the settings', write('/settings'), expect.stringContaining('Настройки')],
    ['a note', press(dataOf('note', note.id, 'show', 0)), expect.stringContaining('сыр')],
    ['a reminder', item('show'), expect.stringContaining('Участвуют: Анна, Борис')],
    ['its points', points('show'), expect.stringContaining('Нажмите пункт')],
    ['back from them', points('back'), expect.stringContaining('Напоминание')],
    ['why', press(dataOf('why', reminder.id)), expect.stringContaining('пришло вовремя')],
    ['categories', press(dataOf('card', draft.id, 'cats')), expect.stringContaining('Здоровье')],
    ['types', press(dataOf('card', draft.id, 'types')), expect.stringContaining('Лекарство')],
  ];
  return { people: [anna.id, boris.id], looks, act: item('done') };
}

test('whoever only looks takes no lock, and waits for nobody who acts at that moment', async () => {
  const { people, looks, act } = await somebody();
  if (!holder) throw new Error('no connection');
  const begun: Promise<unknown>[] = [];
  const look = async () => {
    await whileHeld(
      holder.db,
      people,
      async (unblocked) => {
        for (const [what, looking, shown] of looks) {
          const answer = looking();
          begun.push(answer);
          expect([what, await unblocked(answer)]).toEqual([what, shown]);
        }
        // An act waits, as is to be seen in the same way.
        const acting = act();
        begun.push(acting);
        await expect(unblocked(acting)).rejects.toThrow('it waits');
      },
      'no key update',
    );
  };
  await look().finally(() => Promise.allSettled(begun));
});
