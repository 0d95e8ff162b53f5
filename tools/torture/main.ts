import { readCommandLine, refuse } from '../../scripts/commandLine.ts';
import { reportOf } from './report.ts';
import { runTorture } from './run.ts';

const help = `npm run torture -- [--minutes N] [options]

Starts a server, lets people record and swap shifts, and makes everything around it fail; at the end what was
acknowledged is compared with what is there. As root also on a small disk, which it fills.
Exit code 0: nothing is broken; 1: something is; 2: it could not be run to the end.

  --minutes N         how long faults go on; each strikes at least once, however long that takes; default: 1
  --people N          in each of the two worksites; default: 4
  --only TEXT         only the faults whose name holds it
  --database-url URL  a PostgreSQL instead of the embedded one; only the line to it is broken`;

const { values } = readCommandLine(help, {
  options: {
    minutes: { type: 'string', default: '1' },
    people: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
    'database-url': { type: 'string' },
  },
});
const { only, 'database-url': databaseUrl = null } = values;
const [minutes, people] = [Number(values.minutes), Number(values.people)];
if (!(minutes >= 0)) refuse('--minutes: not a number', help);
if (!(people >= 2)) refuse('--people: at least 2, who can swap', help);

// what the run started ends with it
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(2));
try {
  const result = await runTorture({ minutes, people, only, databaseUrl }, (line) => console.log(line));
  console.log(`\n${reportOf(result)}`);
  process.exitCode = result.ledger.problems.length === 0 ? 0 : 1;
} catch (error) {
  process.exitCode = 2;
  console.error(error);
}
