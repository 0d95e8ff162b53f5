import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildClientIfStale } from '../../scripts/buildClient.ts';
import { readOrExit } from '../../scripts/commandLine.ts';
import { atEnd, cleanUp, cleanUpOnSignals, isEnding } from '../cleanup.ts';
import type { Bench } from './cases/bench.ts';
import { startGenerator } from './load/load.ts';
import { benchCommand, type Options, readOptions } from './options.ts';
import { runAll } from './run.ts';

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
    verdicts: [],
    say: (line) => console.log(line),
  };
  await runAll(bench);
}

const options = readOrExit(benchCommand, readOptions);
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
