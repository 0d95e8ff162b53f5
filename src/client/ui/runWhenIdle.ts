/** Milliseconds between opening a screen and the first task. */
const startDelay = 1500;

/** Safari has no `requestIdleCallback`. */
const whenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: 2000 });
  else setTimeout(task, 0);
};

/**
 * Runs one task per idle period, so that a tap waits for at most one of them.
 *
 * @param delay before the first task, in milliseconds
 * @returns a function that cancels the remaining tasks
 */
export function runWhenIdle(tasks: readonly (() => void)[], delay = startDelay): () => void {
  let left = [...tasks];
  const next = (): void => {
    const task = left.shift();
    if (!task) return;
    task();
    whenIdle(next);
  };
  const timer = setTimeout(() => whenIdle(next), delay);
  return () => {
    clearTimeout(timer);
    left = [];
  };
}
