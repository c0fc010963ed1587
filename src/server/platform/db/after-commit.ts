import 'server-only';
import { log } from '../log';
import { type Db } from './client';
import { safeFault } from './faults';

/** Waits for nothing: what takes time is begun by it, and goes on by itself. */
export type Effect = () => void;

type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0];

/**
 * Has an effect follow the commit of this transaction: once, behind those registered before it, and never where
 * the transaction, or the savepoint that registered it, is rolled back. A fault of it is logged and fails nothing
 * else. Outside a transaction each statement commits by itself, so it follows at once. A process that dies right
 * behind the commit loses it: only what is best effort may stand here.
 */
export function afterCommit(db: Db, effect: Effect): void {
  if (db.effects) db.effects.push(effect);
  else runEffects([effect]);
}

export function runEffects(effects: readonly Effect[]): void {
  for (const effect of effects) {
    try {
      effect();
    } catch (error) {
      log.error({ fault: safeFault(error) }, 'what follows a commit failed');
    }
  }
}

/**
 * Gives the work a transaction that carries a list of effects. The list stands on the object itself, since Next loads
 * this module more than once in one process. A savepoint's effects join those of its transaction once it is released.
 */
export const withEffects =
  <T>(work: (tx: Transaction) => Promise<T>, effects: Effect[]) =>
  (tx: Transaction): Promise<T> => {
    const beginSavepoint = tx.transaction.bind(tx);
    const transaction: Transaction['transaction'] = async (nestedWork) => {
      const nestedEffects: Effect[] = [];
      const result = await beginSavepoint(withEffects(nestedWork, nestedEffects));
      effects.push(...nestedEffects);
      return result;
    };
    return work(Object.assign(tx, { effects, transaction }));
  };
