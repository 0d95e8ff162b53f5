import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { plannedDutyOf } from '../../domain/shifts/duty.ts';
import { mostPatterns } from '../../domain/shifts/patterns.ts';
import type { NewPattern } from '../../domain/shifts/schema.ts';
import { deleteOwnRows } from '../users/queries.anonymise.ts';

const server = await testServer();
const { database } = server;

const early = plannedDutyOf({ workLocation: 'sede', startTime: '06:00', endTime: '14:00' });
const rest = plannedDutyOf({ workLocation: 'libero' });
const fourPlusTwo: NewPattern = {
  name: 'Quattro e due',
  steps: [
    { duty: early, days: 4 },
    { duty: rest, days: 2 },
  ],
  startsOn: '2026-11-23',
};

const keep = (person: SignedInCaller, changes: Partial<NewPattern> = {}) =>
  person.call('POST /api/shift-patterns', { body: { ...fourPlusTwo, ...changes } });
const drop = (person: SignedInCaller, id: string) =>
  person.statusOf('DELETE /api/shift-patterns/:id', { params: { id } });
const namesOf = async (person: SignedInCaller): Promise<string[]> =>
  (await person.ask('GET /api/shift-patterns')).map(({ name }) => name);

test('a rotation belongs to its owner alone, until they delete it', async () => {
  const giulia = await server.signIn();
  const marco = await server.signIn({ worksiteId: giulia.worksiteId });
  const { status, body } = await keep(giulia);
  expect(status).toBe(201);
  expect(await giulia.ask('GET /api/shift-patterns')).toEqual([{ ...fourPlusTwo, id: body.id }]);
  expect(await namesOf(marco)).toEqual([]);
  expect(await drop(marco, body.id)).toBe(404);
  expect(await drop(giulia, body.id)).toBe(204);
  expect(await namesOf(giulia)).toEqual([]);
  expect(await drop(giulia, body.id)).toBe(404);
});

test('rotations are listed by name; saving the same name, ignoring case, replaces one', async () => {
  const giulia = await server.signIn();
  await keep(giulia, { name: 'zona B' });
  await keep(giulia, { name: 'Altra' });
  await keep(giulia, { name: ' ZONA B ', startsOn: '2026-12-01', steps: [{ duty: rest, days: 1 }] });
  expect(await giulia.ask('GET /api/shift-patterns')).toMatchObject([
    { name: 'Altra' },
    { name: 'ZONA B', startsOn: '2026-12-01', steps: [{ days: 1 }] },
  ]);
});

test('at most ten rotations are stored, and each can still be changed', async () => {
  const giulia = await server.signIn();
  for (let number = 1; number <= mostPatterns; number += 1) await keep(giulia, { name: `Numero ${number}` });
  expect(await keep(giulia, { name: 'Una di troppo' })).toMatchObject({
    status: 409,
    refusal: { message: 'Hai già 10 rotazioni: eliminane una per salvarne un’altra.' },
  });
  expect(await namesOf(giulia)).toHaveLength(mostPatterns);
  expect((await keep(giulia, { name: 'Numero 3', startsOn: '2027-01-01' })).status).toBe(201);
});

test.each([
  ['without a name', { name: '  ' }, 'name'],
  ['with a long name', { name: 'x'.repeat(41) }, 'name'],
  ['without steps', { steps: [] }, 'steps'],
  ['of too many steps', { steps: Array.from({ length: 13 }, () => ({ duty: rest, days: 1 })) }, 'steps'],
  ['of no days', { steps: [{ duty: rest, days: 0 }] }, 'steps'],
])('a rotation %s is refused at its field', async (_, changes, field) => {
  const { status, refusal } = await keep(await server.signIn(), changes);
  expect([status, Object.keys(refusal.fields ?? {})]).toEqual([400, [field]]);
});

test('rotations are included in one’s own data, and deleted with the account', async () => {
  const giulia = await server.signIn();
  await keep(giulia);
  const data = await giulia.ask('GET /api/users/:id/data', { params: { id: giulia.id } });
  expect(data.shiftPatterns).toMatchObject([{ name: 'Quattro e due', startsOn: '2026-11-23' }]);
  await database.transaction((tx) => deleteOwnRows(tx, giulia.id));
  expect(await database.many(sql`select from shift_patterns where user_id = ${giulia.id}`)).toEqual([]);
});
