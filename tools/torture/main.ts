import { readCommandLine, refuse } from '../../scripts/commandLine.ts';
import { reportOf } from './report.ts';
import { runTorture } from './run.ts';

const help = `npm run torture -- [--minutes N] [options]

Starts a server, lets people record and swap shifts while it injects faults, and finally compares what was acknowledged
with what is stored. As root it also uses a small disk, which it fills.
Exit code 0: no problems; 1: problems; 2: the run failed.

  --minutes N         how long to inject faults, each at least once; default: 1
  --people N          people in each of the two worksites; default: 4
  --only TEXT         only faults whose name contains this
  --database-url URL  a PostgreSQL instead of the embedded one; only connections to it fail`;

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
if (!(people >= 2)) refuse('--people: at least 2', help);

// stops the processes started by the run
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(2));
try {
  const result = await runTorture({ minutes, people, only, databaseUrl }, (line) => console.log(line));
  console.log(`\n${reportOf(result)}`);
  process.exitCode = result.ledger.problems.length === 0 ? 0 : 1;
} catch (error) {
  process.exitCode = 2;
  console.error(error);
}
