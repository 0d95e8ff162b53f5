import { describe, expect, test } from 'vitest';
import { buildWorksite } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import type { Input } from '../../../tests/support/calls.ts';
import {
  calendarOf,
  dayAt,
  firstDay,
  offerDay,
  publishedDay,
  signInWorker,
} from '../../../tests/support/days.ts';
import { acceptDays, dutyOn, proposalsOf, rosterOf, rosterSite } from '../../../tests/support/rosters.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { addDays } from '../../domain/calendar/day.ts';

const server = await testServer();
const { database, context } = server;
const ceo = await server.signInCeo();

describe('loaders', () => {
  test('are people with the permission, for their own worksite, and the CEO, for any they name', async () => {
    const { worksiteId, loader, person } = await rosterSite(server);
    const giulia = await person();
    const { id: other } = await buildWorksite(context);
    const statusesOf = async (caller: SignedInCaller, query: { worksiteId?: string }) => {
      const body = { ...rosterOf([[giulia, 'E']]), ...query };
      return [
        await caller.statusOf('GET /api/rosters', { query }),
        await caller.statusOf('POST /api/rosters', { body }),
      ].join(' ');
    };
    expect(await statusesOf(giulia, {})).toBe('403 403');
    expect(await statusesOf(loader, {})).toBe('200 201');
    expect(await statusesOf(loader, { worksiteId: other })).toBe('403 403');
    expect(await statusesOf(ceo, {})).toBe('400 400');
    expect(await statusesOf(ceo, { worksiteId })).toBe('200 201');
    expect(await statusesOf(ceo, { worksiteId: crypto.randomUUID() })).toBe('404 404');
  });
});

describe('a loaded roster', () => {
  test('ignores people of another worksite and unknown ones alike', async () => {
    const { person, load, preview } = await rosterSite(server);
    const stranger = await server.signIn();
    const nobody = { id: crypto.randomUUID() };
    const people = [await person(), stranger, nobody].map((one) => [one, 'E'] as const);
    for (const { unknown } of [await preview(...people), await load(...people)])
      expect(unknown).toEqual([stranger.id, nobody.id]);
    expect(await proposalsOf(stranger)).toEqual([]);
  });

  test('is prepared with people by name, usual shifts, remembered settings and the mode', async () => {
    const { worksiteId, loader, person, load, loadWith } = await rosterSite(server);
    const name = { firstName: 'Anna', lastName: 'Àlberti' };
    const anna = await person('EELrfm', name);
    const setup = () => loader.ask('GET /api/rosters/setup', { query: {} });
    const before = await setup();
    const nothing = { legend: null, layout: null };
    expect(before).toMatchObject({ ...nothing, mode: 'proposta', worksite: { id: worksiteId } });
    expect(before.people).toContainEqual({ id: anna.id, ...name });
    expect(before.usualDuties.map(({ startTime }) => startTime)).toEqual(['06:00', '14:00']);
    const remembered = { legend: { M: { kind: 'off' } }, layout: { shape: 'list' } } as const;
    await loadWith(remembered, [anna, 'E']);
    await load([anna, 'L']);
    expect(await setup()).toMatchObject(remembered);
  });

  test('is previewed day by day, without writing anything', async () => {
    const { person, load, preview } = await rosterSite(server);
    const [giulia, marco] = [await person('.LEE.'), await person()];
    const { people, counts } = await preview([giulia, 'EEE--'], [marco, 'ES']);
    expect(people[0]).toMatchObject({
      days: [{ outcome: 'new' }, { outcome: 'changed', now: { startTime: '14:00' } }, { outcome: 'missing' }],
    });
    const reason = 'Il contratto della persona prevede turni di 8 o 9 ore: questo dura 4 ore.';
    expect(people[1]).toMatchObject({
      days: [
        { outcome: 'new', reason: null },
        { outcome: 'refused', reason },
      ],
    });
    expect(counts).toMatchObject({ new: 2, changed: 1, same: 2, missing: 1, refused: 1 });
    expect(await calendarOf(giulia, 5)).toBe('.LEE.');
    expect(await proposalsOf(giulia)).toEqual([]);
    // a refused day is skipped, the person's other days are not
    expect(await load([giulia, 'EEE--'], [marco, 'ES'])).toMatchObject({ people: 2, counts });
    expect(await proposalsOf(marco)).toEqual(['0 new']);
  });

  test('reports offered and swapped days, and overwrites neither', async () => {
    const { person, load, preview } = await rosterSite(server, 'subito');
    const [giulia, marco] = [await person('E'), await person('L')];
    const outcomesOf = async (hers: string, his: string) => {
      const { people } = await preview([giulia, hers], [marco, his]);
      return people.map(({ days }) => days[0]?.outcome);
    };
    const shiftId = (await giulia.entryOn(firstDay))!.id;
    const request = await giulia.publishedId(shiftId, { requestedDate: firstDay });
    expect(await outcomesOf('L', '-')).toEqual(['on_offer', 'missing']);
    await marco.offer(request);
    expect(await outcomesOf('L', '-')).toEqual(['on_offer', 'on_offer']);
    await load([giulia, 'L'], [marco, '-']);
    expect(await violatedInvariants(database)).toEqual([]);
    expect((await giulia.confirm(request)).status).toBe(200);
    expect(await outcomesOf('E', 'L')).toEqual(['swapped', 'swapped']);
    await load([giulia, 'E'], [marco, 'L']);
    expect(await acceptDays(giulia, [firstDay])).toEqual({ accepted: 0, waiting: 0 });
    expect([await calendarOf(giulia, 1), await calendarOf(marco, 1)]).toEqual(['L', 'E']);
  });

  test('reports both days of a swap of days as on offer, to both people, while an offer stands', async () => {
    const { worksiteId, load } = await rosterSite(server);
    const giulia = await signInWorker(server, 'E', { worksiteId });
    const marco = await signInWorker(server, '.E', { worksiteId });
    const request = await publishedDay(giulia, 0, [1]);
    await load([giulia, 'LL'], [marco, 'LL']);
    const proposals = async () => [await proposalsOf(giulia), await proposalsOf(marco)];
    const alone = [
      ['0 on_offer', '1 new'],
      ['0 new', '1 changed'],
    ];
    expect(await proposals()).toEqual(alone);
    await offerDay(marco, request, 1);
    const both = ['0 on_offer', '1 on_offer'];
    expect(await proposals()).toEqual([both, both]);
    await marco.takeBack(request);
    expect(await proposals()).toEqual(alone);
  });

  test('skips past days; refuses too many days or a day twice', async () => {
    const { loader, person } = await rosterSite(server);
    const giulia = await person();
    const past = { day: '2026-11-10', duty: dutyOn('E') };
    const days = { from: '2026-11-09', to: dayAt(6) };
    const body = { ...rosterOf([[giulia, 'E']]), days };
    body.people[0]!.days.push(past);
    const preview = await loader.ask('POST /api/rosters/preview', { body });
    expect(preview.counts).toMatchObject({ new: 1, past: 1 });
    await loader.ask('POST /api/rosters', { body });
    expect(await proposalsOf(giulia)).toEqual(['0 new']);
    body.people[0]!.days.push(past);
    const long = { ...rosterOf([[giulia, 'E']]), days: { from: firstDay, to: addDays(firstDay, 62) } };
    for (const wrong of [body, long])
      expect(await loader.statusOf('POST /api/rosters', { body: wrong })).toBe(400);
  });
});

