import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The policy asks people to write nothing about health, so that no example of ours does. The legal pages name
 * health to say so; «Лекарство» is a type of reminder that has an icon.
 */
const HEALTH =
  /таблет|лекарств|витамин|антибиотик|врач|доктор|стоматолог|зубн|терапевт|окулист|психолог|поликлиник|больниц|аптек|давлени|анализ|диагноз|укол|прививк|капли|здоровь|процедур|беремен|💊/giu;
const ALLOWED = new Set([
  ...['src/texts/bot-cards.ts: Лекарств', 'src/texts/bot-cards.ts: 💊'],
  'e2e/glance.spec.ts: Лекарств',
]);

const READ_BY_PEOPLE = [
  ...['src/texts', 'src/site', 'src/client/tutorial'].flatMap((folder) =>
    readdirSync(folder).map((name) => path.join(folder, name)),
  ),
  ...['src/app/opengraph-image.tsx', 'src/app/manifest.ts'],
  // What the pictures and the demo show.
  ...['src/dev/seed-demo.ts', 'src/dev/seed-month.ts', 'e2e/glance.spec.ts', 'README.md'],
].filter((file) => !/\.test\.|legal-(privacy|terms)/.test(file));

test.each(READ_BY_PEOPLE)('%s: no example of ours is about health', (file) => {
  const found = [...readFileSync(file, 'utf8').matchAll(HEALTH)].map(
    ([word]) => `${file}: ${word}`,
  );
  expect(found.filter((each) => !ALLOWED.has(each))).toEqual([]);
});
