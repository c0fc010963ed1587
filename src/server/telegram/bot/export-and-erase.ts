import 'server-only';
import { CONSENT_MINUTES } from '@/core/limits';
import { localDateAt } from '@/core/time-zone';
import { botTexts } from '@/texts/bot';
import { countStored, eraseAccount } from '../../account-erase';
import { exportAccount } from '../../account-export';
import { tableOf } from '../../account-table';
import { forgetEarlyMessages } from '../../before-terms';
import { calendarOf } from '../../calendar-feed';
import { AppError } from '../../errors';
import { takePersonalPermit } from '../../rate-limit';
import { button, type Turn } from './turn';

/** Callback data: `erase:yes:<minute of the question>`, `erase:no`. */
export const ERASE_PREFIX = 'erase';
const texts = botTexts.ownData;

const minuteOf = (instant: Date): number => Math.floor(instant.getTime() / 60_000);

/**
 * /export: a JSON file with everything that is stored; `/export csv` a table, `/export ics` a calendar of
 * what is to come. Needs no accepted terms: the data are theirs.
 */
export async function exportData(turn: Turn, args = ''): Promise<void> {
  const { db, now, account, settings } = turn;
  if (!account) {
    await turn.say(texts.nothingStored);
    return;
  }
  try {
    await takePersonalPermit(db, 'exports', account.id, now);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too-many') throw error;
    await turn.say(texts.exportedOften(Math.ceil((error.retryAfter ?? 60) / 60)));
    return;
  }
  const name = `napomnyu-${localDateAt(now, account.timeZone)}`;
  const format = args.trim().toLowerCase();
  if (format === 'csv') {
    await turn.sendFile(`${name}.csv`, await tableOf(db, account), texts.exportedTable);
    return;
  }
  if (format === 'ics') {
    const { appUrl } = settings;
    try {
      const calendar = await calendarOf(db, account.id, { appUrl, now, forImport: true });
      await turn.sendFile(`${name}.ics`, Buffer.from(calendar), texts.exportedCalendar);
    } catch (error) {
      if (!(error instanceof AppError) || error.retryAfter === undefined) throw error;
      await turn.say(texts.calendarRefused(Math.ceil(error.retryAfter / 60)));
    }
    return;
  }
  let part = 0;
  const { botToken } = settings;
  for await (const file of exportAccount(db, account, now, { botToken })) {
    part += 1;
    const first = part === 1;
    await turn.sendFile(
      `${first ? name : `${name}-${part}`}.json`,
      file,
      first ? texts.exported : texts.exportedPart(part),
    );
  }
}

/** /delete: says what would go, and asks. */
export async function askToErase(turn: Turn): Promise<void> {
  const { db, now, account, person } = turn;
  if (!account) {
    await forgetEarlyMessages(db, person.id);
    await turn.say(texts.nothingStored);
    return;
  }
  await turn.say(texts.askErase(await countStored(db, account.id)), [
    [button(texts.buttons.erase, `${ERASE_PREFIX}:yes:${minuteOf(now)}`)],
    [button(texts.buttons.keep, `${ERASE_PREFIX}:no`)],
  ]);
}

export async function pressErase(turn: Turn, [action, asked]: string[]): Promise<void> {
  const { db, now, account } = turn;
  if (!account) {
    await turn.show(texts.nothingStored);
  } else if (action !== 'yes') {
    await turn.show(texts.kept);
  } else if (minuteOf(now) - Number(asked) <= CONSENT_MINUTES) {
    const erased = await eraseAccount(db, account.id);
    await turn.show(erased ? texts.erased(erased) : texts.nothingStored);
  } else {
    await turn.show(texts.askedLongAgo);
  }
}
