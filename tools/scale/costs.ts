import { forEachConcurrently } from '../concurrently.ts';
import { type CallCost, type Costs, costParts } from './formula.ts';
import { callKinds, type People } from './people.ts';

/** People who call at the same time while one kind of call is measured. */
const concurrency = 4;

/**
 * What each kind of call costs, one kind after the other.
 *
 * @param usedSoFar of all calls since the beginning, but for their bytes
 * @param samples calls of each kind; sign-ins are a tenth of it
 */
export async function measureCalls(
  people: People,
  usedSoFar: () => Promise<CallCost>,
  samples: number,
): Promise<Costs> {
  const costs: Partial<Costs> = {};
  const visits = Array.from({ length: samples }, people.newVisit);
  for (const kind of callKinds) {
    const count = kind === 'signIn' ? Math.ceil(samples / 10) : samples;
    const used = await usedSoFar();
    await forEachConcurrently(visits.slice(0, count), concurrency, async (visit) => {
      const { bytes } = await people.call(kind, visit);
      used.bytes -= bytes;
    });
    const after = await usedSoFar();
    for (const part of costParts) used[part] = (after[part] - used[part]) / count;
    costs[kind] = used;
  }
  return costs as Costs;
}
