import { z } from 'zod';
import { parseCommandLine } from '../../scripts/commandLine.ts';
import type { RunOptions } from './run.ts';

const atLeast = (least: number) => z.coerce.number().min(least);

export const tortureCommand = {
  usage: 'npm run torture -- [--minutes N] [options]',
  about: `Starts a server, lets people record and swap shifts, and makes everything around it fail; at the end what was
acknowledged is compared with what is there. As root also on a small disk, which it fills.
Exit code 0: nothing is broken; 1: something is; 2: it could not be run to the end.`,
  options: {
    minutes: {
      value: 'N',
      about: 'how long faults go on; each strikes at least once, however long that takes',
      schema: atLeast(0).default(1),
    },
    seed: { value: 'N', about: 'another order of faults and moves', schema: atLeast(0).default(1) },
    people: { value: 'N', about: 'in each of the two worksites', schema: atLeast(2).default(4) },
    pause: {
      value: 'N',
      about: 'milliseconds that a person rests between two things, on average',
      schema: atLeast(0).default(20),
    },
    only: { value: 'TEXT', about: 'only the faults whose name holds it', schema: z.string().default('') },
    databaseUrl: {
      value: 'URL',
      about: 'a PostgreSQL instead of the embedded one; only the line to it is broken',
      schema: z.string().optional(),
    },
    report: {
      value: 'FILE',
      about: 'writes the report there, too (Markdown)',
      schema: z.string().optional(),
    },
  },
};

export interface Command {
  options: RunOptions;
  reportFile: string | null;
}

/** @throws UsageError */
export function readCommand(args: string[]): Command {
  const { pause, databaseUrl, report, ...options } = parseCommandLine(tortureCommand, args).options;
  return {
    options: { ...options, pauseMs: pause, databaseUrl: databaseUrl ?? null },
    reportFile: report ?? null,
  };
}
