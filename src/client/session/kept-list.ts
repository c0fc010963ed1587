import { type Reminder } from '@/contract/reminder';
import { KEPT_FORM_DAYS } from '@/core/limits';
import { attempt } from '../host/attempt';
import { member, parsed } from '../host/bridge';

/*
 * The current reminders as the server last told them wait on this device, by user, for a start without a
 * connection: the first ROWS_MAX of them, KEPT_FORM_DAYS at most, inside Telegram's clients only; the privacy policy says so.
 */
const keyOf = (userId: number | null) => `list:${userId ?? ''}`;

/** To be raised with what a kept row has to hold: a list of another version is dropped. */
const VERSION = 1;
interface KeptList {
  version: number;
  /** When it was read, in milliseconds since 1970. */
  at: number;
  rows: Reminder[];
}
const isKeptList = (value: unknown): value is KeptList => member(value, 'version') === VERSION;

const ROWS_MAX = 100;
const isCurrent = ({ completed, repeat }: Reminder) => !completed || repeat;

/** What cannot be kept is not left as it was before. */
export function keepList(userId: number | null, rows: readonly Reminder[]): void {
  const current = rows.filter(isCurrent).slice(0, ROWS_MAX);
  const kept: KeptList = { version: VERSION, at: Date.now(), rows: current };
  dropList(userId);
  attempt(() => localStorage.setItem(keyOf(userId), JSON.stringify(kept)), undefined);
}

export const dropList = (userId: number | null): void =>
  attempt(() => localStorage.removeItem(keyOf(userId)), undefined);

export function keptList(userId: number | null): KeptList | undefined {
  const kept = parsed(attempt(() => localStorage.getItem(keyOf(userId)), null) ?? 'null');
  if (!isKeptList(kept)) return undefined;
  return Date.now() - kept.at < KEPT_FORM_DAYS * 86_400_000 ? kept : undefined;
}
