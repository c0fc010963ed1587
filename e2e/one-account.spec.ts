import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  ACCOUNT_TEXT_MAX_BYTES,
  IMPORT_EVENTS_MAX,
  MESSAGES_A_DAY_MAX,
  OWN_CATEGORIES_MAX,
  ROW_MIN_BYTES,
  ROWS_IN_HAND_MAX,
  TERMS_VERSION,
} from '../src/core/limits';
import { type Endpoint, endpoints } from '../src/testing/every-route';
import { initDataFor } from '../src/testing/test-env';
import { botTexts } from '../src/texts/bot';
import {
  ADMIN_ID,
  CRON_SECRET,
  expect,
  METRICS_TOKEN,
  type Stack,
  startStack,
  test,
  TOKEN,
  WEBHOOK_SECRET,
} from './support/test';

/** Milliseconds that one account may make everybody else wait. */
const WAIT_MAX_MS = 300;

const HALF_HOURS = Array.from(
  { length: MESSAGES_A_DAY_MAX },
  (_, i) => `${String(i >> 1).padStart(2, '0')}:${i % 2 ? '30' : '00'}`,
);
const MONTH_DAYS = Array.from({ length: 31 }, (_, i) => i + 1);
const SOME_DAYS = MONTH_DAYS.filter((day) => day !== 29);
/** The dearest rules that the app takes: most occurrences, most parts of a calendar, furthest from any RRULE. */
const RULES: Record<string, unknown>[] = [
  { repeatEvery: 1, repeatUnit: 'MONTH', repeatMonthDays: MONTH_DAYS, repeatTimes: HALF_HOURS },
  { repeatEvery: 1, repeatUnit: 'MONTH', repeatMonthDays: SOME_DAYS, repeatTimes: HALF_HOURS },
  { repeatEvery: 5, repeatUnit: 'MONTH', repeatMonthDays: SOME_DAYS, repeatTimes: HALF_HOURS },
  {
    ...{ repeatEvery: 1, repeatUnit: 'MONTH', repeatMonthDays: SOME_DAYS, repeatTimes: HALF_HOURS },
    repeatCount: 1_000,
  },
  { repeatEvery: 1, repeatUnit: 'DAY', repeatEveryMinutes: 30 },
  {
    ...{ repeatEvery: 1, repeatUnit: 'WEEK', repeatWeekdays: [1, 2, 3, 4, 5, 6, 7] },
    repeatTimes: HALF_HOURS,
  },
  { repeatEvery: 1, repeatUnit: 'MONTH', repeatMonthly: 'LAST_WEEKDAY', repeatTimes: HALF_HOURS },
  { repeatEvery: 1, repeatUnit: 'YEAR', repeatTimes: HALF_HOURS, birthYear: 1900 },
];

interface Person {
  id: number;
  reminderId: number;
  noteId: number;
  /** The calendar's. */
  token: string;
}

const bodyOf = (id: number, fields: object) =>
  JSON.stringify({ initData: initDataFor({ id }, { token: TOKEN }), ...fields });
const json = { 'content-type': 'application/json' };
const post = (stack: Stack, id: number, path: string, fields: object) =>
  fetch(stack.app.url + path, { method: 'POST', headers: json, body: bodyOf(id, fields) });

const aNote = (text: string) => ({ title: 'а', content: text, categoryId: 1 });
const aReminder = (text: string, rule: object = {}) => ({
  ...{
    typeId: 1,
    categoryId: 1,
    text,
    repeat: Object.keys(rule).length > 0,
    flood: false,
    ...rule,
  },
  dateTime: new Date(Date.now() + 3_600_000).toISOString(),
});

