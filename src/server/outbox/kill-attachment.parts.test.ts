import { eq } from 'drizzle-orm';
import { createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { startInstance } from '@/testing/delivery-instance';
import { testTelegram } from '@/testing/telegram';
import { TEST_ENV } from '@/testing/test-env';
import { until } from '@/testing/until';
import { reminders } from '../platform/db/schema';

const { db, url } = testDatabase();
const telegram = testTelegram({ token: TEST_ENV.TELEGRAM_BOT_TOKEN });
/** Seconds of work, even where the machine has little time for it. */
const LIMIT_MS = 60_000;

/** A person who has sent a photo, and a reminder with it that is due. */
async function dueWithPhoto() {
  const { simulator } = telegram();
  const { id: userId } = await createUser(db);
  simulator.addUser({ id: userId, firstName: 'Вера' });
  const { messageId, extra } = simulator.send(userId, 'photo', { caption: 'Билет' });
  const fileId = /"file_id":"([^"]+)"/.exec(JSON.stringify(extra))?.[1] ?? '';
  const { id } = await createReminder(db, userId, {
    dateTime: new Date(),
    attachment: { items: [{ kind: 'photo', messageId, fileId, text: 'Билет' }] },
  });
  return { userId, id };
}

const start = () =>
  startInstance({ databaseUrl: url, telegram: telegram().origin, maxPerSecond: 1_000 });

test(
  'kill -9 between an original and its reminder’s message: the message comes, once, and the original twice at most',
  async () => {
    const { simulator } = telegram();
    const { userId, id } = await dueWithPhoto();
    const callsOf = (method: string) => simulator.calls.filter((call) => call.method === method);
    const stored = async () => {
      const [row] = await db.select().from(reminders).where(eq(reminders.id, id));
      return row;
    };
    simulator.fault({ kind: 'hang' }, { method: 'sendMessage' });
    const killed = await start();
    await until(() => callsOf('sendMessage').length > 0, LIMIT_MS);
    await killed.kill();
    expect(callsOf('copyMessage')).toHaveLength(1);
    expect((await stored())?.openOccurrenceAt).toBeNull();

    simulator.faults.clear();
    // Its lease runs out; nobody waits half a minute for that.
    const past = new Date(Date.now() - 1_000);
    await db.update(reminders).set({ leaseUntil: past }).where(eq(reminders.id, id));
    const next = await start();
    await until(async () => (await stored())?.openOccurrenceAt !== null, LIMIT_MS);
    await next.stop();
    const came = simulator.messages(userId).filter(({ fromBot }) => fromBot);
    expect(came.filter(({ text }) => text.includes('Полить цветы'))).toHaveLength(1);
    const originals = came.filter(({ content }) => content !== undefined);
    expect(originals.length).toBeGreaterThanOrEqual(1);
    expect(originals.length).toBeLessThanOrEqual(2);
  },
  3 * LIMIT_MS,
);
