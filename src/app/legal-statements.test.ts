import { readFileSync } from 'node:fs';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as limits from '@/core/limits';
import * as schema from '@/server/platform/db/schema';
import { TEST_ENV } from '@/testing/test-env';
import { privacyDocument } from '@/texts/legal-privacy';
import { termsDocument } from '@/texts/legal-terms';
import { privacy, questions } from '@/texts/site';
import { legalFacts, siteSettings } from './site-settings';

beforeAll(() => {
  Object.assign(process.env, TEST_ENV, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
});

/**
 * Where the data of each row of the policy's table lie, by how the row begins. A row without tables is about
 * nothing that is stored.
 */
const STORED: Record<string, readonly string[]> = {
  'Идентификатор в Telegram, имя': ['users'],
  'Подтверждение возраста': ['users'],
  'Часовой пояс': ['users'],
  'Настройки:': ['users'],
  'Напоминания:': ['reminders', 'acts'],
  'Вложение напоминания': ['reminders', 'notes', 'drafts'],
  'История напоминания': ['occurrences', 'called_off'],
  'Ваши собственные категории': ['categories'],
  'План и итоги дня': ['day_messages', 'day_plans'],
  'Что отложили тихие часы': ['quiet_digests', 'notice_recipients'],
  'Заметки:': ['notes'],
  'Черновики:': ['drafts'],
  'Сообщения, которые вы написали боту до': ['early_messages'],
  'Журнал доставки': ['deliveries', 'chat_messages'],
  'Идентификатор в Telegram того': ['erasures'],
  'Отметка об удалении': [],
  'Отпечаток (хеш) секретной ссылки': ['calendar_links'],
  'Файл, который вы прислали': [],
  'Голосовое сообщение': [],
  'Снимок напоминания': ['shares'],
  'Общее напоминание:': ['joints', 'joint_members'],
  'От кого вы не принимаете': ['refused_people'],
  'То, что вы набрали после имени бота': ['inline_drafts'],
  'Обращение к боту в другом чате': ['guest_calls'],
  'Номера обработанных событий': ['processed_updates'],
  'Время последней активности': ['users'],
  'Счётчики обращений': ['rate_permits', 'pace'],
  'Данные других людей': ['reminders', 'notes', 'drafts'],
  'Журнал сервера': [],
  'Сколько сообщений за четверть часа и за день': ['delivery_sums'],
};
/** Hold nothing that comes from people. */
const OF_THE_SERVICE = [
  ...['reminder_types', 'cron_runs', 'health_writes', 'notices', 'down_minutes'],
  ...['creation_tally', 'tally_cursors'],
];

/** Of an installation that writes voices down, whose policy has the most to say. */
const ofTranscribing = () => ({ ...legalFacts(), transcribes: true });

function dataRows(facts = ofTranscribing()): readonly (readonly string[])[] {
  const section = privacyDocument(facts).sections.find(({ id }) => id === 'data');
  const table = section?.blocks.find((block) => typeof block === 'object' && 'rows' in block);
  if (!table || !('rows' in table)) throw new Error('no table of data');
  return table.rows;
}
const text = () => JSON.stringify([privacyDocument(legalFacts()), termsDocument(legalFacts())]);

test('«Что мы храним»: every table stands in a row, every row in tables that there are', () => {
  const rows = dataRows().map(([data = '']) => data);
  const known = Object.keys(STORED);
  expect(rows.filter((row) => !known.some((begins) => row.startsWith(begins)))).toEqual([]);
  expect(known.filter((begins) => !rows.some((row) => row.startsWith(begins)))).toEqual([]);
  const tables = Object.values(schema).flatMap((each: unknown) =>
    is(each, PgTable) ? [getTableName(each)] : [],
  );
  const told = new Set([...Object.values(STORED).flat(), ...OF_THE_SERVICE]);
  expect([...told].toSorted()).toEqual(tables.toSorted());
});

test('«Как долго»: each period is the one that the clean-up goes by', () => {
  const periods: Record<string, number> = {
    'Напоминания:': limits.RESTORE_DAYS,
    'Заметки:': limits.RESTORE_DAYS,
    'История напоминания': limits.HISTORY_DAYS,
    'План и итоги дня': limits.DAY_MESSAGE_DAYS,
    'Черновики:': limits.DRAFT_DAYS,
    'Журнал доставки': limits.LEDGER_DAYS,
    'Номера обработанных событий': limits.PROCESSED_UPDATE_DAYS,
    'То, что вы набрали после имени бота': limits.INLINE_DRAFT_DAYS,
    'Обращение к боту в другом чате': limits.GUEST_CARD_DAYS,
    'Сколько сообщений за четверть часа и за день': limits.STATUS_DAYS + 1,
    'Сообщения, которые вы написали боту до': limits.EARLY_MESSAGE_DAYS,
    'Данные других людей': limits.RESTORE_DAYS,
    // What retention/erase-account and retention/run keep of these until the next run.
    ...{ 'Идентификатор в Telegram того': 1, 'Счётчики обращений': 1 },
    // Said by the operator: BACKUP_DAYS and LOG_DAYS.
    ...{ 'Отметка об удалении': 21, 'Журнал сервера': 14 },
  };
  const facts = { ...legalFacts(), backupDays: 21, logDays: 14 };
  const rows = dataRows(facts);
  const days = (row: readonly string[]) => /(\d+) (?:день|дня|дней)/.exec(row[2] ?? '')?.[1];
  for (const [begins, period] of Object.entries(periods)) {
    const row = rows.find(([data = '']) => data.startsWith(begins)) ?? [];
    expect([begins, days(row)]).toEqual([begins, String(period)]);
  }
  // All others end by what their person does, or at once.
  const byAct =
    /^(Пока вы пользуетесь|Пока вы (их )?не |Пока оно не придёт|Столько же|Не хранится)/;
  for (const [data = '', , howLong = ''] of rows.filter((row) => !days(row))) {
    expect(`${data}: ${byAct.exec(howLong)?.[0] ?? howLong}`).toMatch(
      /: (Пока|Столько|Не хранится)/,
    );
    expect(howLong).not.toMatch(/сут|недел|месяц|час/);
  }
  expect(Object.keys(periods)).toHaveLength(rows.filter(days).length);
  for (const [, said] of JSON.stringify(privacyDocument(facts)).matchAll(/(\d+) часов/g)) {
    expect(Object.values(limits.LEAK_HOURS).map(String)).toContain(said);
  }
  expect(limits.CHAT_MESSAGE_DAYS).toBe(limits.LEDGER_DAYS);
});

test('«удаляются примерно через 90 дней», «вам должно быть не меньше 18 лет»: landing, terms and policy say the same', () => {
  const said = JSON.stringify([
    privacy(siteSettings().facts),
    questions(siteSettings().facts),
    text(),
  ]);
  for (const [, days] of said.matchAll(/через (?:те же )?(\d+) дней/g)) {
    expect([limits.INACTIVITY_REMOVAL_DAYS, 7]).toContain(Number(days));
  }
  expect(text()).toContain(`не меньше ${limits.MIN_AGE} лет`);
});

test('an installation that has said nothing of itself claims nothing', () => {
  expect(legalFacts()).toMatchObject({ operatorAddress: undefined, encryptedAtRest: undefined });
  expect(text()).toContain('не называет оператора');
});

/** What the pages say of the service's behaviour, and the test that holds the code to it. */
const HELD: readonly (readonly [said: string, file: string, test: string])[] = [
  [
    'Пока человек не согласился участвовать, бот ничего ему не пишет',
    'src/server/sharing/joint-walk.parts.test.ts',
    'whatever three people do, their views agree, one «Готово» counts, and nobody hears a thing unasked',
  ],
  [
    'напоминание остаётся у тех, кто согласился',
    'src/server/sharing/joint-bot.test.ts',
    'when the owner erases everything, the earliest of the others goes on with it',
  ],
  [
    'Нажимая кнопку, вы подтверждаете, что вам есть 18 лет, принимаете соглашение и прочитали политику',
    'src/server/chat/onboarding.test.ts',
    'the greeting asks for the agreement and for no consent',
  ],
  [
    'напоминания, которые у вас уже есть, приходят как прежде',
    'src/server/chat/onboarding.test.ts',
    'until a new edition is accepted the app and commands wait, and reminders that exist ring on',
  ],
  [
    'данные удалятся через 7 дней после отказа',
    'src/server/retention/cleanup.test.ts',
    'who refused the terms and did not accept them within the week leaves nothing',
  ],
  [
    'а если Telegram вам недоступен, то письмом',
    'src/dev/erase-cli.parts.test.ts',
    'a person goes only when it is confirmed',
  ],
  [
    'бот сразу сотрёт профиль, напоминания, заметки',
    'src/server/transfer/account.test.ts',
    '/delete leaves nothing of it',
  ],
  [
    'бот пришлёт файл с тем, что хранится о вас',
    'src/server/transfer/account.test.ts',
    'all that is stored of an account stands in its export',
  ],
  [
    'пока Telegram не примет предупреждение, ничего не удаляется',
    'src/server/retention/cleanup.test.ts',
    'is never erased without a warning, nor sooner than promised in it',
  ],
  [
    'данные удаляются без предупреждения',
    'src/server/retention/cleanup.test.ts',
    'who blocked the bot is not warned, and erased in the end all the same',
  ],
  [
    'то, на что вы не ответили, потом становится заметкой',
    'src/server/retention/cleanup.test.ts',
    'what nobody has answered in its time becomes a note',
  ],
  [
    'удалённые аккаунты удаляются из неё снова',
    'src/server/retention/after-restore.parts.test.ts',
    'whoever was erased since is erased again',
  ],
  [
    'Тексты напоминаний и заметок панель администратора не показывает',
    'src/server/admin/admin.test.ts',
    'tell of users, reminders, failures and the database, and never a text',
  ],
  [
    'тексты, ключи и данные входа не попадают в журналы сервера',
    'src/server/platform/log.test.ts',
    'of a fault names nothing of its message',
  ],
  [
    'Отпечаток (хеш) секретной ссылки',
    'src/server/calendar/calendar.test.ts',
    'the token is stored as a hash only, and stands in no log line, metric or answer',
  ],
  [
    'пока вы её не отзовёте',
    'src/server/calendar/calendar.test.ts',
    'a link that was revoked, replaced, or belongs to somebody erased is 404',
  ],
  [
    'Закрытая ссылка больше ничего не показывает',
    'src/server/sharing/share.test.ts',
    'shared once more it has the same link; closed, another one',
  ],
  [
    'проверяется подпись Telegram, и каждый видит только свои записи',
    'src/server/accounts/access.test.ts',
    'another user’s id is as unknown as one that never was',
  ],
  [
    'Столько же, сколько само напоминание, заметка или черновик',
    'src/server/retention/cleanup.test.ts',
    'what is attached goes with it',
  ],
  [
    'Сколько сообщений за четверть часа и за день ушло вовремя',
    'src/server/outbox/health.test.ts',
    'page and ledger are equal, whatever stands in the ledger',
  ],
  [
    'если случится утечка',
    'src/server/admin/admin.test.ts',
    'a notice is drafted, previewed in one’s own chat, started',
  ],
  [
    'с пометкой «с опозданием»',
    'src/server/outbox/tick.test.ts',
    '403: all reminders of the user wait, other users are served, and /start brings them late',
  ],
  [
    'обычно в первую её секунду',
    'src/server/outbox/health.test.ts',
    'page and ledger are equal, whatever stands in the ledger',
  ],
];

test.each(HELD)('«%s» is held by a test', (said, file, named) => {
  const pages = [text(), JSON.stringify(questions(siteSettings().facts))].join(' ').toLowerCase();
  expect(pages).toContain(said.toLowerCase());
  expect(readFileSync(file, 'utf8')).toContain(named);
});
