import { type Reminder } from '@/contract/reminder';
import { keptPlace, LIST } from './kept-place';

const ROWS_MAX = 100;
const isCurrent = ({ completed, repeat }: Reminder) => !completed || repeat;

/**
 * The current reminders as the server last told them, for a start without a connection: the first ROWS_MAX of them,
 * inside Telegram's clients only; the privacy policy says so. `at`: when they were read, in milliseconds since 1970.
 */
export const keptList = keptPlace<{ at: number; rows: Reminder[] }>(LIST);

/** What cannot be kept is not left as it was before. */
export function keepList(userId: number | null, rows: readonly Reminder[]): void {
  keptList.drop(userId);
  keptList.keep(userId, { at: Date.now(), rows: rows.filter(isCurrent).slice(0, ROWS_MAX) });
}
