import 'server-only';

/**
 * What every change by the user writes beside the new state: whatever delivery holds of the row is
 * void. A send that is under way then finds its lease gone, leaves the row alone and takes its
 * message back out of the chat. A reminder that had failed or was parked gets a fresh start.
 */
export const leaseVoided = {
  deliveryState: 'scheduled',
  leaseToken: null,
  leaseUntil: null,
  notBefore: null,
  attempts: 0,
  lastError: null,
} as const;
