import sql, { type Sql } from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { judgeSwaps } from '../../tools/torture/checks.swaps.ts';
import { judgeDatabase } from '../../tools/torture/checks.ts';
import type { Operation, Entry } from '../../tools/torture/journal.ts';
import { openLedger } from '../../tools/torture/ledger.ts';
import { testServer } from '../support/server.ts';
import { confirm, early, late, offer, type OnDuty, pair, publish, signInOnDuty } from '../support/swaps.ts';

// The judge of the fault run, given databases in which something is wrong.

const server = await testServer();
const { database } = server;

let people: { giulia: OnDuty; marco: OnDuty; sara: OnDuty };
let done: string;
let open: string;
const entries: Entry[] = [];

function noteDone(person: OnDuty, operation: Operation, madeId = ''): void {
  const number = entries.length;
  entries.push({
    number,
    personId: person.id,
    operation,
    outcome: 'done',
    status: 200,
    code: '',
    madeId,
    took: 1,
  });
}

async function publishMarked(person: OnDuty, mark: string): Promise<string> {
  const { body } = await publish(person, person.shiftId, { message: mark });
  noteDone(person, { what: 'publish', mark }, body.request.id);
  return body.request.id;
}

beforeAll(async () => {
  const { giulia, marco, worksiteId } = await pair(server);
  const sara = await signInOnDuty(server, early, { worksiteId });
  const luca = await signInOnDuty(server, late, { worksiteId });
  people = { giulia, marco, sara };
  done = await publishMarked(giulia, 'uno');
  await offer(marco, done);
  noteDone(marco, { what: 'pre-accept', requestId: done });
  await confirm(giulia, done, marco.id);
  noteDone(giulia, { what: 'confirm', requestId: done, accepterId: marco.id, days: [] });
  open = await publishMarked(sara, 'due');
  await offer(luca, open);
  noteDone(luca, { what: 'pre-accept', requestId: open });
});

test('finds nothing where everything acknowledged is there', async () => {
  expect(await judgeSwaps(database, entries)).toEqual([]);
});

/** What the judge says of the database with `damage` done to it, which is undone. */
async function judgeDamaged(damage: Sql): Promise<string[]> {
  const undo = new Error('undo');
  let problems: string[] = [];
  const judging = database.transaction(async (tx) => {
    expect(await tx.run(damage)).toBeGreaterThan(0);
    problems = await judgeSwaps(tx, entries);
    throw undo;
  });
  await expect(judging).rejects.toBe(undo);
  return problems;
}

describe('finds what was lost, made up or doubled', () => {
  test.each([
    ['a lost request', () => sql`delete from exchange_requests where id = ${open}`, 'is gone'],
    [
      'a request with another text',
      () => sql`update exchange_requests set message = 'tre' where id = ${open}`,
      'never accepted',
    ],
    [
      'a lost offer',
      () => sql`delete from pre_acceptances where request_id = ${open}`,
      "the offer is 'none'",
    ],
    [
      'an offer that nobody made',
      () => sql`
        update pre_acceptances set user_id = ${people.giulia.id} where request_id = ${open}`,
      'never made',
    ],
    [
      'a swap with somebody else',
      () => sql`update completed_swaps set accepter_id = ${people.sara.id}`,
      'nobody confirmed',
    ],
  ])('%s', async (_what, damage, said) => {
    expect((await judgeDamaged(damage())).join('\n')).toContain(said);
  });

  test('a confirmed swap that is not there, among all it looks at', async () => {
    const { giulia, marco } = people;
    const lost: Operation = { what: 'confirm', requestId: open, accepterId: marco.id, days: [] };
    const more: Entry = { ...entries[0]!, number: 99, personId: giulia.id, operation: lost };
    const evidence = { world: { sites: [] }, ledger: openLedger(), entries: [...entries, more], mails: [] };
    const { problems, swaps } = await judgeDatabase(database, evidence);
    expect(problems).toContain(`call 99: the confirmed swap of ${open} is gone`);
    expect(swaps).toEqual(new Map([['turno', 1]]));
  });

  /** What the judge of everything says more than it did before the damage. */
  async function judgeAllDamaged(damage: Sql, ledger = openLedger(), more: Entry[] = []): Promise<string[]> {
    const undo = new Error('undo');
    const evidence = { world: { sites: [] }, ledger, entries: [...entries, ...more], mails: [] };
    const plain = { ...evidence, ledger: openLedger(), entries };
    const before = new Set((await judgeDatabase(database, plain)).problems);
    let problems: string[] = [];
    const judging = database.transaction(async (tx) => {
      await tx.run(damage);
      ({ problems } = await judgeDatabase(tx, evidence));
      throw undo;
    });
    await expect(judging).rejects.toBe(undo);
    return problems.filter((problem) => !before.has(problem));
  }
  const nothing = sql`select 1`;

  test('a broken promise of the tables, and a mail that is called sent and never arrived', async () => {
    const [broken] = await judgeAllDamaged(sql`update completed_swaps set accepter_gave = requester_gave`);
    expect(broken).toContain('broken promise: ');
    const sent = await judgeAllDamaged(sql`update mail_outbox set status = 'sent', sent_at = now()`);
    expect(sent[0]).toContain('counts as sent and arrived 0 times');
  });

  test('an acknowledged entry that is gone, and one with other times than were written', async () => {
    const { sara } = people;
    const duty = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;
    const record = (day: string, mark: string): Entry => ({
      ...entries[0]!,
      personId: sara.id,
      operation: { what: 'record', day, mark, duty },
    });
    const ledger = openLedger();
    ledger.follow(record('2027-01-04', 'quattro'));
    expect(await judgeAllDamaged(nothing, ledger)).toEqual([
      expect.stringContaining('2027-01-04 of ' + sara.id + ' holds nothing instead of'),
    ]);
    const { day } = await database.one<{ day: string }>(sql`
      select day from shifts where user_id = ${sara.id} order by day limit 1`);
    const other = openLedger();
    other.follow(record(day, 'cinque'));
    const marked = sql`update shifts set notes = 'cinque', start_time = '07:00' where user_id = ${sara.id} and day = ${day}`;
    expect((await judgeAllDamaged(marked, other)).join()).toContain("'cinque' wrote");
  });

  test('a withdrawn request that is there, and a changed one that says what it said before', async () => {
    const { sara } = people;
    const made = (operation: Operation, madeId = ''): Entry => ({
      ...entries[0]!,
      number: 97,
      personId: sara.id,
      operation,
      madeId,
    });
    const withdrawn = made({ what: 'withdraw', requestId: open });
    expect(await judgeSwaps(database, [...entries, withdrawn])).toEqual([
      `call 97: the withdrawn request ${open} is there`,
    ]);
    const changed = made({ what: 'change', mark: 'tre', requestId: open }, open);
    expect(await judgeSwaps(database, [...entries, changed])).toEqual([
      `request ${open} says 'due', though call 97 had changed it`,
    ]);
  });

  test('what was allowed though it is somebody else’s', async () => {
    const theirs: Entry = {
      ...entries[0]!,
      number: 98,
      operation: { what: 'foreign', call: 'DELETE /x', mark: '' },
    };
    expect(await judgeSwaps(database, [...entries, theirs])).toEqual([
      'call 98 was allowed though it is not theirs: DELETE /x',
    ]);
  });
});
