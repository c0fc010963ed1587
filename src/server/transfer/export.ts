import 'server-only';
import { eq } from 'drizzle-orm';
import { type Account } from '../accounts/accounts';
import { settingsOf } from '../accounts/settings';
import { type Db } from '../platform/db/client';
import { loadReference } from '../platform/db/reference';
import { calendarLinks } from '../platform/db/schema';
import { sections } from './export-sections';

/** An import knows an export by this word, whose number rises with the format. */
export const EXPORT_FORMAT = 'napomnyu-export-1';

/** The bytes of one file at most: Telegram takes 50 MB of a bot. */
const FILE_MAX_BYTES = 45_000_000;

/**
 * Makes the JSON files of what is stored of a person, with names in place of our own ids, one after another and
 * each complete in itself; it is one file but for the fullest accounts. Left out is what serves the work alone:
 * numbers of messages, versions and counts of attempts, codes of failed sends, turns of the chat, what the bot waits for as the next
 * answer, Telegram ids of others, since when the bot can write to them again, the state that takes the latest act back but for
 * its text, the type of a shared reminder, calls from other chats of which nothing was shared, and the older
 * entries of a long delivery ledger.
 */
export async function* exportAccount(
  db: Db,
  account: Account,
  now: Date,
  { fileMaxBytes = FILE_MAX_BYTES, botToken }: { fileMaxBytes?: number; botToken: string },
): AsyncGenerator<Buffer> {
  const { id, chatFreeAt, chatSilentUntil, reachableSince, ...known } = account;
  const { expects, expectsReminderId, expectsUntil, settings, ...profile } = known;
  const { categoryId, ...own } = settingsOf(settings);
  const reference = await loadReference(db, account.id);
  const category = reference.category(categoryId ?? 0)?.name ?? null;
  const [link] = await db.select().from(calendarLinks).where(eq(calendarLinks.userId, id));
  const head = {
    format: EXPORT_FORMAT,
    /** In the chat with which what is attached can be found again. */
    bot: botToken.split(':')[0],
    exportedAt: now,
    profile: { telegramId: id, ...profile, settings: { ...own, category } },
    /** The user's own ones, in their order. */
    categories: reference.categories.flatMap(({ name, color }) =>
      color === undefined ? [] : { name, color },
    ),
    /** Its address is not stored. */
    calendarLinkCreatedAt: link?.createdAt ?? null,
    calendarLinkWithAlarms: link?.withAlarms ?? null,
  };
  const source = { db, userId: id, reference, botToken };
  const noRows = () => new Map(Object.keys(sections).map((name): [string, Buffer[]] => [name, []]));
  let written = noRows();
  let bytes = 0;
  for (const [section, rows] of Object.entries(sections)) {
    for await (const row of rows(source)) {
      // Encoded row by row: all at once the largest file would hold everybody else up.
      const encoded = Buffer.from(JSON.stringify(row));
      if (bytes > 0 && bytes + encoded.length > fileMaxBytes) {
        yield fileOf(head, written);
        written = noRows();
        bytes = 0;
      }
      written.get(section)?.push(encoded);
      bytes += encoded.length + BETWEEN.length;
    }
  }
  yield fileOf(head, written);
}

const BETWEEN = Buffer.from(',\n');

function fileOf(head: object, sections: ReadonlyMap<string, readonly Buffer[]>): Buffer {
  const beginning = JSON.stringify(head, null, 2).replace(/\n\}$/, '');
  const written = [...sections].flatMap(([section, rows]) => [
    Buffer.from(`,\n"${section}": [\n`),
    ...rows.flatMap((row, at) => (at > 0 ? [BETWEEN, row] : row)),
    Buffer.from('\n]'),
  ]);
  return Buffer.concat([Buffer.from(beginning), ...written, Buffer.from('\n}\n')]);
}
