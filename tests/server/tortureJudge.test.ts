import { raw } from 'sql-template-tag';
import { beforeAll, expect, test } from 'vitest';
import { judgeDatabase } from '../../tools/torture/checks.ts';
import { type Entry, Ledger, type Operation } from '../../tools/torture/ledger.ts';
import type { Handling } from '../../tools/torture/mails.ts';
import { firstMark, type Person, type Site, withoutRetry } from '../../tools/torture/people.ts';
import { swapDay } from '../support/duties.ts';
import { testServer } from '../support/server.ts';
import { early, late, signInOnDuty } from '../support/swaps.ts';

// The fault run's judge, given databases and calls with a fault.

const server = await testServer();
const { database } = server;
const ledger = new Ledger();
const site: Site = { variant: 'standard', people: [], still: [[swapDay]], loose: [] };
const arrived: Handling[] = [];
const ids: Record<string, string> = {};

function note(person: { id: string }, operation: Operation, found: Partial<Entry> = {}): void {
  ledger.end(ledger.begin(person.id, operation), { outcome: 'done', status: 200, ...found });
}

// Giulia has swapped with Marco, Luca has offered Sara a swap, Anna has deleted an entry of the 24th.
beforeAll(async () => {
  const giulia = await signInOnDuty(server, early);
  const { worksiteId } = giulia;
  const marco = await signInOnDuty(server, late, { worksiteId });
  const sara = await signInOnDuty(server, early, { worksiteId });
  const luca = await signInOnDuty(server, late, { worksiteId });
  const anna = await signInOnDuty(server, late, { worksiteId });
  const people = { giulia, marco, sara, luca, anna };
  for (const [name, person] of Object.entries(people)) {
    ids[name] = person.id;
    site.people.push({ id: person.id } as Person);
    const mark = firstMark(person.id, swapDay);
    await person.changeShift(person.shiftId, { notes: mark });
    const duty = name === 'giulia' || name === 'sara' ? early : late;
    note(person, { what: 'record', day: swapDay, mark, duty });
  }
  for (const [requester, accepter] of [
    [giulia, marco],
    [sara, luca],
  ] as const) {
    const { body } = await requester.publish(requester.shiftId, { message: 'scambio' });
    const requestId = body.request.id;
    note(requester, { what: 'publish', mark: 'scambio' }, { madeId: requestId });
    await accepter.offer(requestId);
    note(accepter, { what: 'pre-accept', requestId });
    ids['open'] = requestId;
    if (requester === sara) continue;
    await requester.confirm(requestId, accepter.id);
    note(requester, { what: 'confirm', requestId, accepterId: accepter.id });
  }
  note(anna, { what: 'record', day: '2026-11-24', mark: 'gone' });
  note(anna, { what: 'delete', day: '2026-11-24' });
  await database.run(raw("update mail_outbox set status = 'sent', sent_at = now()"));
  const mails = await database.many<{ id: string }>(raw('select id from mail_outbox'));
  arrived.push(...mails.map(({ id }): Handling => ({ messageId: id, result: 'kept' })));
});

/** What the judge reports after some SQL (`:anna` is her id), which is rolled back. */
async function judged(damage: string, mails = arrived): Promise<string> {
  const undo = new Error('undo');
  let problems: string[] = [];
  const judging = database.transaction(async (tx) => {
    const statement = damage.replaceAll(/:([a-z]+)/g, (_, name: string) => `'${ids[name]}'`);
    if (damage !== '') expect(await tx.run(raw(statement))).toBeGreaterThan(0);
    problems = await judgeDatabase(tx, [site], ledger, mails);
    throw undo;
  });
  await expect(judging).rejects.toBe(undo);
  return problems.join('\n');
}

const copy = (day: string): string => `
  insert into shifts (worksite_id, user_id, day, work_location, start_time, end_time, shift_type, notes)
  select worksite_id, user_id, '${day}', work_location, start_time, end_time, shift_type, notes
  from shifts where user_id = :anna`;
const toEarly = "start_time = '06:00', end_time = '14:00', shift_type = 'mattina'";

test('finds nothing if every acknowledged change is there', async () => {
  expect(await judged('')).toBe('');
});

test.each([
  ['a lost entry', 'delete from shifts where user_id = :anna', "holds nothing instead of 'first"],
  ['a doubled entry', copy('2026-11-25'), 'instead of nothing'],
  ['a deleted entry that is back', copy('2026-11-24'), 'instead of nothing'],
  ['an entry nobody wrote', "update shifts set notes = 'x' where user_id = :anna", "holds 'x'"],
  ['other times', `update shifts set ${toEarly} where user_id = :anna`, 'wrote sede 14:00-22:00'],
  ['half a swap', `update shifts set ${toEarly} where user_id = :giulia`, `not conserved on ${swapDay}`],
  ['a broken invariant', 'update completed_swaps set accepter_gave = requester_gave', 'violated invariant'],
  ['a lost request', 'delete from exchange_requests where id = :open', 'is gone'],
  ['a request of nobody', "update exchange_requests set message = 'x' where id = :open", 'never published'],
  ['a lost offer', 'delete from pre_acceptances where request_id = :open', "the offer is 'gone'"],
  ['an offer taken back', "update pre_acceptances set status = 'ritirata'", "the offer is 'ritirata'"],
  ['an offer of nobody', 'update pre_acceptances set user_id = :anna where request_id = :open', 'never made'],
  ['a swap of nobody', 'update completed_swaps set accepter_id = :anna', 'nobody confirmed'],
  ['a lost swap', 'update completed_swaps set accepter_id = :anna', 'the confirmed swap of'],
  ['a mail left over', "update mail_outbox set status = 'queued'", 'is still queued'],
  ['a mail unsure for no reason', "update mail_outbox set status = 'unsure'", 'without a reason'],
  ['a mail given up that arrived', "update mail_outbox set status = 'failed'", 'was given up'],
])('finds %s', async (_what, damage, said) => {
  expect(await judged(damage)).toContain(said);
});

test('finds mails that arrived twice or never, and one that was never queued', async () => {
  expect(await judged('', [...arrived, ...arrived.slice(0, 1)])).toContain('arrived 2 times');
  expect(await judged('', arrived.slice(1))).toContain('counts as sent and arrived 0 times');
  expect(await judged('', [...arrived, { messageId: 'x', result: 'kept' }])).toContain('never queued');
});

test.each<[Operation['what'], Partial<Entry>, string]>([
  ['withdraw', {}, 'the withdrawn request'],
  ['take back', {}, "the offer is 'offerta'"],
  ['read', { status: 500 }, 'was answered 500'],
  ['read', { status: 503, code: withoutRetry }, 'was answered 503'],
  ['read', { status: 0, code: 'TimeoutError' }, 'was answered 0 TimeoutError'],
])(
  'finds a call that was acknowledged but did not happen, or got a wrong answer: %s %j',
  async (what, found, said) => {
    note({ id: ids['luca'] ?? '' }, { what, requestId: ids['open'] ?? '' }, found);
    expect(await judged('')).toContain(said);
    ledger.entries.pop();
    note(
      { id: ids['luca'] ?? '' },
      { what, requestId: ids['open'] ?? '' },
      { outcome: 'unknown', status: 503 },
    );
    expect(await judged('')).toBe('');
    ledger.entries.pop();
  },
);
