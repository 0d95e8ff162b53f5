import { setTimeout as sleep } from 'node:timers/promises';
import type { Laboratory } from './costs.ts';
import { type Occasion, occasions } from './day.ts';
import { Player, type Played } from './player.ts';
import { pauseUntilNext, randomFrom } from './random.ts';

/** What a simulation did. */
export interface Simulated extends Played {
  seconds: number;
}

export interface Plan {
  /** The server processes. */
  origins: readonly string[];
  seconds: number;
  /** Occasions a second, by the formula. */
  rateOf: (occasion: Occasion) => number;
  /** Event streams that are open at every moment. */
  streams: number;
  /** Is called when the streams are open and the first person is about to come. */
  onBegin: () => Promise<void>;
}

/**
 * People who come by themselves, whatever the servers are doing: each occasion begins when it is due, not when an
 * earlier one has ended.
 */
export async function simulate(laboratory: Laboratory, plan: Plan): Promise<Simulated> {
  const { signal } = laboratory;
  const random = randomFrom(2026);
  const player = new Player(laboratory, plan.origins, random);
  try {
    await player.openStreams(plan.streams);
    await plan.onBegin();
    const begin = performance.now();
    const end = begin + plan.seconds * 1000;
    const next = dealer(plan);
    const perSecond = occasions.reduce((sum, occasion) => sum + plan.rateOf(occasion), 0);
    for (let due = begin; ;) {
      due += pauseUntilNext(random, perSecond);
      if (due >= end) break;
      const early = due - performance.now();
      if (early > 1) await sleep(early, undefined, { signal });
      signal.throwIfAborted();
      player.play(next(), due);
    }
    await sleep(Math.max(0, end - performance.now()), undefined, { signal });
    await player.settle();
    return { seconds: (performance.now() - begin) / 1000, ...player.record() };
  } finally {
    player.closeStreams();
  }
}

/** Deals occasions out at their rates, without luck: the one that is owed most comes next. */
function dealer({ rateOf }: Plan): () => Occasion {
  const perSecond = occasions.reduce((sum, occasion) => sum + rateOf(occasion), 0);
  const owed = new Map(occasions.map((occasion) => [occasion, 0]));
  return () => {
    for (const [occasion, before] of owed) owed.set(occasion, before + rateOf(occasion) / perSecond);
    const [next] = [...owed].reduce((most, one) => (one[1] > most[1] ? one : most));
    owed.set(next, (owed.get(next) ?? 0) - 1);
    return next;
  };
}
