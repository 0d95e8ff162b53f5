import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildDuty, buildShift, buildWorksite } from '../../../db/builders.ts';
import { listWorkingDuties } from '../../../db/invariants.ts';
import { firstDay, lettersOf, rosterDayAt, rosterOf, signInWith } from '../../../tests/support/rosters.ts';
import { type SignedInCaller, startTestServer, testNow } from '../../../tests/support/server.ts';
import { confirm, notificationsOf, offer, publishedId } from '../../../tests/support/swaps.ts';
import {
  laterWeek,
  nextWeek,
  openTaxiWorksite,
  publishHolidays,
  signInDriver,
  weekOf,
} from '../../../tests/support/taxi.ts';
import type { Roster } from '../../domain/rosters/schema.ts';

// What has changed hands is written by no roster a second time.

const server = await startTestServer();
const { database, context, clock } = server;
const ceo = await server.signInCeo();
afterAll(() => server.close());
beforeEach(() => clock.set(testNow));

async function build(mode: 'proposta' | 'subito' = 'proposta') {
  const { id: worksiteId } = await buildWorksite(context);
  if (mode === 'subito') {
    await ceo.ask('PATCH /api/ceo/worksites/:id', { params: { id: worksiteId }, body: { rosterMode: mode } });
  }
  const loader = await server.signIn({ worksiteId, mayLoadShifts: true });
  const person = (letters = '') => signInWith(server, letters, { worksiteId });
  return { worksiteId, loader, person };
}
const load = (loader: SignedInCaller, roster: Roster) => loader.ask('POST /api/rosters', { body: roster });
const undo = (loader: SignedInCaller, id: string) =>
  loader.ask('DELETE /api/rosters/:id', { params: { id } });

async function swapDays(giulia: SignedInCaller, marco: SignedInCaller, hers: string, his: string) {
  const { request } = await giulia.ask('POST /api/exchange-requests', {
    body: {
      kind: 'giorno',
      offeredShiftId: hers,
      requestedDate: firstDay,
      acceptFlexibleDates: true,
      acceptableDays: [rosterDayAt(1)],
    },
  });
  await marco.ask('POST /api/exchange-requests/:id/pre-accept', {
    params: { id: request.id },
    body: { shiftId: his },
  });
  expect((await confirm(giulia, request.id)).status).toBe(200);
}

const openNews = async (person: SignedInCaller): Promise<number> =>
  (await notificationsOf(person)).filter(({ type, isOver }) => type === 'roster_arrived' && !isOver).length;

describe('a roster that knows nothing of a swap of days', () => {
  test('entered at once, does not write what was given away', async () => {
    const { loader, person } = await build('subito');
    const giulia = await person();
    const marco = await person();
    const hers = await buildShift(context, giulia, firstDay, buildDuty('sede', '06:00', '14:00'));
    const his = await buildShift(context, marco, rosterDayAt(1), buildDuty('sede', '06:00', '14:00'));
    const before = await listWorkingDuties(database);
    await swapDays(giulia, marco, hers, his);
    expect([await lettersOf(giulia, 2), await lettersOf(marco, 2)]).toEqual(['rE', 'Er']);
    const stale = rosterOf([
      [giulia, 'E-'],
      [marco, '-E'],
    ]);
    await load(loader, stale);
    expect([await lettersOf(giulia, 2), await lettersOf(marco, 2)]).toEqual(['rE', 'Er']);
    expect(await listWorkingDuties(database)).toEqual(before);
  });
  test('loaded again after it was undone, neither', async () => {
    const { loader, person } = await build('subito');
    const giulia = await person();
    const marco = await person();
    const { id } = await load(
      loader,
      rosterOf([
        [giulia, 'E-'],
        [marco, '-E'],
      ]),
    );
    const shiftOf = async (p: SignedInCaller, day: string) =>
      (await p.ask('GET /api/shifts', { query: { from: day, to: day } }))[0]!.id;
    await swapDays(giulia, marco, await shiftOf(giulia, firstDay), await shiftOf(marco, rosterDayAt(1)));
    await undo(loader, id!);
    await load(
      loader,
      rosterOf([
        [giulia, 'E-L'],
        [marco, '-E'],
      ]),
    );
    expect([await lettersOf(giulia, 3), await lettersOf(marco, 3)]).toEqual(['rEL', 'Er.']);
  });
  test('proposed and accepted, neither', async () => {
    const { loader, person } = await build('proposta');
    const giulia = await person();
    const marco = await person();
    const hers = await buildShift(context, giulia, firstDay, buildDuty('sede', '06:00', '14:00'));
    const his = await buildShift(context, marco, rosterDayAt(1), buildDuty('sede', '06:00', '14:00'));
    await swapDays(giulia, marco, hers, his);
    await load(
      loader,
      rosterOf([
        [giulia, 'E-'],
        [marco, '-E'],
      ]),
    );
    await giulia.ask('POST /api/rosters/proposals/accept', { body: {} });
    await marco.ask('POST /api/rosters/proposals/accept', { body: {} });
    expect([await lettersOf(giulia, 2), await lettersOf(marco, 2)]).toEqual(['rE', 'Er']);
  });
});

