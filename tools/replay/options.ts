import { z } from 'zod';
import { parseCommandLine } from '../../scripts/commandLine.ts';
import { type Day, weekdayOf } from '../../src/domain/calendar/day.ts';
import { daySchema } from '../../src/domain/calendar/schema.ts';
import { demoCeo } from '../../src/server/platform/settings.ts';
import { identify, nextMonday } from './people.ts';
import type { ReplayOptions } from './run.ts';

/** @param today in Rome */
export const replayCommand = (today: Day) => ({
  usage: 'npm run replay -- SHIFTS.csv WISHES.csv --url http://localhost:3000 [options]',
  about: `Plays a roster against a running server through its HTTP API and proves that no duty was lost.
Run again with the same label, it goes on where it was interrupted.
Exit code 0: every duty is in place; 1: some are not; 2: it could not be played to the end.`,
  options: {
    url: {
      value: 'URL',
      about: 'the server',
      schema: z
        .url({ protocol: /^https?$/, error: 'an address such as http://localhost:3000 is needed' })
        .transform((url) => new URL(url).origin),
    },
    label: {
      value: 'TEXT',
      about: 'name of the run; default: its first Monday',
      schema: z.string().optional(),
    },
    monday: {
      value: 'YYYY-MM-DD',
      about: 'day 0 of the roster; default: the first Monday after today',
      schema: daySchema
        .refine((day) => weekdayOf(day) === 1, 'not a Monday')
        .refine((day) => day > today, 'must lie ahead')
        .optional(),
    },
    ceoEmail: {
      value: 'ADDRESS',
      about: 'who makes the worksite',
      schema: z.string().default(demoCeo.email),
    },
    ceoPassword: { value: 'TEXT', about: 'default: the demo’s', schema: z.string().optional() },
    concurrency: {
      value: 'N',
      about: 'people who act at the same time',
      schema: z.coerce.number().int().min(1).default(4),
    },
  },
  positionals: z.tuple([z.string(), z.string()], 'two files are needed: shifts and wishes'),
});

export interface Command {
  shiftsFile: string;
  wishesFile: string;
  options: ReplayOptions;
}

/** @throws UsageError */
export function readCommand(args: string[], today: Day): Command {
  const { options, positionals } = parseCommandLine(replayCommand(today), args);
  const [shiftsFile, wishesFile] = positionals;
  const { url, label, ceoEmail, ceoPassword, concurrency } = options;
  const monday = options.monday ?? nextMonday(today);
  const ceo = { email: ceoEmail, password: ceoPassword ?? demoCeo.password };
  const identity = identify(shiftsFile, label ?? monday, ceo);
  const isMondayGiven = options.monday !== undefined;
  return { shiftsFile, wishesFile, options: { url, identity, ceo, monday, isMondayGiven, concurrency } };
}
