import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildWorksite } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import { openEventStream } from '../../../tests/support/eventStream.ts';
import {
  buildCalendar,
  firstDay,
  lettersOf,
  rosterDayAt,
  rosterOf,
  signInWith,
  unclaimedOf,
} from '../../../tests/support/rosters.ts';
import { type SignedInCaller, startTestServer, testNow } from '../../../tests/support/server.ts';
import { notificationTypesOf } from '../../../tests/support/swaps.ts';
import { addDays, addHours } from '../../domain/calendar/day.ts';
import { keepRosters } from './commands.keep.ts';
import { listUnclaimed } from './queries.unclaimed.ts';

const server = await startTestServer();
const { database, context, clock } = server;
const ceo = await server.signInCeo();
afterAll(() => server.close());
beforeEach(() => clock.set(testNow));

async function build() {
  const { id: worksiteId } = await buildWorksite(context);
  const loader = await server.signIn({ worksiteId, mayLoadShifts: true });
  return { worksiteId, loader, person: (letters = '') => signInWith(server, letters, { worksiteId }) };
}

const load = (loader: SignedInCaller, ...people: (readonly [name: string, letters: string])[]) =>
  loader.ask('POST /api/rosters', { body: rosterOf([], unclaimedOf(...people)) });

const waitingOf = async (loader: SignedInCaller) =>
  (await loader.ask('GET /api/rosters/unclaimed', { query: {} })).waiting;
const textsOf = async (loader: SignedInCaller): Promise<string[]> =>
  (await waitingOf(loader)).map(({ name, shifts, from, to }) => `${name}: ${shifts}, ${from} ${to}`);
const startsOf = async (loader: SignedInCaller): Promise<string[]> => {
  const shifts = await database.many<{ day: string; start: string }>(sql`
    select s.day, s.duty ->> 'startTime' as start from unclaimed_shifts s join unclaimed_people p on p.id = s.person_id
    where p.worksite_id = ${loader.signedIn.user.worksiteId} order by s.day`);
  return shifts.map(({ day, start }) => `${day} ${start}`);
};
const undo = (loader: SignedInCaller, id: string | null) =>
  loader.ask('DELETE /api/rosters/:id', { params: { id: id! } });
const idOf = async (loader: SignedInCaller): Promise<string> => (await waitingOf(loader))[0]!.id;
const assign = (loader: SignedInCaller, id: string, userId: string) =>
  loader.call('POST /api/rosters/unclaimed/:id/assign', { params: { id }, body: { userId } });
const proposedTo = async (person: SignedInCaller): Promise<string[]> =>
  (await person.ask('GET /api/rosters/proposals')).days.map(({ day, kind }) => `${day} ${kind}`);
const at = (index: number, kind: string): string => `${rosterDayAt(index)} ${kind}`;

