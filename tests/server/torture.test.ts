import { expect, test, vi } from 'vitest';
import { reportOf } from '../../tools/torture/report.ts';
import { runTorture } from '../../tools/torture/run.ts';
import { isLong } from '../support/longForm.ts';

// The fault run (`npm run torture`) on the embedded database, and over a line to one: every fault that this machine allows,
// once at least. The only limit of time is the one below: on a busy machine it takes longer, and finds the same.

vi.setConfig({ testTimeout: isLong ? 1_200_000 : 600_000 });

const always = [
  'server killed (SIGKILL)',
  'server killed while a mail is on its way',
  'server ended (SIGTERM) and its clock set forwards',
  'server stopped for 10 s (SIGSTOP)',
];
const embedded = [
  'PostgreSQL killed (SIGKILL to its main process)',
  'server and PostgreSQL killed (SIGKILL to all)',
  'PostgreSQL ended (SIGINT)',
  'PostgreSQL stopped for 10 s (SIGSTOP)',
];
const line = ['cut', 'deaf', 'slow'].map((what) => `connection to PostgreSQL ${what}`);

test.each([
  ['embedded', null, embedded],
  ['over a line', process.env['TEST_DATABASE_URL'] ?? '', line],
])(
  'whatever fails, nothing acknowledged is lost and nothing refused has happened: %s',
  async (_where, databaseUrl, faults) => {
    const said: string[] = [];
    const options = { minutes: isLong ? 10 : 0, databaseUrl, seed: 8, people: 4, pauseMs: 20, only: '' };
    const result = await runTorture(options, (text) => said.push(text));
    expect(result.problems, `${said.join('\n')}\n${reportOf(result)}`).toEqual([]);
    const struck = new Set(result.strikes.map(({ fault }) => fault));
    // what a machine does not allow is said: a disk that can be filled up
    const onDisk = databaseUrl === null && result.notRun.length === 0 ? ['disk full'] : [];
    const halfOpen = databaseUrl !== null && isLong ? ['connection to PostgreSQL half open'] : [];
    expect([...struck].toSorted()).toEqual([...always, ...faults, ...onDisk, ...halfOpen].toSorted());
    expect(
      result.entries.filter(({ outcome, operation }) => outcome === 'done' && operation.what !== 'read'),
    ).not.toEqual([]);
    expect(result.judgement.swaps.size).toBeGreaterThan(0);
    expect(result.judgement.mails.sent).toBeGreaterThan(0);
  },
);
