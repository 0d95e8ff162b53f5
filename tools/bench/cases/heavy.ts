import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HttpClient } from '../../http.ts';
import { ceo } from '../../measuredServer.ts';
import { startProcess } from '../../process.ts';
import { signIn } from '../../world.ts';
import { loader } from '../data/world.ts';
import type { Setting } from './bench.ts';
import { enterRoster, rosterOf } from './filling.ts';
import { clientOf, publishAndWithdraw } from './swapping.ts';
import { publicationOf } from './writing.ts';

const backup = join(import.meta.dirname, '../../../scripts/backup/backup.ts');

/** What CEOs read when their panel opens: all worksites. */
const panel = [
  'GET /api/admin/summary',
  'GET /api/admin/worksites',
  'GET /api/ceo/worksites',
  'GET /api/ceo/overview',
  'GET /api/ceo/attention',
] as const;

/** One person may make 50 calls a second. */
const panelEveryMs = (panel.length * 1000) / 40;

/** Something that keeps the server busy beside the calls of others. */
export interface Neighbour {
  name: string;
  /** Seconds before the others are measured. */
  lead?: number;
  keepBusy: (seconds: number) => Promise<unknown>;
}

/** What takes longest of all that people do, each of it again and again. */
export async function heavyWork({ product, store }: Setting, folder: string): Promise<Neighbour[]> {
  const chief = new HttpClient(product.url);
  await signIn(chief, ceo);
  const person = clientOf(product.url, loader);
  const roster = await rosterOf(person, store.world);
  const publication = publicationOf(store.world);
  const readPanel = () => Promise.all(panel.map((name) => chief.ask(name)));
  const again = (name: string, work: () => Promise<unknown>, everyMs = 0): Neighbour => ({
    name,
    keepBusy: async (seconds) => {
      const end = performance.now() + seconds * 1000;
      while (performance.now() < end) await Promise.all([work(), wait(everyMs)]);
    },
  });
  return [
    again(`the import of a roster of ${roster.people.length} people`, () => enterRoster(person, roster)),
    again('an export of all shifts', () => succeed(chief, '/api/admin/export/shifts')),
    {
      name: 'a backup',
      keepBusy: (seconds) =>
        backUp({ ...store.productEnv, PUBLIC_URL: product.url, TMPDIR: folder }, seconds),
    },
    again('the panel of all worksites', readPanel, panelEveryMs),
    again('a publication to a large worksite', () => publishAndWithdraw(person, publication)),
  ];
}

async function succeed(client: HttpClient, path: string): Promise<void> {
  const { status } = await client.send({ method: 'GET', path });
  if (status !== 200) throw new Error(`${path}: ${status}`);
}

/** As somebody does it who operates the server: written, and restored to prove it, which is broken off in the end. */
async function backUp(env: Record<string, string>, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const running = startProcess({ args: [backup], env });
    while (running.isRunning() && (performance.now() < end || running.stdout() === '')) await wait(20);
    const { code } = await running.end('SIGKILL');
    if (code) throw new Error(`the backup: ${running.stderr()}`);
  }
}
