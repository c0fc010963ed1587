/**
 * The upgrade from the first migration to the newest, at 1,000,000 reminders and a ledger of 2,000,000 rows,
 * while people and delivery go on: the longest that any of their statements waits, and what is lost.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { z } from 'zod';
import { connect } from '@/server/platform/db/client';
import { migrateDatabase } from '@/server/platform/db/migrations';
import { benchServer } from './database';
import { quantile, report } from './figures';

const USERS = 200_000;
const REMINDERS = 1_000_000;
const LEDGER = 2_000_000;
const CLIENTS = 6;

const server = await benchServer();
const folder = await mkdtemp(path.join(tmpdir(), 'napomnyu-release-before-'));
try {
  await cp('drizzle', folder, { recursive: true });
  const journalFile = path.join(folder, 'meta/_journal.json');
  const journal = z
    .looseObject({ entries: z.array(z.unknown()) })
    .parse(JSON.parse(await readFile(journalFile, 'utf8')));
  const entries = journal.entries.slice(0, 1);
  await writeFile(journalFile, JSON.stringify({ ...journal, entries }));

  const { url } = await server.database('before', async (address) => {
    const before = drizzle(address);
    await migrate(before, { migrationsFolder: folder });
    await before.execute(
      sql`insert into reminder_types (name, position) values ('Напоминание', 0)`,
    );
    await before.execute(
      sql`insert into categories (name, folded, position) values ('Личное', 'личное', 0)`,
    );
    await before.$client.end();
  });
  const { db, close } = connect(url, { silenceMs: 0, max: CLIENTS + 1 });
  await db.execute(sql`
    insert into users (id, first_name) select n, 'Анна' from generate_series(1, ${USERS}::int) as n`);
  await db.execute(sql`
    insert into reminders (user_id, type_id, category_id, text, first_wall_time, time_zone, date_time,
      next_fire_at, live_message_id)
    select 1 + n % ${USERS}::int, (select min(id) from reminder_types), (select min(id) from categories),
      'Полить цветы', '2026-11-20T10:00', 'Europe/Moscow', at, at, case when n % 2 = 0 then n end
    from generate_series(1, ${REMINDERS}::int) as n,
      lateral (select now() + n * interval '30 seconds' as at) as times`);
  await db.execute(sql`
    insert into deliveries (user_id, reminder_id, kind, occurrence_at, scheduled_at, sent_at, outcome)
    select 1 + n % ${USERS}::int, 1 + n % ${REMINDERS}::int, 'first', at, at, at, 'sent'
    from generate_series(1, ${LEDGER}::int) as n, lateral (select now() - n * interval '5 seconds' as at) as times`);

  const waits: number[] = [];
  let [failed, written] = [0, 0];
  const random = (upTo: number) => 1 + Math.floor(Math.random() * upTo);
  const statements: (() => SQL)[] = [
    () => sql`insert into deliveries
      (user_id, reminder_id, kind, occurrence_at, scheduled_at, sent_at, outcome, error_code)
      values (${random(USERS)}, 1, 'first', now(), now(), now(), 'sent', 'bench')`,
    () => sql`update reminders set text = 'Полить все цветы' where id = ${random(REMINDERS)}`,
    () => sql`update users set last_active_at = now() where id = ${random(USERS)}`,
    () =>
      sql`select id, text from reminders where user_id = ${random(USERS)} and deleted_at is null`,
    () => sql`update reminders set lease_token = gen_random_uuid(), lease_until = now() where id in (
      select id from reminders where not nag_due and due_at is not null
        and delivery_state = 'scheduled' and deleted_at is null
      order by due_at limit 20 for update skip locked)`,
  ];
  const stop = new AbortController();
  const client = async () => {
    for (let i = 0; !stop.signal.aborted; i += 1) {
      const statement = statements[i % statements.length];
      if (!statement) continue;
      const began = performance.now();
      try {
        await db.execute(statement());
        if (statement === statements[0]) written += 1;
      } catch {
        failed += 1;
      }
      waits.push(performance.now() - began);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  const began = performance.now();
  await migrateDatabase(url, { tell: (line) => console.log(line) });
  const tookS = Math.round((performance.now() - began) / 1_000);
  stop.abort();
  await Promise.all(clients);

  const countOf = async (what: SQL) =>
    z.tuple([z.object({ count: z.number() })]).parse((await db.execute(what)).rows)[0].count;
  const kept = await countOf(sql`select count(*)::int from deliveries where error_code = 'bench'`);
  const reminders = await countOf(sql`select count(*)::int from reminders`);
  const lost = written - kept + REMINDERS - reminders;
  const longest = quantile(waits, 1);
  report('migrate', [
    {
      figure:
        'upgrade from the first migration at 1,000,000 reminders and 2,000,000 ledger rows: longest wait of a statement beside it',
      target: '≤ 1 s',
      measured: `${(longest / 1_000).toFixed(2)} s (p99.9 ${Math.round(quantile(waits, 0.999))} ms of ${waits.length}; all of it ${tookS} s)`,
      reached: longest <= 1_000,
    },
    {
      figure: 'lost or failed meanwhile',
      target: '0',
      measured: `${lost} lost, ${failed} failed`,
      reached: lost === 0 && failed === 0,
    },
  ]);
  await close();
} finally {
  await rm(folder, { recursive: true });
  await server.drop();
}