describe('people of a file without an account', () => {
  test('wait with their working shifts from today on, and with nothing else', async () => {
    const { loader, worksiteId } = await build();
    const loaded = await load(loader, ['ROSSI  M.', 'E-L..'], ['Verdi Pia', '--']);
    expect(loaded).toMatchObject({ people: 0, unclaimed: 2 });
    expect(await textsOf(loader)).toEqual([`ROSSI  M.: 2, ${firstDay} ${rosterDayAt(2)}`]);
    const later = await listUnclaimed(database, worksiteId, rosterDayAt(2));
    expect(later).toMatchObject([{ shifts: 1, from: rosterDayAt(2), to: rosterDayAt(2) }]);
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('are replaced day by day by a newer file, however their name is written; the same file changes nothing', async () => {
    const { loader } = await build();
    await load(loader, ['Nicolò Rossi', 'EEE.E']);
    expect((await load(loader, ['NICOLO  ROSSI', 'EEE.E'])).id).toBeNull();
    const { id } = await load(loader, ['NICOLO ROSSI', 'L-.L']);
    expect(id).not.toBeNull();
    expect(await textsOf(loader)).toEqual([`NICOLO ROSSI: 4, ${firstDay} ${rosterDayAt(4)}`]);
    expect(await startsOf(loader)).toEqual([at(0, '14:00'), at(2, '06:00'), at(3, '14:00'), at(4, '06:00')]);
  });

  test('of a name that is a colleague’s by now nothing waits any more for the days of the file', async () => {
    const { loader, person } = await build();
    const giulia = await person();
    await load(loader, ['FERRI G.', 'EEE']);
    const [first] = rosterOf([[giulia, 'EE']]).people;
    const body = rosterOf([], { people: [{ ...first!, name: 'Ferri G.' }] });
    await loader.ask('POST /api/rosters', { body });
    expect(await textsOf(loader)).toEqual([`FERRI G.: 1, ${rosterDayAt(2)} ${rosterDayAt(2)}`]);
    expect(await proposedTo(giulia)).toEqual([at(0, 'new'), at(1, 'new')]);
  });

  test('go with a roster that is undone', async () => {
    const { loader } = await build();
    const { id } = await load(loader, ['ROSSI M.', 'E']);
    await undo(loader, id);
    expect(await waitingOf(loader)).toEqual([]);
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('wait again as before when a newer roster is undone, whatever it said of them', async () => {
    const { loader, person } = await build();
    const giulia = await person();
    await load(loader, ['ROSSI M.', 'EEEE'], ['Ferri G.', 'EE']);
    const [first] = rosterOf([[giulia, 'EE']]).people;
    const { unclaimed } = unclaimedOf(['Rossi M.', 'L-']);
    const body = rosterOf([], { unclaimed, people: [{ ...first!, name: 'Ferri G.' }] });
    const { id } = await loader.ask('POST /api/rosters', { body });
    expect(await startsOf(loader)).toEqual([at(0, '14:00'), at(2, '06:00'), at(3, '06:00')]);
    await undo(loader, id);
    expect(await startsOf(loader)).toEqual([0, 0, 1, 1, 2, 3].map((day) => at(day, '06:00')));
    expect(await textsOf(loader)).toEqual([
      `Ferri G.: 2, ${firstDay} ${rosterDayAt(1)}`,
      `ROSSI M.: 4, ${firstDay} ${rosterDayAt(3)}`,
    ]);
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test.each([
    ['the newest first', [2, 1, 0], [at(0, '14:00'), at(0, '06:00'), null]],
    ['the oldest first', [0, 1, 2], [at(0, '08:00'), at(0, '08:00'), null]],
    ['the one between first', [1, 2, 0], [at(0, '08:00'), at(0, '06:00'), null]],
    ['the one between last', [0, 2, 1], [at(0, '08:00'), at(0, '14:00'), null]],
  ] as const)('of three rosters of one day each can be undone: %s', async (_what, order, expected) => {
    const { loader } = await build();
    const loaded: (string | null)[] = [];
    for (const letter of ['E', 'L', 'S']) loaded.push((await load(loader, ['ROSSI M.', letter])).id);
    for (const [step, index] of order.entries()) {
      await undo(loader, loaded[index]!);
      expect(await startsOf(loader)).toEqual(expected[step] === null ? [] : [expected[step]]);
      expect(await violatedInvariants(database)).toEqual([]);
    }
  });

  test('do not wait again on past days, nor where something waits since; a day later nothing is kept', async () => {
    const { worksiteId } = await build();
    const now = `${firstDay}T22:30:00.000Z`;
    clock.set(now);
    const loader = await server.signIn({ worksiteId, mayLoadShifts: true });
    await load(loader, ['ROSSI M.', 'EEE']);
    const { id } = await load(loader, ['ROSSI M.', '---']);
    expect(await waitingOf(loader)).toEqual([]);
    // the second of its days has begun
    const nextDay = `${firstDay}T23:30:00.000Z`;
    clock.set(nextDay);
    await load(loader, ['ROSSI M.', '.L']);
    const keptFor = (newer: string | null) =>
      database.many(sql`select day from unclaimed_replaced where replaced_by = ${newer}`);
    await keepRosters(database, addHours(now, 24));
    expect(await keptFor(id)).toHaveLength(3);
    await undo(loader, id);
    expect(await startsOf(loader)).toEqual([at(1, '14:00'), at(2, '06:00')]);
    expect(await keptFor(id)).toEqual([]);

    const { id: later } = await load(loader, ['ROSSI M.', '..L']);
    expect(await keptFor(later)).toHaveLength(1);
    await keepRosters(database, addHours(nextDay, 25));
    expect(await keptFor(later)).toEqual([]);
  });

  test('go 31 days after their last day, also where the roster goes on, and the roster 31 days after its own', async () => {
    const { loader, worksiteId, person } = await build();
    const body = rosterOf([[await person(), 'E']], unclaimedOf(['ROSSI M.', 'EE']));
    await loader.ask('POST /api/rosters', { body });
    const stored = async () =>
      database.many(sql`select id from unclaimed_people where worksite_id = ${worksiteId}`);
    const last = rosterDayAt(1);
    await keepRosters(database, `${addDays(last, 31)}T22:00:00.000Z`);
    expect(await stored()).toHaveLength(1);
    await keepRosters(database, `${addDays(last, 31)}T23:30:00.000Z`);
    expect(await stored()).toEqual([]);
    const rosters = async () => database.many(sql`select id from rosters where worksite_id = ${worksiteId}`);
    const rosterEnd = addDays(rosterDayAt(27), 31);
    await keepRosters(database, `${rosterEnd}T22:00:00.000Z`);
    expect(await rosters()).toHaveLength(1);
    await keepRosters(database, `${rosterEnd}T23:30:00.000Z`);
    expect(await rosters()).toEqual([]);
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('no absence can be among them, and none twice', async () => {
    const { loader } = await build();
    const body = rosterOf([], unclaimedOf(['Rossi', 'E']));
    const [day] = body.unclaimed![0]!.days;
    const status = (unclaimed: object[]) =>
      loader.callUntyped('POST /api/rosters', { body: { ...body, unclaimed } });
    const holiday = { ...day, duty: { ...day!.duty, workLocation: 'ferie' } };
    expect((await status([{ name: 'Rossi', days: [holiday] }])).status).toBe(400);
    expect(
      (
        await status([
          { name: 'Rossi', days: [] },
          { name: 'ROSSI ', days: [] },
        ])
      ).status,
    ).toBe(400);
    expect((await status([{ name: '  ', days: [] }])).status).toBe(400);
    expect((await status([])).status).toBe(400);
  });

  test('at most 400 wait in a worksite', async () => {
    const { loader } = await build();
    const names = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => [`Persona ${from + index}`, 'E'] as const);
    // the last one that there is room for, too
    await load(loader, ...names(0, 399));
    expect((await load(loader, ...names(399, 1))).unclaimed).toBe(1);
    const more = await loader.call('POST /api/rosters', {
      body: rosterOf([], unclaimedOf(...names(400, 1))),
    });
    expect([more.status, more.text]).toEqual([409, expect.stringContaining('Al massimo 400 persone')]);
    expect(await waitingOf(loader)).toHaveLength(400);
  });
});

describe('a loader says whose the days are', () => {
  test('they become that person’s proposal, and wait for nobody else', async () => {
    const { loader, person } = await build();
    const giulia = await person('.E.f');
    await load(loader, ['FERRI G.', 'EEEE']);
    const answer = await assign(loader, await idOf(loader), giulia.id);
    expect([answer.status, answer.body]).toEqual([200, { shifts: 4 }]);
    expect(await waitingOf(loader)).toEqual([]);
    expect(await proposedTo(giulia)).toEqual([at(0, 'new'), at(2, 'new'), at(3, 'absence')]);
    expect(await notificationTypesOf(giulia)).toContain('roster_arrived');
    await giulia.ask('POST /api/rosters/proposals/accept', { body: {} });
    expect(await lettersOf(giulia, 4)).toBe('EEEf');
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('one day alone is told as well', async () => {
    const { loader, person } = await build();
    const giulia = await person('.');
    await load(loader, ['FERRI G.', 'E']);
    await assign(loader, await idOf(loader), giulia.id);
    expect(await notificationTypesOf(giulia)).toEqual(['roster_arrived']);
  });

  test('what stands in the calendar already is no news, but an open page hears of it', async () => {
    const { loader, person } = await build();
    const giulia = await person('E');
    await load(loader, ['FERRI G.', 'E']);
    const page = await openEventStream(await server.listen(), giulia.token);
    await page.next();
    await assign(loader, await idOf(loader), giulia.id);
    expect((await page.next())?.data).toEqual({ lists: ['shifts'] });
    await page.close();
    expect(await notificationTypesOf(giulia)).toEqual([]);
  });

  test('what the rules refuse of one day is refused as a whole, with the reason, and waits on', async () => {
    const { loader, person } = await build();
    const giulia = await person();
    await load(loader, ['FERRI G.', 'ES']);
    const answer = await assign(loader, await idOf(loader), giulia.id);
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('non vanno bene')]);
    expect(await waitingOf(loader)).toHaveLength(1);
    expect(await proposedTo(giulia)).toEqual([]);
  });

  test('whether the person is on holiday does not show', async () => {
    const { loader, person } = await build();
    const answers = [];
    for (const letters of ['ff', '..']) {
      const somebody = await person(letters);
      await load(loader, ['FERRI G.', 'EE']);
      const { status, body } = await assign(loader, await idOf(loader), somebody.id);
      answers.push([status, body]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test('only of their own worksite and to its people; the CEO anywhere', async () => {
    const { loader, worksiteId, person } = await build();
    const other = await build();
    const giulia = await person();
    const stranger = await other.person();
    await load(loader, ['FERRI G.', 'E']);
    const id = await idOf(loader);
    expect((await assign(giulia, id, giulia.id)).status).toBe(403);
    expect((await assign(other.loader, id, stranger.id)).status).toBe(404);
    expect((await assign(loader, id, stranger.id)).status).toBe(404);
    expect((await assign(loader, crypto.randomUUID(), giulia.id)).status).toBe(404);
    expect((await ceo.ask('GET /api/rosters/unclaimed', { query: { worksiteId } })).waiting).toHaveLength(1);
    expect((await assign(ceo, id, giulia.id)).status).toBe(200);
    expect((await assign(ceo, id, giulia.id)).status).toBe(404);
  });

  test('a newer roster that speaks of the person counts more than an older one that is assigned', async () => {
    const { loader, person } = await build();
    const giulia = await person();
    await load(loader, ['FERRI G.', 'EE']);
    await loader.ask('POST /api/rosters', { body: rosterOf([[giulia, 'L']]) });
    await assign(loader, await idOf(loader), giulia.id);
    await giulia.ask('POST /api/rosters/proposals/accept', { body: {} });
    expect(await lettersOf(giulia, 2)).toBe('LE');
  });

  test('two names that are one person: the first counts', async () => {
    const { loader, person } = await build();
    const giulia = await person();
    await buildCalendar(server, giulia, '');
    await load(loader, ['FERRI G.', 'E'], ['G. FERRI', 'LL']);
    for (let times = 0; times < 2; times += 1) await assign(loader, await idOf(loader), giulia.id);
    await giulia.ask('POST /api/rosters/proposals/accept', { body: {} });
    expect(await lettersOf(giulia, 2)).toBe('EL');
  });
});
