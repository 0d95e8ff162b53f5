import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { listWorkingDuties } from '../../../db/invariants.ts';
import { idOf } from '../../../tests/support/caller.ts';
import {
  calendarOf,
  dayAt,
  firstDay,
  offerDay,
  publishedDay,
  type Worker,
} from '../../../tests/support/days.ts';
import { acceptDays, proposalsOf, rosterSite } from '../../../tests/support/rosters.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { complete } from '../../../tests/support/swaps.ts';
import {
  laterWeek,
  nextWeek,
  openTaxiWorksite,
  publishHolidays,
  signInDriver,
  weekOf,
} from '../../../tests/support/taxi.ts';

// No roster rewrites days that were swapped.

const server = await testServer();
const { database } = server;

const withShifts = async (person: SignedInCaller): Promise<Worker> => {
  const entries = [await person.entryOn(firstDay), await person.entryOn(dayAt(1))];
  return Object.assign(person, { shiftIds: entries.map((entry) => entry?.id ?? '') });
};

/** Swaps Giulia's first day for Marco's second. */
async function swapDays(giulia: SignedInCaller, marco: SignedInCaller): Promise<void> {
  const requestId = await publishedDay(await withShifts(giulia), 0, [1]);
  await offerDay(await withShifts(marco), requestId, 1);
  expect((await giulia.confirm(requestId)).status).toBe(200);
  expect([await calendarOf(giulia, 2), await calendarOf(marco, 2)]).toEqual(['rE', 'Er']);
}

const openNews = async (person: SignedInCaller): Promise<number> =>
  (await person.notifications()).filter(({ type, isOver }) => type === 'roster_arrived' && !isOver).length;

test.each([
  ['entered at once', 'subito'],
  ['proposed and accepted', 'proposta'],
] as const)('a roster that knows nothing of a swap of days, %s, gives nothing back', async (_how, mode) => {
  const { person, load } = await rosterSite(server, mode);
  const [giulia, marco] = [await person('E'), await person('.E')];
  const before = await listWorkingDuties(database);
  await swapDays(giulia, marco);
  await load([giulia, 'E-'], [marco, '-E']);
  for (const one of [giulia, marco]) await acceptDays(one);
  expect([await calendarOf(giulia, 2), await calendarOf(marco, 2)]).toEqual(['rE', 'Er']);
  expect(await listWorkingDuties(database)).toEqual(before);
});

test('a roster loaded again after being undone returns nothing that was swapped', async () => {
  const { person, load, undo } = await rosterSite(server, 'subito');
  const [giulia, marco] = [await person(), await person()];
  const loadWith = (letters: string) => load([giulia, letters], [marco, '-E']);
  const { id } = await loadWith('E-');
  await swapDays(giulia, marco);
  await undo(id);
  await loadWith('E-L');
  expect([await calendarOf(giulia, 3), await calendarOf(marco, 3)]).toEqual(['rEL', 'Er.']);
});

test('a day given away in a swap of holidays stays empty', async () => {
  const worksiteId = await openTaxiWorksite(server);
  await database.run(sql`update worksites set roster_mode = 'subito' where id = ${worksiteId}`);
  const loader = await server.signIn({ worksiteId, mayLoadShifts: true, contractHours: 7 });
  const a = await signInDriver(server, { [nextWeek]: 'fffff..', [laterWeek]: 'MMMMMM.' }, { worksiteId });
  const b = await signInDriver(server, { [nextWeek]: 'MMMMMM.', [laterWeek]: 'fffff..' }, { worksiteId });
  await complete(a, b, await idOf(publishHolidays(a, nextWeek, laterWeek)));
  const weeks = async () => [
    await weekOf(a, nextWeek),
    await weekOf(a, laterWeek),
    await weekOf(b, nextWeek),
    await weekOf(b, laterWeek),
  ];
  const after = ['MMMMMM.', 'fffff..', 'fffff..', 'MMMMMM.'];
  expect(await weeks()).toEqual(after);
  const duty = { workLocation: 'sede', startTime: '06:00', endTime: '13:00' } as const;
  // the earlier roster: A drives on the Thursday of the later week
  await loader.ask('POST /api/rosters', {
    body: {
      title: 'turni',
      days: { from: nextWeek, to: '2026-12-04' },
      people: [
        { userId: a.id, days: [{ day: '2026-12-03', duty }] },
        { userId: b.id, days: [{ day: '2026-11-26', duty }] },
      ],
    },
  });
  expect(await weeks()).toEqual(after);
});

/** Giulia and Marco of a new worksite, about to swap their first days. */
async function agreed() {
  const site = await rosterSite(server);
  const [giulia, marco] = [await site.person('E'), await site.person('L')];
  const shift = await giulia.entryOn(firstDay);
  const request = await giulia.publishedId(shift!.id, { requestedDate: firstDay });
  await marco.offer(request);
  return { ...site, giulia, marco, request };
}

test('a roster with only a swapped day left asks for nothing', async () => {
  const { giulia, load, request } = await agreed();
  expect((await giulia.confirm(request)).status).toBe(200);
  await load([giulia, 'EE']);
  expect(await openNews(giulia)).toBe(1);
  await acceptDays(giulia);
  expect([await calendarOf(giulia, 2), await proposalsOf(giulia)]).toEqual(['LE', []]);
  expect(await openNews(giulia)).toBe(0);
});

test('a roster stops asking once a swap has created its shift', async () => {
  const { giulia, marco, load, request } = await agreed();
  await load([giulia, 'L'], [marco, 'EE']);
  expect([await openNews(giulia), await openNews(marco)]).toEqual([1, 1]);
  expect((await giulia.confirm(request)).status).toBe(200);
  // one of his days waits that no swap created
  expect([await openNews(giulia), await openNews(marco)]).toEqual([0, 1]);
});
