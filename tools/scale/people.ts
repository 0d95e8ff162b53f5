import { addDays } from '../../src/domain/calendar/day.ts';
import { clientOf, nextOf, requestOf } from '../bench/cases/swapping.ts';
import {
  colleaguesOn,
  emailOf,
  emptyOffset,
  monthSpan,
  type Pair,
  password,
  stepOf,
  swapPairs,
  type World,
} from '../bench/data/world.ts';
import { type Answer, bodyOfSuccess, HttpClient } from '../http.ts';

const readKinds = [
  'session',
  'month',
  'upcoming',
  'completed',
  'offers',
  'available',
  'notifications',
] as const;
/** What needs nothing but a person. */
export const simpleKinds = [...readKinds, 'record', 'markRead', 'signIn'] as const;
export type SimpleKind = (typeof simpleKinds)[number];
/** What costs something each time. */
export const callKinds = [...simpleKinds, 'stream', 'publish', 'preAccept', 'confirm'] as const;
export type CallKind = (typeof callKinds)[number];

/** A request that was published, and who can take it. */
export interface Published extends Pair {
  id: string;
  accepters: number[];
  bytes: number;
}

/** The stored people, who call server processes in turn, as a balancer would have it. Who is refused throws. */
export class People {
  readonly world: World;
  readonly #origins: readonly string[];
  readonly #pairs: Iterator<Pair>;
  #turn = 0;
  #recorded = 0;

  constructor(world: World, origins: readonly string[]) {
    this.world = world;
    this.#origins = origins;
    // the first of each worksite: one request a worksite and day
    this.#pairs = swapPairs(world, stepOf(world));
  }

  origin(): string {
    this.#turn = (this.#turn + 1) % this.#origins.length;
    return this.#origins[this.#turn] ?? '';
  }

  someone = (): number => Math.floor(Math.random() * this.world.people);

  async call(kind: SimpleKind, person = this.someone()): Promise<Answer> {
    return succeeded(kind, await this.#calls[kind](this.#client(person), person));
  }

  /** Records a day that nobody has recorded: of everybody in turn, or of a worksite's people alone. */
  record(apart = 1): Promise<Answer> {
    const place = this.#recorded * apart;
    this.#recorded += 1;
    const day = addDays(this.world.today, emptyOffset + Math.floor(place / this.world.people));
    const entry = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;
    const client = this.#client(place % this.world.people);
    return client.call('POST /api/shifts', { body: { date: day, ...entry } });
  }

  async publish(): Promise<Published> {
    const pair = nextOf(this.#pairs);
    const body = requestOf(this.world, pair);
    const name = 'POST /api/exchange-requests';
    const answer = succeeded('publish', await this.#client(pair.requester).call(name, { body }));
    const { id } = bodyOfSuccess(name, answer).request;
    return { ...pair, id, accepters: colleaguesOn(this.world, pair), bytes: answer.bytes };
  }

  async preAccept({ id }: Published, accepter: number): Promise<Answer> {
    const name = 'POST /api/exchange-requests/:id/pre-accept';
    return succeeded('preAccept', await this.#client(accepter).call(name, { params: { id } }));
  }

  async confirm({ id, requester }: Published): Promise<Answer> {
    const name = 'POST /api/exchange-requests/:id/final-confirm';
    return succeeded('confirm', await this.#client(requester).call(name, { params: { id } }));
  }

  #client = (person: number): HttpClient => clientOf(this.origin(), person);

  readonly #calls: Record<SimpleKind, (client: HttpClient, person: number) => Promise<Answer>> = {
    session: (client) => client.call('GET /api/auth/user'),
    // as many days as a month's grid shows, all of them with entries
    month: (client) => client.call('GET /api/calendar/shifts', { query: monthSpan(this.world, 42) }),
    upcoming: (client) => client.call('GET /api/user-shifts'),
    completed: (client) => client.call('GET /api/exchanges/completed'),
    offers: (client) => client.call('GET /api/exchange-requests', { query: { tab: 'pre-accettati' } }),
    available: (client) => client.call('GET /api/exchange-requests', { query: { tab: 'disponibili' } }),
    notifications: (client) => client.call('GET /api/notifications'),
    record: () => this.record(),
    markRead: (client) => client.call('PATCH /api/notifications/mark-all-read'),
    signIn: (_, person) => {
      const body = { email: emailOf(person), password, rememberMe: true };
      return new HttpClient(this.origin()).call('POST /api/auth/login', { body });
    },
  };
}

function succeeded<A extends Answer>(kind: CallKind, answer: A): A {
  if (answer.status < 300) return answer;
  throw new Error(`${kind}: ${answer.status} ${answer.code}`);
}
