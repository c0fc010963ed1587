/** From these widths on lists have two columns, and three (list.module.css). */
export const TWO_COLUMNS_PX = 600;
export const THREE_COLUMNS_PX = 960;

export const isWide = (fromPx: number): boolean =>
  window.matchMedia(`(min-width: ${fromPx}px)`).matches;

/** So many pages fill a window. `pageHeightPx`: the least height of a page's rows one below the other. */
function pagesInWindow(pageHeightPx: number): number {
  const columns = 1 + [TWO_COLUMNS_PX, THREE_COLUMNS_PX].filter(isWide).length;
  return Math.ceil(window.innerHeight / pageHeightPx) * columns;
}
/** Cards that stand apart are higher than rows. */
export const reminderPages = () => pagesInWindow(isWide(TWO_COLUMNS_PX) ? 380 : 260);
export const notePages = () => pagesInWindow(520);
