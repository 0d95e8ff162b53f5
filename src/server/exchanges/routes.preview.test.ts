import { expect, test } from 'vitest';
import { buildDuty } from '../../../db/builders.ts';
import { idOf } from '../../../tests/support/caller.ts';
import { swapDay } from '../../../tests/support/duties.ts';
import { testServer } from '../../../tests/support/server.ts';
import { early, late, type OnDuty, pair, signInOnDuty } from '../../../tests/support/swaps.ts';
import { nextWeek, openTaxiWorksite, publishWeek, signInDriver } from '../../../tests/support/taxi.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';

// The preview of a publication, and an offer's card.

const server = await testServer();

const preview = ({ call, shiftId }: Pick<OnDuty, 'call' | 'shiftId'>, wanted?: ShiftType) =>
  call('GET /api/exchange-requests/preview', {
    query: { offeredShiftId: shiftId, ...(wanted && { requestedShiftType: wanted }) },
  });

test('a preview counts the colleagues who could take it now, and those who have what is wanted', async () => {
  const giulia = await signInOnDuty(server, early);
  const { worksiteId } = giulia;
  expect((await preview(giulia)).body).toEqual({
    colleagueCount: 0,
    wantedCount: null,
    likelyType: null,
    workedTypes: [],
    mirror: null,
    offeredDuties: [{ date: swapDay, ...early }],
    publish: { isAllowed: true, reason: null },
  });
  await signInOnDuty(server, late, { worksiteId });
  await signInOnDuty(server, buildDuty('sede', '07:00', '15:00'), { worksiteId });
  // a colleague with the same shift gains nothing; another role cannot take it
  await signInOnDuty(server, early, { worksiteId });
  await signInOnDuty(server, late, { worksiteId, role: 'coordinatore' });
  for (const [type, wantedCount] of [
    ['pomeriggio', 1],
    ['mattina', 1],
    ['notte', 0],
  ] as const) {
    expect((await preview(giulia, type)).body).toMatchObject({ colleagueCount: 2, wantedCount });
  }
});

test('it names the types they have, and the most frequent one other than the own', async () => {
  const giulia = await signInOnDuty(server, early);
  const { worksiteId } = giulia;
  const likely = async () => (await preview(giulia)).body.likelyType;
  const work = (startTime: string, endTime: string) =>
    signInOnDuty(server, buildDuty('sede', startTime, endTime), { worksiteId });
  await work('07:00', '15:00');
  await work('08:00', '16:00');
  await work('09:00', '17:00');
  expect(await likely()).toBeNull();
  await work('14:00', '22:00');
  await work('15:00', '23:00');
  expect(await likely()).toBe('pomeriggio');
  expect((await preview(giulia)).body.workedTypes).toEqual(['mattina', 'pomeriggio']);
});

test('it finds the mirror image of a week', async () => {
  const worksiteId = await openTaxiWorksite(server);
  const tiziana = await signInDriver(server, { [nextWeek]: 'MMMMMrr' }, { worksiteId, firstName: 'Tiziana' });
  const rita = await signInDriver(server, { [nextWeek]: 'NNNNNrr' }, { worksiteId });
  const requestId = await idOf(publishWeek(tiziana, nextWeek));
  const found = await preview({ ...rita, shiftId: rita.shifts[nextWeek]! }, 'mattina');
  const mirror = { requestId, requesterName: 'Tiziana Neri' };
  expect(found.body).toMatchObject({ colleagueCount: 1, wantedCount: 1, mirror });
  expect(found.body.offeredDuties).toHaveLength(5);
});

test('it finds the mirror image, unless its requester refused the offer', async () => {
  const { giulia, marco } = await pair(server);
  const requestId = await marco.publishedId(marco.shiftId, { requestedShiftType: 'mattina' });
  const mirrorFor = async (wanted?: ShiftType) => (await preview(giulia, wanted)).body.mirror;
  const mirror = { requestId, requesterName: 'Marco Bianchi' };
  expect([await mirrorFor('pomeriggio'), await mirrorFor('sera'), await mirrorFor()]).toEqual([
    mirror,
    null,
    null,
  ]);
  await giulia.offer(requestId);
  expect(await mirrorFor('pomeriggio')).toEqual(mirror);
  await marco.takeBack(requestId, giulia.id);
  expect(await mirrorFor('pomeriggio')).toBeNull();
});