/** Somebody with one row of each kind, made as the app makes them. */
async function member(stack: Stack, id: number): Promise<Person> {
  await stack.sql`
    insert into users (id, first_name, adult_confirmed_at, terms_version, terms_accepted_at, tutorial_step)
    values (${id}, 'Анна', now(), ${TERMS_VERSION}, now(), 2)`;
  stack.telegram.simulator.addUser({ id, firstName: 'Анна' });
  stack.telegram.simulator.unblock(id);
  for (const rule of RULES) {
    const notification = aReminder('а', rule);
    const made = await post(stack, id, '/api/notifications', { notification });
    expect(made.status, await made.clone().text()).toBe(201);
  }
  const reminder = await post(stack, id, '/api/notifications', { notification: aReminder('один') });
  const note = await post(stack, id, '/api/notes', { note: aNote('- [ ] молоко') });
  const link = await post(stack, id, '/api/profile/calendar', {});
  const { notification } = z
    .object({ notification: z.object({ id: z.number() }) })
    .parse(await reminder.json());
  const { url } = z.object({ url: z.string() }).parse(await link.json());
  return {
    id,
    reminderId: notification.id,
    noteId: z.object({ note: z.object({ id: z.number() }) }).parse(await note.json()).note.id,
    token: url.split('/').at(-1) ?? '',
  };
}

/**
 * Copies of a person's rows up to every quota: reminders of all rules in all zones, notes of points, words
 * and marks as they may stand there from before marks were bounded, a long history.
 */
async function fill({ db }: Stack, { id }: Person): Promise<void> {
  const zones = Intl.supportedValuesOf('timeZone').join(',');
  await db.execute(sql`
    insert into categories (user_id, name, folded, color, position)
    select ${id}, 'к' || n, 'к' || n, 'red', n from generate_series(1, ${OWN_CATEGORIES_MAX}::int) n`);
  await db.execute(sql`
    insert into reminders (user_id, type_id, category_id, text, first_wall_time, time_zone, rule,
      date_time, next_fire_at)
    select user_id, type_id, category_id, repeat('завтра ', 20) || n, first_wall_time,
      (string_to_array(${zones}, ','))[1 + n % (length(${zones}) - length(replace(${zones}, ',', '')))],
      rule, date_time + interval '1 day', date_time + interval '1 day'
    from reminders, generate_series(1, ${Math.floor(ROWS_IN_HAND_MAX / (RULES.length + 1)) - 1}::int) n
    where user_id = ${id}`);
  // What is finished counts by its size alone: a fifth of it are rows as short as may be.
  await db.execute(sql`
    insert into reminders (user_id, type_id, category_id, text, first_wall_time, time_zone, rule,
      date_time, completed, done_at)
    select user_id, type_id, category_id, 'завтра ' || n, first_wall_time, time_zone, rule,
      date_time - n * interval '1 minute', true, now()
    from reminders, generate_series(1, ${Math.floor(ACCOUNT_TEXT_MAX_BYTES / 5 / ROW_MIN_BYTES / (RULES.length + 1))}::int) n
    where user_id = ${id} and text not like 'завтра завтра%'`);
  const texts = [
    'а\u0316\u0301'.repeat(1_333),
    `а${'\u0316\u0301'.repeat(1_999)}`,
    '- [ ] а\n'.repeat(500),
    'https://а.рф '.repeat(300),
    'слово '.repeat(666),
  ];
  for (const text of texts) {
    const bytes = Buffer.byteLength(text) + 2;
    const count = Math.floor(ACCOUNT_TEXT_MAX_BYTES / 1.5 / texts.length / bytes);
    await db.execute(sql`
      insert into notes (user_id, category_id, title, content, date_time)
      select user_id, category_id, 'а', ${text}::text, now() - n * interval '1 s'
      from notes, generate_series(1, ${count}::int) n where user_id = ${id} and title = 'а'
        and content = '- [ ] молоко'`);
  }
  await db.execute(sql`
    insert into occurrences (reminder_id, user_id, occurrence_at, outcome, came_at, ended_at)
    select id, user_id, at, 'done', at, at from
      (select id, user_id, now() - n * interval '2 hours' - id % 3600 * interval '1 s' as at
       from (select id, user_id from reminders where user_id = ${id} limit 30) rows,
         generate_series(1, 1000) n) as many`);
}

