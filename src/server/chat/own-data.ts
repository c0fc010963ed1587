import 'server-only';
import { CONSENT_MINUTES } from '@/core/limits';
import { localDateAt } from '@/core/time-zone';
import { botTexts } from '@/texts/bot';
import { forgetEarlyMessages } from '../accounts/before-terms';
import { calendarOf } from '../calendar/feed';
import { AppError, orRefusal } from '../platform/errors';
import { takePersonalPermit } from '../platform/rate-limit';
import { countStored, eraseAccount } from '../retention/erase-account';
import { dataOf } from '../telegram/callback-data';
import { appRow } from '../telegram/message';
import { button, type Turn } from '../telegram/turn';
import { exportAccount } from '../transfer/export';
import { tableOf } from '../transfer/export-table';

const texts = botTexts.ownData;

export const help = (turn: Turn): Promise<unknown> => turn.say(botTexts.help, appRow(turn));

export function app(turn: Turn): Promise<unknown> {
  const row = appRow(turn);
  const { hint, address } = botTexts.app;
  return turn.say(row.length > 0 ? hint : address(turn.settings.appUrl), row);
}

/** «Оставить всё как есть» under a warning. The press itself counts as activity: see `recordVisit`. */
export const pressStay = (turn: Turn): Promise<unknown> =>
  turn.account
    ? turn.show(botTexts.inactivity.stayed, appRow(turn))
    : turn.show(texts.nothingStored);

/**
 * /export: a JSON file with everything that is stored; `/export csv` a table, `/export ics` a calendar of
 * what is to come. Needs no accepted terms: the data are theirs.
 */
export async function exportData(turn: Turn, args = ''): Promise<unknown> {
  const { db, now, account, settings } = turn;
  if (!account) return turn.say(texts.nothingStored);
  const minutes = ({ retryAfter = 60 }: AppError) => Math.ceil(retryAfter / 60);
  const often = await orRefusal(takePersonalPermit(db, 'exports', account.id, now), 'too-many');
  if (often) return turn.say(texts.exportedOften(minutes(often)));
  const name = `napomnyu-${localDateAt(now, account.timeZone)}`;
  const format = args.trim().toLowerCase();
  if (format === 'csv') {
    return turn.sendFile(`${name}.csv`, await tableOf(db, account), texts.exportedTable);
  }
  if (format === 'ics') {
    try {
      const calendar = await calendarOf(db, account.id, { appUrl: settings.appUrl, now });
      await turn.sendFile(`${name}.ics`, Buffer.from(calendar), texts.exportedCalendar);
    } catch (error) {
      if (!(error instanceof AppError) || error.retryAfter === undefined) throw error;
      await turn.say(texts.calendarRefused(minutes(error)));
    }
    return;
  }
  let part = 0;
  const { botToken } = settings;
  for await (const file of exportAccount(db, account, now, { botToken })) {
    part += 1;
    const [suffix, caption] =
      part === 1 ? ['', texts.exported] : [`-${part}`, texts.exportedPart(part)];
    await turn.sendFile(`${name}${suffix}.json`, file, caption);
  }
}

const minuteOf = (instant: Date): number => Math.floor(instant.getTime() / 60_000);

/** /delete: says what would go, and asks. */
export async function askToErase(turn: Turn): Promise<unknown> {
  const { db, now, account, person } = turn;
  if (!account) {
    await forgetEarlyMessages(db, person.id);
    return turn.say(texts.nothingStored);
  }
  return turn.say(texts.askErase(await countStored(db, account.id)), [
    [button(texts.buttons.erase, dataOf('erase', 'yes', minuteOf(now)))],
    [button(texts.buttons.keep, dataOf('erase', 'no'))],
  ]);
}

export async function pressErase(turn: Turn, [action, asked]: string[]): Promise<void> {
  const { db, now, account } = turn;
  if (!account) return turn.show(texts.nothingStored);
  if (action !== 'yes') return turn.show(texts.kept);
  const inTime = minuteOf(now) - Number(asked) <= CONSENT_MINUTES;
  if (!inTime) return turn.show(texts.askedLongAgo);
  const erased = await eraseAccount(db, account.id);
  await turn.show(erased ? texts.erased(erased) : texts.nothingStored);
}
