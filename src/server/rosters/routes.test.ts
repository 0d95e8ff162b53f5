import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildDuty, buildShift, buildWorksite } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import { setActive } from '../../../tests/support/accounts.ts';
import { type Input, outcomeOf } from '../../../tests/support/caller.ts';
import { publishedDay, signInWorker } from '../../../tests/support/days.ts';
import { openEventStream } from '../../../tests/support/eventStream.ts';
import {
  duties,
  firstDay,
  lettersOf,
  rosterDayAt,
  rosterOf,
  signInWith,
} from '../../../tests/support/rosters.ts';
import { type SignedInCaller, startTestServer, testNow } from '../../../tests/support/server.ts';
import {
  confirm,
  notificationTypesOf,
  offer,
  publishedId,
  readRequest,
} from '../../../tests/support/swaps.ts';
import { addDays, addHours, dayInRome, daysBetween } from '../../domain/calendar/day.ts';
import { needsAction } from '../../domain/notifications/schema.ts';
import type { Roster } from '../../domain/rosters/schema.ts';

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
const proposalsOf = async (person: SignedInCaller): Promise<string[]> =>
  (await person.ask('GET /api/rosters/proposals')).days.map(({ day, kind }) => `${day} ${kind}`);
const at = (index: number, kind: string): string => `${rosterDayAt(index)} ${kind}`;
const arrivals = async (person: SignedInCaller): Promise<number> =>
  (await notificationTypesOf(person)).filter((type) => type === 'roster_arrived').length;

describe('who may load', () => {
  test('who has the permission for their own worksite, the CEO for any that they name, nobody else', async () => {
    const { worksiteId, loader, person } = await build();
    const giulia = await person();
    const other = await buildWorksite(context);
    const body = rosterOf([[giulia, 'E']]);
    const statusesOf = async (caller: SignedInCaller, query: { worksiteId?: string }) => [
      await caller.statusOf('GET /api/rosters/setup', { query }),
      await caller.statusOf('GET /api/rosters', { query }),
      await caller.statusOf('POST /api/rosters/preview', { body: { ...body, ...query } }),
      await caller.statusOf('POST /api/rosters', { body: { ...body, ...query } }),
    ];
    expect(await statusesOf(giulia, {})).toEqual([403, 403, 403, 403]);
    expect(await statusesOf(await server.signIn({ worksiteId, mayApproveSwaps: true }), {})).toEqual([
      403, 403, 403, 403,
    ]);
    expect(await statusesOf(loader, {})).toEqual([200, 200, 200, 201]);
    expect(await statusesOf(loader, { worksiteId })).toEqual([200, 200, 200, 201]);
    expect(await statusesOf(loader, { worksiteId: other.id })).toEqual([403, 403, 403, 403]);
    expect(await statusesOf(ceo, {})).toEqual([400, 400, 400, 400]);
    expect(await statusesOf(ceo, { worksiteId })).toEqual([200, 200, 200, 201]);
    expect(await statusesOf(ceo, { worksiteId: crypto.randomUUID() })).toEqual([404, 404, 404, 404]);
  });

  test('whose permission was taken away loads and undoes nothing more', async () => {
    const { loader, person } = await build();
    const giulia = await person();
    const { id } = await load(loader, rosterOf([[giulia, 'E']]));
    await database.run(sql`update users set may_load_shifts = false where id = ${loader.id}`);
    expect(await loader.statusOf('POST /api/rosters', { body: rosterOf([[giulia, 'L']]) })).toBe(403);
    expect(await loader.statusOf('DELETE /api/rosters/:id', { params: { id: id! } })).toBe(403);
    expect(await proposalsOf(giulia)).toEqual([at(0, 'new')]);
  });

  test('people of another worksite and unknown ones are left out alike', async () => {
    const { loader, person } = await build();
    const stranger = await server.signIn();
    const nobody = { id: crypto.randomUUID() };
    const body = rosterOf([
      [await person(), 'E'],
      [stranger, 'E'],
      [nobody, 'E'],
    ]);
    const preview = await loader.ask('POST /api/rosters/preview', { body });
    expect(preview.unknown).toEqual([stranger.id, nobody.id]);
    expect((await load(loader, body)).unknown).toEqual([stranger.id, nobody.id]);
    expect(await proposalsOf(stranger)).toEqual([]);
  });
});

