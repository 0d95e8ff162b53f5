import { beforeEach, describe, expect, test } from 'vitest';
import { idOf } from '../../../tests/support/caller.ts';
import { testServer } from '../../../tests/support/server.ts';
import { early, signInOnDuty } from '../../../tests/support/swaps.ts';
import {
  type Driver,
  laterWeek,
  nextWeek,
  openTaxiWorksite,
  publishWeek,
  signInDriver,
} from '../../../tests/support/taxi.ts';

// The named shift of a week for another one: published and pre-accepted.

const server = await testServer();
let worksiteId: string;
beforeEach(async () => {
  worksiteId = await openTaxiWorksite(server);
});

const driver = (letters: string, name = 'Tiziana', weeks = {}): Promise<Driver> =>
  signInDriver(server, { [nextWeek]: letters, ...weeks }, { worksiteId, firstName: name });

/** Tiziana works mornings and wants nights, Fabio works nights; both rest on Thursday and Friday. */
async function pair(): Promise<{ tiziana: Driver; fabio: Driver; requestId: string }> {
  const tiziana = await driver('MMMMMrr');
  const fabio = await driver('NNNNNrr', 'Fabio');
  return { tiziana, fabio, requestId: await idOf(publishWeek(tiziana, nextWeek)) };
}

describe('publishing a week', () => {
  test('accepts any shift of it, and shows what is offered', async () => {
    const tiziana = await driver('MMMMMrr');
    const { request } = (await publishWeek(tiziana, '2026-11-23')).body;
    expect(request).toMatchObject({
      kind: 'settimana',
      offeredShiftId: tiziana.shifts['2026-11-23'],
      requestedShiftType: 'notte',
      requestedDate: '2026-11-23',
      weeks: { offered: { from: nextWeek, to: '2026-11-27' }, wanted: { from: nextWeek } },
      tab: 'mie',
    });
    expect(request.offeredDuties).toHaveLength(5);
    const shifts = await tiziana.ask('GET /api/shifts', { query: { from: nextWeek, to: '2026-11-27' } });
    const offered = [...Array<string>(5).fill(request.id), null, null];
    expect(shifts.map(({ openRequestId }) => openRequestId)).toEqual(offered);
    expect(await idOf(publishWeek(tiziana, '2026-11-23'))).toBe(request.id);
    const through = await publishWeek(tiziana, '2026-11-24');
    expect([through.outcome, through.refusal.message]).toEqual([
      '409 exchange_already_open',
      'Hai già una richiesta aperta per questo turno',
    ]);
  });

  test('notifies the people who could take it now, whatever their role and hours; they see it, and how well it fits', async () => {
    const able = [
      await driver('NNNNNrr', 'Fabio'),
      await driver('PPPPPrr', 'Ivan'),
      await driver('rNNNNNr', 'Rita'),
      await signInDriver(
        server,
        { [nextWeek]: 'NNNNNrr' },
        { worksiteId, role: 'coordinatore', contractHours: 8 },
      ),
    ];
    const sameShift = await driver('MMMMMrr', 'Carlo');
    const operator = await signInOnDuty(server, early, {}, { day: nextWeek });
    const requestId = await idOf(publishWeek(await driver('MMMMMrr'), nextWeek));
    for (const person of able) {
      expect(await person.messages()).toEqual([
        'Tiziana Neri offre MATTINA (06:00–13:00) nella settimana sab 21 – ven 27 nov e cerca NOTTE.',
      ]);
    }
    for (const other of [sameShift, operator]) expect(await other.messages()).toEqual([]);
    const cards = await Promise.all(able.map((person) => person.readRequest(requestId)));
    expect(cards.map(({ body }) => [body.tab, body.preAccept.isAllowed, body.matchScore])).toEqual(
      [100, 25, 100, 100].map((score) => ['disponibili', true, score]),
    );
  });
});

test('requests that want the own shift come first, then others that can be taken, then the rest', async () => {
  const weeks = { [laterWeek]: 'MMMMMrr' };
  const publisher = () => driver('MMMMMrr', 'Anna', weeks);
  const other = await idOf(publishWeek(await publisher(), nextWeek, { requestedShiftType: 'seminotte' }));
  const wanted = await idOf(publishWeek(await publisher(), nextWeek));
  const rest = await idOf(publishWeek(await publisher(), laterWeek));
  const fabio = await driver('NNNNNrr', 'Fabio', weeks);
  const { requests, counts } = await fabio.readTab('disponibili');
  expect(requests.map(({ id, preAccept: { isAllowed } }) => [id, isAllowed])).toEqual([
    [wanted, true],
    [other, true],
    [rest, false],
  ]);
  expect(counts.disponibili).toBe(3);
});

describe('pre-accepting a week', () => {
  test('shows both weeks before and after, day by day, without causes', async () => {
    const tiziana = await driver('MMMMMfm');
    const fabio = await driver('NNNNNrf', 'Fabio');
    const requestId = await idOf(publishWeek(tiziana, nextWeek));
    const [preview] = (await fabio.readRequest(requestId)).body.preview ?? [];
    expect(preview?.days[0]).toMatchObject({
      date: nextWeek,
      requester: { before: { shiftType: 'mattina' }, after: { shiftType: 'notte' } },
      colleague: { before: { shiftType: 'notte' }, after: { shiftType: 'mattina' } },
    });
    expect(preview?.days[6]).toMatchObject({
      requester: { before: { workLocation: 'assente' } },
      colleague: { before: { workLocation: 'ferie' } },
    });
    await fabio.offer(requestId);
    const [given] = (await tiziana.readRequest(requestId)).body.preAcceptedBy;
    expect(given).toMatchObject({ offeredShift: { shiftType: 'notte' } });
    expect(given?.preview?.[0]?.days[6]).toMatchObject({
      requester: { before: { workLocation: 'malattia' } },
      colleague: { before: { workLocation: 'assente' } },
    });
  });

  test('twice, or through any shift of it, changes nothing more', async () => {
    const { tiziana, fabio, requestId } = await pair();
    await fabio.offer(requestId);
    const { version } = (await tiziana.readRequest(requestId)).body.preAcceptedBy[0]!;
    server.clock.set('2026-11-16T10:00:00.000Z');
    await fabio.offer(requestId);
    const body = { shiftId: fabio.shifts['2026-11-22']! };
    await fabio.ask('POST /api/exchange-requests/:id/pre-accept', { params: { id: requestId }, body });
    expect((await tiziana.readRequest(requestId)).body.preAcceptedBy).toMatchObject([{ version }]);
    expect(await tiziana.notificationTypes()).toEqual(['request_pre_accepted']);
  });
});
