import { openStream } from '../bench/load/stream.ts';
import { type CpuTime, cpuBetween } from '../cpu.ts';
import type { CallCost } from './formula.ts';
import { type CallKind, type People, type Published, simpleKinds } from './people.ts';
import { repeat } from './repeat.ts';

/** People who call at the same time while one kind of call is measured. */
const concurrency = 4;

/**
 * What each kind of call costs, one kind after the other.
 *
 * @param cpu so far, in milliseconds: `main` of the server, `other` of the database
 * @param samples calls of each kind; sign-ins are a tenth of it
 */
export async function measureCalls(
  people: People,
  cpu: () => Promise<CpuTime>,
  samples: number,
  signal: AbortSignal,
): Promise<Record<CallKind, CallCost>> {
  const costs: Partial<Record<CallKind, CallCost>> = {};
  const measure = async (kind: CallKind, count: number, work: (n: number) => Promise<{ bytes: number }>) => {
    let bytes = 0;
    const before = await cpu();
    await repeat(count, concurrency, signal, async (n) => {
      const ofThisOne = await work(n);
      bytes += ofThisOne.bytes;
    });
    const used = cpuBetween(before, await cpu());
    costs[kind] = { serverMs: used.main / count, databaseMs: used.other / count, bytes: bytes / count };
  };
  for (const kind of simpleKinds) {
    await measure(kind, kind === 'signIn' ? Math.ceil(samples / 10) : samples, () => people.call(kind));
  }
  await measure('stream', samples, async () => {
    const stream = await openStream(people.origin(), people.someone());
    const bytes = stream.bytes();
    stream.close();
    return { bytes };
  });
  const published: Published[] = [];
  const at = (n: number): Published & { accepter: number } => {
    const one = published[n];
    const accepter = one?.accepters[0];
    if (!one || accepter === undefined) throw new RangeError('nobody can take this request');
    return { ...one, accepter };
  };
  await measure('publish', samples, async (n) => (published[n] = await people.publish()));
  await measure('preAccept', samples, (n) => people.preAccept(at(n), at(n).accepter));
  await measure('confirm', samples, (n) => people.confirm(at(n)));
  return costs as Record<CallKind, CallCost>;
}
