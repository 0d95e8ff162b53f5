import { readXlsx } from 'hucre/xlsx';
import { afterAll, expect, test } from 'vitest';
import { buildWorksite } from '../../../db/builders.ts';
import { firstDay, rosterDayAt, signInWith } from '../../../tests/support/rosters.ts';
import { type SignedInCaller, startTestServer } from '../../../tests/support/server.ts';
import { confirm, offer, publishedId } from '../../../tests/support/swaps.ts';
import { listWorkingShifts } from './queries.calendars.ts';

const server = await startTestServer();
const { context } = server;
afterAll(() => server.close());

const span = { from: firstDay, to: rosterDayAt(3) };

async function build() {
  const { id: worksiteId } = await buildWorksite(context);
  const loader = await server.signIn({
    worksiteId,
    mayLoadShifts: true,
    firstName: 'Anna',
    lastName: 'Villa',
  });
  const person = (letters: string, firstName: string, lastName: string) =>
    signInWith(server, letters, { worksiteId, firstName, lastName });
  return { worksiteId, loader, person };
}

const gridOf = async (loader: SignedInCaller): Promise<string[]> => {
  const { text } = await loader.call('GET /api/rosters/export', { query: { format: 'csv', ...span } });
  return text.replace('\uFEFF', '').trimEnd().split('\r\n');
};

test('the grid of a worksite has its working shifts; ferie, malattia, libero and no entry look alike', async () => {
  const { worksiteId, loader, person } = await build();
  const giulia = await person('EfmL', 'Giulia', 'Ferri');
  await person('r.LE', 'Marco', 'Bianchi');
  await build().then((other) => other.person('EEEE', 'Altra', 'Persona'));
  expect(await gridOf(loader)).toEqual([
    'Persona;23/11/2026;24/11/2026;25/11/2026;26/11/2026',
    'Bianchi Marco;;;14:00–22:00;06:00–14:00',
    'Ferri Giulia;06:00–14:00;;;14:00–22:00',
    'Villa Anna;;;;',
  ]);
  // in a sheet an empty text would still tell an absence from no entry
  const shifts = await listWorkingShifts(server.database, worksiteId, span);
  expect(shifts.flatMap(({ userId, day }) => (userId === giulia.id ? [day] : [])).toSorted()).toEqual([
    firstDay,
    rosterDayAt(3),
  ]);
});

test('it stands as it is after all swaps', async () => {
  const { loader, person } = await build();
  const giulia = await person('E', 'Giulia', 'Ferri');
  const marco = await person('L', 'Marco', 'Bianchi');
  const [shift] = await giulia.ask('GET /api/shifts', { query: { from: firstDay, to: firstDay } });
  const requestId = await publishedId(giulia, shift!.id, { requestedDate: firstDay });
  await offer(marco, requestId);
  await confirm(giulia, requestId);
  expect((await gridOf(loader)).slice(1, 3)).toEqual([
    'Bianchi Marco;06:00–14:00;;;',
    'Ferri Giulia;14:00–22:00;;;',
  ]);
});

test('as .xlsx it is a sheet of text, names that begin a formula included', async () => {
  const { loader, person } = await build();
  await person('E', 'Giulia', '=Ferri');
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

test.each([
  ['turned round', rosterDayAt(3), firstDay],
  ['more than a roster has', firstDay, rosterDayAt(62)],
])('days that are %s are refused at their field', async (_, from, to) => {
  const { loader } = await build();
  const { status, refusal } = await loader.call('GET /api/rosters/export', {
    query: { format: 'csv', from, to },
  });
  expect(status).toBe(400);
  expect(refusal.fields).toEqual({ to: 'Da 1 a 62 giorni' });
});

test('only who may load shifts takes it, of their own worksite', async () => {
  const { loader, person } = await build();
  const other = await build();
  const giulia = await person('E', 'Giulia', 'Ferri');
  const ask = (caller: SignedInCaller, worksiteId?: string) =>
    caller.call('GET /api/rosters/export', {
      query: { format: 'csv', ...span, ...(worksiteId && { worksiteId }) },
    });
  expect((await ask(giulia)).status).toBe(403);
  expect((await ask(loader, other.worksiteId)).status).toBe(403);
  expect((await ask(loader)).status).toBe(200);
});
