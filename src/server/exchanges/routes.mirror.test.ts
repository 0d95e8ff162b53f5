import { expect, test } from 'vitest';
import { buildDuty } from '../../../db/builders.ts';
import { type Caller, idOf } from '../../../tests/support/caller.ts';
import { publishedDay, signInWorker } from '../../../tests/support/days.ts';
import { swapDay } from '../../../tests/support/duties.ts';
import { testServer } from '../../../tests/support/server.ts';
import { early, late, type OnDuty, published, signInOnDuty } from '../../../tests/support/swaps.ts';
import {
  laterWeek,
  nextWeek,
  openTaxiWorksite,
  publishHolidays,
  publishWeek,
  signInDriver,
} from '../../../tests/support/taxi.ts';

// Two open requests that each offer what the other wants: both cards say so, only to these two people. And what waits
// for a person: such requests, and own ones with an offer.

const server = await testServer();
const forMorning = { requestedShiftType: 'mattina' } as const;

const mirrorOf = async (person: Caller, requestId: string) => {
  const { isMirrored, mirrorId, tab } = (await person.readRequest(requestId)).body;
  const listed = (await person.readTab(tab!)).requests.find(({ id }) => id === requestId);
  expect([listed?.isMirrored, listed?.mirrorId]).toEqual([isMirrored, mirrorId]);
  return [isMirrored, mirrorId];
};
const [seen, none] = [
  [true, null],
  [false, null],
];

/** Giulia works early and wants a late shift; Marco the other way round. */
async function mirrored() {
  const { requestId: hers, ...people } = await published(server);
  const his = await people.marco.publishedId(people.marco.shiftId, forMorning);
  return { ...people, hers, his };
}

test('mirror images are marked for the two people; the own request names the other person', async () => {
  const { giulia, marco, hers, his, worksiteId } = await mirrored();
  expect([await mirrorOf(giulia, hers), await mirrorOf(marco, his)]).toEqual([
    [true, his],
    [true, hers],
  ]);
  expect([await mirrorOf(giulia, his), await mirrorOf(marco, hers)]).toEqual([seen, seen]);
  // nor for somebody whose request wants something else
  const sara = await signInOnDuty(server, buildDuty('sede', '15:00', '23:00'), { worksiteId });
  await sara.publishedId(sara.shiftId, { requestedShiftType: 'sera' });
  for (const id of [hers, his]) expect(await mirrorOf(sara, id)).toEqual(none);
});

test('they stay marked for the person who declined, and while an offer stands', async () => {
  const { giulia, marco, hers, his } = await mirrored();
  for (const answer of ['reject', 'offer'] as const) {
    await giulia[answer](his);
    expect([await mirrorOf(giulia, his), await mirrorOf(giulia, hers)]).toEqual([seen, [true, his]]);
  }
  expect(await mirrorOf(marco, his)).toEqual(seen);
});

test('they are unmarked once one of them wants something else, is refused or has ended', async () => {
  const { giulia, marco, hers, his } = await mirrored();
  const want = (requestedShiftType: 'sera' | 'pomeriggio') =>
    giulia.editRequest(hers, { offeredShiftId: giulia.shiftId, requestedDate: swapDay, requestedShiftType });
  await want('sera');
  expect([await mirrorOf(giulia, hers), await mirrorOf(marco, hers)]).toEqual([none, none]);
  await want('pomeriggio');
  expect(await mirrorOf(marco, hers)).toEqual(seen);
  await giulia.offer(his);
  await marco.takeBack(his, giulia.id);
  expect(await mirrorOf(giulia, hers)).toEqual(none);
  await marco.withdraw(his);
  expect(await mirrorOf(marco, hers)).toEqual(none);
});

