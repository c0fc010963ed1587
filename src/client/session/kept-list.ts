import { type Reminder } from '@/contract/reminder';
import { KEPT_FORM_DAYS } from '@/core/limits';
import { isRecord, rowsOf } from '../wire/response-check';

/*
 * The current reminders as the server last told them wait on this device, by user, for a start without a
 * connection: the first ROWS_MAX of them, KEPT_FORM_DAYS at most, inside Telegram's clients only; the privacy policy says so.
 */
const keyOf = (userId: number | null) => `list:${userId ?? ''}`;
const isList = rowsOf<'reminders', Reminder>('reminders', 'notifications');

const ROWS_MAX = 100;
const isCurrent = ({ completed, repeat }: Reminder) => !completed || repeat;

/** A storage that is closed or full keeps nothing, and breaks nothing. */
export function keepList(userId: number | null, rows: readonly Reminder[]): void {
  try {
    const kept = { at: Date.now(), rows: rows.filter(isCurrent).slice(0, ROWS_MAX) };
    localStorage.setItem(keyOf(userId), JSON.stringify(kept));
  } catch {
    dropList(userId);
  }
}

export function dropList(userId: number | null): void {
  try {
    localStorage.removeItem(keyOf(userId));
  } catch {
    // Then there is none.
  }
}

/** `at`: when it was read, in milliseconds since 1970. */
export function keptList(userId: number | null): { at: number; rows: Reminder[] } | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    if (!isRecord(kept)) return undefined;
    const { at, rows } = kept;
    const isFresh = typeof at === 'number' && Date.now() - at < KEPT_FORM_DAYS * 86_400_000;
    return isFresh && isList(rows) ? { at, rows } : undefined;
  } catch {
    return undefined;
  }
}
