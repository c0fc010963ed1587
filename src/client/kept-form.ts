import { KEPT_FORM_DAYS } from '@/core/limits';
import { type KeptForms } from './kept-form-shapes';

/*
 * What stands in an open form and is not saved yet. It waits on this device, by user, in case the app
 * ends before its user does: stale launch data, a fault, a phone that needs the memory. The device may
 * be shared, so it waits KEPT_FORM_DAYS at most; the privacy policy says so.
 */
const PREFIX = 'unsaved-';
const KEPT_MS = KEPT_FORM_DAYS * 86_400_000;

/** A storage that is closed or full keeps nothing, and breaks nothing. */
function attempt<A>(what: () => A, otherwise: A): A {
  try {
    return what();
  } catch {
    return otherwise;
  }
}

/** What waits under a key, and is not too old for that. */
function waiting(key: string): unknown {
  const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
  if (typeof kept !== 'object' || kept === null) return undefined;
  const at: unknown = Reflect.get(kept, 'keptAt');
  const age = typeof at === 'number' ? Date.now() - at : Infinity;
  return age < KEPT_MS ? Reflect.get(kept, 'form') : undefined;
}

/** The place of one kind of form. */
function place<N extends keyof KeptForms>(name: N) {
  type T = KeptForms[N];
  const keyOf = (userId: number | null) => `${PREFIX}${name}:${userId ?? ''}`;
  const drop = (userId: number | null): void =>
    attempt(() => localStorage.removeItem(keyOf(userId)), undefined);
  return {
    keep: (userId: number | null, form: T): void => {
      const kept = JSON.stringify({ keptAt: Date.now(), form });
      attempt(() => localStorage.setItem(keyOf(userId), kept), undefined);
    },
    drop,
    has: (userId: number | null): boolean =>
      attempt(() => waiting(keyOf(userId)) !== undefined, false),
    /**
     * The kept form, null when there is none. It goes on waiting until the form that shows it has come
     * and keeps it in turn; one that cannot be read is dropped.
     */
    read: async (userId: number | null): Promise<T | null> => {
      const form = attempt(() => waiting(keyOf(userId)), undefined);
      // The code that reads it comes over the network; without a connection the form stays kept.
      const shapes = form === undefined ? null : await loadShapes();
      if (form !== undefined && !shapes) return null;
      const read = shapes?.readKept[name](form) ?? null;
      if (!read) drop(userId);
      return read;
    },
  };
}

const loadShapes = () => import('./kept-form-shapes').catch(() => null);

export const keptReminder = place('reminder');
export const keptNote = place('note');

/** Takes away what waits too long, whoever it belongs to. */
export function dropOldForms(): void {
  attempt(() => {
    for (const key of Object.keys(localStorage)) {
      const old = key.startsWith(PREFIX) && attempt(() => waiting(key), undefined) === undefined;
      if (old) localStorage.removeItem(key);
    }
  }, undefined);
}
