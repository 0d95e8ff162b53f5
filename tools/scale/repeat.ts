/** Runs `work` for 0 to `count - 1`, at most `most` at a time. */
export async function repeat(
  count: number,
  most: number,
  work: (n: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const n = next;
      next += 1;
      await work(n);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, count) }, lane));
}
