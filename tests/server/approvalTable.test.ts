import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { violatedInvariants } from '../../db/invariants.ts';
import type { ExchangeKind } from '../../src/domain/exchanges/schema.ts';
import { defaultRestRules } from '../../src/domain/worksites/schema.ts';
import { approvalModes } from '../../src/domain/worksites/swapPolicy.ts';
import { testServer } from '../support/server.ts';
import { setApproval } from '../support/swaps.ts';
import { offeredSwap, swapKinds } from './swapKinds.ts';

// Which swaps of each kind wait for approval, and who can approve them.

const server = await testServer();
const { database } = server;
const kinds = swapKinds(server);
// the only named shift that ends late enough to leave too little rest
kinds.settimana.wish = { ...kinds.settimana.wish, requestedShiftType: 'seminotte' };

/** Calendars with which a swap leaves both people enough rest, or one of them too little. */
const calendars: Record<ExchangeKind, Record<'enough' | 'short', [requester: string, accepter: string]>> = {
  turno: { enough: ['Lr', 'Er'], short: ['EE', 'Lr'] },
  giorno: { enough: ['E......', '...L...'], short: ['E...E..', '...L...'] },
  settimana: {
    enough: ['MMMrrMM rrrrrrr', 'SSSrrSS .......'],
    short: ['MMMrrMM Mrrrrrr', 'SSSrrSS .......'],
  },
  ferie: { enough: ['fffffff MMMMMrr', 'rrMMMrr fffffff'], short: ['fffffff MMMMMrr', 'rrSMMrr fffffff'] },
};

const offered = (kind: ExchangeKind, rest: 'enough' | 'short') => {
  const [requester, accepter] = calendars[kind][rest];
  return offeredSwap(kinds[kind], { requester, accepter });
};

describe.each(Object.keys(kinds) as ExchangeKind[])('%s', (kind) => {
  test.each(approvalModes)('%s: swaps wait depending on the rest left', async (mode) => {
    for (const [rest, restMode] of [
      ['enough', 'avviso'],
      ['short', 'avviso'],
      ['short', 'off'],
    ] as const) {
      const { worksiteId, requester, accepter, requestId } = await offered(kind, rest);
      const rules = { ...defaultRestRules('standard'), mode: restMode };
      await database.run(
        sql`update worksites set rest_rules = ${JSON.stringify(rules)} where id = ${worksiteId}`,
      );
      await setApproval(server, worksiteId, mode);
      const isShort = rest === 'short' && restMode === 'avviso';
      const waits = mode === 'sempre' || (mode === 'automatica_senza_avvisi' && isShort);
      const { body } = await requester.confirm(requestId, accepter.id);
      expect(body.request).toMatchObject({
        status: waits ? 'aperta' : 'completata',
        isAwaitingApproval: waits,
      });
      const approver = await server.signIn({ worksiteId, mayApproveSwaps: true });
      if (!waits) {
        expect((await approver.approve(requestId)).outcome).toBe('409 exchange_not_awaiting');
        continue;
      }
      const seen = (await approver.readApproval(requestId)).body;
      expect([...seen.requester.rest, ...seen.accepter.rest].length > 0).toBe(isShort);
      expect((await approver.approve(requestId, seen.version)).outcome).toBe('200');
      expect((await requester.readRequest(requestId)).body.responderId).toBe(accepter.id);
    }
    expect(await violatedInvariants(database)).toEqual([]);
  });
});

describe('a swap awaiting approval', () => {
  const awaitingSwap = async (kind: ExchangeKind) => {
    const given = await offered(kind, 'enough');
    await setApproval(server, given.worksiteId, 'sempre');
    await given.requester.confirm(given.requestId, given.accepter.id);
    return given;
  };

  test('of holidays shows an approver both people’s working days and the offered holidays, no other days off', async () => {
    const { worksiteId, requestId } = await awaitingSwap('ferie');
    const approver = await server.signIn({ worksiteId, mayApproveSwaps: true });
    const { requester, accepter } = (await approver.readApproval(requestId)).body;
    const dutiesOf = ({ gives }: typeof requester): string =>
      gives.map(({ workLocation }) => workLocation[0]).join('');
    expect([dutiesOf(requester), dutiesOf(accepter)]).toEqual(['fffsssss', 'sssfffff']);
  });
});
