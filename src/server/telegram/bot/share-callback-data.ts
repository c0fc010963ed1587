import 'server-only';

/**
 * Callback data about shared reminders: `share:take:<token>` under a card, in whatever chat it stands;
 * `share:open:<reminder id>` and `share:close:<reminder id>` in its owner's.
 */
export const SHARE_PREFIX = 'share';

export const takeData = (token: string): string => `${SHARE_PREFIX}:take:${token}`;
export const ownShareData = (action: 'open' | 'close' | 'refuse', reminderId: number): string =>
  `${SHARE_PREFIX}:${action}:${reminderId}`;
