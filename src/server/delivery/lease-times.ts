import 'server-only';
import { SEND_LIMIT_MS } from '../telegram/time-limits';

/**
 * How long rows that are to be sent are claimed for. After a crash they are claimed again once this has
 * passed; each is longer than a send may take.
 */
export const REMINDER_LEASE_MS = 30_000;
export const NOTICE_LEASE_MS = 30_000;
/** What quiet hours held back, agendas and reviews. */
export const SINGLE_MESSAGE_LEASE_MS = 60_000;

/**
 * Of a lease so much is left when a send begins, or it is given back: even a slow one is settled before
 * somebody else may claim it.
 */
export const REMINDER_LEASE_MARGIN_MS = SEND_LIMIT_MS + 2_000;
export const SINGLE_MESSAGE_LEASE_MARGIN_MS = SEND_LIMIT_MS + 5_000;

/**
 * By how much the clocks of two instances may differ, together with the time that a claim takes to
 * reach the database: without this, the slower one would take a fresh lease for one from the future.
 */
export const CLOCKS_APART_MS = 30_000;
