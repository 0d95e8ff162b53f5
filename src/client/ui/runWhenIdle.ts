/** Milliseconds after a screen opens before idle work begins. */
const startDelay = 1500;

/** Safari has no `requestIdleCallback`. */
const whenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: 2000 });
  else setTimeout(task, 0);
};

/**
 * Runs tasks one per idle period, so that a tap waits for one of them at most.
 *
 * @param delay before the first of them, in milliseconds
 * @returns cancels those that have not started
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
