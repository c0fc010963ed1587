import { instantToWallTime } from '@/core/time-zone';
import { connect } from '@/server/platform/db/client';
import { type Told, why } from '@/server/admin/why';
import { end, runCommand } from './command';

/** How it ends, beside 1 for a fault. */
const EXIT = { usage: 2, notFound: 3 };

/**
 * `npm run why -- <user id> [<reminder id>]`: what happened to each message of a person's reminders, by
 * DATABASE_URL. Ids, codes and times only.
 */
async function main(ids: string[]): Promise<void> {
  const [userId, reminderId] = ids.map(Number);
  if (!userId || ids.length > 2 || !ids.every((id) => /^\d{1,15}$/.test(id))) {
    end(EXIT.usage, 'Usage: npm run why -- <user id> [<reminder id>]');
    return;
  }
  const { db, close } = connect(process.env.DATABASE_URL ?? '');
  const told = await why(db, { userId, reminderId, now: new Date() }).finally(close);
  if (!told || (reminderId !== undefined && told.reminders.length === 0)) {
    const what = told ? `reminder ${reminderId} of this user` : `user ${userId}`;
    end(EXIT.notFound, `There is no ${what}, or no longer.`);
    return;
  }
  const { timeZone, unreachableSince } = told.account;
  const at = (instant: Date | null) =>
    instant && `${instant.toISOString()} (${instantToWallTime(instant, timeZone).slice(5)})`;
  console.log(`user ${userId}, times in UTC and (${timeZone})`);
  if (unreachableSince) console.log(`cannot be written to since ${at(unreachableSince)}`);
  for (const { reminderId: id, messages, rests } of told.reminders) {
    console.log(`\nreminder ${id}${rests ? `: nothing more is to come, ${rests}` : ''}`);
    for (const each of messages) {
      const tries = each.failedAttempts > 0 ? `, ${each.failedAttempts} tried in vain` : '';
      console.log(
        `  ${each.kind.padEnd(9)} due ${at(each.scheduledAt)}  ${wordsOf(each, at)}${tries}`,
      );
    }
  }
  if (told.hasMore) console.log('\nOther reminders have news as well: name one to read it.');
}

function wordsOf({ fate }: Told, at: (instant: Date | null) => string | null): string {
  const because = 'because' in fate && fate.because ? `, ${fate.because}` : '';
  if (fate.is === 'sent') {
    const instead = fate.overtook > 0 ? `, instead of ${fate.overtook} before it` : '';
    return `sent ${at(fate.at)}, late by ${fate.lateMs / 1_000} s${because}${instead}`;
  }
  if (fate.is === 'failed') return `given up ${at(fate.at) ?? ''}, ${fate.code}`;
  if (fate.is === 'called-off') return `called off by ${fate.by} ${at(fate.at)}`;
  if (fate.is === 'given-way') return `not sent${because}`;
  return `waits${because}${fate.until ? `, until ${at(fate.until)}` : ''}`;
}

void runCommand(main);
