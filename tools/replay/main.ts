import { readFile } from 'node:fs/promises';
import { readOrExit } from '../../scripts/commandLine.ts';
import { dayInRome } from '../../src/domain/calendar/day.ts';
import { ApiRefusal, ServerUnreachable } from '../http.ts';
import { type Command, readCommand, replayCommand } from './options.ts';
import { EarlierRunError } from './people.ts';
import { playRoster } from './play.ts';
import { parseRoster, RosterError } from './roster.ts';
import { tableOf } from './table.ts';

async function run({ shiftsFile, wishesFile, options }: Command): Promise<number> {
  const roster = parseRoster(await readFile(shiftsFile, 'utf8'), await readFile(wishesFile, 'utf8'));
  const result = await playRoster(roster, options, (line) => console.log(line));
  const someone = roster.employees[0]?.name ?? '';
  const { identity } = options;
  console.log(`\n${tableOf(result, identity)}\n`);
  console.log(`Sign in as ${identity.addressOf(someone)} (or another one) with ${identity.password}`);
  if (result.problems.length === 0) {
    console.log('Conserved: on every day the duties of the file, for everybody as many shifts as before.');
    return 0;
  }
  console.error(`NOT conserved:\n${result.problems.map((problem) => `- ${problem}`).join('\n')}`);
  return 1;
}

const today = dayInRome(new Date().toISOString());
const command = readOrExit(replayCommand(today), (args) => readCommand(args, today));
try {
  process.exitCode = await run(command);
} catch (error) {
  process.exitCode = 2;
  console.error(describe(error));
}

function describe(error: unknown): string {
  if (error instanceof ServerUnreachable) {
    return `${error.message}: when it is back, run the same command again and it goes on.`;
  }
  const isExpected = [ApiRefusal, RosterError, EarlierRunError].some((expected) => error instanceof expected);
  return isExpected ? (error as Error).message : String((error as Error).stack);
}
