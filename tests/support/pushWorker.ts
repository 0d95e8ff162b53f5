import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { violatedInvariants } from '../../db/invariants.ts';
import type { NotificationFacts } from '../../src/domain/notifications/types.ts';
import { notify } from '../../src/server/notifications/commands.ts';
import { startPushWorker } from '../../src/server/notifications/push/worker.ts';
import type { OutboxWorker } from '../../src/server/platform/outbox/worker.ts';
import { type PushAnswer, startPushService } from './pushService.ts';
import { type SignedInCaller, testServer, type TestServerOptions } from './server.ts';

/** A server and a push service, empty for each test. */
export async function newsServer(options: TestServerOptions = {}) {
  const service = await startPushService(() => Date.parse(server.clock.now()));
  const env = { PUSH_TEST_ORIGIN: service.origin, ...options.env };
  const server = await testServer({ ...options, env });
  const { database, clock } = server;
  afterAll(() => service.stop());
  beforeEach(async () => {
    await database.run(sql`delete from push_outbox`);
    await database.run(sql`delete from push_devices`);
    service.received.length = 0;
    service.answers.clear();
    service.onPush = null;
  });
  afterEach(async () => expect(await violatedInvariants(database)).toEqual([]));

  let devices = 0;
  const switchOn = async (person: SignedInCaller, called?: string) => {
    devices += 1;
    const { name, ...body } = await service.subscribe(called ?? `d${devices}`);
    expect(await person.statusOf('PUT /api/push/device', { body })).toBe(204);
    return { name, ...body };
  };
  return {
    service,
    server,
    switchOn,
    statuses: async (): Promise<string[]> => {
      const rows = sql`select status from push_outbox order by status`;
      return (await database.many<{ status: string }>(rows)).map(({ status }) => status);
    },
    /** Tells a person several things at the same moment. */
    tellAll: (person: { id: string }, all: readonly NotificationFacts[]): Promise<void> => {
      const told = all.map((facts) => ({ userId: person.id, personId: null, facts, requestId: null }));
      return database.transaction((tx) => notify(tx, told, clock.now()));
    },
    /** A person with a device, and how its push service answers if not as it should. */
    reachable: async (answer?: PushAnswer) => {
      const person = await server.signIn();
      const device = await switchOn(person);
      if (answer) service.answers.set(device.name, answer);
      return { person, device };
    },
  };
}

/** The same with senders, which end with their test. */
export async function pushTest() {
  const news = await newsServer();
  const { server, service, tellAll } = news;
  const workers: OutboxWorker[] = [];
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    expect(service.problems).toEqual([]);
  });
  return {
    ...news,
    tell: (person: { id: string }, title = 'dicembre') => tellAll(person, [{ fact: 'roster_undone', title }]),
    start: async (timeoutMs = 5_000): Promise<OutboxWorker> => {
      const worker = await startPushWorker(server.context, timeoutMs);
      workers.push(worker);
      return worker;
    },
  };
}
