import { existsSync, readFileSync } from 'node:fs';

const PAGE = 'docs/guarantees.md';
const rows = readFileSync(PAGE, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (guarantee|---)/.test(line));

/** Between quotes, as it stands in the file; with «…» only its beginning. */
function holds(source: string, name: string): boolean {
  const begins = name.replace(/…$/, '');
  return [`'`, `"`, '`'].some((quote) =>
    source.includes(quote + begins + (begins === name ? quote : '')),
  );
}

test.each(rows)('the test that holds it is there: %s', (row) => {
  const [, file = '', name = ''] = /`([\w/.-]+\.(?:test|spec)\.tsx?) › (.+)` +\|$/.exec(row) ?? [];
  const found = [`src/${file}`, `e2e/${file}`].find((each) => existsSync(each)) ?? '';
  expect([row, found]).toEqual([row, expect.stringContaining(file || PAGE)]);
  expect(holds(readFileSync(found, 'utf8'), name)).toBe(true);
});

test('no guarantee stands there twice', () => {
  const promises = rows.map((row) => row.split('|')[1]?.trim());
  expect(promises.length).toBeGreaterThan(100);
  expect(new Set(promises).size).toBe(promises.length);
});
