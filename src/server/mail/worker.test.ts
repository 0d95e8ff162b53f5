import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createMailContext,
  expectProperHeaders,
  insertSwap,
  listOutbox,
  mailTest,
  sendAll,
} from '../../../tests/support/mail.ts';
import type { OutboxWorker } from '../platform/outbox/worker.ts';
import { queueSwapMails } from './commands.ts';
import { startMailWorker } from './worker.ts';

// What is sent, by how many processes, from which account and until when; responses of mail servers: worker.answers.test.ts.

const now = '2026-11-18T09:05:00.000Z';
const sent = Array(3).fill('sent');
const { database, at, workers, start, swap, statuses, sentIds } = await mailTest();

describe('a completed swap', () => {
  test('sends three identical mails as soon as it is committed', async () => {
    await start(at.context);
    const { requester, accepter, worksiteEmail } = await swap();
    await at.server.waitForMails(3);
    expect(at.server.mails.flatMap(({ to }) => to).toSorted()).toEqual(
      [requester.email, accepter.email, worksiteEmail].toSorted(),
    );
    const contents = at.server.mails.map(({ content: { subject, html, text } }) =>
      [subject, html, text].join(),
    );
    expect(new Set(contents).size).toBe(1);
    const [mail] = at.server.mails;
    expect(mail?.content.subject).toBe(
      'Scambio di turno completato: Anna Verdi e Marco Bianchi, venerdì 20 novembre 2026',
    );
    expect(mail?.content.from).toEqual({ name: 'Turnario', address: 'turni@example.it' });
    expect(mail?.content.to?.map(({ address }) => address)).toEqual(mail?.to);
    for (const received of at.server.mails) expectProperHeaders(received, now, 'example.it');
    await expect.poll(statuses).toEqual(sent);
    const ids = (await listOutbox(database)).map(({ id }) => `<${id}@example.it>`);
    expect(sentIds().toSorted()).toEqual(ids.toSorted());
  });

  test('that has waited longest is sent first', async () => {
    const [later, earlier] = [await swap(), await swap('2026-11-18T08:05:00.000Z')];
    await sendAll(at.context);
    const addresses = [earlier, later].map(({ requester, accepter, worksiteEmail }) =>
      [requester.email, accepter.email, worksiteEmail].toSorted(),
    );
    const to = at.server.mails.flatMap((mail) => mail.to);
    expect([to.slice(0, 3).toSorted(), to.slice(3).toSorted()]).toEqual(addresses);
  });

  test('queues its mails once, however often repeated, and none after a rollback', async () => {
    const done = await swap();
    const undone = await insertSwap(database, now);
    const broken = database.transaction(async (tx) => {
      await queueSwapMails(tx, done);
      await queueSwapMails(tx, undone);
      throw new Error('changed my mind');
    });
    await expect(broken).rejects.toThrow('changed my mind');
    await database.transaction((tx) => queueSwapMails(tx, done));
    const rows = await listOutbox(database);
    expect(rows.map(({ swapId }) => swapId)).toEqual(Array(3).fill(done.id));
  });

  test('leaves no trace of people in the log', async () => {
    at.server.onRecipient = (address) =>
      address.startsWith('anna') ? { code: 550, text: `no ${address} here` } : undefined;
    await swap();
    await sendAll(at.context);
    expect(await statuses()).toEqual(['failed', 'sent', 'sent']);
    const log = at.context.logged.join('');
    expect(log).toContain('"code":"550"');
    expect(log).not.toMatch(/@example|anna|verdi|marco|bianchi/i);
  });
});

test('if the database fails, the worker counts it and retries ten seconds later', async () => {
  await swap();
  let isAway = true;
  const away = new Proxy(database, {
    get: (target, name) => {
      if (name === 'transaction' && isAway) return () => Promise.reject(new Error('away'));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  at.context = createMailContext(away, at.server.url);
  const failed = vi.spyOn(at.context.metrics, 'jobFailed');
  const slept = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => slept.mockRestore());
  const worker = await start(at.context);
  await worker.wake();
  expect(new Set(failed.mock.calls.flat())).toEqual(new Set(['mail']));
  expect(at.context.logged.join('')).toContain('away');
  expect(slept.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(10_000);
  isAway = false;
  await worker.wake();
  expect(at.server.mails).toHaveLength(3);
});

describe('several processes', () => {
  test('send each mail once', async () => {
    const second = await database.connect();
    await start(at.context);
    await start(createMailContext(second, at.server.url, at.context.clock));
    for (let swaps = 0; swaps < 20; swaps += 1) await swap();
    await at.server.waitForMails(60);
    await expect.poll(async () => new Set(await statuses())).toEqual(new Set(['sent']));
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    expect([at.server.mails.length, new Set(sentIds()).size]).toEqual([60, 60]);
    await second.close();
  });

  test('skip what another is sending, and kinds that only another version knows', async () => {
    await swap();
    await database.run(sql`update mail_outbox set kind = 'di domani' where user_id is null`);
    await database.run(sql`
      update mail_outbox set status = 'sending', claimed_at = ${now} where dedupe_key like '%:requester'`);
    await sendAll(at.context);
    expect(await statuses()).toEqual(['queued', 'sending', 'sent']);
    expect(at.server.mails).toHaveLength(1);
  });
});

describe('stopping', () => {
  /** A worker whose first message has reached the server, which does not respond yet. */
  async function sending(answer: Promise<void>): Promise<OutboxWorker> {
    const reached = Promise.withResolvers<void>();
    at.server.onMessage = () => {
      reached.resolve();
      return answer;
    };
    const worker = await startMailWorker(at.context);
    await swap();
    await reached.promise;
    return worker;
  }

  test('takes two seconds at most even if the mail server hangs, and what was sent is unsure', async () => {
    const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
      const began = performance.now();
      await work();
      return performance.now() - began;
    };
    // the time of its queries: more on a busy machine
    const quiet = await timeOf(() => sendAll(at.context));
    const worker = await sending(new Promise(() => undefined));
    expect(await timeOf(() => worker.stop())).toBeLessThan(1_900 + 5 * quiet);
    expect(await statuses()).toEqual(['queued', 'queued', 'unsure']);
  });

  test('lets the current mail finish', async () => {
    const release = Promise.withResolvers<void>();
    const worker = await sending(release.promise);
    const stopping = worker.stop();
    release.resolve();
    await stopping;
    expect(at.server.mails).toHaveLength(1);
    expect(await statuses()).toEqual(['queued', 'queued', 'sent']);
  });
});
