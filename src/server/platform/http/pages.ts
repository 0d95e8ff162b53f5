/** The first `size` of rows of which one more was read, and where the next page begins; null after the last. */
export function pageOf<Row>(rows: readonly Row[], size: number, cursorOf: (last: Row) => string) {
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return { shown, nextCursor: last ? cursorOf(last) : null };
}

/** All rows of a list that is read in pages of `size`, each from the last row of the one before: no connection is held. */
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
