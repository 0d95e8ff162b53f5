import { arrive } from '../bench/load/arrivals.ts';
import { type OpenStream, openStream } from '../bench/load/stream.ts';
import { type Occasion, type OccasionName, occasions, offersPerRequest, swapsPerRequest } from './day.ts';
import type { CallKind, People, Published, SimpleKind } from './people.ts';
import { repeat } from './repeat.ts';

/** What a simulation did. */
export interface Simulated {
  seconds: number;
  /** Calls that were answered as they should be. */
  calls: number;
  /** The others, by what came instead. */
  failures: Record<string, number>;
  /** From the moment a call was due until its answer was there, in milliseconds. */
  latencies: number[];
}

export interface Plan {
  seconds: number;
  /** Occasions a second, by the formula. */
  rateOf: (occasion: Occasion) => number;
  /** Event streams that are open at every moment. */
  streams: number;
  /** Is called when the streams are open and the first person is about to come. */
  onBegin: () => Promise<void>;
}

/** A prime: steps of it come to everybody before they come to anybody again. */
const stride = 7919;

/** Occasions that begin when they are due, however long earlier ones take. */
export async function simulate(people: People, plan: Plan, signal: AbortSignal): Promise<Simulated> {
  const player = new Player(people);
  try {
    await player.openStreams(plan.streams, signal);
    await plan.onBegin();
    const begin = performance.now();
    const next = dealer(plan);
    const perSecond = occasions.reduce((sum, occasion) => sum + plan.rateOf(occasion), 0);
    await arrive(perSecond, plan.seconds, (due) => player.play(next(), due), signal);
    await player.settle();
    const { latencies, failures } = player;
    return { seconds: (performance.now() - begin) / 1000, calls: latencies.length, failures, latencies };
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

/** Does what people do, and notes how it was answered. */
class Player {
  readonly failures: Record<string, number> = {};
  readonly latencies: number[] = [];
  readonly #people: People;
  readonly #streams: OpenStream[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  // parts of an offer and of a swap that are still owed, so that the rates come out right
  #owedOffers = 0;
  #owedSwaps = 0;

  constructor(people: People) {
    this.#people = people;
  }

  async openStreams(count: number, signal: AbortSignal): Promise<void> {
    await repeat(count, 8, signal, async (n) => {
      // evenly, since nobody may have many
      const person = (n * stride) % this.#people.world.people;
      this.#streams.push(await openStream(this.#people.origin(), person));
    });
  }

  closeStreams(): void {
    for (const stream of this.#streams.splice(0)) stream.close();
  }

  /** Begins an occasion that was due at `due` (of `performance.now`). */
  play({ name }: Occasion, due: number): void {
    const work = this.#scripts[name](due).finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  /** Waits until everything has been answered. */
  async settle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  readonly #scripts: Record<OccasionName, (due: number) => Promise<unknown>> = {
    open: async (due) => {
      const person = this.#people.someone();
      const first = ['session', 'month', 'month', 'month', 'upcoming', 'completed', 'offers'] as const;
      await Promise.all([this.#comeBack(person, due), this.#call([...first, 'notifications'], person, due)]);
    },
    list: (due) => this.#call(['available'], undefined, due),
    turn: (due) => this.#call(['month', 'month'], undefined, due),
    bell: async (due) => {
      const person = this.#people.someone();
      await this.#call(['markRead'], person, due);
      await this.#call(['notifications'], person);
    },
    record: async (due) => {
      await this.#call(['record'], undefined, due);
      await this.#call(['month', 'upcoming', 'offers']);
    },
    swap: (due) => this.#swap(due),
    signIn: (due) => this.#call(['signIn'], undefined, due),
  };

  async #swap(due: number): Promise<void> {
    const published = await this.#note('publish', () => this.#people.publish(), due);
    if (!published) return;
    await this.#call(['available', 'month'], published.requester);
    this.#owedOffers += offersPerRequest;
    const offers = published.accepters.slice(0, Math.floor(this.#owedOffers));
    this.#owedOffers -= offers.length;
    for (const accepter of offers) {
      await this.#note('preAccept', () => this.#people.preAccept(published, accepter));
      await this.#call(['available'], accepter);
    }
    this.#owedSwaps += swapsPerRequest;
    if (this.#owedSwaps >= 1 && offers.length > 0) await this.#confirm(published);
  }

  async #confirm(published: Published): Promise<void> {
    this.#owedSwaps -= 1;
    await this.#note('confirm', () => this.#people.confirm(published));
    await this.#call(['available', 'month'], published.requester);
  }

  /** Somebody else leaves: as many streams as before stay open. */
  async #comeBack(person: number, due: number): Promise<void> {
    const stream = await this.#note('stream', () => openStream(this.#people.origin(), person), due);
    if (stream) this.#streams.push(stream);
    if (this.#streams.length > 1) this.#streams.shift()?.close();
  }

  async #call(kinds: readonly SimpleKind[], person = this.#people.someone(), due?: number): Promise<void> {
    await Promise.all(kinds.map((kind) => this.#note(kind, () => this.#people.call(kind, person), due)));
  }

  async #note<T>(kind: CallKind, work: () => Promise<T>, due = performance.now()): Promise<T | null> {
    try {
      const result = await work();
      this.latencies.push(performance.now() - due);
      return result;
    } catch (error) {
      const what = `${kind}: ${(error as Error).message}`;
      this.failures[what] = (this.failures[what] ?? 0) + 1;
      return null;
    }
  }
}
