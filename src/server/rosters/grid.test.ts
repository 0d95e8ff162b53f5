import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { dayAt, firstDay } from '../../../tests/support/days.ts';
import { rosterSite } from '../../../tests/support/rosters.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { listWorkingShifts } from './queries.calendars.ts';

const server = await testServer();

const span = { from: firstDay, to: dayAt(3) };

const gridOf = async (loader: SignedInCaller): Promise<string[]> => {
  const { text } = await loader.call('GET /api/rosters/export', { query: { format: 'csv', ...span } });
  return text.replace('\uFEFF', '').trimEnd().split('\r\n');
};

test('the grid of a worksite shows working shifts; ferie, malattia, libero and no entry look alike', async () => {
  const { worksiteId, loader, person } = await rosterSite(server);
  const giulia = await person('EfmL', { firstName: 'Giulia', lastName: 'Ferri' });
  await person('r.LE', { firstName: 'Marco', lastName: 'Bianchi' });
  const { firstName, lastName } = loader.signedIn.user;
  await (await rosterSite(server)).person('EEEE');
  expect(await gridOf(loader)).toEqual([
    'Persona;23/11/2026;24/11/2026;25/11/2026;26/11/2026',
    'Bianchi Marco;;;14:00–22:00;06:00–14:00',
    'Ferri Giulia;06:00–14:00;;;14:00–22:00',
    `${lastName} ${firstName};;;;`,
  ]);
  // in a sheet an empty string would still distinguish an absence from no entry
  const shifts = await listWorkingShifts(server.database, worksiteId, span);
  expect(shifts.flatMap(({ userId, date }) => (userId === giulia.id ? [date] : [])).toSorted()).toEqual([
    firstDay,
    dayAt(3),
  ]);
});

test('the .xlsx is a sheet of text, even names that look like formulas', async () => {
  const { loader, person } = await rosterSite(server);
  await person('E', { firstName: 'Giulia', lastName: '=Ferri' });
  const answer = await server.app.inject({
    url: `/api/rosters/export?format=xlsx&from=${span.from}&to=${span.to}`,
    cookies: { turnario: loader.token ?? '' },
  });
  expect(answer.headers['content-disposition']).toBe(
    'attachment; filename="turnario-tabellone-2026-11-23-2026-11-26.xlsx"',
  );
  const [sheet] = (await readXlsx(answer.rawPayload)).sheets;
  expect(sheet?.rows).toContainEqual(['=Ferri Giulia', '06:00–14:00', null, null, null]);
});

test('on screen a loader sees only working shifts; the CEO sees every entry, which is audited', async () => {
  const { worksiteId, loader, person } = await rosterSite(server);
  const giulia = await person('EfmL', { firstName: 'Giulia', lastName: 'Ferri' });
  const daysOf = async (caller: SignedInCaller, query: object) => {
    const people = await caller.ask('GET /api/rosters/grid', { query: { ...span, ...query } });
    return people
      .find(({ id }) => id === giulia.id)
      ?.entries.map(({ date, workLocation }) => [date, workLocation]);
  };
  const working = [
    [firstDay, 'sede'],
    [dayAt(3), 'sede'],
  ];
  const ceo = await server.signInCeo();
  expect(await daysOf(loader, {})).toEqual(working);
  expect((await daysOf(ceo, { worksiteId }))?.toSorted()).toEqual([
    working[0],
    [dayAt(1), 'ferie'],
    [dayAt(2), 'malattia'],
    working[1],
  ]);
  const seen = await ceo.ask('GET /api/ceo/audit', { query: { action: 'roster_seen' } });
  expect(seen.entries).toMatchObject([{ targetId: worksiteId, after: span }]);
});

test.each([
  ['turned round', dayAt(3), firstDay],
  ['more than a roster has', firstDay, dayAt(62)],
])('days that are %s are refused at their field', async (_, from, to) => {
  const { loader } = await rosterSite(server);
  const { status, refusal } = await loader.call('GET /api/rosters/export', {
    query: { format: 'csv', from, to },
  });
  expect(status).toBe(400);
  expect(refusal.fields).toEqual({ to: 'Da 1 a 62 giorni' });
});
