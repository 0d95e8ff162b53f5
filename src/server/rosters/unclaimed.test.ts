import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { violatedInvariants } from '../../../db/invariants.ts';
import { calendarOf, dayAt, firstDay } from '../../../tests/support/days.ts';
import { openEventStream } from '../../../tests/support/eventStream.ts';
import {
  acceptDays,
  proposalsOf,
  rosterOf,
  rosterSite,
  unclaimedOf,
} from '../../../tests/support/rosters.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { addDays, addHours } from '../../domain/calendar/day.ts';
import { keepRosters } from './commands.keep.ts';
import { listUnclaimed } from './queries.unclaimed.ts';

const server = await testServer();
const { database, clock } = server;
const ceo = await server.signInCeo();

type Named = readonly [name: string, letters: string];

async function build() {
  const site = await rosterSite(server);
  return { ...site, loadNamed: (...people: Named[]) => site.loadWith(unclaimedOf(...people)) };
}

const waitingOf = async (loader: SignedInCaller) =>
  (await loader.ask('GET /api/rosters/unclaimed', { query: {} })).waiting;
const textsOf = async (loader: SignedInCaller): Promise<string[]> =>
  (await waitingOf(loader)).map(({ name, shifts, from, to }) => `${name}: ${shifts}, ${from} ${to}`);
/** The waiting shifts of a worksite: index of the day, and start time. */
const startsOf = async (loader: SignedInCaller): Promise<string[]> => {
  const shifts = await database.many<{ place: number; start: string }>(sql`
    select s.day - ${firstDay}::date as place, s.duty ->> 'startTime' as start
    from unclaimed_shifts s join unclaimed_people p on p.id = s.person_id
    where p.worksite_id = ${loader.signedIn.user.worksiteId} order by s.day`);
  return shifts.map(({ place, start }) => `${place} ${start}`);
};
const idOf = async (loader: SignedInCaller): Promise<string> => (await waitingOf(loader))[0]!.id;
const assign = (loader: SignedInCaller, id: string, userId: string) =>
  loader.call('POST /api/rosters/unclaimed/:id/assign', { params: { id }, body: { userId } });
