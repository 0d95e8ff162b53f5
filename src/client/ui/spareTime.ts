/** How long a screen is left to itself before anything is done ahead, in milliseconds. */
const rest = 1500;

/** Where browsers do not say when they are idle, the next task is as good. */
const whenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: 2000 });
  else setTimeout(task, 0);
};

/**
 * Does things ahead, one after the other, once the screen has been there for a while: a tap never waits for more than
 * one of them.
 *
 * @returns a function that leaves undone what has not begun
 */
export function inSpareTime(tasks: readonly (() => void)[]): () => void {
  let left = [...tasks];
  const next = (): void => {
    const task = left.shift();
    if (!task) return;
    task();
    whenIdle(next);
  };
  const timer = setTimeout(() => whenIdle(next), rest);
  return () => {
    clearTimeout(timer);
    left = [];
  };
}