describe('what a loader reads', () => {
  test('the set-up: people by name, usual shifts, what was remembered, the mode', async () => {
    const { worksiteId, loader } = await build();
    const anna = await signInWith(server, 'EELrfm', { worksiteId, firstName: 'Anna', lastName: 'Àlberti' });
    const before = await loader.ask('GET /api/rosters/setup', { query: {} });
    expect(before).toMatchObject({
      legend: null,
      layout: null,
      mode: 'proposta',
      worksite: { id: worksiteId },
    });
    expect(before.people).toContainEqual({ id: anna.id, firstName: 'Anna', lastName: 'Àlberti' });
    expect(before.usualDuties.map(({ startTime }) => startTime)).toEqual(['06:00', '14:00']);
    await load(
      loader,
      rosterOf([[anna, 'E']], { legend: { M: { kind: 'off' } }, layout: { shape: 'list' } }),
    );
    await load(loader, rosterOf([[anna, 'L']]));
    expect(await loader.ask('GET /api/rosters/setup', { query: {} })).toMatchObject({
      legend: { M: { kind: 'off' } },
      layout: { shape: 'list' },
    });
  });

  test('each day is new, changed, same, missing or refused, and nothing is written', async () => {
    const { loader, person } = await build();
    const giulia = await person('.LEE.');
    const marco = await person();
    const preview = await loader.ask('POST /api/rosters/preview', {
      body: rosterOf([
        [giulia, 'EEE--'],
        [marco, 'ES'],
      ]),
    });
    const [ofGiulia, ofMarco] = preview.people;
    expect(ofGiulia).toMatchObject({ isRefused: false });
    expect(ofGiulia?.days.map(({ outcome }) => outcome)).toEqual(['new', 'changed', 'missing']);
    expect(ofGiulia?.days[1]?.now).toMatchObject({ startTime: '14:00' });
    expect(ofMarco).toMatchObject({
      isRefused: true,
      days: [
        { outcome: 'new', reason: null },
        {
          outcome: 'refused',
          reason: 'Con un contratto di 8 ore un turno dura 8 o 9 ore: questo dura 4 ore.',
        },
      ],
    });
    expect(preview.counts).toMatchObject({ new: 2, changed: 1, same: 2, missing: 1, refused: 1 });
    expect(await lettersOf(giulia, 5)).toBe('.LEE.');
    expect(await proposalsOf(giulia)).toEqual([]);
  });

  test.each(['proposta', 'subito'] as const)(
    'rest, holidays, illness and no entry look alike, whatever the roster says of the day (%s)',
    async (mode) => {
      const { loader, person } = await build(mode);
      const read = async (letters: string) => {
        const answers = [];
        const people = [
          await person('....'),
          await person('rrrr'),
          await person('ffff'),
          await person('mmmm'),
        ];
        for (const one of people) {
          const body = rosterOf([[one, letters]]);
          const preview = await loader.ask('POST /api/rosters/preview', { body });
          const { id: _id, ...loaded } = await load(loader, body);
          const [listed] = await loader.ask('GET /api/rosters', { query: {} });
          const { refused } = loaded;
          answers.push({
            preview: preview.people.map(({ userId: _user, ...rest }) => rest),
            counts: preview.counts,
            loaded: { ...loaded, refused: refused.length },
            listed: { ...listed, id: null, loadedAt: null },
          });
        }
        return answers;
      };
      for (const letters of ['E-L-', 'ESL-', 'LE--']) {
        const [none, ...others] = await read(letters);
        for (const other of others) expect(other).toEqual(none);
      }
    },
  );

  test('days that are taken over are judged without those that are not', async () => {
    const { worksiteId, loader } = await build();
    const sara = await signInWith(server, 'E.E', { worksiteId, contractHours: 4 });
    await database.run(sql`update users set enable_flexible_shifts = true where id = ${sara.id}`);
    // 20 hours a week: Tuesday has room once Monday is free
    await load(loader, rosterOf([[sara, '-EE']]));
    expect(await proposalsOf(sara)).toEqual([at(0, 'missing'), at(1, 'new')]);
    const accept = (days: string[]) => sara.ask('POST /api/rosters/proposals/accept', { body: { days } });
    expect(await accept([rosterDayAt(1)])).toMatchObject({ accepted: 0, waiting: 2 });
    expect(await lettersOf(sara, 3)).toBe('E.E');
    expect(await accept([rosterDayAt(0), rosterDayAt(1)])).toMatchObject({ accepted: 2, waiting: 0 });
    expect(await lettersOf(sara, 3)).toBe('.EE');
  });

  test('a shift from a swap and one on offer are told as such, and never loaded over', async () => {
    const { worksiteId, loader } = await build('subito');
    const giulia = await signInWith(server, '', { worksiteId });
    const marco = await signInWith(server, '', { worksiteId });
    const shift = await buildShift(context, giulia, firstDay, buildDuty('sede', '06:00', '14:00'));
    await buildShift(context, marco, firstDay, buildDuty('sede', '14:00', '22:00'));
    const request = await publishedId(giulia, shift, { requestedDate: firstDay });
    const other = rosterOf([
      [giulia, 'L'],
      [marco, '-'],
    ]);
    const outcomes = async () =>
      (await loader.ask('POST /api/rosters/preview', { body: other })).people.map(
        ({ days }) => days[0]?.outcome,
      );
    expect(await outcomes()).toEqual(['on_offer', 'missing']);
    await offer(marco, request);
    expect(await outcomes()).toEqual(['on_offer', 'on_offer']);
    await load(loader, other);
    expect(await violatedInvariants(database)).toEqual([]);
    expect((await confirm(giulia, request)).status).toBe(200);
    const stale = rosterOf([
      [giulia, 'E'],
      [marco, 'L'],
    ]);
    const swapped = await loader.ask('POST /api/rosters/preview', { body: stale });
    expect(swapped.people.map(({ days }) => days[0]?.outcome)).toEqual(['swapped', 'swapped']);
    await load(loader, stale);
    expect([await lettersOf(giulia, 1), await lettersOf(marco, 1)]).toEqual(['L', 'E']);
    // it stays, and there is nothing to choose of it
    const accepted = await giulia.ask('POST /api/rosters/proposals/accept', { body: { days: [firstDay] } });
    expect(accepted).toEqual({ accepted: 0, waiting: 0 });
    expect(await lettersOf(giulia, 1)).toBe('L');
  });

  test('both days of a swap of days are on offer, to both, once somebody offers one', async () => {
    const { worksiteId, loader } = await build();
    const giulia = await signInWith(server, '', { worksiteId });
    const marco = await signInWith(server, '', { worksiteId });
    const early = buildDuty('sede', '06:00', '14:00');
    const offeredShiftId = await buildShift(context, giulia, firstDay, early);
    const shiftId = await buildShift(context, marco, rosterDayAt(1), early);
    const { request } = await giulia.ask('POST /api/exchange-requests', {
      body: {
        kind: 'giorno',
        offeredShiftId,
        requestedDate: firstDay,
        acceptFlexibleDates: true,
        acceptableDays: [rosterDayAt(1)],
      },
    });
    const body = rosterOf([
      [giulia, 'LL'],
      [marco, 'LL'],
    ]);
    await load(loader, body);
    const proposals = async () => [await proposalsOf(giulia), await proposalsOf(marco)];
    const alone = [
      [at(0, 'on_offer'), at(1, 'new')],
      [at(0, 'new'), at(1, 'changed')],
    ];
    expect(await proposals()).toEqual(alone);
    const params = { id: request.id };
    await marco.ask('POST /api/exchange-requests/:id/pre-accept', { params, body: { shiftId } });
    const both = [at(0, 'on_offer'), at(1, 'on_offer')];
    expect(await proposals()).toEqual([both, both]);
    await marco.ask('DELETE /api/exchange-requests/:id/cancel-pre-accept', { params });
    expect(await proposals()).toEqual(alone);
  });

  test('past days are left alone; too many days or people, a day twice are refused', async () => {
    const { loader, person } = await build();
    const giulia = await person();
    const past = { day: '2026-11-10', duty: duties['E']! };
    const days = { from: '2026-11-09', to: rosterDayAt(6) };
    const body = { ...rosterOf([[giulia, 'E']]), days };
    body.people[0]!.days.push(past);
    const preview = await loader.ask('POST /api/rosters/preview', { body });
    expect(preview.counts).toMatchObject({ new: 1, past: 1 });
    await load(loader, body);
    expect(await proposalsOf(giulia)).toEqual([at(0, 'new')]);
    body.people[0]!.days.push(past);
    expect(await loader.statusOf('POST /api/rosters', { body })).toBe(400);
    const long = { ...rosterOf([[giulia, 'E']]), days: { from: firstDay, to: addDays(firstDay, 62) } };
    expect(await loader.statusOf('POST /api/rosters', { body: long })).toBe(400);
    const twice = rosterOf([
      [giulia, 'E'],
      [giulia, 'E'],
    ]);
    expect(await loader.statusOf('POST /api/rosters', { body: twice })).toBe(400);
  });
});

