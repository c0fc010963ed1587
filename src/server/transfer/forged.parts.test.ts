import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { responses } from '@/contract/api';
import { DAY_MS } from '@/core/calendar';
import { HISTORY_DAYS } from '@/core/limits';
import { exportAccount } from './export';
import { type AttachmentItem } from '@/server/platform/attachment';
import { findAccount } from '@/server/accounts/accounts';
import { calendarOf } from '@/server/calendar/feed';
import { notes, occurrences, ratePermits, reminders } from '@/server/platform/db/schema';
import { callRoute, testRoutes } from '@/testing/api';
import { createUser } from '@/testing/builders';
import { initDataFor, TEST_ENV } from '@/testing/test-env';
import { POST } from '@/app/api/profile/import/route';

const { db } = testRoutes();
const { TELEGRAM_BOT_TOKEN: botToken, APP_URL: appUrl } = TEST_ENV;

const report = z.object(responses.imported.shape);
async function imported(userId: number, content: string) {
  // Each file gets its own turn: what is limited is not looked at here.
  await db.delete(ratePermits);
  const { status, json } = await callRoute(POST, {
    path: '/api/profile/import',
    initData: initDataFor({ id: userId }),
    body: { name: 'file', content, apply: true },
  });
  expect(status).toBe(200);
  return report.parse(json);
}

/** Read once: two moments that a test takes for the same must not lie a millisecond apart. */
const suiteBegan = Date.now();
const inDays = (days: number) => new Date(suiteBegan + days * DAY_MS).toISOString();
const reminder = (fields: object = {}) => ({
  ...{ text: 'Дело', type: null, category: null, dateTime: inDays(2) },
  ...{ firstWallTime: inDays(2).slice(0, 16), timeZone: 'Europe/Moscow', repeat: false },
  ...{ repeatEvery: null, repeatUnit: null, floodInterval: null, completed: false },
  ...{ waitingSince: null, snoozedUntil: null, nextFireAt: inDays(2), openOccurrenceAt: null },
  ...{ nagCount: 0, pausedFrom: null, ...fields },
});
const note = (fields: object = {}) => ({
  ...{ title: 'Заметка', content: 'x', category: null, dateTime: null, ...fields },
});
const file = (rows: { reminders?: object[]; notes?: object[]; profile?: object } = {}) =>
  JSON.stringify({
    ...{ format: 'napomnyu-export-1', bot: botToken.split(':')[0], categories: [] },
    ...{ profile: { timeZone: 'UTC', timeZoneManual: true }, reminders: [], notes: [], ...rows },
  });
const one = (fields: object) => file({ reminders: [reminder(fields)] });
const attached = (item: Partial<Record<keyof AttachmentItem, unknown>>, more: object = {}) =>
  one({
    attachment: { items: [{ kind: 'document', messageId: 7, text: 'Слова', ...item }] },
    ...more,
  });
const daily = { repeat: true, repeatEvery: 1, repeatUnit: 'DAY' };
const past = (at: string) => ({ occurrenceAt: at, outcome: 'done', cameAt: at, endedAt: at });
const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'SUMMARY:Дело', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join(
    '\r\n',
  );
const NUL = String.fromCharCode(0);

const YEARS = ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'];
const INSTANTS = [
  ...['dateTime', 'nextFireAt', 'waitingSince', 'snoozedUntil', 'doneAt', 'openOccurrenceAt'],
  ...['pausedFrom', 'pausedUntil', 'createdAt', 'updatedAt', 'deletedAt'],
];

