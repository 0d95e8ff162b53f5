import { z } from 'zod';
import { flag, readCommandLine } from '../../scripts/commandLine.ts';
import { runTool } from '../cleanup.ts';
import { worldOf } from './data.ts';
import { heading, isSlower, Results, tableOf } from './report.ts';
import { parts, runAll } from './run.ts';
import { makeVersion } from './versions.ts';

const text = z.string().optional();
const count = z.coerce.number().int().positive('not above zero');
const { options } = readCommandLine({
  usage: 'npm run bench -- [options]',
  about: `How long the product takes, as a process on its embedded database, and how much memory: see docs/performance.md.
Exit code 1: slower than --against by more than varies by itself.`,
  options: {
    against: { value: 'COMMIT', about: 'the same of that one, by turns, with the ratio', schema: text },
    only: {
      value: 'a,b',
      about: `some of ${parts.join(', ')}`,
      schema: z
        .string()
        .transform((names) => names.split(','))
        .pipe(z.array(z.enum(parts)))
        .optional(),
    },
    install: flag('also npm ci, which needs the registry'),
    shifts: { value: 'N', about: 'how many are stored', schema: count.default(1_000_000) },
    rounds: { value: 'N', about: 'how often everything is measured', schema: count.default(4) },
    databaseUrl: {
      value: 'URL',
      about: 'a PostgreSQL where databases may be made; else embedded',
      schema: text,
    },
  },
});

await runTool(async (folder) => {
  const { against, databaseUrl, shifts, only = parts, ...rest } = options;
  const world = worldOf(shifts);
  const begin = heading(world, databaseUrl === undefined ? 'embedded PostgreSQL' : 'another PostgreSQL');
  const versions = [await makeVersion(folder, databaseUrl)];
  if (against !== undefined) versions.push(await makeVersion(folder, databaseUrl, against));
  const results = new Results();
  await runAll({ ...rest, only, versions, world, results });
  const [, other = null] = versions.map(({ name }) => name);
  console.log(`\n${begin}\n\n${tableOf(results.rows, other)}`);
  return other === null || !results.rows.some(isSlower);
});
