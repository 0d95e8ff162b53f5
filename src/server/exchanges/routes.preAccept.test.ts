import { describe, expect, test } from 'vitest';
import { idOf } from '../../../tests/support/caller.ts';
import { swapDay } from '../../../tests/support/duties.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import { early, late, offered, type OnDuty, published, signInOnDuty } from '../../../tests/support/swaps.ts';
import {
  laterWeek,
  nextWeek,
  openTaxiWorksite,
  publishWeek,
  signInDriver,
} from '../../../tests/support/taxi.ts';

// Pre-accepting a single shift; and decisions carry the version the caller saw, which may be outdated.

const server = await testServer();
const changed = '409 exchange_changed';

describe('confirming what one saw', () => {
  const seenBy = async (requester: OnDuty, requestId: string, accepter?: OnDuty) => {
    const { preAcceptedBy } = (await requester.readRequest(requestId)).body;
    return preAcceptedBy.find(({ userId }) => !accepter || userId === accepter.id)?.version;
  };

  test('is refused once the colleague offers another shift', async () => {
    const { giulia, marco, worksiteId, requestId } = await offered(server);
    const seen = await seenBy(giulia, requestId);
    // unaffected by another colleague’s offer or by time
    await (await signInOnDuty(server, late, { worksiteId })).offer(requestId);
    server.clock.advance(3600);
    expect(await seenBy(giulia, requestId, marco)).toBe(seen);
    const later = { startTime: '15:00', endTime: '23:00' };
    await marco.changeShift(marco.shiftId, later);
    await marco.offer(requestId);
    const answer = await giulia.confirm(requestId, marco.id, seen);
    expect([answer.outcome, answer.refusal.message]).toEqual([
      changed,
      'Nel frattempo qualcosa è cambiato: ricontrolla prima di decidere.',
    ]);
    expect(await giulia.entryOn()).toMatchObject({ id: giulia.shiftId, ...early });
    // after looking again
    const now = await seenBy(giulia, requestId, marco);
    expect((await giulia.confirm(requestId, marco.id, now)).status).toBe(200);
    expect(await giulia.entryOn()).toMatchObject(later);
  });

  test('is refused once the offer was withdrawn and made again; without a version the current one is taken', async () => {
    const { giulia, marco, requestId } = await offered(server);
    const seen = await seenBy(giulia, requestId);
    await marco.takeBack(requestId);
    server.clock.advance(60);
    await marco.offer(requestId);
    expect((await giulia.confirm(requestId, marco.id, seen)).outcome).toBe(changed);
    const unnamed = { params: { id: requestId }, body: { version: seen } };
    const answer = await giulia.call('POST /api/exchange-requests/:id/final-confirm', unnamed);
    expect(answer.outcome).toBe(changed);
    expect((await giulia.confirm(requestId, marco.id)).status).toBe(200);
    // a closed request is refused as closed, whatever the version
    expect((await giulia.confirm(requestId, marco.id, seen)).outcome).toBe('409 exchange_closed');
  });
});

describe('pre-accepting what one saw', () => {
  test('works while it is unchanged; repeating it too, whatever has changed since', async () => {
    const { giulia, marco, requestId } = await published(server);
    const { version: seen } = (await marco.readRequest(requestId)).body;
    expect((await marco.readTab('disponibili')).requests[0]?.version).toBe(seen);
    const wish = { offeredShiftId: giulia.shiftId, requestedDate: swapDay } as const;
    // a new message needs no second look; another wanted type leaves the offer standing
    await giulia.editRequest(requestId, { ...wish, requestedShiftType: 'pomeriggio', message: 'Grazie' });
    expect((await marco.preAccept(requestId, seen)).status).toBe(200);
    await giulia.editRequest(requestId, { ...wish, requestedShiftType: 'sera' });
    expect((await marco.preAccept(requestId, seen)).status).toBe(200);
    expect((await giulia.readRequest(requestId)).body.preAcceptanceCount).toBe(1);
  });

  // for another shift see races.requests.test.ts
  test('is refused once another type is wanted', async () => {
    const { giulia, marco, requestId } = await published(server);
    const versionOf = async () => (await marco.readRequest(requestId)).body.version;
    const seen = await versionOf();
    const wish = {
      offeredShiftId: giulia.shiftId,
      requestedDate: swapDay,
      requestedShiftType: 'sera',
    } as const;
    expect((await giulia.editRequest(requestId, wish)).status).toBe(200);
    expect((await marco.preAccept(requestId, seen)).outcome).toBe(changed);
    expect((await marco.preAccept(requestId, await versionOf())).status).toBe(200);
  });

  test('is refused for a week once the request is about another week, not for another shift of it', async () => {
    const worksiteId = await openTaxiWorksite(server);
    const weeks = (letters: string) => ({ [nextWeek]: letters, [laterWeek]: letters });
    const tiziana = await signInDriver(server, weeks('MMMMMrr'), { worksiteId });
    const fabio = await signInDriver(server, weeks('NNNNNrr'), { worksiteId });
    const requestId = await idOf(publishWeek(tiziana, nextWeek));
    const seen = (await fabio.readRequest(requestId)).body.version;
    const versionAfter = async (requestedDate: string) => {
      const edit = { offeredShiftId: tiziana.shifts[requestedDate]!, requestedDate };
      await tiziana.editRequest(requestId, { ...edit, requestedShiftType: 'notte' });
      return (await fabio.readRequest(requestId)).body.version;
    };
    expect(await versionAfter('2026-11-24')).toBe(seen);
    const now = await versionAfter(laterWeek);
    expect((await fabio.preAccept(requestId, seen)).outcome).toBe(changed);
    expect((await fabio.preAccept(requestId, now)).status).toBe(200);
  });
});

