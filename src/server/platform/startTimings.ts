import type { PerformanceEntry } from 'node:perf_hooks';

const prefix = 'turnario ';

/** Notes that a step of the start has ended; costs nothing worth counting, so it is always done. */
export const noteStep = (step: string): void => void performance.mark(`${prefix}${step}`);

/**
 * The steps noted so far in the order of their ends: when each ended, in milliseconds since the process began, and how long
 * after the one before it. Some go on side by side: what ends last of them is what the start waited for.
 */
export function describeSteps(
  marks: readonly Pick<PerformanceEntry, 'name' | 'startTime'>[] = performance.getEntriesByType('mark'),
): string[] {
  const steps = marks
    .filter(({ name }) => name.startsWith(prefix))
    .toSorted((one, other) => one.startTime - other.startTime);
  return steps.map(({ name, startTime }, at) => {
    const since = startTime - (steps[at - 1]?.startTime ?? 0);
    return `${column(startTime)} ms  ${column(since, '+')}  ${name.slice(prefix.length)}`;
  });
}

const column = (milliseconds: number, sign = ''): string => `${sign}${Math.round(milliseconds)}`.padStart(6);
