import 'server-only';
import { botTexts } from '@/texts/bot';
import { appRow } from './onboarding';
import { type Turn } from './turn';

/* Commands and presses whose answer is fixed; they store nothing themselves. */

export async function help(turn: Turn): Promise<void> {
  await turn.say(botTexts.help, appRow(turn));
}

export async function app(turn: Turn): Promise<void> {
  const row = appRow(turn);
  await turn.say(
    row.length > 0 ? botTexts.app.hint : botTexts.app.address(turn.settings.appUrl),
    row,
  );
}

/**
 * «Оставить всё как есть» under a warning. The press itself counts as activity: see `recordVisit`.
 */
export async function pressStay(turn: Turn): Promise<void> {
  if (turn.account) await turn.show(botTexts.inactivity.stayed, appRow(turn));
  else await turn.show(botTexts.ownData.nothingStored);
}
