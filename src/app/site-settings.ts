import {
  FLOOD_INTERVALS,
  INACTIVITY_REMOVAL_DAYS,
  INACTIVITY_WARNING_DAYS,
  MIN_AGE,
} from '@/core/limits';
import { simulatorOrigin } from '@/security-headers';
import { env } from '@/server/env';
import { type SiteSettings } from '@/site/landing';

/** What the public pages say about this installation: its limits and its addresses. */
export function siteSettings(): SiteSettings {
  const { botUsername, contactEmail, telegramApiRoot } = env();
  const telegram = botUsername === undefined ? undefined : `https://t.me/${botUsername}`;
  return {
    botUrl: simulatorOrigin(telegramApiRoot) ?? telegram,
    contactEmail,
    facts: {
      floodIntervals: FLOOD_INTERVALS,
      minAge: MIN_AGE,
      inactivityRemovalDays: INACTIVITY_REMOVAL_DAYS,
      inactivityWarningDays: INACTIVITY_WARNING_DAYS,
    },
  };
}