/** A calendar of many events, as an import takes it. */
const calendar = [
  'BEGIN:VCALENDAR',
  ...Array.from({ length: IMPORT_EVENTS_MAX / 20 }, (_, i) =>
    [
      ...['BEGIN:VEVENT', `UID:${i}`, 'SUMMARY:а', 'DTSTART:20300101T090000Z'],
      ...['RRULE:FREQ=MONTHLY;BYMONTHDAY=1,2,3,4,5,6,7,8,9,10', 'END:VEVENT'],
    ].join('\r\n'),
  ),
  'END:VCALENDAR',
].join('\r\n');

/** What a call takes where an id and init data are not all. */
const fieldsOf = ({ method, path }: Endpoint, { noteId }: Person): object => {
  const now = Date.now();
  const bodies: Record<string, object> = {
    'POST /api/notifications': { notification: aReminder('а', RULES[1]) },
    'PUT /api/notifications/[id]': { notification: aReminder('а', RULES[1]) },
    'POST /api/notes': { note: aNote('а\u0301'.repeat(2_000)) },
    'PUT /api/notes/[id]': { note: aNote('- [ ] а\n'.repeat(500)) },
    'POST /api/notes/[id]/points': { line: 0, text: '- [ ] молоко', done: true },
    'POST /api/notes/[id]/pin': { pinned: true },
    'POST /api/notifications/[id]/snooze': { until: '10m' },
    'POST /api/notifications/[id]/undo': { undo: 'x' },
    'POST /api/notifications/undo-all': { undo: 'x' },
    'POST /api/notifications/pause-all': { until: new Date(now + 86_400_000).toISOString() },
    'POST /api/drafts/[id]': { press: 'at:1h' },
    'POST /api/categories': { category: { name: 'Новая', color: 'red' } },
    'PUT /api/categories/[id]': { category: { name: 'Другая', color: 'red' } },
    'POST /api/categories/[id]/move': { up: true },
    'DELETE /api/categories/[id]': { to: 1 },
    'POST /api/profile/timezone': { timezone: 'Asia/Omsk' },
    'POST /api/profile/timezone/answer': { answer: 'move' },
    'PUT /api/profile/settings': { settings: {} },
    'POST /api/profile/tutorial-step': { tutorialStep: 2 },
    'POST /api/profile/import': { name: 'а.ics', content: calendar, apply: true },
    'POST /api/admin/notices': { text: 'а'.repeat(4_000) },
    'POST /api/admin/test-message': { text: 'а' },
    'POST /api/telegram/webhook': { update_id: now, message: { noteId } },
  };
  return bodies[`${method} ${path}`] ?? {};
};

/** What removes the whole account comes last. */
const removes = ({ method, path }: Endpoint): number =>
  method !== 'DELETE' ? 0 : path === '/api/profile/data' ? 2 : 1;

/** One call of every endpoint that there is; what removes comes last. */
function callsOf(stack: Stack, person: Person): { name: string; call: () => Promise<unknown> }[] {
  const { id, reminderId, noteId, token } = person;
  const day = 86_400_000;
  const span = `from=${new Date(Date.now() - 31 * day).toISOString()}&to=${new Date(Date.now() + 30 * day).toISOString()}`;
  const queries: Record<string, string[]> = {
    '/api/health': ['', '?strict'],
    '/api/notifications': ['', '?limit=10', '?limit=10&search=завтра', `?${span}`],
    '/api/notes': ['', '?limit=10', '?limit=10&search=а'],
    '/api/notifications/history': [`?${span}`],
    '/api/profile/history': ['', '?month=2026-11'],
  };
  const secrets: Record<string, string> = {
    '/api/cron/cleanup': CRON_SECRET,
    '/api/cron/deliver': CRON_SECRET,
    '/api/metrics': METRICS_TOKEN,
  };
  return endpoints()
    .toSorted((a, b) => removes(a) - removes(b))
    .flatMap((endpoint) => {
      const { method, path } = endpoint;
      const rowId = path.startsWith('/api/notes') ? noteId : reminderId;
      const address = path.replace('[id]', `${rowId}`).replace('[token]', token);
      return (method === 'GET' ? (queries[path] ?? ['']) : ['']).map((query) => ({
        name: `${method} ${path}${query}`,
        call: async () => {
          const headers = {
            ...json,
            initData: initDataFor({ id }, { token: TOKEN }),
            authorization: `Bearer ${secrets[path] ?? ''}`,
            'x-telegram-bot-api-secret-token': WEBHOOK_SECRET,
          };
          const body = method === 'GET' ? null : bodyOf(id, fieldsOf(endpoint, person));
          const init = { method, headers, body, redirect: 'manual' as const };
          const answer = await fetch(stack.app.url + address + query, init);
          await answer.arrayBuffer();
          expect(answer.status, `${method} ${path}${query}`).not.toBe(500);
        },
      }));
    });
}

