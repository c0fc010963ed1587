/** Items in rows of `size`, as a keyboard has its buttons. */
export const inRows = <T>(items: readonly T[], size: number): T[][] =>
  items.length === 0 ? [] : [items.slice(0, size), ...inRows(items.slice(size), size)];
