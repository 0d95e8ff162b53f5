import { expect, test, vi } from 'vitest';
import { reportOf } from '../../tools/torture/report.ts';
import { runTorture } from '../../tools/torture/run.ts';
import { isLong } from '../support/longForm.ts';

// The fault run (`npm run torture`) on the engine of the running project: every fault that this machine allows, once at
// least. The only limit of time is the one below: on a busy machine it takes longer, and finds the same.

vi.setConfig({ testTimeout: isLong ? 1_200_000 : 600_000 });

const engine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'pglite';
const faults = {
  pglite: [
    'power cut: killed, and what was not followed by fsync is gone',
    'server killed (SIGKILL)',
    'server killed while a mail is on its way',
    'server stopped (SIGTERM) and its clock set forwards',
  ],
  postgres: [
    'connection to PostgreSQL cut',
    'connection to PostgreSQL deaf',
    'connection to PostgreSQL slow',
    'server killed (SIGKILL)',
    'server killed while a mail is on its way',
    'server stopped (SIGTERM) and its clock set forwards',
  ],
};

test('whatever fails, nothing acknowledged is lost and nothing refused has happened', async () => {
  const said: string[] = [];
  const result = await runTorture(
    {
      minutes: isLong ? 10 : 0,
      engine,
      databaseUrl: process.env['TEST_DATABASE_URL'] ?? null,
      seed: 8,
      people: 4,
      pauseMs: 20,
      only: '',
    },
    (line) => said.push(line),
  );
  expect(result.problems, `${said.join('\n')}\n${reportOf(result)}`).toEqual([]);
  const struck = new Set(result.strikes.map(({ fault }) => fault));
  expect([...struck]).toEqual(expect.arrayContaining(faults[engine]));
  // what a machine does not allow is said: a disk that can be filled up, a PostgreSQL that can be killed
  const more = engine === 'postgres' ? 4 : 1;
  expect(struck.size < faults[engine].length + more).toBe(result.notRun.length > 0);
  expect(
    result.entries.filter(({ outcome, operation }) => outcome === 'done' && operation.what !== 'read'),
  ).not.toEqual([]);
  expect(result.judgement.swaps.size).toBeGreaterThan(0);
  expect(result.judgement.mails.sent).toBeGreaterThan(0);
});
