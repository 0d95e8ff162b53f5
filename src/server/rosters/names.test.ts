import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { rosterOf, rosterSite, unclaimedOf } from '../../../tests/support/rosters.ts';
import { type SignedInCaller, testNow, testServer } from '../../../tests/support/server.ts';
import { addHours } from '../../domain/calendar/day.ts';
import { mostNames, type RememberedName } from '../../domain/rosters/remembered.ts';
import { anonymiseAccount } from '../users/commands.anonymise.ts';
import { keepRosters } from './commands.keep.ts';

// Which person a name in a worksite's files means: remembered once somebody said so.

const server = await testServer();
const { database, clock } = server;

async function build() {
  const site = await rosterSite(server);
  return { ...site, mario: await site.person() };
}

const named = (name: string, userId: string | null, rest: Partial<RememberedName> = {}): RememberedName => ({
  name,
  userId,
  withoutAccount: false,
  others: [],
  ...rest,
});
const load = (loader: SignedInCaller, person: { id: string }, names: RememberedName[]) =>
  loader.call('POST /api/rosters', { body: rosterOf([[person, 'E']], { names }) });
const loadWell = async (...given: Parameters<typeof load>): Promise<void> =>
  expect((await load(...given)).status).toBe(201);
const namesOf = async (loader: SignedInCaller): Promise<RememberedName[]> =>
  (await loader.ask('GET /api/rosters/setup', { query: {} })).names;
const stored = async (): Promise<string[]> =>
  (await database.many<{ name: string }>(sql`select name_key as name from roster_names`)).map(
    ({ name }) => name,
  );

test('the last loaded meaning of a name counts, not a preview; another worksite knows nothing of it', async () => {
  const { loader, mario } = await build();
  const other = await build();
  const body = rosterOf([[mario, 'E']], { names: [named('rossi m.', mario.id)] });
  await loader.ask('POST /api/rosters/preview', { body });
  expect(await namesOf(loader)).toEqual([]);
  await loadWell(loader, mario, [
    named('rossi m.', mario.id, { others: [loader.id] }),
    named('squadra b', null),
  ]);
  await loadWell(loader, mario, [named('rossi m.', loader.id)]);
  expect(await namesOf(loader)).toEqual([named('rossi m.', loader.id), named('squadra b', null)]);
  expect(await namesOf(other.loader)).toEqual([]);
  // and its people cannot be meant
  await loadWell(loader, mario, [named('di altri', other.mario.id)]);
  expect(await stored()).not.toContain('di altri');
});

test('people find their names in the export of their own data', async () => {
  const { loader, mario } = await build();
  await loadWell(loader, mario, [named('rossi m.', mario.id), named('squadra b', null)]);
  const dataOf = (person: SignedInCaller) =>
    person.ask('GET /api/users/:id/data', { params: { id: person.id } });
  expect((await dataOf(mario)).rosterNames).toEqual([{ name: 'rossi m.', saidAt: testNow }]);
  expect((await dataOf(loader)).rosterNames).toEqual([]);
});

test.each([
  ['another case', [named('Rossi', null)]],
  ['a name twice', [named('rossi', null), named('rossi', null)]],
  ['too many', Array.from({ length: mostNames + 1 }, (_, index) => named(`persona ${index}`, null))],
])('refused: %s', async (_, names) => {
  const { loader, mario } = await build();
  expect((await load(loader, mario, names)).status).toBe(400);
});

test('the oldest names make room', async () => {
  const { loader, mario } = await build();
  await loadWell(loader, mario, [named('la prima', null)]);
  clock.set(addHours(testNow, 1));
  const many = Array.from({ length: mostNames }, (_, index) => named(`persona ${index}`, null));
  await loadWell(loader, mario, many);
  const names = await namesOf(loader);
  expect(names).toHaveLength(mostNames);
  expect(names.map(({ name }) => name)).not.toContain('la prima');
});

test('the name of a deleted account is forgotten, and that of a deactivated one not returned', async () => {
  const { loader, mario, worksiteId } = await build();
  const anna = await server.signIn({ worksiteId });
  await loadWell(loader, mario, [named('rossi di qui', mario.id), named('anna di qui', anna.id)]);
  await database.run(sql`update users set is_active = false where id = ${anna.id}`);
  expect(await namesOf(loader)).toEqual([named('rossi di qui', mario.id)]);
  await database.transaction((tx) => anonymiseAccount(tx, { id: mario.id, worksiteId }, testNow));
  expect(await namesOf(loader)).toEqual([]);
  const names = await stored();
  expect([names.includes('anna di qui'), names.includes('rossi di qui')]).toEqual([true, false]);
});

test('unclaimed people are known by name, which passes to the account that claims them', async () => {
  const { loader, mario } = await build();
  const waiting = named('verdi pia', null, { withoutAccount: true });
  const names = [waiting, named('nessuna', null, { withoutAccount: true })];
  await loader.ask('POST /api/rosters', {
    body: { ...rosterOf([], unclaimedOf(['VERDI  PIA', 'E'])), names },
  });
  expect(await namesOf(loader)).toEqual([waiting]);
  const [person] = (await loader.ask('GET /api/rosters/unclaimed', { query: {} })).waiting;
  const params = { id: person!.id };
  await loader.ask('POST /api/rosters/unclaimed/:id/assign', { params, body: { userId: mario.id } });
  expect(await namesOf(loader)).toEqual([named('verdi pia', mario.id)]);
});

test('names of unclaimed people are deleted with their shifts, and names that no file has had for long', async () => {
  const { loader, mario } = await build();
  await loadWell(loader, mario, [
    named('nessuna piu', null, { withoutAccount: true }),
    named('squadra z', null),
  ]);
  await keepRosters(database, testNow);
  expect(await stored()).not.toContain('nessuna piu');
  await keepRosters(database, addHours(testNow, 24 * 400 - 1));
  expect(await stored()).toContain('squadra z');
  await keepRosters(database, addHours(testNow, 24 * 400 + 1));
  expect(await stored()).not.toContain('squadra z');
});
