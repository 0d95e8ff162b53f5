import type pg from 'pg';
import type { ChangedList } from '../../src/domain/events/stream.ts';
import { cpuOf, totalOf } from '../cpu.ts';
import type { Server } from '../measuredServer.ts';
import type { CallKind } from './calls.ts';
import type { EventCounts } from './formula.ts';
import { openStream } from './streams.ts';
import { type Person, userId } from './world.ts';

const channel = 'turnario_events';

/** Listens to what commands announce, and says whom each kind of command told. */
export class EventCounter {
  readonly #client: pg.Client;
  readonly #counts: Partial<Record<CallKind, EventCounts>> = {};
  #people: EventCounts['people'] = {};
  #events = 0;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async listen(client: pg.Client): Promise<EventCounter> {
    const counter = new EventCounter(client);
    client.on('notification', ({ payload = '' }) => counter.#hear(payload));
    await client.query(`listen ${channel}`);
    return counter;
  }

  #hear(payload: string): void {
    const { users, lists } = JSON.parse(payload) as { users: string[]; lists: ChangedList[] };
    this.#events += 1;
    for (const list of lists) this.#people[list] = (this.#people[list] ?? 0) + users.length;
  }

  /** Everything heard since the last time belongs to `count` calls of this kind. */
  async assign(kind: CallKind, count: number): Promise<void> {
    // what was committed before this statement has come when its answer comes
    await this.#client.query('select 1');
    const perCall = Object.entries(this.#people).map(([list, people]) => [list, people / count]);
    if (this.#events > 0) {
      this.#counts[kind] = {
        people: Object.fromEntries(perCall) as EventCounts['people'],
        events: this.#events / count,
      };
    }
    this.#people = {};
    this.#events = 0;
  }

  async stop(): Promise<Partial<Record<CallKind, EventCounts>>> {
    await this.#client.query(`unlisten ${channel}`);
    return this.#counts;
  }
}

/**
 * CPU of a server process for one event that concerns nobody connected to it, in milliseconds.
 *
 * @param person who is asked to hear the last event, so that it is known when all have come
 */
export async function measureEvent(
  client: pg.Client,
  server: Server,
  person: Person,
  count: number,
): Promise<number> {
  const { promise: heardLast, resolve } = Promise.withResolvers<void>();
  const stream = await openStream(server.url, person, (lists) => lists.length > 0 && resolve());
  const before = totalOf(cpuOf(server.pid));
  await client.query(
    `select pg_notify('${channel}', json_build_object('users', json_build_array(gen_random_uuid()),
      'lists', json_build_array('shifts', 'exchange-requests'))::text) from generate_series(1, ${count})`,
  );
  const last = JSON.stringify({ users: [userId(person)], lists: ['shifts'] });
  await client.query('select pg_notify($1, $2)', [channel, last]);
  await heardLast;
  const used = totalOf(cpuOf(server.pid)) - before;
  stream.close();
  return used / count;
}