const flexible = { contractHours: 4, enableFlexibleShifts: true };
test.each([
  ['other lengths', {}, buildDuty('sede', '14:00', '20:00'), { contractHours: 6 }],
  ['other roles', {}, late, { role: 'team_leader' }],
  ['other lengths of flexible staff', flexible, buildDuty('sede', '14:00', '18:00'), flexible],
] as const)('there are none where the two cannot swap: %s', async (_what, hersDraft, duty, draft) => {
  const giulia = await signInOnDuty(server, early, hersDraft);
  const marco = await signInOnDuty(server, duty, { worksiteId: giulia.worksiteId, ...draft });
  const hers = await giulia.publishedId(giulia.shiftId);
  const his = await marco.publishedId(marco.shiftId, forMorning);
  expect([await mirrorOf(giulia, hers), await mirrorOf(marco, his)]).toEqual([none, none]);
});

test('weeks of named shifts, and of holidays, mirror each other too', async () => {
  const worksiteId = await openTaxiWorksite(server);
  const away = '2026-12-05';
  const driver = (next: string, later = '.......', last = '.......') =>
    signInDriver(server, { [nextWeek]: next, [laterWeek]: later, [away]: last }, { worksiteId });
  const one = await driver('MMMMMrr', 'rfffffr');
  const other = await driver('NNNNNrr', 'PPPPPrr');
  const third = await driver('PPPPPrr', 'NNNNNrr');
  const hers = await idOf(publishWeek(one, nextWeek));
  const his = await idOf(publishWeek(other, nextWeek, forMorning));
  expect([await mirrorOf(one, hers), await mirrorOf(other, hers)]).toEqual([[true, his], seen]);
  expect(await mirrorOf(third, hers)).toEqual(none);
  const rita = await driver('.......', 'MMMMMrr', 'ffffffr');
  const luca = await driver('.......', 'rfffffr', 'NNNNNrr');
  const ritas = await idOf(publishHolidays(rita, away, laterWeek));
  const lucas = await idOf(publishHolidays(luca, laterWeek, away));
  expect([await mirrorOf(rita, ritas), await mirrorOf(luca, ritas)]).toEqual([[true, lucas], seen]);
});

test.each<[string, (marco: OnDuty, hers: string, giulia: OnDuty) => Promise<unknown>]>([
  ['said no to it', (marco, hers) => marco.reject(hers)],
  ['pre-accepted it', (marco, hers) => marco.offer(hers)],
  [
    'was refused on it',
    async (marco, hers, giulia) => {
      await marco.offer(hers);
      await giulia.takeBack(hers, marco.id);
    },
  ],
])('who %s is not asked about it when they publish its mirror image', async (_what, act) => {
  const { giulia, marco, requestId } = await published(server);
  await act(marco, requestId, giulia);
  const his = await marco.publishedId(marco.shiftId, forMorning);
  const openMatches = async (person: OnDuty) =>
    (await person.matches()).filter(({ isOver }) => !isOver).map((match) => match.relatedRequestId);
  expect([await openMatches(marco), await openMatches(giulia)]).toEqual([[], [his]]);
});

/** The ids of what waits for a person; checks each card against the request's own. */
async function waitingFor(person: Caller): Promise<string[]> {
  const { requests, total } = await person.ask('GET /api/exchange-requests/waiting');
  for (const card of requests) expect((await person.readRequest(card.id)).body).toEqual(card);
  expect(total).toBe(requests.length);
  return requests.map(({ id }) => id);
}

test('an own request waits while a colleague offers, a mirror image until one of the two has answered', async () => {
  const { giulia, marco, hers, his } = await mirrored();
  const waiting = async () => [await waitingFor(giulia), await waitingFor(marco)];
  expect(await waiting()).toEqual([[his], [hers]]);
  await giulia.reject(his);
  expect(await waitingFor(giulia)).toEqual([]);
  await giulia.offer(his);
  expect(await waiting()).toEqual([[], [his]]);
  await giulia.takeBack(his);
  expect(await waitingFor(marco)).not.toContain(his);
});

test('swaps of days between different roles are no mirror images', async () => {
  const giulia = await signInWorker(server, 'E.');
  const marco = await signInWorker(server, '.E', { worksiteId: giulia.worksiteId, role: 'team_leader' });
  await publishedDay(giulia, 0, [1]);
  await publishedDay(marco, 1, [0]);
  expect([await waitingFor(marco), await waitingFor(giulia)]).toEqual([[], []]);
});
