import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { testDatabase } from '@/testing/database';

const { db } = testDatabase();

const tables = async () => {
  const { rows } = await db.execute(sql`
    select relname as name, coalesce(reloptions, '{}') as options from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`);
  return new Map(
    z
      .array(z.object({ name: z.string(), options: z.array(z.string()) }))
      .parse(rows)
      .map(({ name, options }) => [name, new Map(options.map((each) => splitOnce(each)))]),
  );
};
const splitOnce = (option: string): [string, number] => {
  const [name = '', value = ''] = option.split('=');
  return [name, Number(value)];
};

test.each([
  { name: 'reminders', rows: 5_000_000, dead: 200_000 },
  { name: 'users', rows: 1_000_000, dead: 200_000 },
  { name: 'deliveries', rows: 20_000_000, dead: 1_000_000 },
])('$name is vacuumed before $dead of its $rows rows are dead', async ({ name, rows, dead }) => {
  const options = (await tables()).get(name);
  const after =
    (options?.get('autovacuum_vacuum_threshold') ?? 50) +
    rows * (options?.get('autovacuum_vacuum_scale_factor') ?? 0.2);
  expect(after).toBeLessThan(dead);
});

test.each(['processed_updates', 'rate_permits', 'drafts', 'notes'])(
  '%s, whose rows come and go all day, is vacuumed after a twentieth',
  async (name) => {
    const scale = (await tables()).get(name)?.get('autovacuum_vacuum_scale_factor');
    expect(scale).toBeLessThanOrEqual(0.05);
  },
);
