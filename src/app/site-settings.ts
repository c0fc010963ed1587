import * as limits from '@/core/limits';
import { USUAL_DAY_PARTS } from '@/core/day-parts';
import { simulatorOrigin } from '@/security-headers';
import { env } from '@/server/platform/env';
import { type SiteSettings } from '@/site/page';
import { type LegalFacts } from '@/texts/legal';

const siteFacts = {
  floodIntervals: limits.FLOOD_INTERVALS,
  snoozePresets: limits.SNOOZE_PRESETS,
  evening: USUAL_DAY_PARTS.evening,
  minAge: limits.MIN_AGE,
  inactivityRemovalDays: limits.INACTIVITY_REMOVAL_DAYS,
  inactivityWarningDays: limits.INACTIVITY_WARNING_DAYS,
};

const chatWith = (bot: string | undefined): string | undefined => bot && `https://t.me/${bot}`;

/** This installation's own bot, which in the demo is the chat page. */
function ownBotUrl(): string | undefined {
  const { botUsername, telegramApiRoot, simulated } = env();
  return simulatorOrigin(telegramApiRoot, simulated) ?? chatWith(botUsername);
}

/**
 * What the public pages say about this installation: its limits and its addresses. Visitors are new
 * people: where this cell is full, the bot that they are shown is the next cell's.
 */
export function siteSettings(): SiteSettings {
  const { nextCellBotUsername, contactEmail } = env();
  return { botUrl: chatWith(nextCellBotUsername) ?? ownBotUrl(), contactEmail, facts: siteFacts };
}

/** What the legal pages promise: the numbers that the code goes by. */
export function legalFacts(): LegalFacts {
  const { operatorName, operatorAddress, operatorRegistryNumber, contactEmail } = env();
  const { databaseCountry, encryptedAtRest, backupDays, logDays, transcriber } = env();
  return {
    ...siteFacts,
    ...limits,
    operatorName,
    operatorAddress,
    operatorRegistryNumber,
    contactEmail,
    databaseCountry,
    encryptedAtRest,
    backupDays,
    logDays,
    transcribes: transcriber !== undefined,
  };
}
