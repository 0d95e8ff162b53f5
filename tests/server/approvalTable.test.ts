import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { violatedInvariants } from '../../db/invariants.ts';
import type { ExchangeKind } from '../../src/domain/exchanges/schema.ts';
import { defaultRestRules } from '../../src/domain/worksites/schema.ts';
import { approvalModes } from '../../src/domain/worksites/swapPolicy.ts';
import { approve, readApproval, setApproval } from '../support/approvals.ts';
import { type Caller, outcomeOf } from '../support/caller.ts';
import { dayAt, offerDay, publishedDay, signInWorker } from '../support/days.ts';
import { type SignedInCaller, testServer } from '../support/server.ts';
import { confirm, offer, publishedId, readRequest } from '../support/swaps.ts';
import {
  idOf,
  laterWeek,
  nextWeek,
  openTaxiWorksite,
  publishHolidays,
  publishWeek,
  signInDriver,
} from '../support/taxi.ts';

// Which swap waits for approval, and who can approve it: every mode, every verdict about rest, every kind, every role.

const server = await testServer();
const { database } = server;

interface Agreed {
  giulia: SignedInCaller;
  marco: SignedInCaller;
  requestId: string;
}

/** Giulia has published, Marco has pre-accepted; `isShort`: the swap leaves her less rest than the law says. */
const builders: Record<ExchangeKind, (isShort: boolean) => Promise<Agreed>> = {
  turno: async (isShort) => {
    const giulia = await signInWorker(server, isShort ? 'LLr' : 'rLr');
    const marco = await signInWorker(server, 'rEr', { worksiteId: giulia.worksiteId });
    const requestId = await publishedId(giulia, giulia.shiftIds[1]!, {
      requestedShiftType: 'mattina',
      requestedDate: dayAt(1),
    });
    await offer(marco, requestId);
    return { giulia, marco, requestId };
  },
  giorno: async (isShort) => {
    const giulia = await signInWorker(server, isShort ? 'E...E..' : 'E......');
    const marco = await signInWorker(server, '...L...', { worksiteId: giulia.worksiteId });
    const requestId = await publishedDay(giulia, 0, [3]);
    await offerDay(marco, requestId);
    return { giulia, marco, requestId };
  },
  settimana: async (isShort) => {
    const worksiteId = await openTaxiWorksite(server);
    const weeks = { [nextWeek]: 'MMrrMMM', [laterWeek]: isShort ? 'Mrrrrrr' : 'rrrrrrr' };
    const giulia = await signInDriver(server, weeks, { worksiteId });
    const marco = await signInDriver(server, { [nextWeek]: 'SSrrSSS' }, { worksiteId });
    const requestId = await idOf(publishWeek(giulia, nextWeek, { requestedShiftType: 'seminotte' }));
    await offer(marco, requestId);
    return { giulia, marco, requestId };
  },
  ferie: async (isShort) => {
    const worksiteId = await openTaxiWorksite(server);
    const giulia = await signInDriver(
      server,
      { [nextWeek]: 'fffffff', [laterWeek]: 'MMMMMrr' },
      { worksiteId },
    );
    const marco = await signInDriver(
      server,
      // Giulia takes his week: with less rest in it than the law says, or not
      { [nextWeek]: isShort ? 'rrSMMrr' : 'rrMMMrr', [laterWeek]: 'fffffff' },
      { worksiteId },
    );
    const requestId = await idOf(publishHolidays(giulia, nextWeek, laterWeek));
    await offer(marco, requestId);
    return { giulia, marco, requestId };
  },
};

