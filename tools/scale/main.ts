import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOrExit } from '../../scripts/commandLine.ts';
import { atEnd, cleanUp, cleanUpOnSignals } from '../cleanup.ts';
import { runLimits } from './limits.ts';
import { type Options, readOptions, scaleCommand } from './options.ts';
import { runRosters } from './rosters.ts';
import { runSimulation } from './run.ts';
import { runStreams } from './streams.ts';
import type { Run } from './world.ts';

const modes: Record<Options['mode'], (run: Run) => Promise<boolean>> = {
  simulation: runSimulation,
  rosters: runRosters,
  streams: runStreams,
  limits: runLimits,
};

function endWith(code: number): void {
  void cleanUp().finally(() => process.exit(code));
}

const options = readOrExit(scaleCommand, readOptions);
cleanUpOnSignals();
process.once('uncaughtException', (error) => {
  console.error(error);
  endWith(1);
});
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
try {
  const folder = await mkdtemp(join(tmpdir(), 'turnario-scale-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const run: Run = { options, folder, say: (line) => console.log(line), signal: stopping.signal };
  process.exitCode = (await modes[options.mode](run)) ? 0 : 1;
} catch (error) {
  process.exitCode = 1;
  // what fails because everything ends is no news
  if (!stopping.signal.aborted) console.error(error);
} finally {
  await cleanUp();
}
process.exit();