test.each(['proposta', 'subito'] as const)(
  'loaded again, a roster changes nothing, whatever the person did with it (%s)',
  async (mode) => {
    const { person, load, preview } = await rosterSite(server, mode);
    const giulia = await person();
    const row = [giulia, 'EEEEE--'] as const;
    await load(row);
    if (mode === 'proposta') await acceptDays(giulia);
    const entries = await giulia.ask('GET /api/shifts', { query: {} });
    const change = (place: number, body: Input<'PATCH /api/shifts/:id'>['body']) =>
      giulia.ask('PATCH /api/shifts/:id', { params: { id: entries[place]!.id }, body });
    await change(1, { startTime: '07:00', endTime: '15:00' });
    await change(2, { workLocation: 'ferie' });
    await giulia.ask('POST /api/shifts', { body: { date: dayAt(5), ...dutyOn('L') } });
    const { people, counts } = await preview(row);
    expect([people[0]?.days, counts['same']]).toEqual([[], 7]);
    expect(await load(row)).toMatchObject({ id: null, people: 0, counts });
    // another roster is compared with it on unworked days
    const other = [giulia, 'LLLL-E-'] as const;
    const changed = await preview(other);
    const told = changed.people[0]!.days;
    expect(told.map(({ outcome }) => outcome)).toEqual([
      ...Array<string>(4).fill('changed'),
      'missing',
      'changed',
    ]);
    expect(told[2]?.now).toMatchObject({ startTime: '06:00', endTime: '14:00' });
    expect(await load(other)).toMatchObject({ people: 1, counts: changed.counts });
    expect(await proposalsOf(giulia)).toContain('2 absence');
    expect(await violatedInvariants(database)).toEqual([]);
  },
);
