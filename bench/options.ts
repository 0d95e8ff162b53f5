import { parseArgs } from 'node:util';

export type EngineName = 'pglite' | 'postgres';

/** What can be asked for alone with `--only`. */
export const caseNames = [
  'month',
  'exchanges',
  'notifications',
  'dashboard',
  'create',
  'swap',
  'confirm',
  'live',
  'login',
  'nodb',
  'memory',
  'start',
  'screen',
] as const;
export type CaseName = (typeof caseNames)[number];

export const usage = `Usage: npm run bench -- [options]

  --quick            one round of short measurements on 60,000 shifts: for a first impression
  --only a,b         some cases: ${caseNames.join(', ')}
  --engine name      pglite or postgres; both without it
  --sizes 60000,…    how many shifts are stored; 60000,1000000 without it
  --soak minutes     only the slope of the memory under load for so long, instead of everything else
  --out file         where the table goes; a whole run without it: docs/performance.md, any other: the terminal alone

PostgreSQL is TEST_DATABASE_URL, or one that is started for the run and thrown away.`;

export class UsageError extends Error {
  override name = 'UsageError';
}

/** What one run does. */
export interface Options {
  isQuick: boolean;
  cases: readonly CaseName[];
  engines: readonly EngineName[];
  /** Numbers of stored shifts, ascending. */
  sizes: readonly number[];
  /** Null: no soak. */
  soakMinutes: number | null;
  /** Path relative to the project root; null: print only. */
  out: string | null;
  rounds: number;
  /** Of one measurement, in seconds, after `warmup`. */
  seconds: number;
  warmup: number;
}

const wholeReport = 'docs/performance.md';

/**
 * Reads the command line.
 *
 * @throws UsageError naming what cannot be understood
 */
export function readOptions(args: string[]): Options {
  const values = parse(args);
  const isQuick = values.quick ?? false;
  const cases = listOf(values.only, caseNames);
  const engines = listOf(values.engine, ['pglite', 'postgres'] as const);
  const isWhole = !isQuick && !values.only && !values.engine && !values.sizes && !values.soak;
  return {
    isQuick,
    cases,
    engines,
    sizes: sizesOf(values.sizes, isQuick),
    soakMinutes: values.soak === undefined ? null : positive(values.soak),
    out: values.out ?? (isWhole ? wholeReport : null),
    rounds: isQuick ? 1 : 3,
    seconds: isQuick ? 1.5 : 1,
    warmup: 0.3,
  };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const options = {
    quick: { type: 'boolean' },
    only: text,
    engine: text,
    sizes: text,
    soak: text,
    out: text,
  };
  try {
    return parseArgs({ args, options: options as typeof options & { quick: { type: 'boolean' } } }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function listOf<Name extends string>(text: string | undefined, known: readonly Name[]): readonly Name[] {
  if (text === undefined) return known;
  const asked = text.split(',').map((name) => name.trim());
  const unknown = asked.find((name) => !known.some((one) => one === name));
  if (unknown !== undefined) throw new UsageError(`'${unknown}' is none of ${known.join(', ')}`);
  return known.filter((name) => asked.includes(name));
}

function sizesOf(text: string | undefined, isQuick: boolean): number[] {
  if (text === undefined) return isQuick ? [60_000] : [60_000, 1_000_000];
  return text
    .split(',')
    .map(positive)
    .toSorted((one, other) => one - other);
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new UsageError(`'${text}' is not a number above zero`);
  return value;
}
