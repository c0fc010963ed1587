import { reminder } from '@/contract/reminder';
import { reminders } from '@/server/platform/db/schema';
import { loadReference } from '@/server/platform/db/reference';
import { calendarOf } from '@/server/calendar/feed';
import { readDay } from '@/server/days/day-content';
import { fixedClock } from '@/testing/clock';
import { APP_URL, testBot, type TestChat } from '@/testing/conversation';
import { testDatabase } from '@/testing/database';
import { eq } from 'drizzle-orm';
import { toWire } from './wire';

const { db } = testDatabase();
const clock = fixedClock();
const bot = testBot(db, clock);
const at = (iso: string) => new Date(`${iso}+03:00`);
const TIME_ZONE = 'Europe/Moscow';
beforeEach(() => clock.set(at('2026-11-20T08:00')));

async function onWire({ id }: TestChat) {
  const [row] = await db.select().from(reminders).where(eq(reminders.userId, id));
  if (!row) throw new Error('nothing was stored');
  return reminder.parse(toWire(row, await loadReference(db, id)));
}

test('a series put off beyond its next occurrence stands once, wherever one looks', async () => {
  const anna = await bot.member();
  await anna.write('каждый день в 9:00 зарядка');
  await bot.sendDueAt(at('2026-11-20T09:00'));
  await anna.reply('через 30 часов');
  await anna.write('что завтра?');
  expect(anna.text().match(/Зарядка/g)).toHaveLength(1);
  const agenda = { kind: 'agenda', day: '2026-11-21' } as const;
  const { view } = await readDay(db, { userId: anna.id, timeZone: TIME_ZONE }, agenda);
  expect(view.lines).toMatchObject([{ at: at('2026-11-21T09:00'), state: 'planned' }]);
  const feed = await calendarOf(db, anna.id, {
    appUrl: APP_URL,
    now: clock.now(),
    alarms: 'none',
  });
  expect(feed.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(await onWire(anna)).not.toHaveProperty('lastComesAt');
});

test('the wire tells when the last occurrence of a series comes again', async () => {
  const anna = await bot.member();
  await anna.write('каждый день в 18:00 до сегодня зарядка');
  await anna.write('перенеси зарядку на завтра в 7:00');
  const put = { snoozedUntil: at('2026-11-21T07:00').toISOString() };
  expect(await onWire(anna)).toMatchObject({ ...put, lastComesAt: put.snoozedUntil });
  await bot.sendDueAt(at('2026-11-21T07:00'));
  expect(await onWire(anna)).toMatchObject({ snoozedUntil: null, lastComesAt: null });
});
