import { describe, expect, test } from 'vitest';
import { buildDuty } from '../../../db/builders.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import { testServer } from '../../../tests/support/server.ts';
import {
  early,
  editRequest,
  late,
  matchesOf,
  offer,
  type OnDuty,
  publishedId,
  readRequest,
  readTab,
  reject,
  signInOnDuty,
  takeBack,
  withdraw,
} from '../../../tests/support/swaps.ts';
import {
  idOf,
  laterWeek,
  nextWeek,
  openTaxiWorksite,
  publishHolidays,
  publishWeek,
  signInDriver,
} from '../../../tests/support/taxi.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';

// Two open requests that each offer what the other wants: both cards say so, to these two people alone.

const server = await testServer();

const mirrorOf = async (person: Caller, requestId: string) => {
  const { isMirrored, mirrorId, tab } = (await readRequest(person, requestId)).body;
  const listed = (await readTab(person, tab!)).requests.find(({ id }) => id === requestId);
  expect([listed?.isMirrored, listed?.mirrorId]).toEqual([isMirrored, mirrorId]);
  return [isMirrored, mirrorId];
};

const none = [false, null];

/** Giulia works early and wants a late shift; Marco the other way round. */
async function pair() {
  const giulia = await signInOnDuty(server, early);
  const { worksiteId } = giulia;
  const marco = await signInOnDuty(server, late, { worksiteId });
  const hers = await publishedId(giulia, giulia.shiftId);
  const his = await publishedId(marco, marco.shiftId, { requestedShiftType: 'mattina' });
  return { giulia, marco, hers, his, worksiteId };
}

describe('a request and its mirror image', () => {
  test('say so to the two people, the own one with whose it is', async () => {
    const { giulia, marco, hers, his, worksiteId } = await pair();
    expect(await mirrorOf(giulia, hers)).toEqual([true, his]);
    expect(await mirrorOf(giulia, his)).toEqual([true, null]);
    expect(await mirrorOf(marco, his)).toEqual([true, hers]);
    expect(await mirrorOf(marco, hers)).toEqual([true, null]);
    const sara = await signInOnDuty(server, buildDuty('sede', '15:00', '23:00'), { worksiteId });
    for (const id of [hers, his]) expect(await mirrorOf(sara, id)).toEqual(none);
    // nor to who has a request of another wish
    await publishedId(sara, sara.shiftId, { requestedShiftType: 'sera' });
    for (const id of [hers, his]) expect(await mirrorOf(sara, id)).toEqual(none);
  });

  test('say so to who said no to it, and can still change their mind', async () => {
    const { giulia, hers, his } = await pair();
    await reject(giulia, his);
    expect(await mirrorOf(giulia, his)).toEqual([true, null]);
    expect(await mirrorOf(giulia, hers)).toEqual([true, his]);
  });

  test('say so while an offer on one of them stands, which is then to be confirmed', async () => {
    const { giulia, marco, hers, his } = await pair();
    await offer(giulia, his);
    expect(await mirrorOf(giulia, his)).toEqual([true, null]);
    expect(await mirrorOf(giulia, hers)).toEqual([true, his]);
    expect(await mirrorOf(marco, his)).toEqual([true, null]);
  });

  test('no longer say so once one of them wants something else, is refused or has ended', async () => {
    const { giulia, marco, hers, his } = await pair();
    const edit = { offeredShiftId: giulia.shiftId, requestedDate: '2026-11-20' };
    const want = (requestedShiftType: ShiftType) =>
      editRequest(giulia, hers, { ...edit, requestedShiftType });
    await want('sera');
    expect([await mirrorOf(giulia, hers), await mirrorOf(marco, hers)]).toEqual([none, none]);
    await want('pomeriggio');
    expect(await mirrorOf(marco, hers)).toEqual([true, null]);
    await offer(giulia, his);
    await takeBack(marco, his, giulia.id);
    expect(await mirrorOf(giulia, hers)).toEqual(none);
    await withdraw(marco, his);
    expect(await mirrorOf(marco, hers)).toEqual(none);
  });

  test.each([
    ['other lengths', buildDuty('sede', '14:00', '20:00'), { contractHours: 6 }],
    ['other roles', late, { role: 'team_leader' }],
  ] as const)('are none where the two cannot swap: %s', async (_what, duty, draft) => {
    const giulia = await signInOnDuty(server, early);
    const marco = await signInOnDuty(server, duty, { worksiteId: giulia.worksiteId, ...draft });
    const hers = await publishedId(giulia, giulia.shiftId);
    await publishedId(marco, marco.shiftId, { requestedShiftType: 'mattina' });
    expect(await mirrorOf(giulia, hers)).toEqual(none);
    expect((await readRequest(marco, hers)).body.isMirrored).toBe(false);
  });
});

