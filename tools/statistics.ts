/** The value below which a share (0 to 1) of the numbers lies; 0 for an empty list. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const at = Math.min(sorted.length - 1, Math.floor(share * sorted.length));
  return sorted[at] ?? 0;
}

/** 97.5 % quantiles of Student's t by degrees of freedom, from 1. */
const students = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
];

/**
 * The geometric mean of ratios, and half of its 95 % confidence interval relative to it (Student's t on the logarithms): 0.1
 * for ±10 %; infinite for fewer than two ratios or a ratio that is not positive.
 */
export function meanRatio(ratios: readonly number[]): { ratio: number; spread: number } {
  const logs = ratios.map(Math.log);
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1);
  const student = students[Math.min(logs.length - 1, students.length) - 1];
  if (student === undefined || !Number.isFinite(variance)) return { ratio: Math.exp(mean), spread: Infinity };
  return { ratio: Math.exp(mean), spread: Math.exp(student * Math.sqrt(variance / logs.length)) - 1 };
}
