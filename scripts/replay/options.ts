import { parseArgs } from 'node:util';
import { type Day, weekdayOf } from '../../src/domain/calendar/day.ts';
import { daySchema } from '../../src/domain/calendar/schema.ts';
import { demoCeo } from '../../src/server/platform/settings.ts';
import { identify, nextMonday } from './people.ts';
import type { ReplayOptions } from './run.ts';

/** The command line is not understood; the message says why. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const usage = `npm run replay -- FILE-shifts.csv FILE-wishes.csv --url http://localhost:3000 [options]

Plays a roster against a running server through its HTTP API and proves that no duty was lost.
Run again with the same label, it goes on where it was interrupted.

  --url URL              the server
  --label TEXT           name of the run; default: its first Monday
  --monday YYYY-MM-DD    day 0 of the roster; default: the first Monday after today
  --ceo-email ADDRESS    who makes the worksite; default: the demo's CEO, ${demoCeo.email}
  --ceo-password TEXT    default: the demo's
  --concurrency N        people who act at the same time; default: 4`;

export interface Command {
  shiftsFile: string;
  wishesFile: string;
  options: ReplayOptions;
}

/**
 * @param today in Rome
 * @throws UsageError
 */
export function readCommand(args: string[], today: Day): Command {
  const { values, positionals } = parseCommand(args);
  const [shiftsFile, wishesFile, ...rest] = positionals;
  if (!shiftsFile || !wishesFile || rest.length > 0)
    throw new UsageError('two files are needed: shifts and wishes');
  const concurrency = Number(values.concurrency ?? 4);
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new UsageError('--concurrency: a number from 1 on');
  const monday = mondayOf(values.monday, today);
  const ceo = {
    email: values['ceo-email'] ?? demoCeo.email,
    password: values['ceo-password'] ?? demoCeo.password,
  };
  const options: ReplayOptions = {
    url: originOf(values.url),
    identity: identify(shiftsFile, values.label ?? monday, ceo),
    ceo,
    monday,
    isMondayGiven: values.monday !== undefined,
    concurrency,
  };
  return { shiftsFile, wishesFile, options };
}

function parseCommand(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        label: { type: 'string' },
        monday: { type: 'string' },
        'ceo-email': { type: 'string' },
        'ceo-password': { type: 'string' },
        concurrency: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

function originOf(url: string | undefined): string {
  if (url === undefined) throw new UsageError('--url is needed, such as http://localhost:3000');
  const isHttp = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isHttp) throw new UsageError(`--url: not an address: ${url}`);
  return new URL(url).origin;
}

function mondayOf(given: string | undefined, today: Day): Day {
  if (given === undefined) return nextMonday(today);
  const { data: monday } = daySchema.safeParse(given);
  if (monday === undefined || weekdayOf(monday) !== 1)
    throw new UsageError(`--monday: not a Monday: ${given}`);
  if (monday <= today) throw new UsageError('--monday: must lie ahead');
  return monday;
}
