/** A figure of the simulation beside what the formula says. */
export interface Compared {
  name: string;
  predicted: number;
  measured: number;
  /** Whether the formula is wrong when this one is. */
  counts: boolean;
}

/**
 * What is wrong with a simulation, a line each; none when it was served and the formula holds.
 *
 * @param failures calls that were not answered as they should be, by what came instead
 * @param factor by how much a figure that counts may be above or below the formula's
 */
export function faultsOf(
  compared: readonly Compared[],
  failures: Readonly<Record<string, number>>,
  factor: number,
): string[] {
  const refused = Object.entries(failures).map(([what, times]) => `FAILED ${times} times: ${what}`);
  const wrong = compared
    .filter(({ predicted, measured, counts }) => {
      const ratio = measured / predicted;
      return counts && !(ratio <= factor && ratio >= 1 / factor);
    })
    .map(
      ({ name, predicted, measured }) =>
        `WRONG by more than ${factor}: ${name}, ${measured.toFixed(0)} instead of ${predicted.toFixed(0)}`,
    );
  return [...refused, ...wrong];
}

/** How far the figures that count are from the formula's, in parts of it; 0.1 is ten percent. */
export const greatestError = (compared: readonly Compared[]): number =>
  Math.max(
    ...compared
      .filter(({ counts }) => counts)
      .map(({ predicted, measured }) => Math.abs(measured / predicted - 1)),
  );