test('a day given away in a swap of holidays stays empty', async () => {
  const worksiteId = await openTaxiWorksite(server);
  await database.run(sql`update worksites set roster_mode = 'subito' where id = ${worksiteId}`);
  const loader = await server.signIn({ worksiteId, mayLoadShifts: true, contractHours: 7 });
  const a = await signInDriver(server, { [nextWeek]: 'fffff..', [laterWeek]: 'MMMMMM.' }, { worksiteId });
  const b = await signInDriver(server, { [nextWeek]: 'MMMMMM.', [laterWeek]: 'fffff..' }, { worksiteId });
  const published = await publishHolidays(a, nextWeek, laterWeek);
  expect(published.status).toBe(201);
  const id = published.body.request.id;
  await b.ask('POST /api/exchange-requests/:id/pre-accept', { params: { id } });
  expect((await confirm(a, id)).status).toBe(200);
  expect([
    await weekOf(a, nextWeek),
    await weekOf(a, laterWeek),
    await weekOf(b, nextWeek),
    await weekOf(b, laterWeek),
  ]).toEqual(['MMMMMM.', 'fffff..', 'fffff..', 'MMMMMM.']);
  const M = { workLocation: 'sede' as const, startTime: '06:00', endTime: '13:00' };
  // what the roster had said before: A drives the Thursday of the later week
  await load(loader, {
    title: 'turni',
    days: { from: nextWeek, to: '2026-12-04' },
    people: [
      { userId: a.id, days: [{ day: '2026-12-03', duty: M }] },
      { userId: b.id, days: [{ day: '2026-11-26', duty: M }] },
    ],
  });
  expect([
    await weekOf(a, nextWeek),
    await weekOf(a, laterWeek),
    await weekOf(b, nextWeek),
    await weekOf(b, laterWeek),
  ]).toEqual(['MMMMMM.', 'fffff..', 'fffff..', 'MMMMMM.']);
});

test('a roster of which a swapped day alone is left asks for nothing', async () => {
  const { worksiteId, loader } = await build();
  const giulia = await signInWith(server, '', { worksiteId });
  const marco = await signInWith(server, '', { worksiteId });
  const shift = await buildShift(context, giulia, firstDay, buildDuty('sede', '06:00', '14:00'));
  await buildShift(context, marco, firstDay, buildDuty('sede', '14:00', '22:00'));
  const request = await publishedId(giulia, shift, { requestedDate: firstDay });
  await offer(marco, request);
  expect((await confirm(giulia, request)).status).toBe(200);
  await load(loader, rosterOf([[giulia, 'EE']]));
  expect(await openNews(giulia)).toBe(1);
  await giulia.ask('POST /api/rosters/proposals/accept', { body: {} });
  expect(await lettersOf(giulia, 2)).toBe('LE');
  expect((await giulia.ask('GET /api/rosters/proposals')).days).toEqual([]);
  expect(await openNews(giulia)).toBe(0);
});

test('a roster asks for nothing more once a swap has brought what it says', async () => {
  const { worksiteId, loader } = await build();
  const giulia = await signInWith(server, '', { worksiteId });
  const marco = await signInWith(server, 'L', { worksiteId });
  const shift = await buildShift(context, giulia, firstDay, buildDuty('sede', '06:00', '14:00'));
  const request = await publishedId(giulia, shift, { requestedDate: firstDay });
  await offer(marco, request);
  await load(
    loader,
    rosterOf([
      [giulia, 'L'],
      [marco, 'EE'],
    ]),
  );
  expect([await openNews(giulia), await openNews(marco)]).toEqual([1, 1]);
  expect((await confirm(giulia, request)).status).toBe(200);
  // of his a day waits that no swap has brought
  expect([await openNews(giulia), await openNews(marco)]).toEqual([0, 1]);
});
