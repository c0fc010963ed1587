/** Pages of all rows, in the order of their ids; `read` gives the first of those behind an id. */
export async function* pages<R extends { id: number }>(
  pageSize: number,
  read: (after: number) => PromiseLike<R[]>,
  after = 0,
): AsyncGenerator<R[]> {
  for (let last = after; ;) {
    const rows = await read(last);
    yield rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** All rows one by one, read as `pages`. */
export async function* paged<R extends { id: number }>(
  ...asked: Parameters<typeof pages<R>>
): AsyncGenerator<R> {
  for await (const rows of pages<R>(...asked)) yield* rows;
}
