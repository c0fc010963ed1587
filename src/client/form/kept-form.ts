import { KEPT_FORM_DAYS } from '@/core/limits';
import { attempt } from '../host/attempt';
import { member, parsed } from '../host/bridge';

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
  const kept = parsed(localStorage.getItem(key) ?? 'null');
  const at = member(kept, 'keptAt');
  const age = typeof at === 'number' ? Date.now() - at : Infinity;
  return age < KEPT_MS ? member(kept, 'form') : undefined;
}

/** To be raised with what a field of a form holds: a form of another version is dropped. */
const VERSION = 1;

export type KeptPlace<V> = ReturnType<typeof keptPlace<V>>;

/** The place of one kind of form. */
export function keptPlace<V>(name: string) {
  const keyOf = (userId: number | null) => `${PREFIX}${name}:${userId ?? ''}`;
  const isOfThisVersion = (kept: unknown): kept is { form: KeptForm<V> } =>
    member(kept, 'version') === VERSION;
  const drop = (userId: number | null): void =>
    attempt(() => localStorage.removeItem(keyOf(userId)), undefined);
  return {
    keep: (userId: number | null, form: KeptForm<V>): void => {
      const kept = JSON.stringify({ keptAt: Date.now(), form: { version: VERSION, form } });
      attempt(() => localStorage.setItem(keyOf(userId), kept), undefined);
    },
    drop,
    has: (userId: number | null): boolean =>
      attempt(() => waiting(keyOf(userId)) !== undefined, false),
    /**
     * Null when there is none. It waits on until the form that shows it keeps it in turn; what cannot be
     * read is dropped.
     */
    read: (userId: number | null): KeptForm<V> | null => {
      const kept = attempt(() => waiting(keyOf(userId)), undefined);
      if (isOfThisVersion(kept)) return kept.form;
      drop(userId);
      return null;
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