/** What is said to the bot: every command that it has, */
const COMMANDS = [
  ...['/start', ...botTexts.commands.map(([name]) => `/${name}`)],
  ...[
    '/find а',
    `/find ${'а\u0301 '.repeat(1_000)}`,
    '/export csv',
    '/export ics',
    '/timezone Омск',
  ],
  ...['что я пропустил', 'покажи список', 'поставь всё на паузу до понедельника'],
];
/** and messages of what it takes apart, over and over. */
const MESSAGES = [
  ...['запиши ', 'запомни, ', 'запиши #а '].map((head) => `${head.repeat(300)}завтра #а`),
  ...['завтра в 9 врач\n', 'в 9 и ещё ', '1,', '#а ', '«', '\u0301', 'http://а.рф '].map((unit) =>
    unit.repeat(4_000 / unit.length),
  ),
];

test('whatever one account at the edge of every quota asks for, nobody else waits 300 ms', async () => {
  test.setTimeout(400_000);
  const { stack, stop } = await startStack({ ticker: 'on' });
  const pid = String(stack.app.process.pid);
  const probe = spawn(
    process.execPath,
    ['--import', 'tsx', 'src/testing/liveness-process.ts', `${stack.app.url}/api/health?live`, pid],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  const longestWait = async () => {
    probe.send('');
    const [wait] = z
      .tuple([z.number()])
      .rest(z.unknown())
      .parse(await once(probe, 'message'));
    return wait;
  };
  let updateId = 1_600_000_000;
  const say = (id: number, text: string) => async () => {
    updateId += 1;
    const from = { id, is_bot: false, first_name: 'Анна' };
    const chat = { id, type: 'private', first_name: 'Анна' };
    const message = {
      message_id: updateId,
      date: Math.floor(Date.now() / 1_000),
      chat,
      from,
      text,
    };
    await fetch(`${stack.app.url}/api/telegram/webhook`, {
      method: 'POST',
      headers: { ...json, 'x-telegram-bot-api-secret-token': WEBHOOK_SECRET },
      body: JSON.stringify({ update_id: updateId, message }),
    });
  };
  try {
    // Somebody with next to nothing calls it all before: routes are loaded when they are first called.
    const first = await member(stack, ADMIN_ID + 1);
    for (const text of COMMANDS) await say(first.id, text)();
    for (const { call } of callsOf(stack, first)) await call();

    const person = await member(stack, ADMIN_ID);
    await fill(stack, person);
    const said = [...COMMANDS, ...MESSAGES].map((text) => ({
      name: text.slice(0, 40),
      call: say(person.id, text),
    }));
    const slow: string[] = [];
    const waitFor = async (call: () => Promise<unknown>) => {
      await call();
      return longestWait();
    };
    await longestWait();
    for (const { name, call } of [...said, ...callsOf(stack, person)]) {
      let wait = await waitFor(call);
      // What only reads, as commands do, costs the same again; a long collection of garbage does not come each time.
      if (wait > WAIT_MAX_MS && /^(GET |\/)/.test(name)) wait = await waitFor(call);
      if (wait > WAIT_MAX_MS) slow.push(`${Math.round(wait)} ms: ${name}`);
    }
    expect(slow).toEqual([]);
  } finally {
    probe.kill();
    await stop();
  }
});
