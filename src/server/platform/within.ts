/** The value of a promise if it settles in time, else `late`; leaves no timer behind. */
export async function within<Answer, Late>(
  milliseconds: number,
  answer: Promise<Answer>,
  late: Late,
): Promise<Answer | Late> {
  const { promise: timedOut, resolve } = Promise.withResolvers<Late>();
  const timer = setTimeout(resolve, milliseconds, late);
  try {
    return await Promise.race([answer, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
