import { ABOUT } from '@/server/telegram/callback-data';
import { testBot, type TestChat } from '@/testing/conversation';
import { testDatabase, testInstances } from '@/testing/database';
import { presses } from '@/testing/presses';
import { NOBODYS, victims, whileHeld } from '@/testing/strangers';

const { db, url } = testDatabase();
const bot = testBot(db);
const [holder] = testInstances(url, 1);

/** Their presses name no row: a new prefix is tried until it is named here. */
const WITHOUT_ROWS: string[] = [
  ...[ABOUT.terms, ABOUT.erase, ABOUT.stay, ABOUT.settings, ABOUT.calendar, ABOUT.import],
  ...[ABOUT.list, ABOUT.notes, ABOUT.zone, ABOUT.guest, ABOUT.inline],
];

test('of a stranger’s row no press tells more than of one that does not exist, and none waits for it', async () => {
  if (!holder) throw new Error('no connection');
  const { people, ids } = await victims(db, bot.clock.now());
  const asked = presses(WITHOUT_ROWS);
  for (const prefix of Object.values(ABOUT)) {
    const isTried = asked.some((data) => data.startsWith(`${prefix}:`));
    expect([prefix, isTried]).toEqual([prefix, !WITHOUT_ROWS.includes(prefix)]);
  }
  const told: string[] = [];
  await whileHeld(holder.db, people, async (unblocked) => {
    let mallory: TestChat = await bot.member({ firstName: 'Мэллори' });
    let hello = 0;
    for (const [nth, data] of asked.entries()) {
      // Below the limit of one person, and without what the presses before have left.
      if (nth % 10 === 0) {
        mallory = await bot.member({ firstName: 'Мэллори' });
        await mallory.write('/help');
        hello = mallory.last().messageId;
      }
      const answerTo = async (id: number) => {
        const before = mallory.last().messageId;
        const filled = data.replace('#', String(id));
        const status = await mallory.pressData(filled, hello);
        const shown = mallory
          .messages()
          .filter(({ messageId }) => messageId === hello || messageId > before);
        const said = shown.map(({ text, keyboard }) => [text, keyboard]);
        bot.clock.advance(60_000);
        return JSON.stringify([status, mallory.toast(), said]).replaceAll(String(id), '#');
      };
      const ofNobody = await answerTo(NOBODYS);
      for (const id of ids) {
        const answer = await unblocked(answerTo(id));
        if (answer !== ofNobody) told.push(`${data} of ${id}: ${answer}`);
      }
    }
  });
  expect(told).toEqual([]);
}, 900_000);
