import { expect, test } from 'vitest';
import { testServer } from '../../tests/support/server.ts';
import { awaiting, pair, swap } from '../../tests/support/swaps.ts';
import { startSteadyUpkeep } from '../../tests/support/upkeep.ts';
import { startMailWorker } from './mail/worker.ts';

const server = await testServer();
const { context, clock } = server;

test('jobs and swaps are counted where they happen', async () => {
  const { giulia, marco } = await pair(server);
  const id = await swap(giulia, marco);
  // a second tap completes no swap
  expect((await giulia.confirm(id)).status).toBe(409);
  const upkeep = await startSteadyUpkeep(context);
  await upkeep.run();
  await upkeep.stop();
  const mails = await startMailWorker(context);
  await mails.wake();
  await mails.stop();
  const numbers = await context.metrics.registry.metrics();
  const now = Date.parse(clock.now()) / 1000;
  expect(numbers).toContain('turnario_swaps_completed_total{kind="turno"} 1\n');
  expect(numbers).toContain(`turnario_job_last_success_timestamp_seconds{job="upkeep"} ${now}\n`);
  expect(numbers).toContain(`turnario_job_last_success_timestamp_seconds{job="mail"} ${now}\n`);
  expect(numbers).not.toContain('turnario_job_failures_total{');
});

test('a swap counts once it is approved', async () => {
  const { anna, requestId } = await awaiting(server);
  const swaps = async () =>
    /turnario_swaps_completed_total{kind="turno"} (\d+)/.exec(await context.metrics.registry.metrics())?.[1];
  const before = Number(await swaps());
  expect((await anna.approve(requestId)).status).toBe(200);
  expect(Number(await swaps())).toBe(before + 1);
});
