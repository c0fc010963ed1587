import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { REMINDER_PREFIX } from '@/server/reminders/item-bot';
import { ABOUT } from '@/server/telegram/callback-data';

/** Words that a file compares with, makes keys of, or chooses among. */
const WORDS =
  /(?:[!=]== |case |ata(?:Of)?\([^()]*|\((?=\[.*(?:includes|as const)))\[?((?:'\w+',? ?)+)/g;

/** Source files of the rooms that answer presses. */
const sources = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join('src/server', file), 'utf8'))
  .filter((source) => /callback-data|readPress/.test(source))
  .map((source) => ({
    source,
    words: [...source.matchAll(WORDS)].flatMap(([, list = '']) => list.match(/\w+/g) ?? []),
  }));

/** The words that a press about this may hold: of every file in which its key is made or heard. */
function wordsOf(name: string): string[] {
  const isAbout = new RegExp(
    `dataOf\\('${name}'|ABOUT\\.${name}\\b|\\b${name}Data\\(|press${name}\\b`,
    'i',
  );
  const own = sources.filter(({ source }) => isAbout.test(source));
  return [...new Set(own.flatMap(({ words }) => words))];
}

/** Callback data of every kind that rooms read, found in their sources; with `#` where an id may stand. */
export function presses(without: readonly string[] = []): string[] {
  const made = Object.entries(ABOUT).flatMap(([name, prefix]) => {
    if (without.includes(prefix)) return [];
    const words = wordsOf(name).flatMap((word) => [
      ...[`${prefix}:#:${word}:list:0:1`, `${prefix}:${word}:#:mihaw4jk`],
    ]);
    return [`${prefix}:#`, `${prefix}:#:zzzzzz:all`, ...words];
  });
  const message = sources.flatMap(({ source, words }) =>
    source.includes('readPress') ? words : [],
  );
  const ofMessages = [...new Set([...message, 'done', 'undo', 'when', 'all', '1h'])].map(
    (word) => `${REMINDER_PREFIX}${word}:#:mihaw4jk`,
  );
  return [...made, ...ofMessages];
}
