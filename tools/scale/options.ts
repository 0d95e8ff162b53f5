import { z } from 'zod';
import { parseCommandLine } from '../../scripts/commandLine.ts';

const modes = ['simulation', 'rosters', 'streams', 'limits'] as const;

const above = (least: number) => z.coerce.number().gt(least);
const whole = above(0).int();

export const scaleCommand = {
  usage: 'npm run scale -- [what] [options]',
  about: `  simulation   two server processes on one PostgreSQL: what each call costs, then the busiest hour of all people at
               once, compared with the formula of docs/scale.md. Exit code 1: a call was refused, or the formula is
               wrong by more than --factor. This is what runs when nothing is said
  rosters      what a person stores in a year, by the real rosters
  streams      what open event streams cost
  limits       what ends before CPU does: a worksite's lock, lists over all worksites

PostgreSQL is TEST_DATABASE_URL, on this machine, or one that is started for the run and thrown away.`,
  options: {
    worksites: { value: 'N', about: 'how many are stored', schema: whole.default(2000) },
    people: {
      value: 'N',
      about: 'in each worksite',
      schema: whole.min(5, 'five at least, so that somebody can swap with somebody').default(20),
    },
    traffic: { value: 'N', about: 'times as many people as are stored', schema: above(0).default(5) },
    seconds: { value: 'N', about: 'of the simulation', schema: above(0).default(60) },
    processes: { value: 'N', about: 'server processes', schema: whole.default(2) },
    samples: { value: 'N', about: 'calls of each kind whose cost is measured', schema: whole.default(1000) },
    factor: {
      value: 'N',
      about: 'by how much the formula may be wrong',
      schema: z.coerce.number().gt(1, 'above 1').default(1.5),
    },
    streams: { value: 'N', about: 'for ‘streams’', schema: whole.default(4000) },
  },
  positionals: z
    .array(z.enum(modes, `none of ${modes.join(', ')}`))
    .max(1, `one or none of ${modes.join(', ')}`)
    .transform(([mode = 'simulation' as const]) => mode),
};

/** What one run does. */
export type Options = ReturnType<typeof readOptions>;

/** @throws UsageError naming what cannot be understood */
export function readOptions(args: string[]) {
  const { options, positionals: mode } = parseCommandLine(scaleCommand, args);
  return { mode, ...options };
}
