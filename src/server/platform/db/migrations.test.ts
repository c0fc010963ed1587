import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

test('no migration after the first release holds a table for as long as it takes to read it', async () => {
  const names = await readdir(path.resolve('drizzle'));
  const later = names.filter((name) => /^\d{4}_.*\.sql$/.test(name) && name > '0007').sort();
  expect(later.length).toBeGreaterThan(20);
  for (const name of later) {
    const file = await readFile(path.resolve('drizzle', name), 'utf8');
    const made = [...file.matchAll(/create table "(\w+)"/gi)].map(([, table]) => table);
    for (const statement of file.split('--> statement-breakpoint')) {
      const code = statement.replaceAll(/^--.*\n/gm, '').trim();
      const [, table] = /(?: on|(?:alter|create) table) (?:only )?"(\w+)"/i.exec(code) ?? [];
      if (made.includes(table ?? '') || statement.includes('-- Outside a transaction')) continue;
      expect([name, code]).not.toEqual([name, expect.stringMatching(READS_ALL)]);
    }
  }
});

/** Reads or writes all rows under the statement's lock. */
const READS_ALL =
  /^create (unique )?index (?!concurrently)|^(update|delete|insert)\b|add constraint (?!.* not valid)|generated always|set not null|set data type|\btype (?!"public")|default (gen_|nextval|clock_|random)/i;
