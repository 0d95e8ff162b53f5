import { buildClientIfStale } from '../../scripts/buildClient.ts';
import { readOrExit } from '../../scripts/commandLine.ts';
import { runTool } from '../cleanup.ts';
import { startGenerator } from './load/load.ts';
import { benchCommand, readOptions } from './options.ts';
import { runAll } from './run.ts';

const options = readOrExit(benchCommand, readOptions);
await runTool(async (folder) => {
  await buildClientIfStale();
  await runAll({
    options,
    folder,
    generator: startGenerator(),
    second: startGenerator(),
    comparisons: [],
    verdicts: [],
    say: (line) => console.log(line),
  });
  return true;
});
