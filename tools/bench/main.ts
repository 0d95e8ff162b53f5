import { readCommandLine, refuse } from '../../scripts/commandLine.ts';
import { runTool } from '../cleanup.ts';
import { worldOf } from './data.ts';
import { heading, isSlower, Results, tableOf } from './report.ts';
import { parts, runAll } from './run.ts';
import { makeVersion } from './versions.ts';

const help = `npm run bench -- [options]

How fast the product is, as a process on its embedded database, and how much memory it uses: see docs/performance.md.
Exit code 1: slower than --against, by more than its variation explains.

    --against COMMIT    also measures that commit, alternating, and prints the ratio
    --only a,b          some of ${parts.join(', ')}
    --install           also measures npm ci, which needs the registry
    --shifts N          stored shifts; default: 1000000
    --rounds N          repetitions of every measurement; default: 4
    --database-url URL  a PostgreSQL on which databases can be created; default: embedded`;
const { values } = readCommandLine(help, {
  options: {
    against: { type: 'string' },
    only: { type: 'string', default: parts.join() },
    install: { type: 'boolean', default: false },
    shifts: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '4' },
    'database-url': { type: 'string' },
  },
});
const { against, install, 'database-url': databaseUrl } = values;
const [shifts, rounds] = [Number(values.shifts), Number(values.rounds)];
for (const count of [shifts, rounds]) {
  if (!Number.isInteger(count) || count <= 0) refuse('--shifts, --rounds: whole numbers above zero', help);
}
const only = parts.filter((part) => values.only.split(',').includes(part));
if (only.length !== values.only.split(',').length) refuse(`--only: some of ${parts.join(', ')}`, help);

await runTool(async (folder) => {
  const world = worldOf(shifts);
  const begin = heading(world, databaseUrl === undefined ? 'embedded PostgreSQL' : 'another PostgreSQL');
  const versions = [await makeVersion(folder, databaseUrl)];
  if (against !== undefined) versions.push(await makeVersion(folder, databaseUrl, against));
  const results = new Results();
  await runAll({ install, rounds, only, versions, world, results });
  const [, other = null] = versions.map(({ name }) => name);
  console.log(`\n${begin}\n\n${tableOf(results.rows, other)}`);
  return other === null || !results.rows.some(isSlower);
});
