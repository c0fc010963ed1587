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
  'Напоминания:': ['reminders'],
  'Вложение напоминания': ['reminders', 'notes', 'drafts'],
  'История напоминания': ['occurrences', 'called_off'],
  'Ваши собственные категории': ['own_categories'],
  'Сообщения о дне': ['day_messages', 'day_plans'],
  'Что отложили тихие часы': ['quiet_digests', 'notice_claims'],
  'Заметки:': ['notes'],
  'Черновики:': ['drafts'],
  'Сообщения, которые вы написали боту до': ['early_messages'],
  'Журнал доставки': ['deliveries', 'chat_messages'],
  'Идентификатор в Telegram того': ['erasures'],
  'Отметка об удалении': [],
  'Отпечаток (хеш) секретной ссылки': ['calendar_links'],
  'Файл, который вы прислали': [],
  'Снимок напоминания': ['shares'],
  'То, что вы набрали после имени бота': ['inline_drafts'],
  'Номера обработанных событий': ['processed_updates'],
  'Время последней активности': ['users'],
  'Счётчики обращений': ['rate_permits', 'pace'],
  'Сколько сообщений за час и за день': ['punctuality'],
};
/** Hold nothing that comes from people. */
const OF_THE_SERVICE = [
  ...['categories', 'reminder_types', 'cron_runs', 'health_writes', 'notices', 'down_minutes'],
  ...['delivery_tally', 'creation_tally', 'tally_cursors'],
];

function dataRows(): readonly (readonly string[])[] {
  const section = privacyDocument(legalFacts()).sections.find(({ id }) => id === 'data');
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
    'Сообщения о дне': limits.DAY_MESSAGE_DAYS,
    'Черновики:': limits.DRAFT_DAYS,
    'Журнал доставки': limits.LEDGER_DAYS,
    'Номера обработанных событий': limits.PROCESSED_UPDATE_DAYS,
    'То, что вы набрали после имени бота': limits.INLINE_DRAFT_DAYS,
    'Сколько сообщений за час и за день': limits.STATUS_DAYS + 1,
  };
  const days = (row: readonly string[]) => /(\d+) дней/.exec(row[2] ?? '')?.[1];
  for (const [begins, period] of Object.entries(periods)) {
    const row = dataRows().find(([data = '']) => data.startsWith(begins)) ?? [];
    expect([begins, days(row)]).toEqual([begins, String(period)]);
  }
  expect(Object.keys(periods)).toHaveLength(dataRows().filter(days).length);
  // Said in other words: «сутки».
  expect(limits.EARLY_MESSAGE_DAYS).toBe(1);
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
