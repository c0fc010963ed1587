/** From these widths on lists have two columns, and three (list.module.css). */
export const TWO_COLUMNS_PX = 600;
export const THREE_COLUMNS_PX = 960;

export const isWide = (fromPx: number): boolean =>
  window.matchMedia(`(min-width: ${fromPx}px)`).matches;

/** What stands over a list takes at least so much. */
const ABOVE_PX = 150;

/**
 * So many pages fill a window; where they leave room after all, the list takes more of them (card-list.tsx).
 * `pageHeightPx`: the usual height of a page's rows one below the other.
 */
function pagesInWindow(pageHeightPx: number): number {
  const columns = 1 + [TWO_COLUMNS_PX, THREE_COLUMNS_PX].filter(isWide).length;
  return Math.ceil(
    ((Math.max(ABOVE_PX + 1, window.innerHeight) - ABOVE_PX) * columns) / pageHeightPx,
  );
}
/** Cards that stand apart are higher than rows. */
export const reminderPages = () => pagesInWindow(isWide(TWO_COLUMNS_PX) ? 335 : 260);
export const notePages = () => pagesInWindow(730);
