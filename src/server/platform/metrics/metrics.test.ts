import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../../tests/support/server.ts';
import { serveMetrics } from './listener.ts';
import { createMetrics } from './metrics.ts';

const server = await startTestServer({ env: { METRICS_PORT: '0' } });
const { nobody, context, database } = server;
const address = server.listen();
const listener = await serveMetrics(context);
afterAll(async () => {
  await listener.close();
  await server.close();
});

/** One scrape: its values by name and labels. */
async function scrape(): Promise<Map<string, number>> {
  const answer = await fetch(listener.url!);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

/** The values that changed during an action. */
async function changed(during: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await scrape();
  await during();
  const after = await scrape();
  const differences = [...after].filter(([name, value]) => value !== (before.get(name) ?? 0));
  return Object.fromEntries(differences.map(([name, value]) => [name, value - (before.get(name) ?? 0)]));
}

describe('calls', () => {
  const counted = (route: string, status: number | string, method = 'GET'): string =>
    `turnario_http_calls_total{method="${method}",route="${route}",status="${status}"}`;

  test('calls are counted by pattern, method and status, with duration', async () => {
    const giulia = await server.signIn();
    const id = '0190a000-0000-7000-8000-000000000001';
    const difference = await changed(async () => {
      await giulia.call('GET /api/auth/user');
      await giulia.deleteShift(id);
      await nobody.call('GET /api/shifts');
    });
    expect(difference).toMatchObject({
      [counted('/api/auth/user', 200)]: 1,
      [counted('/api/shifts/:id', 404, 'DELETE')]: 1,
      [counted('/api/shifts', 401)]: 1,
      'turnario_http_call_seconds_count{method="GET",route="/api/auth/user"}': 1,
      'turnario_http_call_seconds_bucket{le="10",method="GET",route="/api/auth/user"}': 1,
      'turnario_refusals_total{code="not_found"}': 1,
      'turnario_refusals_total{code="not_signed_in"}': 1,
    });
    expect((await scrape()).get('turnario_http_calls_under_way')).toBe(0);
  });

  test('calls whose caller has left count as aborted', async () => {
    const url = await address;
    const underWay = () => context.metrics.registry.getSingleMetricAsString('turnario_http_calls_under_way');
    const difference = await changed(async () => {
      const leaving = new AbortController();
      await database.transaction(async (tx) => {
        await tx.run(sql`lock table worksites in access exclusive mode`);
        const call = fetch(`${url}/api/worksites/available`, { signal: leaving.signal });
        call.catch(() => undefined);
        await expect.poll(underWay).toContain('turnario_http_calls_under_way 1');
        leaving.abort();
        await expect(call).rejects.toThrow('abort');
        await expect.poll(underWay).toContain('turnario_http_calls_under_way 0');
      });
    });
    expect(difference).toMatchObject({ [counted('/api/worksites/available', 'aborted')]: 1 });
  });
});

describe('the database', () => {
  test('its connections and the outbox are read on each scrape', async () => {
    await database.run(sql`
      insert into mail_outbox (dedupe_key, kind, recipient, created_at, due_at)
      select 'prova ' || n, 'prova', 'a@example.it', ${'2026-11-16T08:58:00.000Z'}::timestamptz, now()
      from generate_series(1, 3) n`);
    const now = await scrape();
    expect(now.get('turnario_outbox_mails{status="queued"}')).toBe(3);
    expect(now.get('turnario_outbox_mails{status="failed"}')).toBe(0);
    expect(now.get('turnario_outbox_oldest_queued_seconds')).toBe(120);
    expect(now.get('turnario_database_up')).toBe(1);
    expect(now.get('turnario_database_connections{state="waiting"}')).toBe(0);
    await database.run(sql`delete from mail_outbox`);
    expect((await scrape()).get('turnario_outbox_oldest_queued_seconds')).toBe(0);
  });

  test('an unresponsive database is reported as down, without stale values, and is not queried again', async () => {
    await database.transaction(async (tx) => {
      await tx.run(sql`lock table mail_outbox in access exclusive mode`);
      const begun = performance.now();
      const all = await Promise.all([scrape(), scrape(), scrape()]);
      expect(performance.now() - begun).toBeLessThan(5_000);
      for (const each of all) {
        expect(each.get('turnario_database_up')).toBe(0);
        expect([...each.keys()].filter((name) => name.includes('outbox'))).toEqual([]);
        expect(each.get('process_resident_memory_bytes')).toBeGreaterThan(0);
      }
      const { inUse, waiting } = database.load();
      // this transaction, and one query
      expect(inUse + waiting).toBe(2);
    });
    await expect.poll(async () => (await scrape()).get('turnario_database_up')).toBe(1);
  });
});

test('counts the rest of the server', async () => {
  const { metrics } = context;
  const difference = await changed(async () => {
    await nobody.call('POST /api/auth/login', { body: { email: 'a@example.it', password: 'Sbagliata!1' } });
    metrics.shed('event-loop');
    metrics.swapCompleted('turno');
    metrics.jobFailed('mail');
    metrics.databaseFailed('23505');
    metrics.statement({ command: 'SELECT', milliseconds: 3 });
  });
  expect(difference).toMatchObject({
    'turnario_sign_in_failures_total{code="wrong_credentials"}': 1,
    'turnario_shed_calls_total{reason="event-loop"}': 1,
    'turnario_swaps_completed_total{kind="turno"}': 1,
    'turnario_job_failures_total{job="mail"}': 1,
    'turnario_database_errors_total{class="23"}': 1,
    'turnario_database_statement_seconds_count{command="select"}': 1,
  });
});

test('no label can contain data of a person, a worksite or a session', async () => {
  const text = await (await fetch(listener.url!)).text();
  const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name!));
  const ours = [...labels].filter((name) => !libraryLabels.has(name));
  expect(ours.toSorted().join(' ')).toBe('class code command job kind le method reason route state status');
});

/** Labels of the library's metrics: version of Node and its parts, kinds of memory and of handles. */
const libraryLabels = new Set(['version', 'major', 'minor', 'patch', 'space', 'type', 'quantile']);

describe('where they are served', () => {
  test('is this machine alone', () => expect(new URL(listener.url!).hostname).toBe('127.0.0.1'));

  test('metrics that cannot be collected are omitted and logged', async () => {
    const { registry } = context.metrics;
    const original = registry.metrics.bind(registry);
    registry.metrics = () => Promise.reject(new Error('out of numbers'));
    const answer = await fetch(listener.url!);
    registry.metrics = original;
    expect(answer.status).toBe(500);
    expect(server.takeErrors().join()).toContain('out of numbers');
  });

  test('a port in use is logged, and the server runs without metrics', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    server.logLines.length = 0;
    const settings = { ...context.settings, metricsPort: port };
    const without = await serveMetrics({ ...context, settings, metrics: createMetrics() });
    const off = { ...context.settings, metricsPort: null };
    expect([without.url, (await serveMetrics({ ...context, settings: off })).url]).toEqual([null, null]);
    expect(server.logLines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 40, msg: 'metrics are not served', port, err: { code: 'EADDRINUSE' } },
    ]);
    await without.close();
    other.close();
  });
});
