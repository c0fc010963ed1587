import { type Reminder } from '@/contract/reminder';
import { KEPT_FORM_DAYS } from '@/core/limits';
import { attempt } from '../host/attempt';
import { isRecord, rowsOf } from '../wire/response-check';

/*
 * The current reminders as the server last told them wait on this device, by user, for a start without a
 * connection: the first ROWS_MAX of them, KEPT_FORM_DAYS at most, inside Telegram's clients only; the privacy policy says so.
 */
const keyOf = (userId: number | null) => `list:${userId ?? ''}`;
const isList = rowsOf<'reminders', Reminder>('reminders', 'notifications');

const ROWS_MAX = 100;
const isCurrent = ({ completed, repeat }: Reminder) => !completed || repeat;

/** What cannot be kept is not left as it was before. */
export function keepList(userId: number | null, rows: readonly Reminder[]): void {
  const kept = { at: Date.now(), rows: rows.filter(isCurrent).slice(0, ROWS_MAX) };
  dropList(userId);
  attempt(() => localStorage.setItem(keyOf(userId), JSON.stringify(kept)), undefined);
}

export const dropList = (userId: number | null): void =>
  attempt(() => localStorage.removeItem(keyOf(userId)), undefined);

/** `at`: when it was read, in milliseconds since 1970. */
export function keptList(userId: number | null): { at: number; rows: Reminder[] } | undefined {
  const kept = attempt<unknown>(
    () => JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null'),
    null,
  );
  if (!isRecord(kept)) return undefined;
  const { at, rows } = kept;
  const isFresh = typeof at === 'number' && Date.now() - at < KEPT_FORM_DAYS * 86_400_000;
  return isFresh && isList(rows) ? { at, rows } : undefined;
}
