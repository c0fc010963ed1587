import { SNOOZE_PRESETS } from '@/core/limits';
import { presetTexts } from '@/texts/presets';
import { chat } from '@/texts/site';
import { fixedClock } from '@/testing/clock';
import { testBot } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';

const { db } = testDatabase();
/** The evening of the drawn conversation. */
const bot = testBot(db, fixedClock('2026-11-20T21:40+03:00'));

test('the conversation on the landing is what the bot says, word for word and key for key', async () => {
  const anna = await bot.member();
  await anna.write(chat.asked.text);
  const { stored, fired } = chat;
  expect(anna.text()).toBe(`${stored.when} — ${stored.text}\n${stored.details}`);
  expect(anna.labels()).toEqual([stored.keys]);

  await bot.sendDueAt(new Date('2026-11-21T09:00+03:00'));
  expect(anna.text()).toBe(`${fired.text}\n${fired.type}`);
  expect(anna.labels()).toEqual([fired.keys, SNOOZE_PRESETS.map(presetTexts.snooze)]);

  await anna.press(fired.keys[0]);
  expect(anna.toast()).toBe(chat.toast);
});