describe('what a person is proposed', () => {
  test('accepted as a whole it is in the calendar; again it changes nothing; nobody else hears of it', async () => {
    const { loader, person } = await build();
    const giulia = await person('.LE.');
    const marco = await person();
    expect(await load(loader, rosterOf([[giulia, 'EE-L']]))).toMatchObject({ people: 1 });
    expect(await lettersOf(giulia, 4)).toBe('.LE.');
    expect(await proposalsOf(giulia)).toEqual([
      at(0, 'new'),
      at(1, 'changed'),
      at(2, 'missing'),
      at(3, 'new'),
    ]);
    expect([await arrivals(giulia), await arrivals(marco)]).toEqual([1, 0]);
    const { firstName, lastName } = loader.signedIn.user;
    expect(await giulia.ask('GET /api/rosters/proposals')).toMatchObject({
      title: 'dicembre',
      loaderName: `${firstName} ${lastName}`,
    });
    const { notifications } = await giulia.ask('GET /api/notifications/page', { query: {} });
    expect(notifications[0]?.message).toContain(
      'Il tabellone di dicembre è arrivato: 2 turni e 2 modifiche.',
    );
    expect(await giulia.ask('POST /api/rosters/proposals/accept', { body: {} })).toEqual({
      accepted: 4,
      waiting: 0,
    });
    expect(await lettersOf(giulia, 4)).toBe('EE.L');
    const again = await giulia.ask('GET /api/notifications/page', { query: {} });
    expect(again.notifications[0]).toMatchObject({ isOver: true, isRead: true });
    expect(await giulia.ask('POST /api/rosters/proposals/accept', { body: {} })).toEqual({
      accepted: 0,
      waiting: 0,
    });
    expect(await lettersOf(giulia, 4)).toBe('EE.L');
    expect(await loader.ask('GET /api/rosters', { query: {} })).toMatchObject([{ people: 1, accepted: 1 }]);
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('accepted, it is no question of the bell any more on any open page', async () => {
    const { loader, person } = await build();
    const giulia = await person('');
    await load(loader, rosterOf([[giulia, 'E']]));
    const page = await openEventStream(await server.listen(), giulia.token);
    await page.next();
    await giulia.ask('POST /api/rosters/proposals/accept', { body: {} });
    const heard = [await page.next(), await page.next()].map((event) => event?.data);
    expect(heard).toContainEqual({ lists: ['notifications'] });
    await page.close();
  });

  test('holidays and what a request offers are kept until their owner chooses otherwise', async () => {
    const { loader, person } = await build();
    const giulia = await person('fmE.');
    const [, , offered] = await giulia.ask('GET /api/shifts', { query: {} });
    const request = await publishedId(giulia, offered!.id, { requestedDate: rosterDayAt(2) });
    await load(loader, rosterOf([[giulia, 'EELE']]));
    const proposals = await giulia.ask('GET /api/rosters/proposals');
    expect(proposals).toMatchObject({ acceptable: 1, title: 'dicembre' });
    expect(proposals.days.map(({ kind, now }) => [kind, now?.workLocation])).toEqual([
      ['absence', 'ferie'],
      ['absence', 'malattia'],
      ['on_offer', 'sede'],
      ['new', undefined],
    ]);
    expect(await giulia.ask('POST /api/rosters/proposals/accept', { body: {} })).toEqual({
      accepted: 1,
      waiting: 3,
    });
    expect(await lettersOf(giulia, 4)).toBe('fmEE');
    const chosen = [rosterDayAt(0), rosterDayAt(2)];
    await giulia.ask('POST /api/rosters/proposals/accept', { body: { days: chosen } });
    expect(await lettersOf(giulia, 4)).toBe('EmLE');
    expect((await readRequest(giulia, request)).status).toBe(200);
    expect(await giulia.ask('POST /api/rosters/proposals/decline', { body: {} })).toEqual({ declined: 1 });
    expect(await proposalsOf(giulia)).toEqual([]);
    expect(await lettersOf(giulia, 4)).toBe('EmLE');
    expect(await violatedInvariants(database)).toEqual([]);
  });

  test('one refused day, and nothing of this person is loaded; of the others all', async () => {
    const { loader, person } = await build();
    const giulia = await person();
    const marco = await person();
    const loaded = await load(
      loader,
      rosterOf([
        [giulia, 'ES'],
        [marco, 'EL'],
      ]),
    );
    expect(loaded).toMatchObject({ people: 1, refused: [giulia.id] });
    expect(await proposalsOf(giulia)).toEqual([]);
    expect(await proposalsOf(marco)).toEqual([at(0, 'new'), at(1, 'new')]);
  });

  test('the same file changes nothing and tells nobody; a newer one shows the differences alone', async () => {
    const { loader, person } = await build();
    const giulia = await person();
    const marco = await person();
    const first = rosterOf([
      [giulia, 'EEE'],
      [marco, 'LL-'],
    ]);
    await load(loader, first);
    expect(await load(loader, first)).toMatchObject({ id: null, people: 0 });
    expect([await arrivals(giulia), await arrivals(marco)]).toEqual([1, 1]);
    const { version } = await giulia.ask('GET /api/rosters/proposals');
    await marco.ask('POST /api/rosters/proposals/decline', { body: {} });
    const newer = rosterOf([
      [giulia, 'ELE'],
      [marco, 'LL-'],
    ]);
    expect(await load(loader, newer)).toMatchObject({ people: 1 });
    expect([await arrivals(giulia), await arrivals(marco)]).toEqual([2, 1]);
    expect(await proposalsOf(marco)).toEqual([]);
    const stale = await giulia.call('POST /api/rosters/proposals/accept', { body: { version: version! } });
    expect(outcomeOf(stale)).toBe('409 roster_changed');
    await giulia.ask('POST /api/rosters/proposals/accept', { body: {} });
    expect(await lettersOf(giulia, 3)).toBe('ELE');
    expect(await load(loader, newer)).toMatchObject({ id: null });
    const { notifications } = await giulia.ask('GET /api/notifications/page', { query: {} });
    expect(notifications.filter(({ isOver }) => !isOver)).toEqual([]);
  });

  test('entered at once, only what needs its owner waits', async () => {
    const { loader, person } = await build('subito');
    const giulia = await person('rfEL.');
    await load(loader, rosterOf([[giulia, 'EEL-L']]));
    expect(await lettersOf(giulia, 5)).toBe('EfLLL');
    expect(await proposalsOf(giulia)).toEqual([at(1, 'absence'), at(3, 'missing')]);
    const { notifications } = await giulia.ask('GET /api/notifications/page', { query: {} });
    expect(notifications[0]?.message).toBe(
      'Il tabellone di dicembre è nel tuo calendario: 2 turni e 1 modifica. 2 giornate aspettano la tua scelta.',
    );
  });

  test('the bell asks as long as a proposal is open; what was entered or undone asks for nothing', async () => {
    const { loader, person } = await build();
    const asked = async (caller: SignedInCaller) =>
      (await caller.ask('GET /api/notifications/page')).notifications
        .filter(needsAction)
        .map(({ type }) => type);
    const [giulia, luca] = [await person(), await person()];
    const { id } = await load(
      loader,
      rosterOf([
        [giulia, 'E'],
        [luca, 'E'],
      ]),
    );
    expect(await asked(giulia)).toEqual(['roster_arrived']);
    await giulia.ask('POST /api/rosters/proposals/accept', { body: {} });
    expect(await asked(giulia)).toEqual([]);
    await loader.ask('DELETE /api/rosters/:id', { params: { id: id! } });
    expect(await asked(luca)).toEqual([]);
    const anna = await person();
    await load(loader, rosterOf([[anna, 'E']]));
    await anna.ask('POST /api/rosters/proposals/decline', { body: {} });
    expect(await asked(anna)).toEqual([]);
    const entered = await build('subito');
    const [marco, sara] = [await entered.person(), await entered.person('f')];
    await load(
      entered.loader,
      rosterOf([
        [marco, 'E'],
        [sara, 'EE'],
      ]),
    );
    expect(await asked(marco)).toEqual([]);
    expect(await asked(sara)).toEqual(['roster_arrived']);
  });

  test('the bell asks no more once the calendar says the same, whoever has written it', async () => {
    const { loader, person } = await build();
    const asks = async (caller: SignedInCaller) =>
      (await caller.ask('GET /api/notifications/page')).notifications.some(needsAction);
    const [giulia, luca, anna] = [await person(), await person('E'), await person('E')];
    await load(
      loader,
      rosterOf([
        [giulia, 'EL'],
        [luca, 'L'],
        [anna, '-'],
      ]),
    );
    await giulia.ask('POST /api/shifts', { body: { date: firstDay, ...duties['E']! } });
    expect(await asks(giulia)).toBe(true);
    const ofHand = [{ date: rosterDayAt(1), ...duties['L']! }];
    await giulia.ask('POST /api/shifts/bulk', { body: { shifts: ofHand } });
    expect(await asks(giulia)).toBe(false);
    expect(await proposalsOf(giulia)).toEqual([]);
    const idOf = async (caller: SignedInCaller) =>
      (await caller.ask('GET /api/shifts', { query: {} }))[0]!.id;
    await luca.ask('PATCH /api/shifts/:id', { params: { id: await idOf(luca) }, body: duties['L']! });
    expect(await asks(luca)).toBe(false);
    expect(await asks(anna)).toBe(true);
    await anna.ask('DELETE /api/shifts/:id', { params: { id: await idOf(anna) } });
    expect(await asks(anna)).toBe(false);
    const { notifications } = await anna.ask('GET /api/notifications/page');
    expect(notifications[0]?.message).toContain('Hai già risposto');
  });

  test('who looks for such a shift hears of it when it is accepted', async () => {
    const { loader, person } = await build();
    const giulia = await person('E');
    const marco = await person();
    const [shift] = await giulia.ask('GET /api/shifts', { query: {} });
    await publishedId(giulia, shift!.id, { requestedDate: firstDay });
    await load(loader, rosterOf([[marco, 'L']]));
    expect(await notificationTypesOf(giulia)).not.toContain('new_compatible_shift');
    await marco.ask('POST /api/rosters/proposals/accept', { body: {} });
    expect(await notificationTypesOf(giulia)).toContain('new_compatible_shift');
  });
});

describe('undone', () => {
  test('what stands as it was written goes, what was there comes back, what waits goes', async () => {
    const { loader, person } = await build();
    const giulia = await person('L.Er');
    const marco = await person();
    const { id } = await load(
      loader,
      rosterOf([
        [giulia, 'EE-E'],
        [marco, 'E'],
      ]),
    );
    await giulia.ask('POST /api/rosters/proposals/accept', { body: {} });
    expect(await lettersOf(giulia, 4)).toBe('EE.E');
    const shifts = await giulia.ask('GET /api/shifts', { query: {} });
    clock.advance(60);
    await giulia.ask('PATCH /api/shifts/:id', {
      params: { id: shifts[1]!.id },
      body: { startTime: '14:00', endTime: '22:00' },
    });
    const listedRosters = () => loader.ask('GET /api/rosters', { query: {} });
    expect(await listedRosters()).toMatchObject([{ undoUntil: addHours(testNow, 24), undoneAt: null }]);
    const undo = () => loader.statusOf('DELETE /api/rosters/:id', { params: { id: id! } });
    expect(await undo()).toBe(204);
    expect(await lettersOf(giulia, 4)).toBe('LLEr');
    expect(await proposalsOf(marco)).toEqual([]);
    expect(await marco.ask('POST /api/rosters/proposals/accept', { body: {} })).toEqual({
      accepted: 0,
      waiting: 0,
    });
    expect(await undo()).toBe(204);
    expect(await lettersOf(giulia, 4)).toBe('LLEr');
    const [listed] = await listedRosters();
    expect(listed).toMatchObject({ undoUntil: null, undoneAt: expect.any(String) as string });
    const acts = await database.many(sql`
      select action, actor_id, target_type from audit_log where target_id = ${id} order by id`);
    expect(acts).toEqual([
      { action: 'roster_loaded', actorId: loader.id, targetType: 'roster' },
      { action: 'roster_undone', actorId: loader.id, targetType: 'roster' },
    ]);
    expect(await violatedInvariants(database)).toEqual([]);
  });

  // of the first day: what stood there, and what each roster says of it
  test.each([
    ['.', 'E', 'L'],
    ['r', 'E', 'L'],
    ['L', 'E', 'L'],
    ['E', '-', 'L'],
    ['E', 'L', '-'],
  ])(
    'two rosters of the same day, both of them, in either order: %s, %s, %s',
    async (before, first, second) => {
      for (const isOlderFirst of [true, false]) {
        const { loader, person } = await build();
        const giulia = await person(before);
        const ids: string[] = [];
        for (const letters of [first, second]) {
          const { id } = await load(loader, rosterOf([[giulia, letters]]));
          ids.push(id!);
          await giulia.ask('POST /api/rosters/proposals/accept', { body: { days: [firstDay] } });
          clock.advance(60);
        }
        const after = second === '-' ? '.' : second;
        expect(await lettersOf(giulia, 1)).toBe(after);
        const [one, other] = isOlderFirst ? ids : ids.toReversed();
        await loader.ask('DELETE /api/rosters/:id', { params: { id: one! } });
        expect(await lettersOf(giulia, 1)).toBe(isOlderFirst ? after : first === '-' ? '.' : first);
        clock.advance(60);
        await loader.ask('DELETE /api/rosters/:id', { params: { id: other! } });
        expect(await lettersOf(giulia, 1)).toBe(before);
        clock.set(testNow);
      }
    },
  );

  test('a person who was deactivated since hears nothing, and nobody of their shifts that come back', async () => {
    const { worksiteId, loader, person } = await build();
    const giulia = await signInWorker(server, 'E', { worksiteId });
    const [marco, luca] = [await person('..L'), await person('..L')];
    const letters = '..-';
    const { id } = await load(
      loader,
      rosterOf([
        [marco, letters],
        [luca, letters],
      ]),
    );
    for (const one of [marco, luca]) await one.ask('POST /api/rosters/proposals/accept', { body: {} });
    await setActive(ceo, marco.id, false);
    await publishedDay(giulia, 0, [2]);
    await loader.ask('DELETE /api/rosters/:id', { params: { id: id! } });
    const told = await database.many<{ userId: string; type: string; personId: string | null }>(sql`
      select user_id, type, person_id from notifications
      where user_id in (${giulia.id}, ${marco.id}, ${luca.id}) and type in ('new_compatible_shift', 'roster_changed')`);
    expect(told.filter(({ userId }) => userId === giulia.id)).toEqual([
      { userId: giulia.id, type: 'new_compatible_shift', personId: luca.id },
    ]);
    expect(told.filter(({ type }) => type === 'roster_changed')).toMatchObject([{ userId: luca.id }]);
    await setActive(ceo, marco.id, true);
    expect(await lettersOf(await server.signInAs(marco), 3)).toBe('..L');
  });

  test('what was changed between two rosters is what the second brings back', async () => {
    const { loader, person } = await build();
    const giulia = await person('r');
    const older = await load(loader, rosterOf([[giulia, 'E']]));
    await giulia.ask('POST /api/rosters/proposals/accept', { body: {} });
    clock.advance(60);
    const [shift] = await giulia.ask('GET /api/shifts', { query: {} });
    const changed = { startTime: '07:00', endTime: '15:00' };
    await giulia.ask('PATCH /api/shifts/:id', { params: { id: shift!.id }, body: changed });
    const newer = await load(loader, rosterOf([[giulia, 'L']]));
    await giulia.ask('POST /api/rosters/proposals/accept', { body: {} });
    for (const { id } of [older, newer]) await loader.ask('DELETE /api/rosters/:id', { params: { id: id! } });
    expect(await giulia.ask('GET /api/shifts', { query: {} })).toMatchObject([{ id: shift!.id, ...changed }]);
  });

  test('what was swapped or offered since stays; after 24 hours everything; of another worksite there is none', async () => {
    const { worksiteId, loader, person } = await build('subito');
    const giulia = await person();
    const marco = await person();
    const people = [
      [giulia, 'EE'],
      [marco, 'L.'],
    ] as const;
    const { id } = await load(loader, rosterOf(people));
    const shifts = await giulia.ask('GET /api/shifts', { query: {} });
    const request = await publishedId(giulia, shifts[0]!.id, { requestedDate: firstDay });
    await offer(marco, request);
    await confirm(giulia, request);
    const stranger = await server.signIn({ mayLoadShifts: true });
    expect(await stranger.statusOf('DELETE /api/rosters/:id', { params: { id: id! } })).toBe(404);
    expect(await giulia.statusOf('DELETE /api/rosters/:id', { params: { id: id! } })).toBe(403);
    const later = await load(loader, rosterOf([[marco, '..E']]));
    expect(await ceo.statusOf('DELETE /api/rosters/:id', { params: { id: id! } })).toBe(204);
    expect([await lettersOf(giulia, 3), await lettersOf(marco, 3)]).toEqual(['L..', 'E.E']);
    clock.set(addHours(testNow, 25));
    // sessions may have ended meanwhile
    const again = await server.signIn({ worksiteId, mayLoadShifts: true });
    const answer = await again.call('DELETE /api/rosters/:id', { params: { id: later.id! } });
    expect(outcomeOf(answer)).toBe('409 roster_undo_over');
    expect(dayInRome(testNow) < firstDay).toBe(true);
    expect(await violatedInvariants(database)).toEqual([]);
  });
});

describe.each(['proposta', 'subito'] as const)('loaded again, in mode %s,', (mode) => {
  const preview = (loader: SignedInCaller, roster: Roster) =>
    loader.ask('POST /api/rosters/preview', { body: roster });
  const told = ({ people }: Awaited<ReturnType<typeof preview>>): string[] =>
    people.flatMap(({ days }) => days.map(({ day, outcome }) => at(rosterPlace(day), outcome)));
  const rosterPlace = (day: string): number => daysBetween(firstDay, day);

  test('a roster changes nothing, whatever its person has made of it', async () => {
    const { loader, person } = await build(mode);
    const giulia = await person();
    const roster = rosterOf([[giulia, 'EEEEE--']]);
    await load(loader, roster);
    if (mode === 'proposta') await giulia.ask('POST /api/rosters/proposals/accept', { body: {} });
    const entries = await giulia.ask('GET /api/shifts', { query: { from: firstDay, to: rosterDayAt(6) } });
    const change = (place: number, body: Input<'PATCH /api/shifts/:id'>['body']) =>
      giulia.ask('PATCH /api/shifts/:id', { params: { id: entries[place]?.id ?? '' }, body });
    await change(1, { startTime: '07:00', endTime: '15:00' });
    await change(2, { workLocation: 'ferie' });
    await giulia.ask('POST /api/shifts', {
      body: { date: rosterDayAt(5), workLocation: 'sede', startTime: '09:00', endTime: '17:00' },
    });
    const { people, counts } = await preview(loader, roster);
    expect([people[0]?.days, counts['same']]).toEqual([[], 7]);
    expect(await load(loader, roster)).toMatchObject({ id: null, people: 0, counts });
    // another one is compared with it where nobody works
    const other = rosterOf([[giulia, 'LLLL-E-']]);
    const changed = await preview(loader, other);
    expect(told(changed)).toEqual(
      [0, 1, 2, 3].map((place) => at(place, 'changed')).concat(at(4, 'missing'), at(5, 'changed')),
    );
    expect(changed.people[0]?.days[2]?.now).toMatchObject({ startTime: '06:00', endTime: '14:00' });
    expect(await load(loader, other)).toMatchObject({ people: 1, counts: changed.counts });
    expect(await proposalsOf(giulia)).toContain(at(2, 'absence'));
    expect(await violatedInvariants(database)).toEqual([]);
  });
});
