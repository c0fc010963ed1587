import { type Reminder } from '@/contract/reminder';
import { COUNT_REFRESH_MS, LIST_REFRESH_MS } from '@/core/limits';
import { type RefreshIn } from '../../list/server-rows';

/** What is due comes mostly within this time, else is looked for again and again for a while. */
const COMES_MS = 1_000;
const LOOK_AGAIN_MS = 2_500;
const LATE_MS = 30_000;

/**
 * The list is asked again when something of it is due, ends its pause or comes again, and a few times more until
 * that shows; otherwise after `atMost` milliseconds.
 */
const refreshWithin =
  (atMost: number): RefreshIn<Reminder> =>
  (rows = [], now) => {
    let pause = atMost;
    for (const { completed, waitingSince, ...row } of rows) {
      if (completed) continue;
      for (const moment of [row.dateTime, row.snoozedUntil, row.pausedUntil]) {
        if (moment === null || (waitingSince !== null && moment <= waitingSince)) continue;
        const ahead = Date.parse(moment) + COMES_MS - now;
        if (ahead > -LATE_MS) pause = Math.min(pause, Math.max(ahead, LOOK_AGAIN_MS));
      }
    }
    return pause;
  };

/** While the list is in sight. */
export const refreshList = refreshWithin(LIST_REFRESH_MS);

/** While another screen is, which shows how many wait. */
export const refreshCount = refreshWithin(COUNT_REFRESH_MS);