test('of flexible staff shifts of other lengths are no mirror images', async () => {
  const flexible = { contractHours: 4, enableFlexibleShifts: true };
  const giulia = await signInOnDuty(server, buildDuty('sede', '08:00', '12:00'), flexible);
  const marco = await signInOnDuty(server, late, { worksiteId: giulia.worksiteId, ...flexible });
  const hers = await publishedId(giulia, giulia.shiftId);
  const his = await publishedId(marco, marco.shiftId, { requestedShiftType: 'mattina' });
  for (const [person, id] of [
    [giulia, hers],
    [marco, his],
    [giulia, his],
  ] as const) {
    expect(await mirrorOf(person, id)).toEqual(none);
  }
});

test('weeks of named shifts, and of holidays, mirror each other too', async () => {
  const worksiteId = await openTaxiWorksite(server);
  const one = await signInDriver(server, { [nextWeek]: 'MMMMMrr', [laterWeek]: 'rfffffr' }, { worksiteId });
  const other = await signInDriver(server, { [nextWeek]: 'NNNNNrr', [laterWeek]: 'PPPPPrr' }, { worksiteId });
  const third = await signInDriver(server, { [nextWeek]: 'PPPPPrr', [laterWeek]: 'NNNNNrr' }, { worksiteId });
  const hers = await idOf(publishWeek(one, nextWeek));
  const his = await idOf(publishWeek(other, nextWeek, { requestedShiftType: 'mattina' }));
  expect(await mirrorOf(one, hers)).toEqual([true, his]);
  expect(await mirrorOf(other, hers)).toEqual([true, null]);
  expect(await mirrorOf(third, hers)).toEqual(none);

  const away = '2026-12-05';
  const rita = await signInDriver(server, { [laterWeek]: 'MMMMMrr', [away]: 'ffffffr' }, { worksiteId });
  const luca = await signInDriver(server, { [laterWeek]: 'rfffffr', [away]: 'NNNNNrr' }, { worksiteId });
  const ritas = await idOf(publishHolidays(rita, away, laterWeek));
  const lucas = await idOf(publishHolidays(luca, laterWeek, away));
  expect(await mirrorOf(rita, ritas)).toEqual([true, lucas]);
  expect(await mirrorOf(luca, ritas)).toEqual([true, null]);
});

const answers: Record<string, (giulia: OnDuty, marco: OnDuty, hers: string) => Promise<unknown>> = {
  'said no to it': (_giulia, marco, hers) => reject(marco, hers),
  'pre-accepted it': (_giulia, marco, hers) => offer(marco, hers),
  'was refused on it': async (giulia, marco, hers) => {
    await offer(marco, hers);
    await takeBack(giulia, hers, marco.id);
  },
};

test.each(Object.keys(answers))(
  'who %s is not asked about it when they publish its mirror image',
  async (name) => {
    const giulia = await signInOnDuty(server, early);
    const marco = await signInOnDuty(server, late, { worksiteId: giulia.worksiteId });
    const hers = await publishedId(giulia, giulia.shiftId);
    await answers[name]!(giulia, marco, hers);
    const his = await publishedId(marco, marco.shiftId, { requestedShiftType: 'mattina' });
    const openMatches = async (person: OnDuty): Promise<(string | null)[]> =>
      (await matchesOf(person)).filter(({ isOver }) => !isOver).map((match) => match.relatedRequestId);
    expect(await openMatches(marco)).toEqual([]);
    expect(await openMatches(giulia)).toEqual([his]);
  },
);
