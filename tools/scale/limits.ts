import { panel } from '../bench/cases/heavy.ts';
import { stepOf } from '../bench/data/world.ts';
import { table } from '../bench/report/markdown.ts';
import { loadNow } from '../cpu.ts';
import { HttpClient } from '../http.ts';
import { ceo } from '../measuredServer.ts';
import { signIn } from '../world.ts';
import type { People } from './people.ts';
import { repeat } from './repeat.ts';
import { openWorld, type Run } from './world.ts';

type Row = [what: string, figure: number, unit: string];

const clients = 8;

/** What ends before CPU does: the lock of a worksite, lists over all worksites. */
export async function runLimits(run: Run): Promise<boolean> {
  const { people } = await openWorld(run, 1);
  const rows = [...(await timeWorksite(people, run)), ...(await timePanel(people.origin()))];
  run.say(`load ${loadNow()}\n\n${table(['', 'measured', 'unit'], rows)}`);
  return true;
}

/** Shifts recorded a second: everybody in one worksite, where one waits for the other, and each in another one. */
async function timeWorksite(people: People, { options, signal }: Run): Promise<Row[]> {
  const { samples } = options;
  const perSecond = async (apart: number): Promise<number> => {
    const begin = performance.now();
    await repeat(samples, clients, signal, async () => void (await people.record(apart)));
    return (samples * 1000) / (performance.now() - begin);
  };
  await perSecond(1);
  return [
    [`shifts recorded, ${clients} people in as many worksites`, await perSecond(1), 'a second'],
    [`shifts recorded, ${clients} people in one worksite`, await perSecond(stepOf(people.world)), 'a second'],
  ];
}

async function timePanel(origin: string): Promise<Row[]> {
  const client = new HttpClient(origin);
  await signIn(client, ceo);
  const rows: Row[] = [];
  for (const name of panel) {
    const { status, bytes, milliseconds } = await client.call(name);
    if (status !== 200) throw new Error(`${name}: ${status}`);
    rows.push([`${name}, ${Math.ceil(bytes / 1000)} kB`, milliseconds, 'ms']);
  }
  return rows;
}