describe('people of a file without an account', () => {
  test('have only their working shifts from today on waiting', async () => {
    const { loader, worksiteId, loadNamed } = await build();
    const loaded = await loadNamed(['ROSSI  M.', 'E-L..'], ['Verdi Pia', '--']);
    expect(loaded).toMatchObject({ people: 0, unclaimed: 2 });
    expect(await textsOf(loader)).toEqual([`ROSSI  M.: 2, ${firstDay} ${dayAt(2)}`]);
    const later = await listUnclaimed(database, worksiteId, dayAt(2));
    expect(later).toMatchObject([{ shifts: 1, from: dayAt(2), to: dayAt(2) }]);
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('are replaced day by day by a newer file, however their name is spelled; the same file changes nothing', async () => {
    const { loader, loadNamed } = await build();
    await loadNamed(['Nicolò Rossi', 'EEE.E']);
    expect((await loadNamed(['NICOLO  ROSSI', 'EEE.E'])).id).toBeNull();
    expect((await loadNamed(['NICOLO ROSSI', 'L-.L'])).id).not.toBeNull();
    expect(await textsOf(loader)).toEqual([`NICOLO ROSSI: 4, ${firstDay} ${dayAt(4)}`]);
    expect(await startsOf(loader)).toEqual(['0 14:00', '2 06:00', '3 14:00', '4 06:00']);
  });

  test('no longer wait on the days of a file that names a colleague, but do again once it is undone', async () => {
    const { loader, person, loadWith, loadNamed, undo } = await build();
    const giulia = await person();
    await loadNamed(['ROSSI M.', 'EEEE'], ['Ferri G.', 'EEE']);
    const [first] = rosterOf([[giulia, 'EE']]).people;
    const { unclaimed } = unclaimedOf(['Rossi M.', 'L-']);
    const { id } = await loadWith({ unclaimed, people: [{ ...first!, name: 'FERRI G.' }] });
    expect(await startsOf(loader)).toEqual(['0 14:00', '2 06:00', '2 06:00', '3 06:00']);
    expect(await proposalsOf(giulia)).toEqual(['0 new', '1 new']);
    await undo(id);
    expect(await textsOf(loader)).toEqual([
      `Ferri G.: 3, ${firstDay} ${dayAt(2)}`,
      `ROSSI M.: 4, ${firstDay} ${dayAt(3)}`,
    ]);
    expect(new Set((await startsOf(loader)).map((text) => text.slice(2)))).toEqual(new Set(['06:00']));
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test.each([
    ['the newest first', [2, 1, 0], ['0 14:00', '0 06:00', null]],
    ['the one between first', [1, 2, 0], ['0 08:00', '0 06:00', null]],
    ['the one between last', [0, 2, 1], ['0 08:00', '0 14:00', null]],
  ] as const)('of three rosters of one day each can be undone: %s', async (_what, order, expected) => {
    const { loader, loadNamed, undo } = await build();
    const loaded: (string | null)[] = [];
    for (const letter of ['E', 'L', 'S']) loaded.push((await loadNamed(['ROSSI M.', letter])).id);
    for (const [step, index] of order.entries()) {
      await undo(loaded[index]!);
      expect(await startsOf(loader)).toEqual(expected[step] === null ? [] : [expected[step]]);
      expect(await violatedInvariants(database)).toEqual([]);
    }
  });

  test('do not wait again on past days, nor on days replaced since; a day later nothing is kept', async () => {
    const now = `${firstDay}T22:30:00.000Z`;
    clock.set(now);
    const { loader, loadNamed, undo } = await build();
    await loadNamed(['ROSSI M.', 'EEE']);
    const { id } = await loadNamed(['ROSSI M.', '---']);
    expect(await waitingOf(loader)).toEqual([]);
    // its second day has begun
    const nextDay = `${firstDay}T23:30:00.000Z`;
    clock.set(nextDay);
    await loadNamed(['ROSSI M.', '.L']);
    const keptFor = (newer: string | null) =>
      database.many(sql`select day from unclaimed_replaced where replaced_by = ${newer}`);
    await keepRosters(database, addHours(now, 24));
    expect(await keptFor(id)).toHaveLength(3);
    await undo(id);
    expect(await startsOf(loader)).toEqual(['1 14:00', '2 06:00']);
    expect(await keptFor(id)).toEqual([]);

    const { id: later } = await loadNamed(['ROSSI M.', '..L']);
    expect(await keptFor(later)).toHaveLength(1);
    await keepRosters(database, addHours(nextDay, 25));
    expect(await keptFor(later)).toEqual([]);
  });

  test('are deleted 31 days after their last day, even if the roster continues, and the roster 31 days after its own', async () => {
    const { worksiteId, person, loadWith } = await build();
    await loadWith(unclaimedOf(['ROSSI M.', 'EE']), [await person(), 'E']);
    const left = () =>
      database.one(sql`
        select (select count(*) from unclaimed_people where worksite_id = ${worksiteId}) as people,
          (select count(*) from rosters where worksite_id = ${worksiteId}) as rosters`);
    for (const [lastDay, people, rosters] of [
      [dayAt(1), 0, 1],
      [dayAt(27), 0, 0],
    ] as const) {
      const end = addDays(lastDay, 31);
      const before = await left();
      await keepRosters(database, `${end}T22:00:00.000Z`);
      expect(await left()).toEqual(before);
      await keepRosters(database, `${end}T23:30:00.000Z`);
      expect(await left()).toEqual({ people, rosters });
    }
    expect(await violatedInvariants(database)).toEqual([]);
  });

  const [day] = unclaimedOf(['Rossi', 'E']).unclaimed[0]!.days;
  const holiday = { ...day, duty: { ...day!.duty, workLocation: 'ferie' } };
  test.each([
    ['an absence', [{ name: 'Rossi', days: [holiday] }]],
    ['a name twice', ['Rossi', 'ROSSI '].map((name) => ({ name, days: [] }))],
    ['an empty name', [{ name: '  ', days: [] }]],
    ['nobody', []],
  ])('cannot be %s', async (_what, unclaimed) => {
    const { loader } = await build();
    const body = { ...rosterOf([]), unclaimed };
    expect((await loader.callUntyped('POST /api/rosters', { body })).status).toBe(400);
  });

  test('number at most 400 per worksite', async () => {
    const { loader, loadNamed } = await build();
    const names = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => [`Persona ${from + index}`, 'E'] as const);
    await loadNamed(...names(0, 399));
    expect((await loadNamed(...names(399, 1))).unclaimed).toBe(1);
    const more = await loader.call('POST /api/rosters', {
      body: rosterOf([], unclaimedOf(...names(400, 1))),
    });
    expect([more.status, more.text]).toEqual([409, expect.stringContaining('Al massimo 400 persone')]);
    expect(await waitingOf(loader)).toHaveLength(400);
  });
});

describe('days that a loader assigns', () => {
  test('become that person’s proposal, and no longer wait unclaimed', async () => {
    const { loader, person, loadNamed } = await build();
    const giulia = await person('.E.f');
    await loadNamed(['FERRI G.', 'EEEE']);
    const answer = await assign(loader, await idOf(loader), giulia.id);
    expect([answer.status, answer.body]).toEqual([200, { shifts: 4 }]);
    expect(await waitingOf(loader)).toEqual([]);
    expect(await proposalsOf(giulia)).toEqual(['0 new', '2 new', '3 absence']);
    expect(await giulia.notificationTypes()).toEqual(['roster_arrived']);
    await acceptDays(giulia);
    expect(await calendarOf(giulia, 4)).toBe('EEEf');
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('are no news if already in the calendar, but open pages refresh', async () => {
    const { loader, person, loadNamed } = await build();
    const giulia = await person('E');
    await loadNamed(['FERRI G.', 'E']);
    const page = await openEventStream(await server.listen(), giulia.token);
    await page.next();
    await assign(loader, await idOf(loader), giulia.id);
    expect((await page.next())?.data).toEqual({ lists: ['shifts'] });
    await page.close();
    expect(await giulia.notificationTypes()).toEqual([]);
  });

  test('are all refused if the rules refuse one, with the reason, and keep waiting', async () => {
    const { loader, person, loadNamed } = await build();
    const giulia = await person();
    await loadNamed(['FERRI G.', 'ES']);
    const answer = await assign(loader, await idOf(loader), giulia.id);
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('non vanno bene')]);
    expect(await waitingOf(loader)).toHaveLength(1);
    expect(await proposalsOf(giulia)).toEqual([]);
  });

  test('do not reveal whether the person is on holiday', async () => {
    const { loader, person, loadNamed } = await build();
    const answers = [];
    for (const letters of ['ff', '..']) {
      await loadNamed(['FERRI G.', 'EE']);
      const { status, body } = await assign(loader, await idOf(loader), (await person(letters)).id);
      answers.push([status, body]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test('belong to their worksite and go to its people; the CEO assigns anywhere', async () => {
    const { loader, worksiteId, person, loadNamed } = await build();
    const other = await build();
    const [giulia, stranger] = [await person(), await other.person()];
    await loadNamed(['FERRI G.', 'E']);
    const id = await idOf(loader);
    expect((await assign(giulia, id, giulia.id)).status).toBe(403);
    expect((await assign(other.loader, id, stranger.id)).status).toBe(404);
    expect((await assign(loader, id, stranger.id)).status).toBe(404);
    expect((await ceo.ask('GET /api/rosters/unclaimed', { query: { worksiteId } })).waiting).toHaveLength(1);
    expect((await assign(ceo, id, giulia.id)).status).toBe(200);
    expect((await assign(ceo, id, giulia.id)).status).toBe(404);
  });

  test('yield to a newer roster that names the person', async () => {
    const { loader, person, load, loadNamed } = await build();
    const giulia = await person();
    await loadNamed(['FERRI G.', 'EE']);
    await load([giulia, 'L']);
    await assign(loader, await idOf(loader), giulia.id);
    await acceptDays(giulia);
    expect(await calendarOf(giulia, 2)).toBe('LE');
  });
});
