import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { signInWorker, type Worker } from '../../../tests/support/days.ts';
import { startTestServer } from '../../../tests/support/server.ts';
import { mostPatterns, plannedDutyOf } from '../../domain/shifts/patterns.ts';
import type { NewPattern } from '../../domain/shifts/schema.ts';
import { deleteOwnRows } from '../users/queries.anonymise.ts';

const server = await startTestServer();
const { database } = server;
afterAll(() => server.close());

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

const keep = (person: Worker, changes: Partial<NewPattern> = {}) =>
  person.call('POST /api/shift-patterns', { body: { ...fourPlusTwo, ...changes } });

const namesOf = async (person: Worker): Promise<string[]> =>
  (await person.ask('GET /api/shift-patterns')).map(({ name }) => name);

test('a rotation that is kept comes back as it was, to its owner alone', async () => {
  const giulia = await signInWorker(server, '');
  const marco = await signInWorker(server, '', { worksiteId: giulia.worksiteId });
  const { status, body } = await keep(giulia);
  expect(status).toBe(201);
  expect(await giulia.ask('GET /api/shift-patterns')).toEqual([{ ...fourPlusTwo, id: body.id }]);
  expect(await namesOf(marco)).toEqual([]);
  const { status: foreign } = await marco.call('DELETE /api/shift-patterns/:id', { params: { id: body.id } });
  expect(foreign).toBe(404);
  expect(await namesOf(giulia)).toEqual(['Quattro e due']);
});

test('they are listed by name; one of the same name, in capitals too, takes the place of the other', async () => {
  const giulia = await signInWorker(server, '');
  await keep(giulia, { name: 'zona B' });
  await keep(giulia, { name: 'Altra' });
  await keep(giulia, { name: ' ZONA B ', startsOn: '2026-12-01', steps: [{ duty: rest, days: 1 }] });
  expect(await giulia.ask('GET /api/shift-patterns')).toMatchObject([
    { name: 'Altra' },
    { name: 'ZONA B', startsOn: '2026-12-01', steps: [{ days: 1 }] },
  ]);
});

test('deleted it is gone, a second time there is none', async () => {
  const giulia = await signInWorker(server, '');
  const { body } = await keep(giulia);
  const drop = () => giulia.call('DELETE /api/shift-patterns/:id', { params: { id: body.id } });
  expect((await drop()).status).toBe(204);
  expect(await namesOf(giulia)).toEqual([]);
  expect((await drop()).status).toBe(404);
});

test('ten are kept, and each of them can still be changed', async () => {
  const giulia = await signInWorker(server, '');
  for (let number = 1; number <= mostPatterns; number += 1) {
    expect((await keep(giulia, { name: `Numero ${number}` })).status).toBe(201);
  }
  const { status, refusal } = await keep(giulia, { name: 'Una di troppo' });
  expect({ status, message: refusal.message }).toEqual({
    status: 409,
    message: 'Hai già 10 rotazioni: eliminane una per salvarne un’altra.',
  });
  expect(await namesOf(giulia)).toHaveLength(mostPatterns);
  expect((await keep(giulia, { name: 'Numero 3', startsOn: '2027-01-01' })).status).toBe(201);
});

test.each([
  ['no name', { name: '  ' }, 'name'],
  ['a long name', { name: 'x'.repeat(41) }, 'name'],
  ['no steps', { steps: [] }, 'steps'],
  ['too many steps', { steps: Array.from({ length: 13 }, () => ({ duty: rest, days: 1 })) }, 'steps'],
  ['no days', { steps: [{ duty: rest, days: 0 }] }, 'steps'],
  ['a day that is none', { startsOn: '2026-02-30' }, 'startsOn'],
])('%s is refused at its field', async (_, changes, field) => {
  const giulia = await signInWorker(server, '');
  const { status, refusal } = await keep(giulia, changes);
  expect(status).toBe(400);
  expect(Object.keys(refusal.fields ?? {})).toEqual([field]);
});

test('they are in the file of one’s own data, and go with the account', async () => {
  const giulia = await signInWorker(server, '');
  await keep(giulia);
  const data = await giulia.ask('GET /api/users/:id/data', { params: { id: giulia.id } });
  expect(data.shiftPatterns).toMatchObject([{ name: 'Quattro e due', startsOn: '2026-11-23' }]);
  await database.transaction((tx) => deleteOwnRows(tx, giulia.id));
  const { count } = await database.one<{ count: number }>(sql`
    select count(*) as count from shift_patterns where user_id = ${giulia.id}`);
  expect(count).toBe(0);
});
