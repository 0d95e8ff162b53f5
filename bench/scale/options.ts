import { parseArgs } from 'node:util';
import { UsageError } from '../options.ts';

export const modes = ['simulation', 'rosters', 'embedded', 'streams', 'limits'] as const;
export type Mode = (typeof modes)[number];

export const usage = `Usage: npm run scale -- [what] [options]

  simulation   two server processes on one PostgreSQL: what each call costs, then the busiest hour of all people at
               once, compared with the formula of docs/scale.md. Exit code 1: a call was refused, or the formula is
               wrong by more than --factor. This is what runs when nothing is said
  rosters      what the real rosters cost when they are replayed, and what a person stores in a year
  embedded     what each call costs on the embedded database
  streams      what open event streams cost
  limits       what ends before CPU does: a worksite's lock, announcements, lists over all worksites, backups

  --worksites N   how many are stored; 2000
  --people N      in each worksite; 20
  --traffic N     times as many people as are stored; 5
  --seconds N     of the simulation; 60
  --processes N   server processes; 2
  --samples N     calls of each kind whose cost is measured; 1000
  --factor N      by how much the formula may be wrong; 1.5
  --streams N     for 'streams'; 4000

PostgreSQL is TEST_DATABASE_URL, on this machine, or one that is started for the run and thrown away.`;

/** What one run does; the numbers are the usage's. */
export interface Options {
  mode: Mode;
  worksites: number;
  people: number;
  traffic: number;
  seconds: number;
  processes: number;
  samples: number;
  factor: number;
  streams: number;
}

const defaults = {
  worksites: 2000,
  people: 20,
  traffic: 5,
  seconds: 60,
  processes: 2,
  samples: 1000,
  factor: 1.5,
  streams: 4000,
};

/**
 * Reads the command line.
 *
 * @throws UsageError naming what cannot be understood
 */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parse(args);
  const [asked = 'simulation', ...rest] = positionals;
  const mode = modes.find((one) => one === asked);
  if (mode === undefined || rest.length > 0)
    throw new UsageError(`'${positionals.join(' ')}' is none of ${modes.join(', ')}`);
  const numbers = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof typeof defaults)[]) {
    numbers[name] = numberOf(name, values[name] ?? String(defaults[name]));
  }
  if (numbers.people < 5)
    throw new UsageError('--people: five at least, so that somebody can swap with somebody');
  if (numbers.factor <= 1) throw new UsageError('--factor: above 1');
  return { mode, ...numbers };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, text]));
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values: values as Partial<Record<keyof typeof defaults, string>>, positionals };
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

const fractions = new Set(['traffic', 'seconds', 'factor']);

function numberOf(name: string, text: string): number {
  const value = Number(text);
  const isRight = value > 0 && Number.isFinite(value) && (fractions.has(name) || Number.isInteger(value));
  if (!isRight) throw new UsageError(`--${name}: '${text}' is not a number that can be used`);
  return value;
}
