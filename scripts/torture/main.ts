import { writeFile } from 'node:fs/promises';
import { type Command, readCommand, usage, UsageError } from './options.ts';
import { CannotRun } from './place.ts';
import { reportOf } from './report.ts';
import { runTorture } from './run.ts';

// `npm run torture`. Exit code 0: nothing is broken; 1: something is; 2: it could not be run to the end.

async function run({ options, reportFile }: Command): Promise<number> {
  const result = await runTorture(options, (line) => console.log(line));
  const report = reportOf(result);
  console.log(`\n${report}`);
  if (reportFile !== null) await writeFile(reportFile, report);
  if (result.problems.length === 0) return 0;
  console.error(`${result.problems.length} broken; the journal and the server's log are in ${result.folder}`);
  return 1;
}

// what the run started ends with it
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(2));

try {
  process.exitCode = await run(readCommand(process.argv.slice(2)));
} catch (error) {
  process.exitCode = 2;
  console.error(describe(error));
}

function describe(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${usage}`;
  if (error instanceof CannotRun) return error.message;
  return String((error as Error).stack);
}
