import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildClientIfStale } from '../scripts/buildClient.ts';
import type { Bench } from './cases/bench.ts';
import { atEnd, cleanUp, cleanUpOnSignals, isEnding } from './cleanup.ts';
import { startGenerator } from './load/load.ts';
import { type Options, readOptions, usage, UsageError } from './options.ts';
import { runAll } from './run.ts';

// `npm run bench`: the product beside a minimal server, in the same run. Exit code 0: measured, whatever the figures say.

async function main(options: Options): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'turnario-bench-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  await buildClientIfStale();
  const bench: Bench = {
    options,
    folder,
    generator: startGenerator(),
    second: startGenerator(),
    comparisons: [],
    swaps: [],
    verdicts: [],
    say: (line) => console.log(line),
  };
  await runAll(bench);
}

function optionsOrExit(): Options {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}

const options = optionsOrExit();
cleanUpOnSignals();
try {
  await main(options);
} catch (error) {
  process.exitCode = 1;
  if (!isEnding()) console.error(error);
} finally {
  await cleanUp();
}
process.exit();
