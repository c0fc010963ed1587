/** What became of rows since a test gave them: another state, or null for a deleted one. */
export type Since<R> = Map<number, R | null>;

/** The rows as they are by now, with those that were made meanwhile. */
export function presentOf<R extends { id: number }>(given: readonly R[], since: Since<R>): R[] {
  const rows = new Map<number, R | null>([...given.map((row) => [row.id, row] as const), ...since]);
  return [...rows.values()].filter((row) => row !== null);
}

export const deletedOf = <R extends { id: number }>(
  given: readonly R[],
  since: Since<R>,
  textOf: (row: R) => string,
) =>
  given
    .filter(({ id }) => since.get(id) === null)
    .map((row) => ({ id: row.id, text: textOf(row) }));

export function kept<R extends { id: number }>(since: Since<R>, row: R): R {
  since.set(row.id, row);
  return row;
}

/** `row` with what was sent of the fields that such rows have on the wire. */
export function saved<R extends object>(row: R, sent: unknown, { shape }: { shape: object }): R {
  const given = Object.entries(typeof sent === 'object' && sent ? sent : {});
  return { ...row, ...Object.fromEntries(given.filter(([key]) => key in shape)) };
}
