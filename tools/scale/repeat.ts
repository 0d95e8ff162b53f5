/** Runs `work` for 0 to `count - 1`, at most `most` at a time, until `signal` says to stop. */
export async function repeat(
  count: number,
  most: number,
  signal: AbortSignal,
  work: (n: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      signal.throwIfAborted();
      const n = next;
      next += 1;
      await work(n);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, count) }, lane));
}
