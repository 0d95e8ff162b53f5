import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { violatedInvariants } from '../../db/invariants.ts';
import type { NotificationFacts } from '../../src/domain/notifications/facts.ts';
import { notify } from '../../src/server/notifications/commands.ts';
import { startPushWorker } from '../../src/server/notifications/push/worker.ts';
import type { OutboxWorker } from '../../src/server/platform/outboxWorker.ts';
import { type PushAnswer, startPushService, type TestPushService } from './pushService.ts';
import { type SignedInCaller, type TestServer, testServer } from './server.ts';

/** A server and a push service, empty for each test; senders end with their test. */
export async function pushTest() {
  const service = await startPushService(() => Date.parse(server.clock.now()));
  const server = await testServer({ env: { PUSH_TEST_ORIGIN: service.origin } });
  const { database } = server;
  afterAll(() => service.stop());
  const workers: OutboxWorker[] = [];
  beforeEach(async () => {
    await database.run(sql`delete from push_outbox`);
    await database.run(sql`delete from push_devices`);
    service.received.length = 0;
    service.answers.clear();
    service.onPush = null;
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    expect(service.problems).toEqual([]);
    expect(await violatedInvariants(database)).toEqual([]);
  });
  return {
    service,
    server,
    start: async (timeoutMs = 5_000): Promise<OutboxWorker> => {
      const worker = await startPushWorker(server.context, timeoutMs);
      workers.push(worker);
      return worker;
    },
    statuses: async (): Promise<string[]> => {
      const rows = sql`select status from push_outbox order by status`;
      return (await database.many<{ status: string }>(rows)).map(({ status }) => status);
    },
    ...peopleOf(server, service),
  };
}

function peopleOf(server: TestServer, service: TestPushService) {
  let devices = 0;
  const switchOn = async (person: SignedInCaller) => {
    devices += 1;
    const { name, ...body } = await service.subscribe(`d${devices}`);
    expect(await person.statusOf('PUT /api/push/device', { body })).toBe(204);
    return { name, ...body };
  };
  /** Tells a person several things at the same moment. */
  const tellAll = (person: { id: string }, all: readonly NotificationFacts[]): Promise<void> => {
    const told = all.map((facts) => ({ userId: person.id, personId: null, facts, requestId: null }));
    return server.database.transaction((tx) => notify(tx, told, server.clock.now()));
  };
  return {
    switchOn,
    tellAll,
    tell: (person: { id: string }, title = 'dicembre') => tellAll(person, [{ fact: 'roster_undone', title }]),
    /** A person with a device, and how its push service answers if not as it should. */
    reachable: async (answer?: PushAnswer) => {
      const person = await server.signIn();
      const device = await switchOn(person);
      if (answer) service.answers.set(device.name, answer);
      return { person, device };
    },
  };
}
