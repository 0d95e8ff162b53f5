import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { answerHelp } from '../../scripts/commandLine.ts';
import { addDays, dayInRome, weekdayOf } from '../../src/domain/calendar/day.ts';
import { demoCeo } from '../../src/server/platform/settings.ts';
import { ServerUnreachable } from '../http.ts';
import { identify } from './people.ts';
import { playRoster } from './play.ts';
import { parseRoster } from './roster.ts';
import type { Run } from './run.ts';

const usage = 'npm run replay -- SHIFTS.csv WISHES.csv --url http://localhost:3000 [options]';
const about = `Replays a roster against a running server through its HTTP API and verifies that no duty is lost.
Run again with the same --label TEXT (default: the next Monday) to resume an interrupted replay.
The worksite is created by --ceo-email ADDRESS --ceo-password TEXT; default: the demo's.
Exit code 0: every duty is in place; 1: some are not; 2: the replay failed.`;

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      label: { type: 'string' },
      'ceo-email': { type: 'string', default: demoCeo.email },
      'ceo-password': { type: 'string', default: demoCeo.password },
    },
  });
  const [shiftsFile, wishesFile] = positionals;
  if (!shiftsFile || !wishesFile || !values.url) throw new Error(usage);
  const today = dayInRome(new Date().toISOString());
  const monday = addDays(today, 8 - weekdayOf(today));
  const ceo = { email: values['ceo-email'], password: values['ceo-password'] };
  const identity = identify(shiftsFile, values.label ?? monday, ceo);
  return { shiftsFile, wishesFile, options: { url: new URL(values.url).origin, identity, ceo, monday } };
}

async function run(): Promise<number> {
  const { shiftsFile, wishesFile, options } = readArguments();
  const roster = parseRoster(await readFile(shiftsFile, 'utf8'), await readFile(wishesFile, 'utf8'));
  const played = await playRoster(roster, options, (line) => console.log(line));
  console.log(`\n${tableOf(played)}\n`);
  const { addressOf, password } = options.identity;
  console.log(`Sign in as ${addressOf(roster.employees[0]?.name ?? '')} (or another one) with ${password}`);
  const { problems } = played.result;
  if (problems.length === 0) {
    console.log('Conserved: on every day the duties of the file, for everybody as many shifts as before.');
    return 0;
  }
  console.error(`NOT conserved:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
  return 1;
}

function tableOf({ monday, wanted, result }: Run): string {
  const rows: [string, string | number][] = [
    ['first day', monday],
    ['shifts', result.shifts],
    ['wishes violated', wanted.length],
    ['  met by a swap of the same day', result.met.turno],
    ['  met by a swap of days', result.met.giorno],
    ['requests', result.requests],
    ['swaps', `${result.swaps} (${result.swapsOfThisRun} in this run)`],
    ...Object.entries(result.refusals).map(([code, times]): [string, number] => [`refused: ${code}`, times]),
    ['calls', result.traffic.requests],
  ];
  return rows.map(([name, value]) => `${name.padEnd(32)}  ${value}`).join('\n');
}

answerHelp(`${usage}\n\n${about}`);
try {
  process.exitCode = await run();
} catch (error) {
  process.exitCode = 2;
  const isCut = error instanceof ServerUnreachable;
  const then = isCut ? ': run the same command again to resume once it is back.' : '';
  console.error(`${(error as Error).message}${then}`);
}
