import { describe, expect, test } from 'vitest';
import { buildShift, type UserDraft } from '../../../db/builders.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import { publishedDay, signInWorker } from '../../../tests/support/days.ts';
import { testServer } from '../../../tests/support/server.ts';
import {
  early,
  late,
  offer,
  preAccept,
  publishedId,
  readRequest,
  reject,
  signInOnDuty,
  takeBack,
} from '../../../tests/support/swaps.ts';
import { idOf, nextWeek, openTaxiWorksite, publishWeek, signInDriver } from '../../../tests/support/taxi.ts';
import { addDays } from '../../domain/calendar/day.ts';
import { mostWaiting, waitingListSchema } from '../../domain/exchanges/schema.ts';

const server = await testServer();

/** The ids of what waits for a person, each card the same as the request's own. */
async function waitingFor(person: Caller): Promise<string[]> {
  const { body } = await person.call('GET /api/exchange-requests/waiting');
  expect(waitingListSchema.parse(body)).toEqual(body);
  for (const card of body.requests) expect((await readRequest(person, card.id)).body).toEqual(card);
  expect(body.total).toBe(body.requests.length);
  return body.requests.map(({ id }) => id);
}

/** Giulia works early and wants a late shift; Marco the other way round. */
async function pair() {
  const giulia = await signInOnDuty(server, early);
  const marco = await signInOnDuty(server, late, { worksiteId: giulia.worksiteId });
  return { giulia, marco, hers: await publishedId(giulia, giulia.shiftId) };
}

describe('what waits for a person', () => {
  test('is an own request from the moment a colleague offers until nobody does', async () => {
    const { giulia, marco, hers } = await pair();
    expect(await waitingFor(giulia)).toEqual([]);
    await offer(marco, hers);
    expect(await waitingFor(giulia)).toEqual([hers]);
    expect(await waitingFor(marco)).toEqual([]);
    await takeBack(marco, hers);
    expect(await waitingFor(giulia)).toEqual([]);
  });

  test('is a colleague’s mirror image, until one of the two has pre-accepted', async () => {
    const { giulia, marco, hers } = await pair();
    const his = await publishedId(marco, marco.shiftId, { requestedShiftType: 'mattina' });
    expect(await waitingFor(giulia)).toEqual([his]);
    expect(await waitingFor(marco)).toEqual([hers]);
    expect((await preAccept(giulia, his)).status).toBe(200);
    expect(await waitingFor(giulia)).toEqual([]);
    expect(await waitingFor(marco)).toEqual([his]);
  });

  test('is no mirror image that cannot be taken, of another worksite or role', async () => {
    const { giulia, marco } = await pair();
    const { worksiteId } = giulia;
    const leader = await signInOnDuty(server, late, { worksiteId, role: 'team_leader' });
    await publishedId(leader, leader.shiftId, { requestedShiftType: 'mattina' });
    const stranger = await signInOnDuty(server, late);
    await publishedId(stranger, stranger.shiftId, { requestedShiftType: 'mattina' });
    expect(await waitingFor(giulia)).toEqual([]);
    const his = await publishedId(marco, marco.shiftId, { requestedShiftType: 'mattina' });
    expect(await waitingFor(giulia)).toEqual([his]);
    // what she refused waits no longer
    await reject(giulia, his);
    expect(await waitingFor(giulia)).toEqual([]);
  });

  test.each<[string, UserDraft, boolean]>([
    ['a colleague who works and is free on the days the other way round', {}, true],
    ['nobody of another role', { role: 'team_leader' }, false],
  ])('for a day for a day: %s', async (_who, draft, isMirror) => {
    const giulia = await signInWorker(server, 'E.');
    const marco = await signInWorker(server, '.E', { worksiteId: giulia.worksiteId, ...draft });
    const hers = await publishedDay(giulia, 0, [1]);
    const his = await publishedDay(marco, 1, [0]);
    expect([await waitingFor(giulia), await waitingFor(marco)]).toEqual(
      isMirror ? [[his], [hers]] : [[], []],
    );
  });

  test('is the mirror image of a taxi week', async () => {
    const worksiteId = await openTaxiWorksite(server);
    const anna = await signInDriver(server, { [nextWeek]: 'MMMMMrr' }, { worksiteId });
    const luca = await signInDriver(server, { [nextWeek]: 'NNNNNrr' }, { worksiteId });
    const hers = await idOf(publishWeek(anna, nextWeek));
    const his = await idOf(publishWeek(luca, nextWeek, { requestedShiftType: 'mattina' }));
    expect(await waitingFor(anna)).toEqual([his]);
    expect(await waitingFor(luca)).toEqual([hers]);
  });

  test('is listed by day, at most twenty, and counted whole', async () => {
    const { giulia, marco, hers } = await pair();
    const days = Array.from({ length: mostWaiting + 1 }, (_, at) => addDays('2026-11-21', at));
    await offer(marco, hers);
    for (const day of days) {
      const shiftId = await buildShift(server.context, giulia, day, early);
      await buildShift(server.context, marco, day, late);
      await offer(marco, await publishedId(giulia, shiftId, { requestedDate: day }));
    }
    const { body } = await giulia.call('GET /api/exchange-requests/waiting');
    expect(body.total).toBe(days.length + 1);
    expect(body.requests.map(({ requestedDate }) => requestedDate)).toEqual(
      ['2026-11-20', ...days].slice(0, mostWaiting),
    );
  });
});
