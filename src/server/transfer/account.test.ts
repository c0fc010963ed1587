import { sql, eq } from 'drizzle-orm';
import { z } from 'zod';
import { RATE_LIMITS, IMPORT_ENTRIES_MAX, IMPORT_MAX_BYTES } from '@/core/limits';
import { createNote, createReminder, createUser } from '@/testing/builders';
import { testDatabase } from '@/testing/database';
import { log } from '@/server/platform/log';
import { testBot, type TestChat } from '@/testing/conversation';
import { eraseAccount } from '../retention/erase-account';
import { exportAccount } from './export';
import { type PersonalLimit, takePersonalPermit } from '../platform/rate-limit';
import { rewriteRow } from '../reminders/rewrite';
import {
  calendarLinks,
  acts,
  calledOff,
  chatMessages,
  dayMessages,
  dayPlans,
  deliveries,
  drafts,
  earlyMessages,
  guestCalls,
  inlineDrafts,
  jointMembers,
  joints,
  noticeRecipients,
  notices,
  occurrences,
  categories,
  pace,
  quietDigests,
  ratePermits,
  refusedPeople,
  shares,
  users,
  notes,
  reminders,
} from '../platform/db/schema';
import { findAccount } from '../accounts/accounts';
import { importFile } from './import';

describe('the data of an account', () => {
  const { db } = testDatabase();

  /** Tables that say something of a person and stand in their export, each by what the test puts there. */
  const EXPORTED: Record<string, string> = {
    users: 'Фамилия-Анны',
    categories: 'Категория-Анны',
    reminders: '2026-01-13T00:00:00.000Z',
    acts: 'Текст-до-правки-Анны',
    occurrences: '2026-01-03T00:00:00.000Z',
    notes: 'Заметка-Анны',
    drafts: 'Черновик-Анны',
    early_messages: 'До-условий-Анны',
    shares: 'Общее-Анны',
    joint_members: '2026-01-17T00:00:00.000Z',
    refused_people: '2026-01-18T00:00:00.000Z',
    inline_drafts: 'Набрано-Анной',
    guest_calls: 'Попросила-Анна',
    calendar_links: '2026-01-04T00:00:00.000Z',
    quiet_digests: '2026-01-05T00:00:00.000Z',
    day_plans: '2026-01-06T00:00:00.000Z',
    day_messages: '2026-01-07T00:00:00.000Z',
    deliveries: '2026-01-10T00:00:00.000Z',
  };

  /** Tables that say something of a person and do not stand in their export, each with its reason. */
  const NOT_EXPORTED: Record<string, string> = {
    chat_messages:
      'only where in the chat a message stands, and hashes of one’s own; another bot could not use it',
    joints: 'whose row of one is the owner’s, which stands with its people',
    notice_recipients:
      'a message to all on its way, or until quiet hours end; the ledger, which is exported, has it then',
    called_off:
      'which message their own change or quiet hours kept back; the reminder and its history say what they did',
    rate_permits: 'counters against overload, for a day',
    erasures: 'written when the account goes; there is nothing left to export',
    notices:
      'messages of the service: its author is an administrator, of the account it says nothing',
    pace: 'chats that Telegram refused in the last seconds, of all people together',
  };

  /** What remains of a person after /delete, each with its reason. */
  const LEFT_AFTER_ERASURE: Record<string, string> = {
    erasures: 'for two days: a send under way may still add to the ledger',
    notices: 'a message to all is the service’s, not its author’s',
    pace: 'overwritten within seconds',
    rate_permits: 'limits of a day, which erasure would lift',
  };

  /** Tables that say nothing of anybody. */
  const OF_NOBODY = [
    ...['reminder_types', 'processed_updates', 'cron_runs', 'health_writes'],
    ...['delivery_sums', 'creation_tally', 'tally_cursors'],
    'down_minutes',
  ];

  async function tables(): Promise<string[]> {
    const { rows } = await db.execute(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`);
    return z
      .array(z.object({ name: z.string() }))
      .parse(rows)
      .map(({ name }) => name);
  }

  /** The tables of which a row has this number in it, in whatever column. */
  async function tablesWith(id: number): Promise<string[]> {
    const found: string[] = [];
    for (const table of await tables()) {
      const { rows } = await db.execute(sql`
      select 1 from ${sql.identifier(table)} as stored where stored::text ~ ${`\\y${id}\\y`} limit 1`);
      if (rows.length > 0) found.push(table);
    }
    return found;
  }

  const isPersonal = (kind: string): kind is PersonalLimit =>
    kind in RATE_LIMITS && kind !== 'failures' && kind !== 'guestsOfChat';

  /** Something in every table that may say something of a person. */
  async function everythingOf(id: number): Promise<void> {
    const day = (date: number) => new Date(Date.UTC(2026, 0, date));
    await createUser(db, { id, username: null, lastName: 'Фамилия-Анны' });
    const {
      id: reminderId,
      typeId,
      categoryId,
    } = await createReminder(db, id, {
      text: 'Текст-до-правки-Анны',
    });
    await rewriteRow(db, { userId: id, reminderId, now: day(13) }, () => ({
      text: 'Напоминание-Анны',
    }));
    await createNote(db, id, { title: 'Заметка-Анны' });
    await db
      .insert(categories)
      .values({ userId: id, name: 'Категория-Анны', folded: 'к', color: 'green', position: 1 });
    await db
      .insert(occurrences)
      .values({ userId: id, reminderId, occurrenceAt: day(3), outcome: 'done', endedAt: day(14) });
    const called = { kind: 'first', scheduledAt: day(3), occurrenceAt: day(3) } as const;
    await db.insert(calledOff).values({ reminderId, ...called, at: day(2), by: 'edit' });
    const payload = {
      ...{ typeId, categoryId, dateTime: null, date: null, repeat: false, repeatEvery: null },
      ...{ repeatUnit: null, flood: false, floodInterval: null },
    };
    await db.insert(drafts).values({
      ...{ userId: id, payload: { ...payload, text: 'Черновик-Анны' }, state: 'asking' },
      expiresAt: day(9),
    });
    await db
      .insert(inlineDrafts)
      .values({ key: `inline-${id}`, userId: id, payload: { ...payload, text: 'Набрано-Анной' } });
    const schedule = { firstWallTime: '2026-01-02T10:00', timeZone: 'Europe/Moscow', rule: null };
    await db.insert(guestCalls).values({
      ...{ key: `guest-${id}`, queryId: `query-${id}`, userId: id, reminderId },
      shared: { text: 'Попросила-Анна', typeId, schedule },
    });
    await db.insert(earlyMessages).values({
      ...{ userId: id, messageId: 1, text: 'До-условий-Анны', attachment: null, forwarded: false },
      ...{ sentAt: day(1), receivedAt: day(1) },
    });
    await db.insert(shares).values({
      ...{ key: `share-${id}`, userId: id, reminderId, print: 'p', text: 'Общее-Анны', typeId },
      ...{ firstWallTime: '2026-01-02T10:00', timeZone: 'Europe/Moscow' },
    });
    const ofJoint = db.insert(joints).values({ ownerReminderId: reminderId });
    const [joint] = await ofJoint.returning();
    const member = { userId: id, reminderId, jointId: joint?.id ?? 0, joinedAt: day(17) };
    await db.insert(jointMembers).values(member);
    const { id: refusedId } = await createUser(db);
    await db.insert(refusedPeople).values({ userId: id, refusedId, refusedAt: day(18) });
    await db.insert(calendarLinks).values({ userId: id, tokenHash: `h${id}`, createdAt: day(4) });
    await db.insert(quietDigests).values({
      ...{ userId: id, dueAt: day(5) },
      items: [{ kind: 'nag', reminderId, occurrenceAt: day(15).toISOString(), nagCount: 0 }],
    });
    await db.insert(dayPlans).values({ userId: id, kind: 'agenda', state: 'on', dueAt: day(6) });
    await db.insert(dayMessages).values({
      ...{ userId: id, messageId: 2, kind: 'review', day: '2026-01-07', shown: 'x' },
      ...{ items: [{ reminderId, occurrenceAt: day(7).toISOString() }] },
      ...{ sentAt: day(16), liveUntil: day(8) },
    });
    await db.insert(deliveries).values({
      ...{ userId: id, reminderId, kind: 'first', outcome: 'sent', messageId: 3 },
      ...{ occurrenceAt: day(10), scheduledAt: day(11), sentAt: day(12) },
    });
    await db.insert(chatMessages).values({ userId: id, messageId: 4, reminderId, sentAt: day(9) });
    const [notice] = await db
      .insert(notices)
      .values({ text: 'Всем', state: 'done', createdBy: id })
      .returning();
    await db
      .insert(noticeRecipients)
      .values({ userId: id, noticeId: notice?.id ?? 0, dueAt: day(9) });
    for (const kind of Object.keys(RATE_LIMITS).filter(isPersonal)) {
      // The first permits of a window stay in the process.
      for (let taken = 0; taken <= Math.ceil(RATE_LIMITS[kind].limit / 10); taken += 1) {
        await takePersonalPermit(db, kind, id, day(9));
      }
    }
    await db.update(pace).set({ refusedChats: [id] });
  }

  const ANNA = 777_000_111;

  test('every table is looked at: exported, left out for a reason, or about nobody', async () => {
    const named = [...Object.keys(EXPORTED), ...Object.keys(NOT_EXPORTED), ...OF_NOBODY];
    expect(named.toSorted()).toEqual(await tables());
  });

  test('whatever column refers to a user is in a table that is said to be about people', async () => {
    const { rows } = await db.execute(sql`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and (column_name ~ '(^|_)(user|chat)s?(_|$)' or column_name = 'created_by')`);
    const people = [...Object.keys(EXPORTED), ...Object.keys(NOT_EXPORTED)];
    for (const { name } of z.array(z.object({ name: z.string() })).parse(rows)) {
      expect(people).toContain(name);
    }
  });

  test('all that is stored of an account stands in its export, and nothing of another’s; /delete leaves nothing of it', async () => {
    const other = await createUser(db, { lastName: 'Чужая-фамилия' });
    await createReminder(db, other.id, { text: 'Чужое-напоминание' });
    await everythingOf(ANNA);
    const said = [...Object.keys(EXPORTED), ...Object.keys(NOT_EXPORTED)];
    const filled = await tablesWith(ANNA);
    expect(await db.$count(ratePermits)).toBe(Object.keys(RATE_LIMITS).filter(isPersonal).length);
    // Else the test would show nothing of a table; an erasure is written only below.
    const elsewhere = ['acts', 'called_off', 'erasures', 'joints'];
    expect(filled).toEqual(said.filter((table) => !elsewhere.includes(table)).toSorted());
    // They name a reminder, not its user.
    expect(await db.$count(acts)).toBe(1);
    expect(await db.$count(calledOff)).toBe(1);
    expect(await db.$count(joints)).toBe(1);

    const [account] = await db
      .select()
      .from(users)
      .where(sql`id = ${ANNA}`);
    if (!account) throw new Error('no account');
    let exported = '';
    for await (const file of exportAccount(db, account, new Date(), { botToken: '42:x' }))
      exported += file.toString();
    const document: unknown = JSON.parse(exported);
    // Each stands there once: what another table says too would show nothing of its own.
    const timesSaid = Object.entries(EXPORTED).map(([table, marker]) => [
      table,
      JSON.stringify(document).split(marker).length - 1,
    ]);
    expect(timesSaid).toEqual(Object.keys(EXPORTED).map((table) => [table, 1]));
    const texts = { text: 'Напоминание-Анны', textBefore: 'Текст-до-правки-Анны' };
    expect(document).toMatchObject({ reminders: [texts] });
    expect(exported).not.toContain('Чужая-фамилия');
    expect(exported).not.toContain('Чужое-напоминание');

    await eraseAccount(db, ANNA);
    expect(await tablesWith(ANNA)).toEqual(Object.keys(LEFT_AFTER_ERASURE).toSorted());
    expect(await db.$count(users)).toBe(2);
    expect(await db.$count(acts)).toBe(0);
    expect(await db.$count(calledOff)).toBe(0);
    expect(await db.$count(joints)).toBe(0);
  });
});

describe('an import in the chat', () => {
  // Friday 20 November 2026, 12:00 in Moscow.
  const { db } = testDatabase();
  const bot = testBot(db);

  const ICS = `BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
UID:1
SUMMARY:Врач <b>завтра</b>
DTSTART;TZID=Europe/Moscow:20261121T090000
END:VEVENT
BEGIN:VEVENT
UID:2
SUMMARY:Давно прошло
DTSTART:20200101T090000Z
END:VEVENT
BEGIN:VEVENT
UID:3
SUMMARY:Сломано
DTSTART:когда-нибудь
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n');
  const TODOIST =
    'TYPE,CONTENT,DESCRIPTION,DATE\ntask,Молоко,,\ntask,Позвонить,,2026-12-01 10:00\n';

  const remindersOf = ({ id }: TestChat) =>
    db.select({ text: reminders.text }).from(reminders).where(eq(reminders.userId, id));
  const notesOf = ({ id }: TestChat) => db.$count(notes, eq(notes.userId, id));

  test('a calendar is looked into first: what would come, what is past, what is broken by its line', async () => {
    const anna = await bot.member();
    await anna.sendDocument({ name: 'Дела.ics', content: ICS });
    expect(anna.text()).toContain('Появится: 2 напоминания и 1 заметка.');
    expect(anna.text()).toContain('1 напоминание из прошлого попадёт в архив');
    expect(anna.text()).toContain('21.11.2026, 09:00 — Врач <b>завтра</b>');
    expect(anna.text()).toMatch(/Замечаний: 1\n• строка \d+: /);
    expect(anna.labels()).toEqual([['Импортировать', 'Не надо']]);
    expect(await remindersOf(anna)).toEqual([]);

    await anna.press('Импортировать');
    expect(anna.text()).toContain('Добавлено: 2 напоминания');
    expect(anna.labels()).toEqual([]);
    expect(await remindersOf(anna)).toHaveLength(2);
  });

  test('«Не надо» adds nothing', async () => {
    const anna = await bot.member();
    await anna.sendDocument({ name: 'todo.csv', content: TODOIST });
    expect(anna.text()).toContain('Появится: 1 напоминание и 1 заметка.');
    await anna.press('Не надо');
    expect(anna.text()).toContain('ничего не добавляю');
    expect(await remindersOf(anna)).toEqual([]);
  });

  test('nothing comes twice: two taps, taps at once, the update doubled, the file sent again', async () => {
    const anna = await bot.member();
    bot.simulator().sendDocument(anna.id, { name: 'todo.csv', content: TODOIST });
    await bot.deliverTwice();
    const { messageId } = anna.last();
    const go = { text: '?', callback_data: 'import:go' };
    bot.simulator().press(anna.id, messageId, go);
    bot.simulator().press(anna.id, messageId, go);
    await bot.deliverAtOnce(false);
    bot.simulator().press(anna.id, messageId, go);
    await bot.deliverTwice();
    expect(await remindersOf(anna)).toHaveLength(1);
    expect(await notesOf(anna)).toBe(1);
    expect(anna.text()).toContain('Всё, что удалось прочитать, уже у вас');
    await anna.sendDocument({ name: 'todo (1).csv', content: TODOIST });
    expect(anna.text()).toContain('Нового в файле нет.');
    expect(anna.labels()).toEqual([]);
  });

  test('an account moves by its own export: what /export has sent brings everything into another account', async () => {
    const anna = await bot.member();
    await createReminder(db, anna.id, { text: 'Полить цветы' });
    await createNote(db, anna.id, { title: 'Рецепт', content: 'Мамин' });
    await anna.write('/export');
    const boris = await bot.member();
    await boris.sendDocument({ name: 'napomnyu.json', content: JSON.stringify(anna.file()) });
    await boris.press('Импортировать');
    expect(await remindersOf(boris)).toEqual([{ text: 'Полить цветы' }]);
    expect(await notesOf(boris)).toBe(1);
  });

  test.each([
    ['another table', 'расходы.csv', 'дата,сумма\n2026-01-01,100\n'],
    ['another JSON', 'package.json', '{"name":"x","version":"1"}'],
    ['no text at all', 'данные.csv', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
    ['another kind', 'счёт.pdf', '%PDF-1.7'],
  ])('%s is kept as a document, as ever', async (_, name, content) => {
    const anna = await bot.member();
    await anna.sendDocument({ name, content });
    expect(anna.text()).toContain(name);
    await anna.press('Через час');
    const [row] = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
    expect(row?.attachment).toMatchObject({ items: [{ kind: 'document', name }] });
  });

  test('a file with words of its own is what they say, and no import', async () => {
    const anna = await bot.member();
    await anna.sendDocument({
      name: 'todo.csv',
      content: TODOIST,
      caption: 'завтра в 9 разобрать',
    });
    expect(await remindersOf(anna)).toEqual([{ text: 'Разобрать' }]);
  });

  test('one that is too large is not downloaded, says so, and is kept as a document', async () => {
    const anna = await bot.member();
    const before = bot.simulator().calls.length;
    await anna.sendDocument({ name: 'todo.csv', content: Buffer.alloc(IMPORT_MAX_BYTES + 1, 'a') });
    const methods = bot
      .simulator()
      .calls.slice(before)
      .map(({ method }) => method);
    expect(methods).not.toContain('getFile');
    expect(anna.messages().at(-2)?.text).toContain('Файл больше 7 МБ');
    expect(anna.text()).toContain('todo.csv');
  });

  test('past the limit of imports a file is kept as a document; only one that is an import is told so', async () => {
    const anna = await bot.member();
    const spend = async () => {
      for (let i = 0; i <= RATE_LIMITS.imports.limit; i += 1) {
        await takePersonalPermit(db, 'imports', anna.id, bot.clock.now());
      }
    };
    await expect(spend()).rejects.toMatchObject({ code: 'too-many' });
    await anna.sendDocument({ name: 'package.json', content: '{"name":"x","version":"1"}' });
    await anna.sendDocument({ name: 'расходы.csv', content: 'дата,сумма\n2026-01-01,100\n' });
    expect(anna.text()).toContain('расходы.csv');
    expect(anna.messages().filter(({ text }) => text.includes('Слишком много'))).toEqual([]);

    await anna.sendDocument({ name: 'todo.csv', content: TODOIST });
    expect(anna.messages().at(-2)?.text).toContain('Слишком много');
    expect(anna.text()).toContain('todo.csv');
  });

  test('a file is fetched on a permit, whatever it turns out to be; past the limit it is kept unseen', async () => {
    const anna = await bot.member();
    const fetches = () => bot.simulator().calls.filter(({ method }) => method === 'getFile').length;
    const before = fetches();
    const sends = RATE_LIMITS.importFiles.limit + 2;
    for (let i = 0; i < sends; i += 1) {
      await anna.sendDocument({ name: 'package.json', content: '{"name":"x"}' });
    }
    expect(fetches() - before).toBe(RATE_LIMITS.importFiles.limit);
    expect(anna.messages().at(-2)?.text).toContain('Слишком много');
    expect(anna.text()).toContain('package.json');
  });

  test('a table with too many rows says so, and is kept as a document', async () => {
    const anna = await bot.member();
    const content = TODOIST + 'task,a,,\n'.repeat(IMPORT_ENTRIES_MAX);
    await anna.sendDocument({ name: 'todo.csv', content });
    expect(anna.messages().at(-2)?.text).toContain('В файле больше 10');
    expect(anna.text()).toContain('todo.csv');
  });

  test('a file that Telegram does not give is kept, and no log names where it was asked for', async () => {
    const said: string[] = [];
    const spies = (['info', 'warn', 'error'] as const).map((level) =>
      jest
        .spyOn(log, level)
        .mockImplementation((...args: unknown[]) => void said.push(JSON.stringify(args))),
    );
    const anna = await bot.member();
    bot.fault('getFile', { kind: 'error', code: 500 });
    await anna.sendDocument({ name: 'todo.csv', content: TODOIST });
    expect(anna.messages().at(-2)?.text).toContain('Telegram сейчас не отдаёт файл');
    expect(anna.text()).toContain('todo.csv');

    await anna.sendDocument({ name: 'todo.csv', content: TODOIST });
    bot.simulator().world.uploads.clear();
    const { messageId } = anna.last();
    await anna.press('Импортировать');
    expect(anna.text()).toContain('Telegram сейчас не отдаёт файл');
    expect(anna.last().messageId).toBe(messageId);
    expect(anna.labels()).toEqual([['Импортировать', 'Не надо']]);
    expect(said.join()).not.toContain('AAtest-token');
    for (const spy of spies) spy.mockRestore();
  });

  test('where Telegram loses our own answer nobody is told that it keeps back the file, which becomes no document', async () => {
    const anna = await bot.member();
    bot.fault('sendMessage', { kind: 'error', code: 500 });
    await anna.sendDocument({ name: 'todo.csv', content: TODOIST });
    expect(anna.messages().some(({ text }) => text.includes('не отдаёт файл'))).toBe(false);
    expect(await remindersOf(anna)).toEqual([]);
    expect(await notesOf(anna)).toBe(0);

    await anna.sendDocument({ name: 'todo.csv', content: TODOIST });
    bot.fault('editMessageText', { kind: 'error', code: 500 });
    await anna.press('Импортировать');
    expect(anna.messages().some(({ text }) => text.includes('не отдаёт файл'))).toBe(false);
    expect(await remindersOf(anna)).toHaveLength(1);
  });

  test('pressed once the message with the file is deleted, it asks for the file again', async () => {
    const anna = await bot.member();
    await anna.sendDocument({ name: 'todo.csv', content: TODOIST });
    const answer = anna.last();
    delete answer.extra;
    await anna.press('Импортировать');
    expect(anna.text()).toContain('Пришлите файл ещё раз');
    expect(await remindersOf(anna)).toEqual([]);
  });

  test('faults of a whole file fit into a message', async () => {
    const anna = await bot.member();
    const rows = Array.from(
      { length: 60 },
      (_, i) => `task,${'Дело '.repeat(40)}${i},,в ночь ${i}`,
    );
    const content = `TYPE,CONTENT,DESCRIPTION,DATE\n${rows.join('\n')}\n`;
    await anna.sendDocument({ name: 'todo.csv', content });
    expect(anna.text()).toContain('Замечаний: 60');
    expect(anna.text()).toContain('и ещё 40');
  });
});

describe('encodings', () => {
  const { db } = testDatabase();
  const bot = testBot(db);
  const HEAD = 'TYPE,CONTENT,DATE\r\ntask,';

  test.each([
    ['windows-1251', Buffer.from([...Buffer.from(HEAD), 0xcc, 0xee, 0xeb, 0xee, 0xea, 0xee])],
    ['UTF-16', Buffer.from(`\uFEFF${HEAD}Молоко`, 'utf16le')],
  ])('a table that is sent to the bot is read as what it holds: %s', async (_, content) => {
    const anna = await bot.member();
    await anna.sendDocument({ name: 'todo.csv', content });
    await anna.press('Импортировать');
    const stored = await db
      .select({ title: notes.title })
      .from(notes)
      .where(eq(notes.userId, anna.id));
    expect(stored).toEqual([{ title: 'Молоко' }]);
  });

  test('one in no known encoding is refused with a word, and kept as a document', async () => {
    const anna = await bot.member();
    const content = Buffer.from([...Buffer.from(HEAD), 0xed, 0xcf, 0xcc, 0xcf, 0x98]);
    await anna.sendDocument({ name: 'todo.csv', content });
    expect(anna.messages().at(-2)?.text).toContain('в какой кодировке файл');
    expect(anna.text()).toContain('todo.csv');
  });
});

describe('what is somebody else’s', () => {
  const { db } = testDatabase();
  const bot = testBot(db);
  const BOT_TOKEN = '42:token';

  const [MENTIONED, LINKED] = [777_000_111, 777_000_222];
  const caption = 'Оля и Петя, вечер';
  const entities = [
    { type: 'bold', offset: 11, length: 6 },
    ...[
      { type: 'text_mention', offset: 0, length: 3 },
      { type: 'text_link', offset: 6, length: 4 },
    ].map((each, nth) =>
      nth === 0
        ? { ...each, user: { id: MENTIONED, is_bot: false, first_name: 'Оля' } }
        : { ...each, url: `tg://user?id=${LINKED}` },
    ),
  ];

  let refusedId = 777_000_333;

  /** Somebody of whom a row of each kind is stored that may name others. */
  async function somebody() {
    const anna = await bot.member();
    const sent = { caption, caption_entities: entities };
    await anna.send('photo', { from: 'user', ...sent });
    await anna.press('Через час');
    await anna.send('photo', { from: 'user', ...sent });
    await anna.press('В заметки');
    await anna.send('photo', { from: 'user', ...sent });
    const refused = await createUser(db, { id: (refusedId += 1), firstName: 'Ева' });
    const refusedAt = bot.clock.now();
    await db.insert(refusedPeople).values({ userId: anna.id, refusedId: refused.id, refusedAt });
    const [reminder] = await db.select().from(reminders).where(eq(reminders.userId, anna.id));
    if (!reminder?.attachment) throw new Error('nothing is attached');
    const { attachment } = reminder;
    const early = { text: 'потом', attachment, forwarded: false };
    const sentAt = bot.clock.now();
    await db
      .insert(earlyMessages)
      .values({ ...early, userId: anna.id, messageId: 1, sentAt, receivedAt: sentAt });
    return { id: anna.id, attachment };
  }

  async function exportedBy(userId: number): Promise<string> {
    const account = await findAccount(db, userId);
    if (!account) throw new Error('nobody');
    const files = [];
    const options = { botToken: BOT_TOKEN };
    for await (const each of exportAccount(db, account, bot.clock.now(), options)) files.push(each);
    return Buffer.concat(files).toString();
  }

  test('no file holds a Telegram id of somebody else, and what names them stays in words', async () => {
    const { id, attachment } = await somebody();
    // It is stored, and comes back in the chat with its people.
    expect(JSON.stringify(attachment)).toMatch(/777000111[^]*777000222/);
    const file = await exportedBy(id);
    expect(file).not.toMatch(/777000/);
    const exported: unknown = JSON.parse(file);
    const kept = { items: [expect.objectContaining({ text: caption, entities: [entities[0]] })] };
    expect(exported).toMatchObject({
      refused: [{ name: 'Ева', complainedAt: null }],
      reminders: [{ attachment: kept }],
      notes: [{ attachment: kept }],
      drafts: [{ attachment: kept }, { attachment: kept }, { attachment: kept }],
      beforeTerms: [{ attachment: kept }],
    });
  });

  test('what is attached is still vouched for when such a file is imported', async () => {
    const { id, attachment } = await somebody();
    const content = await exportedBy(id);
    await db.delete(reminders).where(eq(reminders.userId, id));
    const account = await findAccount(db, id);
    if (!account) throw new Error('nobody');
    await importFile(
      db,
      account,
      { content },
      { now: bot.clock.now(), apply: true, botToken: BOT_TOKEN },
    );
    const [reminder] = await db.select().from(reminders).where(eq(reminders.userId, id));
    expect(reminder?.attachment?.items[0]?.fileId).toBe(attachment.items[0]?.fileId);
    expect(reminder?.attachment?.items[0]?.fileId).toBeDefined();
  });
});

describe('what an import is going to bring', () => {
  const { db } = testDatabase();
  const bot = testBot(db);
  const NOW = new Date('2026-11-20T09:00:00Z');

  const calendar = (...events: string[][]) =>
    [
      'BEGIN:VCALENDAR',
      ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
      'END:VCALENDAR',
    ].join('\r\n');
  const birthday = (date: string) =>
    calendar([`SUMMARY:День рождения Анны`, `DTSTART;VALUE=DATE:${date}`, 'RRULE:FREQ=YEARLY']);

  async function importing(content: string, apply: boolean) {
    const { id } = await createUser(db, { timeZone: 'Europe/Moscow' });
    const account = await findAccount(db, id);
    if (!account) throw new Error('nobody');
    const report = await importFile(
      db,
      account,
      { content },
      { now: NOW, apply, botToken: '42:x' },
    );
    return { id, report };
  }

  test.each(['19850509', '19690509', '19170509', '16040509', '00040509'])(
    'a series may have begun in any year: %s',
    async (date) => {
      const { id, report } = await importing(birthday(date), true);
      expect(report).toMatchObject({ reminders: 1, archived: 0, repeating: 1, faults: [] });
      // Whether it is of a birth, and whose age, no calendar says.
      expect(report.examples).toEqual(['09.05.2027, 09:00, каждый год 9 мая — День рождения Анны']);
      const [row] = await db.select().from(reminders).where(eq(reminders.userId, id));
      expect(row?.nextFireAt?.toISOString()).toBe('2027-05-09T06:00:00.000Z');
      expect(row?.rule).toEqual({ every: 1, unit: 'YEAR' });
    },
  );

  test('what was once before 1970 goes to the archive', async () => {
    const { report } = await importing(
      calendar(['SUMMARY:Полёт', 'DTSTART:19610412T060700Z']),
      true,
    );
    expect(report).toMatchObject({ reminders: 1, archived: 1, faults: [] });
  });

  test('the preview in the chat says what repeats, as the app’s does', async () => {
    const anna = await bot.member();
    const content = calendar(
      ['SUMMARY:Зарядка', 'DTSTART:20200106T040000Z', 'RRULE:FREQ=WEEKLY;BYDAY=MO,FR'],
      ['SUMMARY:Врач', 'DTSTART:20261201T060000Z'],
    );
    await anna.sendDocument({ name: 'Дела.ics', content });
    expect(anna.text()).toContain('Из них с повтором: 1.');
    expect(anna.text()).toContain('23.11.2026, 07:00, по пн и пт — Зарядка');
    expect(anna.text()).toContain('01.12.2026, 09:00 — Врач');
  });
});