/** What somebody with an account of their own might send. */
const FORGED: readonly [string, string][] = [
  ...YEARS.map((at): [string, string] => [
    `each instant of ${at}`,
    file({ reminders: INSTANTS.map((name) => reminder({ text: name, [name]: at })) }),
  ]),
  ...YEARS.map((at): [string, string] => [`a history of ${at}`, one({ history: [past(at)] })]),
  ...YEARS.map((at): [string, string] => [
    `each instant of a note of ${at}`,
    file({
      notes: ['dateTime', 'createdAt', 'deletedAt'].map((name) =>
        note({ title: name, [name]: at }),
      ),
    }),
  ]),
  ['a history of the year 9000', one({ history: [past('9000-01-01T00:00:00Z')] })],
  ['a history of long ago', one({ history: [past('1971-01-01T00:00:00Z')] })],
  ['a file of the server', attached({ fileId: 'file:///etc/passwd' })],
  ['an address', attached({ fileId: 'http://169.254.169.254/latest/meta-data' })],
  ['a picture at an address', attached({ thumbnailId: 'http://169.254.169.254/' })],
  ['an upload of the request', attached({ fileId: 'attach://file' })],
  ['somebody else’s file', attached({ fileId: 'AgACAgIAAxkBAAIB' })],
  ['somebody else’s message', attached({ messageId: 4_000_000_000_000 })],
  ['a made-up signature', attached({ fileId: 'AgAC' }, { attachmentSignature: 'x'.repeat(43) })],
  ['a signature that is no text', attached({ fileId: 'AgAC' }, { attachmentSignature: {} })],
  ['a series of the year 0', one({ ...daily, firstWallTime: '0000-01-01T00:00' })],
  ['a series of the year 9999', one({ ...daily, firstWallTime: '9999-12-31T23:59' })],
  ['an end in the year 0', one({ ...daily, repeatUntil: '0000-01-01' })],
  ['no such date', one({ ...daily, repeatUntil: '2026-02-31' })],
  ['a zone that is a path', one({ timeZone: '../../etc/passwd' })],
  ['a zone that is an offset', one({ timeZone: '+03:00' })],
  ['letters that cannot be stored', one({ text: `a${NUL}b\ud800`, category: `К${NUL}` })],
  ['a category without end', one({ category: 'я'.repeat(100_000) })],
  ['a note of another account', one({ note: 1 })],
  ['numbers out of any range', one({ nagCount: 2 ** 40, preAlerts: [1e9, -1, 0.5] })],
  ['re-sends without a pause', one({ floodInterval: 0.001 })],
  ['it was told of a thousand times', one({ nagCount: 1_000, floodInterval: 5 })],
  ['names of JavaScript', `{"__proto__":{"x":1},${one({ constructor: 1 }).slice(1)}`],
  [
    'settings of nobody',
    file({
      profile: {
        timeZone: 'Mars',
        timeZoneManual: true,
        settings: { category: null, quietHours: 7, snoozes: { x: 1 }, dayParts: [] },
      },
    }),
  ],
  ['a calendar of the year 0', calendar('DTSTART:00000101T000000Z')],
  ['a day of the year 0', calendar('DTSTART;VALUE=DATE:00000101', 'RRULE:FREQ=DAILY')],
  ['a calendar of the year 9999', calendar('DTSTART:99991231T235959', 'RRULE:FREQ=DAILY')],
  ['a calendar’s endless rule', calendar('DTSTART:20300101T000000Z', 'RRULE:FREQ=DAILY;COUNT=1E9')],
  [
    'a rule that ends in the year 0',
    calendar('DTSTART:20300101T000000Z', 'RRULE:FREQ=DAILY;UNTIL=00000101'),
  ],
  [
    'our own calendar of the year 0',
    calendar(
      'UID:1-a@localhost:3000',
      'DTSTART:20300101T000000Z',
      `X-NAPOMNYU-REMINDER:${JSON.stringify({ events: '', nextFireAt: YEARS[0] })}`,
    ),
  ],
  [
    'a table of the year 0',
    `TYPE,CONTENT,DATE\ntask,Дело,0000-01-01\ntask,=1+1,9999-12-31 23:59\n`,
  ],
  [
    'another table of the year 0',
    `Title,Start Date,Due Date,Repeat,Status,Is All Day\nДело,0000-01-01T00:00:00+0000,,FREQ=DAILY,0,true\nДело,9999-12-31T23:59:59-1400,,,2,\n`,
  ],
];

test.each(FORGED)(
  '%s does no harm: it is taken as far as it is sound, or named',
  async (_, forged) => {
    const { id } = await createUser(db);
    await imported(id, forged);

    const rows = await db.select().from(reminders).where(eq(reminders.userId, id));
    const all = [
      ...rows,
      ...(await db.select().from(notes).where(eq(notes.userId, id))),
      ...(await db.select().from(occurrences).where(eq(occurrences.userId, id))),
    ];
    const now = Date.now();
    for (const instant of all.flatMap((row) =>
      Object.values(row).filter((x) => x instanceof Date),
    )) {
      expect(instant.getUTCFullYear()).toBeGreaterThan(0);
      expect(instant.getUTCFullYear()).toBeLessThan(10_000);
    }
    for (const { waitingSince, doneAt, deletedAt, createdAt, nextFireAt, completed } of rows) {
      for (const passed of [waitingSince, doneAt, deletedAt, createdAt]) {
        expect(passed?.getTime() ?? 0).toBeLessThanOrEqual(now);
      }
      // Nothing rings at once.
      if (!completed && deletedAt === null)
        expect(nextFireAt?.getTime() ?? Infinity).toBeGreaterThan(now);
    }
    const histories = await db.select().from(occurrences).where(eq(occurrences.userId, id));
    for (const { endedAt } of histories) {
      expect(endedAt.getTime()).toBeLessThanOrEqual(now);
      expect(endedAt.getTime()).toBeGreaterThan(now - HISTORY_DAYS * DAY_MS - 60_000);
    }
    // Telegram is asked for nothing that it did not give this account.
    for (const { attachment } of rows) {
      for (const item of attachment?.items ?? []) {
        expect(item).toEqual({ kind: 'document', messageId: 0, text: 'Слова' });
      }
    }
    // What was stored can be read again.
    const account = await findAccount(db, id);
    if (!account) throw new Error('nobody');
    for await (const each of exportAccount(db, account, new Date(), { botToken })) {
      expect(() => void JSON.parse(each.toString())).not.toThrow();
    }
    expect(await calendarOf(db, id, { appUrl, now: new Date(), alarms: 'ahead' })).toContain(
      'END:VCALENDAR',
    );
  },
);
