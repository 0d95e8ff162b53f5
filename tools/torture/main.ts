import { writeFile } from 'node:fs/promises';
import { readOrExit } from '../../scripts/commandLine.ts';
import { type Command, readCommand, tortureCommand } from './options.ts';
import { reportOf } from './report.ts';
import { runTorture } from './run.ts';

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

const command = readOrExit(tortureCommand, readCommand);
try {
  process.exitCode = await run(command);
} catch (error) {
  process.exitCode = 2;
  console.error((error as Error).stack);
}
