import { arrive } from '../arrivals.ts';
import { type Occasion, occasions } from './day.ts';
import { type CallKind, callKinds, type People, type Visit, writeKinds } from './people.ts';

/** What a simulation did. */
export interface Simulated {
  seconds: number;
  /** Calls that were not answered as they should be, by what came instead. */
  failures: Record<string, number>;
  /** Of the others, from the moment a call was due until its answer was there, in milliseconds. */
  latencies: number[];
}

/**
 * Occasions that begin when they are due, however long earlier ones take.
 *
 * @param rateOf occasions a second
 */
export async function simulate(
  people: People,
  seconds: number,
  rateOf: (occasion: Occasion) => number,
): Promise<Simulated> {
  const simulated: Simulated = { seconds: 0, failures: {}, latencies: [] };
  const begin = performance.now();
  const play = playerOf(people, simulated);
  const deal = dealer(occasions.map((occasion) => [occasion, rateOf(occasion)]));
  const underWay = new Set<Promise<void>>();
  const perSecond = occasions.reduce((sum, occasion) => sum + rateOf(occasion), 0);
  await arrive(perSecond, seconds, (due) => {
    const work = play(deal(), due).finally(() => underWay.delete(work));
    underWay.add(work);
  });
  await Promise.all(underWay);
  return { ...simulated, seconds: (performance.now() - begin) / 1000 };
}

/** Deals items out at their rates, without luck: the one that is owed most comes next. */
export function dealer<Item>(rates: readonly (readonly [Item, number])[]): () => Item {
  const all = rates.reduce((sum, [, rate]) => sum + rate, 0);
  const owed = rates.map(() => 0);
  return () => {
    for (const [place, [, rate]] of rates.entries()) owed[place] = (owed[place] ?? 0) + rate / all;
    const most = owed.indexOf(Math.max(...owed));
    owed[most] = (owed[most] ?? 0) - 1;
    return (rates[most] as readonly [Item, number])[0];
  };
}

const isWrite = new Set<CallKind>(writeKinds);

/** Makes the calls of an occasion: what changes something one after the other, then all that is read at once. */
function playerOf(people: People, { failures, latencies }: Simulated) {
  // of a call that is made 3.4 times parts are owed, so that the rates come out right
  const owed = new Map<string, number>();
  const note = async (kind: CallKind, visit: Visit, due = performance.now()): Promise<boolean> => {
    try {
      await people.call(kind, visit);
      latencies.push(performance.now() - due);
      return true;
    } catch (error) {
      const what = `${kind}: ${(error as Error).message}`;
      failures[what] = (failures[what] ?? 0) + 1;
      return false;
    }
  };
  return async ({ name, calls }: Occasion, firstDue: number): Promise<void> => {
    const visit = people.newVisit();
    const kinds = callKinds.flatMap((kind) => {
      const count = (owed.get(`${name} ${kind}`) ?? 0) + (calls[kind] ?? 0);
      owed.set(`${name} ${kind}`, count % 1);
      return Array.from({ length: Math.floor(count) }, () => kind);
    });
    let due: number | undefined = firstDue;
    for (const kind of kinds.filter((one) => isWrite.has(one))) {
      if (!(await note(kind, visit, due))) return;
      due = undefined;
    }
    await Promise.all(kinds.filter((one) => !isWrite.has(one)).map((kind) => note(kind, visit, due)));
  };
}
