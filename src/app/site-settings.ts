import {
  DRAFT_DAYS,
  EARLY_MESSAGE_DAYS,
  EARLY_MESSAGES_MAX,
  FLOOD_INTERVALS,
  DAY_MESSAGE_DAYS,
  HISTORY_DAYS,
  GUEST_CARD_DAYS,
  INACTIVITY_REMOVAL_DAYS,
  INLINE_DRAFT_DAYS,
  INLINE_DRAFTS_MAX,
  INACTIVITY_WARNING_DAYS,
  KEPT_FORM_DAYS,
  LEAK_HOURS,
  LEDGER_DAYS,
  MIN_AGE,
  PROCESSED_UPDATE_DAYS,
  REFUSED_DAYS,
  RESTORE_DAYS,
  SNOOZE_PRESETS,
  STATUS_DAYS,
} from '@/core/limits';
import { USUAL_DAY_PARTS } from '@/core/day-parts';
import { simulatorOrigin } from '@/security-headers';
import { env } from '@/server/platform/env';
import { type SiteSettings } from '@/site/page';
import { type LegalFacts } from '@/texts/legal';

const siteFacts = {
  floodIntervals: FLOOD_INTERVALS,
  snoozePresets: SNOOZE_PRESETS,
  evening: USUAL_DAY_PARTS.evening,
  minAge: MIN_AGE,
  inactivityRemovalDays: INACTIVITY_REMOVAL_DAYS,
  inactivityWarningDays: INACTIVITY_WARNING_DAYS,
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
  const { databaseCountry, encryptedAtRest, backupDays, logDays } = env();
  return {
    ...siteFacts,
    refusedDays: REFUSED_DAYS,
    restoreDays: RESTORE_DAYS,
    ledgerDays: LEDGER_DAYS,
    historyDays: HISTORY_DAYS,
    dayMessageDays: DAY_MESSAGE_DAYS,
    processedUpdateDays: PROCESSED_UPDATE_DAYS,
    draftDays: DRAFT_DAYS,
    inlineDraftDays: INLINE_DRAFT_DAYS,
    guestCardDays: GUEST_CARD_DAYS,
    inlineDraftsMax: INLINE_DRAFTS_MAX,
    earlyMessagesMax: EARLY_MESSAGES_MAX,
    earlyMessageDays: EARLY_MESSAGE_DAYS,
    keptFormDays: KEPT_FORM_DAYS,
    statusDays: STATUS_DAYS,
    operatorName,
    operatorAddress,
    operatorRegistryNumber,
    contactEmail,
    databaseCountry,
    encryptedAtRest,
    backupDays,
    logDays,
    leakHours: LEAK_HOURS,
  };
}
