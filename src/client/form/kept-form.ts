import { KEPT_FORM_DAYS } from '@/core/limits';
import { attempt } from '../host/attempt';

/*
 * What is typed in a form and not saved waits on this device, by user, in case the app ends first. The
 * device may be shared, so it waits KEPT_FORM_DAYS at most; the privacy policy says so.
 */
const PREFIX = 'unsaved-';
const KEPT_MS = KEPT_FORM_DAYS * 86_400_000;

export interface KeptForm<V> {
  editId: number | null;
  version?: number | undefined;
  /** Of a new reminder: the note that it reminds of. */
  noteId?: number | undefined;
  values: V;
}

function waiting(key: string): unknown {
  const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
  if (typeof kept !== 'object' || kept === null) return undefined;
  const at: unknown = Reflect.get(kept, 'keptAt');
  const age = typeof at === 'number' ? Date.now() - at : Infinity;
  return age < KEPT_MS ? Reflect.get(kept, 'form') : undefined;
}

export type KeptPlace<V> = ReturnType<typeof keptPlace<V>>;

/** The place of one kind of form; `load` fetches what reads one, or answers null where it cannot be read. */
export function keptPlace<V>(
  name: string,
  load: () => Promise<{ readKept: (form: unknown) => KeptForm<V> | null }>,
) {
  const keyOf = (userId: number | null) => `${PREFIX}${name}:${userId ?? ''}`;
  const drop = (userId: number | null): void =>
    attempt(() => localStorage.removeItem(keyOf(userId)), undefined);
  return {
    keep: (userId: number | null, form: KeptForm<V>): void => {
      const kept = JSON.stringify({ keptAt: Date.now(), form });
      attempt(() => localStorage.setItem(keyOf(userId), kept), undefined);
    },
    drop,
    has: (userId: number | null): boolean =>
      attempt(() => waiting(keyOf(userId)) !== undefined, false),
    /**
     * Null when there is none. It waits on until the form that shows it keeps it in turn; what cannot be
     * read is dropped.
     */
    read: async (userId: number | null): Promise<KeptForm<V> | null> => {
      const form = attempt(() => waiting(keyOf(userId)), undefined);
      // The code that reads it comes over the network; without a connection the form stays kept.
      const shape = form === undefined ? null : await load().catch(() => null);
      if (form !== undefined && !shape) return null;
      const read = shape?.readKept(form) ?? null;
      if (!read) drop(userId);
      return read;
    },
  };
}

const keyOfLine = (userId: number | null) => `${PREFIX}line:${userId ?? ''}`;
/** The line over the list, as it was typed. */
export const keptLine = {
  keep: (userId: number | null, line: string): void =>
    attempt(() => {
      const key = keyOfLine(userId);
      if (line === '') localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify({ keptAt: Date.now(), form: line }));
    }, undefined),
  /** '' where none is kept. */
  read: (userId: number | null): string => {
    const line = attempt(() => waiting(keyOfLine(userId)), undefined);
    return typeof line === 'string' ? line : '';
  },
};

/** Takes away what waits too long, whoever it belongs to. */
export function dropOldForms(): void {
  attempt(() => {
    for (const key of Object.keys(localStorage)) {
      const old = key.startsWith(PREFIX) && attempt(() => waiting(key), undefined) === undefined;
      if (old) localStorage.removeItem(key);
    }
  }, undefined);
}
