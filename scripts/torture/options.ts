import { parseArgs } from 'node:util';
import type { RunOptions } from './run.ts';

/** The command line is not understood; the message says why. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const usage = `npm run torture -- --minutes N --engine pglite|postgres [options]

Starts a server, lets people record and swap shifts, and makes everything around it fail; at the end what was
acknowledged is compared with what is there. PostgreSQL is started by the run itself; as root also a small disk.

  --minutes N     how long faults go on; each strikes at least once, however long that takes
  --engine NAME   pglite (the embedded database) or postgres
  --seed N        another order of faults and moves; default: 1
  --people N      in each of the two worksites; default: 4
  --pause N       milliseconds that a person rests between two things, on average; default: 20
  --only TEXT     only the faults whose name holds it
  --database-url  a PostgreSQL to use where none is installed; it is neither restarted nor killed
  --report FILE   writes the report there, too (Markdown)`;

export interface Command {
  options: RunOptions;
  reportFile: string | null;
}

/** @throws UsageError */
export function readCommand(args: string[]): Command {
  const values = valuesOf(args);
  const { engine } = values;
  if (engine !== 'pglite' && engine !== 'postgres') throw new UsageError('--engine: pglite or postgres');
  const number = (
    name: 'minutes' | 'seed' | 'people' | 'pause',
    otherwise: number,
    least: number,
  ): number => {
    const value = Number(values[name] ?? otherwise);
    if (!(value >= least)) throw new UsageError(`--${name}: a number from ${least} on`);
    return value;
  };
  return {
    options: {
      minutes: number('minutes', 1, 0),
      engine,
      databaseUrl: values['database-url'] ?? null,
      seed: number('seed', 1, 0),
      people: number('people', 4, 2),
      pauseMs: number('pause', 20, 0),
      only: values.only ?? '',
    },
    reportFile: values.report ?? null,
  };
}

function valuesOf(args: string[]) {
  try {
    const option = { type: 'string' } as const;
    return parseArgs({
      args,
      options: {
        minutes: option,
        engine: option,
        seed: option,
        people: option,
        pause: option,
        only: option,
        'database-url': option,
        report: option,
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
