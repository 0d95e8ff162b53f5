/** Resolves when all promises have settled, at the latest after `ms`; leaves no timer behind. */
export async function settledWithin(ms: number, promises: Iterable<Promise<unknown>>): Promise<void> {
  const { promise: timedOut, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, ms, undefined);
  await Promise.race([Promise.allSettled(promises), timedOut]);
  clearTimeout(timer);
}
