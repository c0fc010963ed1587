import { KEPT_FORM_DAYS } from '@/core/limits';
import { attempt } from '../host/attempt';
import { member, parsed } from '../host/bridge';

/*
 * What waits on this device, by user: what is typed and not saved, in case the app ends first, and the list. The
 * device may be shared, so it waits KEPT_FORM_DAYS at most; the privacy policy says so.
 */
const KEPT_MS = KEPT_FORM_DAYS * 86_400_000;

/** To be raised with what is kept: whatever was kept in another version is dropped. */
const VERSION = 4;

interface Kept<Value> {
  version: number;
  /** In milliseconds since 1970. */
  keptAt: number;
  value: Value;
}

function isStillGood<Value>(kept: unknown): kept is Kept<Value> {
  const at = member(kept, 'keptAt');
  const age = typeof at === 'number' ? Date.now() - at : Infinity;
  return age < KEPT_MS && member(kept, 'version') === VERSION;
}

const entryOf = (key: string): unknown =>
  parsed(attempt(() => localStorage.getItem(key), null) ?? 'null');

/** The list as it was shown last, which the next start shows at once. */
export const LIST = 'list';

/** What is typed: unlike the list it is nowhere else, and shows only where it was typed. */
const UNSAVED = 'unsaved-';

const userSuffix = (userId: number | null): string => `:${userId ?? ''}`;

export type KeptPlace<Value> = ReturnType<typeof keptPlace<Value>>;
export const unsavedPlace = <Value>(name: string) => keptPlace<Value>(UNSAVED + name);

/** The place of one kind of what is kept. A device that stores nothing costs what would be kept, and nothing else. */
export function keptPlace<Value>(name: string) {
  const keyOf = (userId: number | null) => name + userSuffix(userId);
  const drop = (userId: number | null): void =>
    attempt(() => localStorage.removeItem(keyOf(userId)), undefined);
  return {
    keep: (userId: number | null, value: Value): void => {
      const kept: Kept<Value> = { version: VERSION, keptAt: Date.now(), value };
      attempt(() => localStorage.setItem(keyOf(userId), JSON.stringify(kept)), undefined);
    },
    drop,
    has: (userId: number | null): boolean => isStillGood(entryOf(keyOf(userId))),
    /** Null when there is none. It waits on until it is kept anew or dropped; what is no longer good is dropped. */
    read: (userId: number | null): Value | null => {
      const kept = entryOf(keyOf(userId));
      if (isStillGood<Value>(kept)) return kept.value;
      drop(userId);
      return null;
    },
  };
}

/** The line over the list, as it was typed; an empty one is not kept. */
export const keptLine = unsavedPlace<string>('line');

const dropWhere = (isOver: (key: string) => boolean): void =>
  attempt(() => {
    for (const key of Object.keys(localStorage)) {
      if (isOver(key)) localStorage.removeItem(key);
    }
  }, undefined);

/** Takes away whatever waits here of somebody who leaves. */
export const dropKeptOf = (userId: number | null): void =>
  dropWhere((key) => key.endsWith(userSuffix(userId)));

const isOurs = (key: string): boolean => key.startsWith(UNSAVED) || key.startsWith(`${LIST}:`);

/** Takes away what is kept here for too long, whoever it belongs to. */
export const dropWhatIsKeptTooLong = (): void =>
  dropWhere((key) => isOurs(key) && !isStillGood(entryOf(key)));
