import type { ChangedList } from '../../src/domain/events/stream.ts';
import { type Answer, send, type Sent } from '../http.ts';
import {
  type CallKind,
  callKinds,
  confirmCall,
  markReadCall,
  preAcceptCall,
  publishCall,
  publishedId,
  readCall,
  type ReadKind,
  recordCall,
  signInCall,
} from './calls.ts';
import { type Laboratory, randomPerson } from './costs.ts';
import { type Occasion, type OccasionName, offersPerRequest, swapsPerRequest } from './day.ts';
import { refetchedReads } from './formula.ts';
import { repeat } from './repeat.ts';
import { type OpenStream, openStream } from './streams.ts';
import { exchangeAt, type Person, personAt } from './world.ts';

/** What was done, and how it was answered. */
export interface Played {
  calls: Record<CallKind, number>;
  /** Of those, what pages read again because an event told them to. */
  readAgain: number;
  /** Calls that were not answered as they should be, by what came instead. */
  failures: Record<string, number>;
  /** From the moment a call was due until its answer was there, in milliseconds, ascending. */
  latencies: number[];
}

/** A prime: steps of it come to everybody before they come to anybody again. */
const stride = 7919;

/** Does what people do, and notes what it was answered. */
export class Player {
  readonly #laboratory: Laboratory;
  readonly #origins: readonly string[];
  readonly #random: () => number;
  readonly #streams: OpenStream[] = [];
  readonly #underWay = new Set<Promise<void>>();
  readonly #calls = Object.fromEntries(callKinds.map((kind) => [kind, 0])) as Record<CallKind, number>;
  readonly #failures: Record<string, number> = {};
  readonly #latencies: number[] = [];
  #readAgain = 0;
  #turn = 0;
  // parts of an offer and of a swap that are still owed, so that the rates come out right
  #owedOffers = 0;
  #owedSwaps = 0;

  constructor(laboratory: Laboratory, origins: readonly string[], random: () => number) {
    this.#laboratory = laboratory;
    this.#origins = origins;
    this.#random = random;
  }

  async openStreams(count: number): Promise<void> {
    await repeat(count, 8, this.#laboratory.signal, async (n) => {
      // evenly, since nobody may have many, and not those who come first to record a shift
      this.#streams.push(await this.#openStream(personAt(this.#laboratory.world, n * stride)));
    });
  }

  closeStreams(): void {
    for (const stream of this.#streams.splice(0)) stream.close();
  }

  /** Begins an occasion that was due at `due` (of `performance.now`). */
  play({ name }: Occasion, due: number): void {
    this.#follow(this.#scripts[name](due));
  }

  /** Waits until everything has been answered. */
  async settle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  record(): Played {
    return {
      calls: this.#calls,
      readAgain: this.#readAgain,
      failures: this.#failures,
      latencies: this.#latencies.toSorted((one, other) => one - other),
    };
  }

  readonly #scripts: Record<OccasionName, (due: number) => Promise<unknown>> = {
    open: async (due) => {
      const person = this.#someone();
      await Promise.all([
        this.#comeBack(person, due),
        this.#read(person, ['session', 'month', 'month', 'month', 'upcoming', 'completed'], due),
        this.#read(person, ['offers', 'notifications'], due),
      ]);
    },
    list: (due) => this.#read(this.#someone(), ['available'], due),
    turn: (due) => this.#read(this.#someone(), ['month', 'month'], due),
    bell: async (due) => {
      const person = this.#someone();
      await this.#call('markRead', markReadCall(person), due);
      await this.#read(person, ['notifications']);
    },
    record: async (due) => {
      const call = recordCall(this.#laboratory.world, this.#laboratory.next.record++);
      await this.#call('record', call, due);
      await this.#read(this.#someone(), ['month', 'upcoming', 'offers']);
    },
    swap: (due) => this.#swap(due),
    signIn: (due) => this.#call('signIn', signInCall(this.#someone()), due),
  };

  async #swap(due: number): Promise<void> {
    const { requester, offset, accepters } = exchangeAt(
      this.#laboratory.world,
      this.#laboratory.next.exchange++,
    );
    const call = publishCall(this.#laboratory.world, { requester, offset, accepters });
    const published = await this.#call('publish', call, due);
    if (!published) return;
    const id = publishedId(published);
    await this.#read(requester, ['available', 'month']);
    this.#owedOffers += offersPerRequest;
    const offers = accepters.slice(0, Math.floor(this.#owedOffers));
    this.#owedOffers -= offers.length;
    for (const accepter of offers) {
      await this.#call('preAccept', preAcceptCall(id, accepter));
      await this.#read(accepter, ['available']);
    }
    this.#owedSwaps += swapsPerRequest;
    const [accepter] = offers;
    if (this.#owedSwaps < 1 || !accepter) return;
    this.#owedSwaps -= 1;
    await this.#call('confirm', confirmCall(id, requester, accepter));
    await this.#read(requester, ['available', 'month']);
  }

  async #comeBack(person: Person, due: number): Promise<void> {
    try {
      this.#streams.push(await this.#openStream(person));
      this.#done('stream', due);
    } catch (error) {
      this.#fail('stream', (error as Error).message);
    }
    // somebody else leaves: as many as before stay
    if (this.#streams.length > 1) this.#streams.shift()?.close();
  }

  #openStream(person: Person): Promise<OpenStream> {
    return openStream(this.#origin(), person, (lists) => this.#readAgainAfter(person, lists));
  }

  #readAgainAfter(person: Person, lists: readonly ChangedList[]): void {
    const kinds = lists.flatMap((list) => refetchedReads[list] ?? []);
    this.#readAgain += kinds.length;
    this.#follow(this.#read(person, kinds));
  }

  async #read(person: Person, kinds: readonly ReadKind[], due = performance.now()): Promise<void> {
    const { world } = this.#laboratory;
    await Promise.all(kinds.map((kind) => this.#call(kind, readCall(world, kind, person), due)));
  }

  async #call(kind: CallKind, call: Sent, due = performance.now()): Promise<Answer | null> {
    try {
      const answer = await send(this.#origin(), call);
      if (answer.status < 200 || answer.status > 299) {
        return this.#fail(kind, `${answer.status} ${answer.code}`);
      }
      this.#done(kind, due);
      return answer;
    } catch (error) {
      return this.#fail(kind, (error as Error).message);
    }
  }

  #done(kind: CallKind, due: number): void {
    this.#calls[kind] += 1;
    this.#latencies.push(performance.now() - due);
  }

  #fail(kind: CallKind, why: string): null {
    const what = `${kind}: ${why}`;
    this.#failures[what] = (this.#failures[what] ?? 0) + 1;
    return null;
  }

  #follow(work: Promise<unknown>): void {
    const noted = work.then(
      () => undefined,
      (error: unknown) => void this.#fail('session', String(error)),
    );
    this.#underWay.add(noted);
    void noted.finally(() => this.#underWay.delete(noted));
  }

  #someone = (): Person => randomPerson(this.#laboratory.world, this.#random);

  /** One process after the other, as a balancer would. */
  #origin(): string {
    this.#turn = (this.#turn + 1) % this.#origins.length;
    return this.#origins[this.#turn] ?? '';
  }
}
