import {
  DRAFT_DAYS,
  FLOOD_INTERVALS,
  INACTIVITY_REMOVAL_DAYS,
  INACTIVITY_WARNING_DAYS,
  KEPT_FORM_DAYS,
  LEDGER_DAYS,
  MIN_AGE,
  PROCESSED_UPDATE_DAYS,
  RESTORE_DAYS,
} from '@/core/limits';
import { simulatorOrigin } from '@/security-headers';
import { env } from '@/server/env';
import { type SiteSettings } from '@/site/landing';
import { type LegalFacts } from '@/texts/legal';

const siteFacts = {
  floodIntervals: FLOOD_INTERVALS,
  minAge: MIN_AGE,
  inactivityRemovalDays: INACTIVITY_REMOVAL_DAYS,
  inactivityWarningDays: INACTIVITY_WARNING_DAYS,
};

/** What the public pages say about this installation: its limits and its addresses. */
export function siteSettings(): SiteSettings {
  const { botUsername, contactEmail, telegramApiRoot, simulated } = env();
  const telegram = botUsername === undefined ? undefined : `https://t.me/${botUsername}`;
  return {
    botUrl: simulatorOrigin(telegramApiRoot, simulated) ?? telegram,
    contactEmail,
    facts: siteFacts,
  };
}

/** What the legal pages promise: the numbers that the code goes by. */
export function legalFacts(): LegalFacts {
  const { botUrl, contactEmail } = siteSettings();
  return {
    ...siteFacts,
    restoreDays: RESTORE_DAYS,
    ledgerDays: LEDGER_DAYS,
    processedUpdateDays: PROCESSED_UPDATE_DAYS,
    draftDays: DRAFT_DAYS,
    keptFormDays: KEPT_FORM_DAYS,
    operatorName: env().operatorName,
    contactEmail,
    botUrl,
  };
}