/** Who may not approve it, and what they are told. */
async function refusedRoles({ giulia, marco }: Agreed): Promise<[string, Caller, string][]> {
  const { worksiteId } = giulia;
  await database.run(sql`update users set may_approve_swaps = true where id in (${giulia.id}, ${marco.id})`);
  const colleague = await server.signIn({ worksiteId });
  const notApprover = '403 exchange_not_approver';
  return [
    ['the requester', giulia, '403 exchange_own_approval'],
    ['the accepter', marco, '403 exchange_own_approval'],
    ['a colleague', colleague, notApprover],
    ['a reviewer of codes', await server.signIn({ worksiteId, mayReviewCodes: true }), notApprover],
    ['a coordinator', await server.signIn({ worksiteId, role: 'coordinatore' }), notApprover],
    ['an administrator who is no CEO', await server.signIn({ role: 'admin' }), notApprover],
    ['the CEO as a colleague', await server.enterAccount(colleague), notApprover],
    ['an approver of another worksite', await server.signIn({ mayApproveSwaps: true }), '404 not_found'],
  ];
}

const approvers: Record<string, (worksiteId: string) => Promise<SignedInCaller>> = {
  'who has the permission': (worksiteId) => server.signIn({ worksiteId, mayApproveSwaps: true }),
  'the CEO': () => server.signInCeo(),
};

const verdicts = { 'rest enough': false, 'too little rest': true, 'rest not asked': null };

describe.each(Object.keys(builders) as ExchangeKind[])('%s', (kind) => {
  describe.each(approvalModes)('%s', (mode) => {
    test.each(Object.entries(verdicts))('with %s', async (_, isShort) => {
      const waits = mode === 'sempre' || (mode === 'automatica_senza_avvisi' && isShort === true);
      for (const [name, signInApprover] of Object.entries(approvers)) {
        const agreed = await builders[kind](isShort !== false);
        const { giulia, marco, requestId } = agreed;
        const rules = { ...defaultRestRules('standard'), mode: isShort === null ? 'off' : 'avviso' };
        await database.run(sql`
          update worksites set rest_rules = ${JSON.stringify(rules)} where id = ${giulia.worksiteId}`);
        await setApproval(server, giulia.worksiteId, mode);
        const confirmed = await confirm(giulia, requestId, marco.id);
        expect(confirmed.status).toBe(200);
        const { status, isAwaitingApproval } = confirmed.body.request;
        expect({ status, isAwaitingApproval }).toEqual({
          status: waits ? 'aperta' : 'completata',
          isAwaitingApproval: waits,
        });
        const approver = await signInApprover(giulia.worksiteId);
        if (!waits) {
          expect(outcomeOf(await approve(approver, requestId))).toBe('409 exchange_not_awaiting');
          continue;
        }
        const seen = (await readApproval(approver, requestId)).body;
        expect([...seen.requester.rest, ...seen.accepter.rest].length > 0).toBe(isShort === true);
        for (const [who, person, refusal] of await refusedRoles(agreed)) {
          expect(outcomeOf(await approve(person, requestId)), who).toBe(refusal);
          expect((await readRequest(giulia, requestId)).body.isAwaitingApproval, who).toBe(true);
        }
        expect(outcomeOf(await approve(approver, requestId, seen.version)), name).toBe('200');
        expect((await readRequest(giulia, requestId)).body).toMatchObject({
          status: 'completata',
          isAwaitingApproval: false,
          responderId: marco.id,
        });
      }
      expect(await violatedInvariants(database)).toEqual([]);
    });
  });
});

test('of a swap of holidays an approver sees when each works and the holidays on offer, no other free day', async () => {
  const { giulia, marco, requestId } = await builders.ferie(false);
  await setApproval(server, giulia.worksiteId, 'sempre');
  await confirm(giulia, requestId, marco.id);
  const approver = await server.signIn({ worksiteId: giulia.worksiteId, mayApproveSwaps: true });
  const { requester, accepter } = (await readApproval(approver, requestId)).body;
  const dutiesOf = ({ gives }: typeof requester): string =>
    gives.map(({ workLocation }) => workLocation[0]).join('');
  expect([dutiesOf(requester), dutiesOf(accepter)]).toEqual(['fffsssss', 'sssfffff']);
});
