import { addDays } from '../../src/domain/calendar/day.ts';
import { clientOf, nextOf, requestOf } from '../bench/cases/swapping.ts';
import {
  colleaguesOn,
  cookieOf,
  emailOf,
  emptyOffset,
  monthSpan,
  type Pair,
  password,
  stepOf,
  swapPairs,
  userIdOf,
  type World,
} from '../bench/data/world.ts';
import { forEachConcurrently } from '../concurrently.ts';
import { type OpenStream, openStream } from '../eventStream.ts';
import { type Answer, bodyOfSuccess, HttpClient } from '../http.ts';

/** What changes something; the steps of a swap follow each other. */
export const writeKinds = ['record', 'markRead', 'signIn', 'publish', 'preAccept', 'confirm'] as const;
const readKinds = [
  'session',
  'month',
  'upcoming',
  'completed',
  'offers',
  'available',
  'notifications',
] as const;
/** What costs something each time. */
export const callKinds = [...writeKinds, ...readKinds, 'stream'] as const;
export type CallKind = (typeof callKinds)[number];

/** A prime: steps of it come to everybody before they come to anybody again. */
const stride = 7919;

/** What one person does, one call after the other. */
export interface Visit {
  person: number;
  /** Published by this person; then colleagues offer to take it, the first of whom gets it. */
  request?: { id: string; accepters: number[]; offers: number };
}

/** The stored people, who call server processes in turn, as a balancer would have it. Who is refused throws. */
export class People {
  readonly world: World;
  readonly #streams: OpenStream[] = [];
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

  newVisit = (): Visit => ({ person: Math.floor(Math.random() * this.world.people) });

  async call(kind: CallKind, visit: Visit): Promise<{ bytes: number }> {
    const answer = await this.#calls[kind](clientOf(this.origin(), visit.person), visit);
    if ('status' in answer && answer.status >= 300) throw new Error(`${answer.status} ${answer.code}`);
    return answer;
  }

  /** Records a day that nobody has recorded: of everybody in turn, or of a worksite's people alone. */
  record(apart = 1): Promise<Answer> {
    const place = this.#recorded * apart;
    this.#recorded += 1;
    const date = addDays(this.world.today, emptyOffset + Math.floor(place / this.world.people));
    const client = clientOf(this.origin(), place % this.world.people);
    const entry = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;
    return client.call('POST /api/shifts', { body: { date, ...entry } });
  }

  /** Opens streams for good, evenly, since nobody may have many. */
  async openStreams(count: number): Promise<void> {
    const people = Array.from({ length: count }, (_, n) => (n * stride) % this.world.people);
    await forEachConcurrently(people, 8, async (person) => {
      this.#streams.push(await openStream(this.origin(), cookieOf(person)));
    });
  }

  /** Who opens another stream comes for somebody who leaves: as many as before stay open. */
  async #comeBack(person: number): Promise<{ bytes: number }> {
    const stream = await openStream(this.origin(), cookieOf(person));
    const bytes = stream.bytes();
    this.#streams.push(stream);
    this.#streams.shift()?.close();
    return { bytes };
  }

  closeStreams(): void {
    for (const stream of this.#streams.splice(0)) stream.close();
  }

  async #publish(visit: Visit): Promise<Answer> {
    const pair = nextOf(this.#pairs);
    visit.person = pair.requester;
    const name = 'POST /api/exchange-requests';
    const body = requestOf(this.world, pair);
    const answer = await clientOf(this.origin(), pair.requester).call(name, { body });
    const { id } = bodyOfSuccess(name, answer).request;
    visit.request = { id, accepters: colleaguesOn(this.world, pair), offers: 0 };
    return answer;
  }

  #preAccept({ request }: Visit): Promise<Answer> {
    const { id, accepters, offers } = request ?? noRequest();
    const accepter = accepters[offers] ?? noRequest();
    if (request) request.offers += 1;
    const client = clientOf(this.origin(), accepter);
    return client.call('POST /api/exchange-requests/:id/pre-accept', { params: { id } });
  }

  readonly #calls: Record<
    CallKind,
    (client: HttpClient, visit: Visit) => Promise<Answer | { bytes: number }>
  > = {
    record: () => this.record(),
    markRead: (client) => client.call('PATCH /api/notifications/mark-all-read'),
    signIn: (_, { person }) => {
      const body = { email: emailOf(person), password, rememberMe: true };
      return new HttpClient(this.origin()).call('POST /api/auth/login', { body });
    },
    publish: (_, visit) => this.#publish(visit),
    preAccept: (_, visit) => this.#preAccept(visit),
    confirm: (client, { request }) => {
      const { id, accepters } = request ?? noRequest();
      const body = { accepterUserId: userIdOf(accepters[0] ?? noRequest()) };
      return client.call('POST /api/exchange-requests/:id/final-confirm', { params: { id }, body });
    },
    session: (client) => client.call('GET /api/auth/user'),
    // as many days as a month's grid shows, all of them with entries
    month: (client) => client.call('GET /api/calendar/shifts', { query: monthSpan(this.world, 42) }),
    upcoming: (client) => client.call('GET /api/user-shifts'),
    completed: (client) => client.call('GET /api/exchanges/completed/page'),
    offers: (client) => client.call('GET /api/exchange-requests/page', { query: { tab: 'pre-accettati' } }),
    available: (client) => client.call('GET /api/exchange-requests/page', { query: { tab: 'disponibili' } }),
    notifications: (client) => client.call('GET /api/notifications/page'),
    stream: (_, { person }) => this.#comeBack(person),
  };
}

function noRequest(): never {
  throw new RangeError('nobody can take this request');
}