describe('pre-accepting a single shift', () => {
  test('shows the requester who has pre-accepted, and everybody else how many', async () => {
    const { giulia, marco, worksiteId, requestId } = await published(server);
    const other = await signInOnDuty(server, late, { worksiteId });
    const { request } = (await marco.preAccept(requestId)).body;
    expect(request).toMatchObject({
      tab: 'pre-accettati',
      userHasPreAccepted: true,
      preAcceptedBy: [],
      ownDuties: [{ date: swapDay, ...late }],
      preAccept: { isAllowed: false, reason: 'Hai già pre-accettato questa richiesta.' },
    });
    const { preAcceptedBy } = (await giulia.readRequest(requestId)).body;
    expect(preAcceptedBy).toMatchObject([
      {
        userId: marco.id,
        name: 'Marco Bianchi',
        contractHours: 8,
        role: 'operatore',
        offeredShift: { date: swapDay, ...late },
        createdAt: testNow,
      },
    ]);
    const seen = { userHasPreAccepted: false, preAcceptanceCount: 1, preAcceptedBy: [] };
    expect((await other.readRequest(requestId)).body).toMatchObject(seen);
    // repeating it changes nothing
    server.clock.advance(60);
    expect((await marco.preAccept(requestId)).status).toBe(200);
    expect((await giulia.readRequest(requestId)).body.preAcceptedBy).toMatchObject([{ createdAt: testNow }]);
    const message =
      'Marco Bianchi accetta lo scambio e offre il turno di ven 20 nov, 14:00–22:00. Conferma per completarlo.';
    const asked = { type: 'request_pre_accepted', message, relatedRequestId: requestId };
    expect(await giulia.notifications()).toMatchObject([asked]);
    expect(await other.notificationTypes()).toEqual([]);
  });

  test('an offer that lapsed with its shift can be made again', async () => {
    const { giulia, marco, requestId } = await offered(server);
    const other = { startTime: '13:00', endTime: '21:00' };
    expect((await marco.changeShift(marco.shiftId, other)).status).toBe(200);
    expect((await giulia.readRequest(requestId)).body).toMatchObject({ preAcceptanceCount: 0, tab: 'mie' });
    expect((await marco.readRequest(requestId)).body).toMatchObject({ tab: 'disponibili', isLapsed: true });
    expect((await marco.preAccept(requestId)).status).toBe(200);
    const { preAcceptedBy } = (await giulia.readRequest(requestId)).body;
    expect(preAcceptedBy).toMatchObject([{ offeredShift: other }]);
  });

  test('is refused with the reason shown on the card', async () => {
    const giulia = await signInOnDuty(server, early);
    const { worksiteId } = giulia;
    const requestId = await giulia.publishedId(giulia.shiftId);
    for (const [person, outcome, message] of [
      [giulia, '403 exchange_own_request', 'È una tua richiesta: non puoi accettarla tu.'],
      [
        await server.signIn({ worksiteId }),
        '409 exchange_no_own_shift',
        'In quel giorno non hai un turno da dare in cambio.',
      ],
    ] as const) {
      const { preAccept: shown } = (await person.readRequest(requestId)).body;
      expect(shown).toEqual({ isAllowed: false, reason: message });
      const refused = await person.preAccept(requestId);
      expect([refused.outcome, refused.refusal.message]).toEqual([outcome, message]);
    }
    const stranger = await signInOnDuty(server, late);
    expect((await stranger.preAccept(requestId)).outcome).toBe('404 not_found');
    expect((await giulia.readRequest(requestId)).body.preAcceptanceCount).toBe(0);
    expect(await giulia.notificationTypes()).toEqual([]);
  });
});
