import 'server-only';
import { localDateAt } from '@/core/time-zone';
import { botTexts } from '@/texts/bot';
import { countStored, eraseAccount } from '../../account-erase';
import { exportAccount } from '../../account-export';
import { forgetEarlyMessages } from '../../early-messages';
import { button, type Turn } from './turn';

/** Callback data: `erase:yes:<minute of the question>`, `erase:no`. */
export const ERASE_PREFIX = 'erase';
/** A question older than this is no consent any more. */
const CONSENT_MINUTES = 15;
const texts = botTexts.ownData;

const minuteOf = (instant: Date): number => Math.floor(instant.getTime() / 60_000);

/** /export: a JSON file with everything that is stored. Needs no accepted terms: the data are theirs. */
export async function exportData(turn: Turn): Promise<void> {
  const { db, now, account } = turn;
  if (!account) {
    await turn.say(texts.nothingStored);
    return;
  }
  const data = await exportAccount(db, account, now);
  const name = `napomnyu-${localDateAt(now, account.timeZone)}.json`;
  await turn.sendFile(name, JSON.stringify(data, null, 2), texts.exported);
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
