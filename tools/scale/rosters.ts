import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayInRome } from '../../src/domain/calendar/day.ts';
import { createEmptyDatabase } from '../bench/servers/store.ts';
import { ceo, findPostgres, startMeasured } from '../measuredServer.ts';
import { readCommand } from '../replay/options.ts';
import { playRoster } from '../replay/play.ts';
import { parseRoster } from '../replay/roster.ts';
import type { ReplayResult } from '../replay/run.ts';
import { watchDatabase } from './database.ts';
import { rosters } from './day.ts';
import type { Run } from './world.ts';

const data = join(import.meta.dirname, '../../tests/data');
/** Each roster so many times: the first rows of a table take up more room than the later ones. */
const times = 4;

/**
 * Plays both rosters, several times, and says what is stored of it.
 *
 * @returns whether the figures are those of the table in day.ts
 */
export async function runRosters({ folder, say }: Run): Promise<boolean> {
  const url = await createEmptyDatabase((await findPostgres(folder)).url, `turnario_bench_${process.pid}`);
  const server = await startMeasured({ DATABASE_URL: url }, folder);
  const { client } = await watchDatabase(url);
  const stored = async (): Promise<number> => {
    const { rows } = await client.query<{ bytes: string }>(
      `select sum(pg_total_relation_size(oid)) as bytes from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    return Number(rows[0]?.bytes);
  };
  const before = await stored();
  const results: ReplayResult[] = [];
  for (let n = 1; n <= times; n += 1) {
    for (const name of ['roster-12', 'roster-21']) results.push(await play(name, String(n), server.url));
  }
  const bytes = ((await stored()) - before) / times / rosters.personDays;
  say(`${((bytes * 365) / 1000).toFixed(0)} kB are stored of a person and year`);
  const sumOf = (pick: (result: ReplayResult) => number): number =>
    results.reduce((sum, result) => sum + pick(result), 0) / times;
  const found = {
    personDays: rosters.personDays,
    shifts: sumOf(({ shifts }) => shifts),
    requests: sumOf(({ requests }) => requests),
    preAcceptances: sumOf(({ preAcceptancesOfThisRun }) => preAcceptancesOfThisRun),
    swaps: sumOf(({ swaps }) => swaps),
  };
  say(`the rosters hold: ${JSON.stringify(found)}`);
  const isAsNoted = JSON.stringify(found) === JSON.stringify(rosters);
  if (!isAsNoted) say('WRONG: tools/scale/day.ts says something else');
  return isAsNoted;
}

async function play(name: string, label: string, url: string): Promise<ReplayResult> {
  const paths = [join(data, `${name}-shifts.csv`), join(data, `${name}-wishes.csv`)] as const;
  const asCeo = ['--ceo-email', ceo.email, '--ceo-password', ceo.password];
  const args = [...paths, '--url', url, '--label', label, ...asCeo];
  const { options } = readCommand(args, dayInRome(new Date().toISOString()));
  const roster = parseRoster(await readFile(paths[0], 'utf8'), await readFile(paths[1], 'utf8'));
  const result = await playRoster(roster, options, () => undefined);
  if (result.problems.length > 0) throw new Error(`${name}: ${result.problems.join('; ')}`);
  return result;
}
