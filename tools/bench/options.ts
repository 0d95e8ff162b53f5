import { z } from 'zod';
import { flag, parseCommandLine } from '../../scripts/commandLine.ts';

const engineNames = ['pglite', 'postgres'] as const;
export type EngineName = (typeof engineNames)[number];

/** What can be asked for alone with `--only`. */
const caseNames = [
  'month',
  'exchanges',
  'notifications',
  'dashboard',
  'create',
  'confirm',
  'import',
  'bulk',
  'feed',
  'live',
  'push',
  'login',
  'nodb',
  'heavy',
  'flood',
  'memory',
  'start',
  'screen',
] as const;
export type CaseName = (typeof caseNames)[number];

const list = z.string().transform((text) => text.split(',').map((name) => name.trim()));
const someOf = <Name extends string>(names: readonly [Name, ...Name[]]) =>
  list
    .pipe(
      z.array(z.enum(names, { error: ({ input }) => `'${String(input)}' is none of ${names.join(', ')}` })),
    )
    .transform((asked) => names.filter((name) => asked.includes(name)))
    .optional();
const positive = z.coerce.number('not a number').gt(0, 'not above zero');

export const benchCommand = {
  usage: 'npm run bench -- [options]',
  about: `The product beside a minimal server, in the same run. Exit code 0: measured, whatever the figures say.
PostgreSQL is TEST_DATABASE_URL, or one that is started for the run and thrown away.`,
  options: {
    quick: flag('few rounds on 60,000 shifts: for a first impression'),
    only: { value: 'a,b', about: `some cases: ${caseNames.join(', ')}`, schema: someOf(caseNames) },
    engine: { value: 'NAME', about: 'pglite or postgres; default: both', schema: someOf(engineNames) },
    sizes: {
      value: 'N,…',
      about: 'how many shifts are stored; default: 60000,1000000',
      schema: z
        .string()
        .transform((text) => text.split(',').map(Number))
        .pipe(z.array(z.number('not numbers').gt(0, 'not above zero')))
        .optional(),
    },
    soak: {
      value: 'MINUTES',
      about: 'only the slope of the memory under load for so long, instead of everything else',
      schema: positive.optional(),
    },
    out: {
      value: 'FILE',
      about: 'where the targets go; a whole run: docs/performance.md, any other: the terminal alone',
      schema: z.string().optional(),
    },
  },
};

/** What one run does. */
export type Options = ReturnType<typeof readOptions>;

/** @throws UsageError naming what cannot be understood */
export function readOptions(args: string[]) {
  const { quick: isQuick, only, engine, sizes, soak, out } = parseCommandLine(benchCommand, args).options;
  const isWhole = !isQuick && !only && !engine && !sizes && !soak;
  return {
    isQuick,
    cases: only ?? [...caseNames],
    engines: engine ?? engineNames,
    /** Numbers of stored shifts, ascending. */
    sizes: sizes?.toSorted((one, other) => one - other) ?? (isQuick ? [60_000] : [60_000, 1_000_000]),
    /** Clients at once. */
    connections: [10, 50],
    /** Null: no soak. */
    soakMinutes: soak ?? null,
    /** Path relative to the project root; null: print only. */
    out: out ?? (isWhole ? 'docs/performance.md' : null),
    /** Of which a comparison makes further ones, up to `mostRounds`, until its ratio is steady. */
    rounds: isQuick ? 3 : 4,
    mostRounds: isQuick ? 6 : 16,
    /** Of one measurement, after `warmup`: longer where calls take long. */
    seconds: 0.3,
    warmup: 0.1,
  };
}
