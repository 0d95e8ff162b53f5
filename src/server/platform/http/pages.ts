/** The first `size` of rows read with one extra, and the next page's cursor; null after the last page. */
export function pageOf<Row>(rows: readonly Row[], size: number, cursorOf: (last: Row) => string) {
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return { shown, nextCursor: last ? cursorOf(last) : null };
}

/** All rows of a list read in pages of `size`, each starting after the last row: no connection is held in between. */
export async function* everyRow<Row>(
  size: number,
  readAfter: (last: Row | null, size: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let last: Row | null = null;
  do {
    const page: Row[] = await readAfter(last, size);
    yield* page;
    last = page.length < size ? null : (page.at(-1) ?? null);
  } while (last !== null);
}
