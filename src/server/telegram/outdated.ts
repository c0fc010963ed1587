import { afterCommit } from '../platform/db/after-commit';
import { type Db } from '../platform/db/client';
import { processState } from '../platform/process-state';
import { type EditedMessage } from './send';

/** A draft that was changed elsewhere than on its card, and the card as it is to be by now; null where there is none. */
export interface OutdatedCard {
  userId: number;
  cardNow: (db: Db, now: Date) => Promise<Pick<EditedMessage, 'messageId' | 'message'> | null>;
}
/** A reminder that was changed elsewhere than on its message in the chat; or a draft. */
export type Outdated = { userId: number; reminderId: number } | OutdatedCard;

type Listener = (outdated: Outdated) => void;
const outdatedState = processState<{ listener?: Listener | null }>('outdated', () => ({}));

/**
 * A message in the chat no longer shows how its reminder, or its draft, stands once the transaction is committed.
 * Best effort: presses answer the real state.
 */
export const messageIsOutdated = (db: Db, outdated: Outdated): void =>
  afterCommit(db, () => outdatedState.listener?.(outdated));

/** Sets the listener of the process; null takes it off. */
export const onOutdatedMessage = (listener: Listener | null): void => {
  outdatedState.listener = listener;
};
