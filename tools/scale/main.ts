import { readOrExit } from '../../scripts/commandLine.ts';
import { runTool } from '../cleanup.ts';
import { readOptions, scaleCommand } from './options.ts';
import { runScale } from './run.ts';

const options = readOrExit(scaleCommand, readOptions);
await runTool((folder) => runScale({ options, folder, say: (line) => console.log(line) }));
