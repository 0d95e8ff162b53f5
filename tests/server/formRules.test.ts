import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { buildDuty, buildShift, buildWorksite, type UserDraft } from '../../db/builders.ts';
import type { Answer } from '../support/calls.ts';
import { testServer, testTaxiAccessCode } from '../support/server.ts';

// Callers that bypass the forms are held to the same rules: the server refuses with the form's message and stores nothing.
// src/domain tests each rule; here each call breaks one rule of its schema and one of each kind that needs stored rows.

const server = await testServer();
const worksite = await buildWorksite(server.context, { accessCode: 'TIBURTINA-2026' });

/** The messages of a refusal: status, message, field messages. */
const saysOf = ({ status, refusal: { message, fields = {} } }: Answer<unknown>) => [
  status,
  message,
  ...Object.entries(fields).map(([field, text]) => `${field}: ${text}`),
];
const invalid = 'Dati non validi';

const registration = {
  email: 'giulia@example.it',
  password: 'Turnario!2026',
  firstName: 'Giulia',
  lastName: 'Ferri',
  worksiteId: worksite.id,
  acceptedTerms: true,
  accessCode: 'TIBURTINA-2026',
  role: 'operatore',
  contractHours: 8,
};
const taxi = { worksiteId: await server.taxiWorksiteId(), accessCode: testTaxiAccessCode };
const taxiDetails = 'Licenza taxi e numero di cellulare sono richiesti per questo cantiere';

test.each([
  [{ password: 'Turnario2026' }, invalid],
  [{ accessCode: testTaxiAccessCode }, 'Codice accesso non valido per il cantiere selezionato'],
  [{ ...taxi, taxiLicense: ' ', phoneNumber: '3330100001' }, taxiDetails],
])('registration with %j is refused', async (change, message) => {
  const answer = await server.nobody.callUntyped('POST /api/auth/register', {
    body: { ...registration, ...change },
  });
  expect(saysOf(answer).slice(0, 2)).toEqual([400, message]);
  expect(answer.cookies).toEqual([]);
  const known = sql`select 1 from users where email = ${registration.email}`;
  expect(await server.database.many(known)).toEqual([]);
});

/** Today is Monday 16 November 2026. */
const [yesterday, day] = ['2026-11-15', '2026-11-18'];
const sede = { date: day, workLocation: 'sede', startTime: '08:00', endTime: '16:00' } as const;
const eight = { contractHours: 8 };
const driver = { contractHours: 7, worksiteId: taxi.worksiteId };
const split = { isSplitShift: true, secondStartTime: '14:00', secondEndTime: '18:00' };
const backwards = "L'orario di fine deve essere successivo all'orario di inizio";

const shiftRules: [UserDraft, object, ...string[]][] = [
  [eight, { workLocation: 'casa' }, invalid, 'workLocation: Scegli il tipo di giornata'],
  [
    eight,
    { date: yesterday },
    'Non puoi aggiungere turni per date passate. Seleziona oggi o una data futura.',
  ],
  [eight, { startTime: null }, 'Gli orari di inizio e fine sono obbligatori per Smart Working e Sede'],
  [eight, { startTime: '16:00', endTime: '00:00' }, backwards],
  [eight, { startTime: '08:10' }, 'Gli orari vanno di quarto d’ora in quarto d’ora (00, 15, 30, 45).'],
  [eight, { endTime: '18:00' }, 'Con un contratto di 8 ore un turno dura 8 o 9 ore: questo dura 10 ore.'],
  [
    eight,
    { ...split, endTime: '12:00', secondEndTime: null },
    'Indica inizio e fine anche per la seconda parte del turno spezzato.',
  ],
  [
    driver,
    { startTime: '07:00', endTime: '14:00' },
    'Scegli uno dei turni predefiniti: MATTINA 06:00–13:00, POMERIGGIO 13:00–20:00, SEMINOTTE 20:00–03:00, NOTTE 03:00–10:00.',
  ],
];

const storedOf = (person: { id: string }): Promise<object[]> =>
  server.database.many(sql`select * from shifts where user_id = ${person.id} order by day`);

test.each(shiftRules)('a shift of %j is neither added nor edited with %j', async (draft, change, ...says) => {
  const person = await server.signIn(draft);
  const body = { ...sede, ...change };
  expect(saysOf(await person.call('POST /api/shifts', { body }))).toEqual([400, ...says]);
  const id = await buildShift(server.context, person, day, buildDuty('libero'));
  const before = await storedOf(person);
  expect(saysOf(await person.changeShift(id, body))).toEqual([400, ...says]);
  expect(await storedOf(person)).toEqual(before);
});

test('a shift of the past is neither edited nor deleted', async () => {
  const person = await server.signIn(eight);
  const id = await buildShift(server.context, person, yesterday, buildDuty('libero'));
  for (const answer of [await person.changeShift(id, sede), await person.deleteShift(id)])
    expect(answer.refusal.message).toBe('Non puoi modificare o cancellare turni passati.');
  expect(await storedOf(person)).toHaveLength(1);
});

test.each([
  [
    { contractHours: 4, enableFlexibleShifts: true },
    ['2026-11-16', '2026-11-17'],
    sede,
    'Con i turni flessibili si lavorano al massimo 20 ore a settimana: così sarebbero 24 ore.',
  ],
  [
    driver,
    ['2026-11-16'],
    { startTime: '20:00', endTime: '03:00' },
    'Incompatibilità turni nella settimana lavorativa: da sabato 14/11/2026 a venerdì 20/11/2026 lavori di MATTINA. In una settimana si fa un solo tipo di turno.',
  ],
])('a week of %j with %j does not exceed its limit', async (draft, dates, change, message) => {
  const person = await server.signIn(draft);
  const times = draft === driver ? { startTime: '06:00', endTime: '13:00' } : {};
  for (const date of dates) await person.ask('POST /api/shifts', { body: { ...sede, ...times, date } });
  const answer = await person.call('POST /api/shifts', { body: { ...sede, ...change } });
  expect(saysOf(answer).slice(0, 2)).toEqual([400, message]);
});

test.each([
  [{ offeredShiftId: '' }, invalid, 'offeredShiftId: Seleziona il turno da offrire'],
  [{ requestedShiftType: 'alba' }, invalid, 'requestedShiftType: Seleziona il tipo di turno desiderato'],
  [{ requestedDate: '2026-11-19' }, 'La data desiderata deve essere quella del turno offerto.'],
])('a request to swap with %j is neither published nor edited', async (change, ...says) => {
  const person = await server.signIn(eight);
  const offeredShiftId = await buildShift(server.context, person, day, buildDuty('sede', '08:00', '16:00'));
  const body = { offeredShiftId, requestedShiftType: 'pomeriggio', requestedDate: day } as const;
  const wrong = { body: { ...body, ...change } };
  expect(saysOf(await person.callUntyped('POST /api/exchange-requests', wrong))).toEqual([400, ...says]);
  const { request } = await person.ask('POST /api/exchange-requests', { body });
  const edited = await person.callUntyped('PUT /api/exchange-requests/:id', {
    params: { id: request.id },
    ...wrong,
  });
  expect(saysOf(edited)).toEqual([400, ...says]);
  const published = sql`select requested_shift_type from exchange_requests where requester_id = ${person.id}`;
  expect(await server.database.many(published)).toHaveLength(1);
});
