import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildDuty } from '../../../db/builders.ts';
import { testServer } from '../../../tests/support/server.ts';
import {
  early,
  late,
  offer,
  type OnDuty,
  pair,
  preAccept,
  publishedId,
  readRequest,
  signInOnDuty,
  swapDay,
  takeBack,
} from '../../../tests/support/swaps.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';

const server = await testServer();

const preview = (person: OnDuty, wanted?: ShiftType) =>
  person.call('GET /api/exchange-requests/preview', {
    query: { offeredShiftId: person.shiftId, ...(wanted && { requestedShiftType: wanted }) },
  });

describe('before publishing', () => {
  test('says how many colleagues could take it now', async () => {
    const giulia = await signInOnDuty(server, early);
    const { worksiteId } = giulia;
    expect((await preview(giulia)).body).toEqual({
      colleagueCount: 0,
      wantedCount: null,
      likelyType: null,
      mirror: null,
      offeredDuties: [{ date: swapDay, ...early }],
      publish: { isAllowed: true, reason: null },
    });
    await signInOnDuty(server, late, { worksiteId });
    await signInOnDuty(server, early, { worksiteId });
    await signInOnDuty(server, buildDuty('sede', '14:00', '20:00'), { worksiteId });
    await signInOnDuty(server, late, { worksiteId, contractHours: 6 });
    await signInOnDuty(server, late, { worksiteId, role: 'coordinatore' });
    await signInOnDuty(server, late);
    await signInOnDuty(server, buildDuty('sede', '07:00', '15:00'), { worksiteId });
    // of one's own shift nobody needs another
    await signInOnDuty(server, early, { worksiteId });
    const countsFor = async (type?: ShiftType) => {
      const { colleagueCount, wantedCount, mirror } = (await preview(giulia, type)).body;
      return [colleagueCount, wantedCount, mirror];
    };
    expect(await countsFor('pomeriggio')).toEqual([2, 1, null]);
    expect(await countsFor('mattina')).toEqual([2, 1, null]);
    expect(await countsFor('notte')).toEqual([2, 0, null]);
    expect(await countsFor()).toEqual([2, null, null]);
  });

  test('names the type that most of them have, other than the own one', async () => {
    const giulia = await signInOnDuty(server, early);
    const { worksiteId } = giulia;
    const likely = async () => (await preview(giulia)).body.likelyType;
    for (const start of ['07:00', '08:00', '09:00']) {
      await signInOnDuty(server, buildDuty('sede', start, `${Number(start.slice(0, 2)) + 8}:00`), {
        worksiteId,
      });
    }
    expect(await likely()).toBeNull();
    await signInOnDuty(server, late, { worksiteId });
    await signInOnDuty(server, buildDuty('sede', '15:00', '23:00'), { worksiteId });
    expect(await likely()).toBe('pomeriggio');
  });

  test('finds a request that is the mirror image', async () => {
    const { giulia, marco } = await pair(server);
    const requestId = await publishedId(marco, marco.shiftId, { requestedShiftType: 'mattina' });
    expect((await preview(giulia, 'pomeriggio')).body.mirror).toEqual({
      requestId,
      requesterName: 'Marco Bianchi',
    });
    expect((await preview(giulia, 'sera')).body.mirror).toBeNull();
    expect((await preview(giulia)).body.mirror).toBeNull();
  });

  test('passes over a mirror image whose requester refused the offer', async () => {
    const { giulia, marco } = await pair(server);
    const requestId = await publishedId(marco, marco.shiftId, { requestedShiftType: 'mattina' });
    await offer(giulia, requestId);
    expect((await preview(giulia, 'pomeriggio')).body.mirror).toMatchObject({ requestId });
    await takeBack(marco, requestId, giulia.id);
    expect((await preview(giulia, 'pomeriggio')).body.mirror).toBeNull();
  });

  test('is about own shifts only', async () => {
    const { giulia, marco } = await pair(server);
    const of = (shiftId: string) => preview({ ...giulia, shiftId });
    expect((await of(marco.shiftId)).status).toBe(404);
    expect((await of(randomUUID())).status).toBe(404);
    expect((await of('7')).status).toBe(400);
    expect((await preview({ ...giulia, ...server.nobody })).status).toBe(401);
  });
});

test('an offer says whether it can be taken, and why not', async () => {
  const giulia = await signInOnDuty(server, late);
  const marco = await signInOnDuty(server, early, { worksiteId: giulia.worksiteId });
  const requestId = await publishedId(giulia, giulia.shiftId, { requestedShiftType: 'mattina' });
  await preAccept(marco, requestId);
  const offers = async () => {
    // a session ends after 12 hours: a new one for each look
    const giuliaNow = await server.signInAs(giulia);
    return (await readRequest(giuliaNow, requestId)).body.preAcceptedBy;
  };
  expect(await offers()).toMatchObject([{ confirm: { isAllowed: true, reason: null } }]);
  // Marco's shift has begun, Giulia's of the afternoon has not
  server.clock.set('2026-11-20T08:00:00.000Z');
  expect(await offers()).toMatchObject([
    {
      confirm: {
        isAllowed: false,
        reason: 'Questo turno è già iniziato: non si può più scambiare.',
      },
    },
  ]);
});
