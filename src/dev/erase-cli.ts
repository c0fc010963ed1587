import { findAccount } from '@/server/accounts/accounts';
import { connect } from '@/server/platform/db/client';
import { env } from '@/server/platform/env';
import { countStored, eraseAccount, type StoredCounts } from '@/server/retention/erase-account';
import { end, runCommand } from './command';

/** How it ends, beside 1 for a fault. */
const EXIT = { usage: 2, notFound: 3, unconfirmed: 4 };

/**
 * `npm run erase -- <user id> [--yes]`: what /delete does, for somebody who asks an operator by letter. Without
 * `--yes` it says what would go.
 */
async function main(args: string[]): Promise<void> {
  const isConfirmed = args.includes('--yes');
  const [id, ...more] = args.filter((word) => word !== '--yes');
  if (id === undefined || more.length > 0 || !/^[1-9]\d{0,14}$/.test(id)) {
    end(EXIT.usage, 'Usage: npm run erase -- <user id> [--yes]');
    return;
  }
  const userId = Number(id);
  // The whole environment: an erasure that is not on record would be undone by a backup.
  const { db, close } = connect(env().databaseUrl);
  try {
    if (!isConfirmed && (await findAccount(db, userId))) {
      const stored = wordsOf(await countStored(db, userId));
      end(EXIT.unconfirmed, `This would erase user ${id}: ${stored}. Repeat it with --yes.`);
      return;
    }
    const erased = isConfirmed ? await eraseAccount(db, userId) : undefined;
    if (erased) console.log(`user ${id} is erased: ${wordsOf(erased)}`);
    else end(EXIT.notFound, `There is no user ${id}, or no longer.`);
  } finally {
    await close();
  }
}

const wordsOf = ({ reminders, notes, drafts, deliveries }: StoredCounts): string =>
  `the profile, ${reminders} reminders, ${notes} notes, ${drafts} drafts, ${deliveries} lines of the ledger`;

void runCommand(main);
