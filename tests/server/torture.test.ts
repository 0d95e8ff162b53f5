import { expect, test, vi } from 'vitest';
import { reportOf } from '../../tools/torture/report.ts';
import { runTorture } from '../../tools/torture/run.ts';
import { isLong } from '../support/longForm.ts';

// The fault run (`npm run torture`): every fault that this machine allows, at least once. A busy machine takes longer.

vi.setConfig({ testTimeout: isLong ? 1_200_000 : 600_000 });

const always = ['server killed', 'server killed while sending a mail', 'server stopped for 10 s'];
const embedded = ['PostgreSQL killed', 'server and PostgreSQL killed', 'PostgreSQL stopped for 10 s'];
const remote = ['connections to PostgreSQL cut', 'connections to PostgreSQL silent, then cut'];

test.each([
  ['embedded', null, embedded],
  ['remote', process.env['TEST_DATABASE_URL'] ?? '', remote],
])(
  'no acknowledged change is lost and no refused one happens, whatever fails: %s',
  async (_where, databaseUrl, faults) => {
    const said: string[] = [];
    const options = { minutes: isLong ? 10 : 0, databaseUrl, people: 4, only: '' };
    const result = await runTorture(options, (text) => said.push(text));
    expect(result.ledger.problems, `${said.join('\n')}\n${reportOf(result)}`).toEqual([]);
    // mounting a small disk needs root; the report says so
    const onDisk = result.place.disk === null ? [] : ['disk full'];
    expect(new Set(result.strikes.map(({ fault }) => fault))).toEqual(
      new Set([...always, ...faults, ...onDisk]),
    );
    const done = result.ledger.entries.filter(({ outcome }) => outcome === 'done').map(({ what }) => what);
    expect(done).toEqual(expect.arrayContaining(['record', 'publish', 'pre-accept', 'confirm']));
    expect(result.swaps).not.toEqual([]);
    expect(result.mails).toContainEqual({ status: 'sent' });
  },
);
