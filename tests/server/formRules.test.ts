import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildDuty, buildShift, buildWorksite } from '../../db/builders.ts';
import type { Answer } from '../support/caller.ts';
import { type SignedInCaller, testServer, testTaxiAccessCode } from '../support/server.ts';
import { changeShift, deleteShift } from '../support/swaps.ts';

// The rules of the forms for sign-in, registration, shifts and swaps (specification, section 5), each broken once by
// somebody who fills in no form: the server refuses in the form's own words, and stores nothing.

const server = await testServer();

/** What an answer says is wrong: its message, and beside it those of the fields. */
const saysOf = ({ status, refusal }: Answer<unknown>) => {
  const { message, fields = {} } = refusal;
  return [status, message, ...Object.entries(fields).map(([field, text]) => `${field}: ${text}`)];
};

const invalid = 'Dati non validi';

describe('sign-in', () => {
  test.each([
    [{ email: 'giulia' }, 'email: Email non valida'],
    [{ email: '' }, 'email: Email non valida'],
    [{ password: '12345' }, 'password: Password deve essere di almeno 6 caratteri'],
    [{ password: '' }, 'password: Password deve essere di almeno 6 caratteri'],
  ])('%j', async (change, text) => {
    const body = { email: 'giulia@example.it', password: 'segreta', rememberMe: true, ...change };
    const answer = await server.nobody.call('POST /api/auth/login', { body });
    expect(saysOf(answer)).toEqual([400, invalid, text]);
    expect(answer.cookies).toEqual([]);
  });
});

describe('registration', async () => {
  const worksite = await buildWorksite(server.context, { accessCode: 'TIBURTINA-2026' });
  const standard = {
    email: 'giulia@example.it',
    password: 'Turnario!2026',
    firstName: 'Giulia',
    lastName: 'Ferri',
    worksiteId: worksite.id,
    acceptedTerms: true,
    accessCode: 'TIBURTINA-2026',
    role: 'operatore',
    contractHours: 8,
  } as const;
  const hours = 'contractHours: Ore contratto devono essere tra 4 e 12';
  const terms = 'acceptedTerms: Devi accettare i Termini e Condizioni per continuare';
  const taxiDetails = 'Licenza taxi e numero di cellulare sono richiesti per questo cantiere';

  const refused = async (body: object): Promise<string[]> => {
    const answer = await server.nobody.callUntyped('POST /api/auth/register', { body });
    expect(answer.cookies).toEqual([]);
    const known = sql`select 1 from users where email = ${standard.email}`;
    expect(await server.database.many(known)).toEqual([]);
    return saysOf(answer).map(String);
  };

  test.each([
    [{ email: 'giulia@' }, 'email: Email non valida'],
    [{ firstName: 'G' }, 'firstName: Nome deve essere di almeno 2 caratteri'],
    [{ lastName: ' F ' }, 'lastName: Cognome deve essere di almeno 2 caratteri'],
    [{ password: 'Tur!26' }, 'password: Password deve essere di almeno 8 caratteri'],
    [{ password: 'turnario!26' }, 'password: Password deve contenere almeno una lettera maiuscola'],
    [{ password: 'TURNARIO!26' }, 'password: Password deve contenere almeno una lettera minuscola'],
    [{ password: 'Turnario!' }, 'password: Password deve contenere almeno un numero'],
    [
      { password: 'Turnario2026' },
      'password: Password deve contenere almeno un carattere speciale (!@#$%^&*)',
    ],
    [{ role: 'admin' }, 'role: Seleziona un ruolo'],
    [{ worksiteId: '' }, 'worksiteId: Seleziona un cantiere'],
    [{ contractHours: 3 }, hours],
    [{ contractHours: 13 }, hours],
    [{ contractHours: 7.5 }, hours],
    [{ accessCode: 'abc' }, 'accessCode: Codice accesso richiesto'],
    [{ acceptedTerms: false }, terms],
    [{ acceptedTerms: undefined }, terms],
  ])('%j', async (change, text) => {
    expect(await refused({ ...standard, ...change })).toEqual(['400', invalid, text]);
  });

  test('registration of a worksite that is not there, or with another one’s code', async () => {
    const nowhere = '0190a000-0000-7000-8000-000000000001';
    const unknown = await refused({ ...standard, worksiteId: nowhere });
    expect(unknown.slice(0, 2)).toEqual(['400', 'Cantiere selezionato non valido']);
    const wrong = await refused({ ...standard, accessCode: testTaxiAccessCode });
    expect(wrong.slice(0, 2)).toEqual(['400', 'Codice accesso non valido per il cantiere selezionato']);
  });

  test('registration of the taxi worksite without licence or phone; role and hours are not asked for', async () => {
    const taxi = {
      ...standard,
      worksiteId: await server.taxiWorksiteId(),
      accessCode: testTaxiAccessCode,
      taxiLicense: 'RM-1042',
      phoneNumber: '3330100001',
    };
    for (const change of [{ taxiLicense: ' ' }, { phoneNumber: '333010000' }]) {
      expect((await refused({ ...taxi, ...change })).slice(0, 2)).toEqual(['400', taxiDetails]);
    }
    const email = 'tassista@example.it';
    const body = { ...taxi, email, role: 'coordinatore', contractHours: 12 } as const;
    const answer = await server.nobody.call('POST /api/auth/register', { body });
    expect(answer).toMatchObject({ status: 201, body: { user: { role: 'operatore', contractHours: 7 } } });
  });
});

/** Monday 16 November 2026 is the day on which these tests play. */
const yesterday = '2026-11-15';
const day = '2026-11-18';
const sede = { date: day, workLocation: 'sede', startTime: '08:00', endTime: '16:00' } as const;
const required = 'Gli orari di inizio e fine sono obbligatori per Smart Working e Sede';
const backwards = "L'orario di fine deve essere successivo all'orario di inizio";
const past = 'Non puoi aggiungere turni per date passate. Seleziona oggi o una data futura.';
const quarters = 'Gli orari vanno di quarto d’ora in quarto d’ora (00, 15, 30, 45).';

interface Kind {
  contractHours: number;
  isFlexible?: boolean;
  isTaxi?: boolean;
}

async function enter({ contractHours, isFlexible = false, isTaxi = false }: Kind): Promise<SignedInCaller> {
  const place = isTaxi ? { worksiteId: await server.taxiWorksiteId() } : {};
  const person = await server.signIn({ ...place, contractHours });
  await server.database.run(
    sql`update users set enable_flexible_shifts = ${isFlexible} where id = ${person.id}`,
  );
  return person;
}

const eight: Kind = { contractHours: 8 };
const six: Kind = { contractHours: 6 };
const flexible: Kind = { contractHours: 5, isFlexible: true };
const driver: Kind = { contractHours: 7, isTaxi: true };
const split = { isSplitShift: true, secondStartTime: '14:00', secondEndTime: '18:00', endTime: '12:00' };

/** Whose entry, what differs from a working day of 08:00–16:00, and what the server says to it. */
const shiftRules: [Kind, object, string, ...string[]][] = [
  [eight, { workLocation: 'casa' }, invalid, 'workLocation: Scegli il tipo di giornata'],
  [eight, { date: yesterday }, past],
  [eight, { startTime: null }, required],
  [eight, { endTime: '' }, required],
  [eight, { workLocation: 'smart_working', startTime: null, endTime: null }, required],
  [eight, { endTime: '07:45' }, backwards],
  [eight, { endTime: '08:00' }, backwards],
  [eight, { startTime: '16:00', endTime: '00:00' }, backwards],
  [eight, { startTime: '08:10', endTime: '16:10' }, quarters],
  [
    eight,
    { endTime: '15:45' },
    'Con un contratto di 8 ore un turno dura 8 o 9 ore: questo dura 7 ore e 45 minuti.',
  ],
  [eight, { endTime: '18:00' }, 'Con un contratto di 8 ore un turno dura 8 o 9 ore: questo dura 10 ore.'],
  [
    six,
    { endTime: '14:45' },
    'Con il tuo contratto un turno dura al massimo 6 ore e 30 minuti: questo dura 6 ore e 45 minuti.',
  ],
  [flexible, { endTime: '13:00' }, 'Con i turni flessibili un turno dura 4, 8 o 9 ore: questo dura 5 ore.'],
  [
    driver,
    { startTime: '06:00', endTime: '14:00' },
    'I turni taxi durano esattamente 7 ore: questo dura 8 ore.',
  ],
  [
    driver,
    { startTime: '07:00', endTime: '14:00' },
    'Scegli uno dei turni predefiniti: MATTINA 06:00–13:00, POMERIGGIO 13:00–20:00, SEMINOTTE 20:00–03:00, NOTTE 03:00–10:00.',
  ],
  [six, split, 'Il turno spezzato è previsto solo per giornate lavorative con contratti di almeno 8 ore.'],
  [
    eight,
    { ...split, secondEndTime: null },
    'Indica inizio e fine anche per la seconda parte del turno spezzato.',
  ],
  [
    eight,
    { ...split, secondStartTime: '11:45' },
    'La seconda parte del turno deve iniziare dopo la fine della prima.',
  ],
  [eight, { ...split, secondEndTime: '14:00' }, backwards],
];

const storedOf = (person: SignedInCaller): Promise<object[]> =>
  server.database.many(sql`select * from shifts where user_id = ${person.id} order by day`);

describe('a shift', () => {
  test.each(shiftRules)('added by %j with %j', async (kind, change, ...says) => {
    const person = await enter(kind);
    const answer = await person.call('POST /api/shifts', { body: { ...sede, ...change } });
    expect(saysOf(answer)).toEqual([400, ...says]);
    expect(await storedOf(person)).toEqual([]);
  });

  test.each(shiftRules)('edited by %j to %j', async (kind, change, ...says) => {
    const person = await enter(kind);
    const id = await buildShift(server.context, person, day, buildDuty('libero'));
    const before = await storedOf(person);
    const answer = await changeShift(person, id, { ...sede, ...change });
    expect(saysOf(answer)).toEqual([400, ...says]);
    expect(await storedOf(person)).toEqual(before);
  });

  test('a shift needs a day', async () => {
    const person = await enter(eight);
    const { date: _date, ...rest } = sede;
    expect(saysOf(await person.callUntyped('POST /api/shifts', { body: rest }))).toEqual([
      400,
      invalid,
      'date: Data richiesta',
    ]);
    const id = await buildShift(server.context, person, day, buildDuty('libero'));
    const answer = await person.callUntyped('PATCH /api/shifts/:id', {
      params: { id },
      body: { date: null },
    });
    expect(saysOf(answer)).toEqual([400, invalid, 'date: Data richiesta']);
  });

  test('a shift leaves the past alone', async () => {
    const person = await enter(eight);
    const id = await buildShift(server.context, person, yesterday, buildDuty('libero'));
    const closed = 'Non puoi modificare o cancellare turni passati.';
    for (const answer of [
      await changeShift(person, id, { ...sede, date: day }),
      await deleteShift(person, id),
    ]) {
      expect(answer.refusal.message).toBe(closed);
    }
    expect(await storedOf(person)).toHaveLength(1);
  });

  test('a shift of one week does not fill it beyond the rule', async () => {
    const person = await enter(flexible);
    for (const date of ['2026-11-16', '2026-11-17'])
      await person.call('POST /api/shifts', { body: { ...sede, date } });
    expect(saysOf(await person.call('POST /api/shifts', { body: sede }))).toEqual([
      400,
      'Con i turni flessibili si lavorano al massimo 20 ore a settimana: così sarebbero 24 ore.',
    ]);
    const taxi = await enter(driver);
    await taxi.call('POST /api/shifts', { body: { ...sede, startTime: '20:00', endTime: '03:00' } });
    const [status, message] = saysOf(
      await taxi.call('POST /api/shifts', {
        body: { ...sede, date: '2026-11-20', startTime: '06:00', endTime: '13:00' },
      }),
    );
    expect([status, message]).toEqual([
      400,
      'Incompatibilità turni nella settimana lavorativa: da sabato 14/11/2026 a venerdì 20/11/2026 lavori di SEMINOTTE. In una settimana si fa un solo tipo di turno.',
    ]);
  });
});

describe('a request to swap', () => {
  const wanted = { requestedShiftType: 'pomeriggio', requestedDate: day } as const;

  test.each([
    [{ offeredShiftId: '' }, 'offeredShiftId: Seleziona il turno da offrire'],
    [{ offeredShiftId: undefined }, 'offeredShiftId: Seleziona il turno da offrire'],
    [{ requestedShiftType: 'alba' }, 'requestedShiftType: Seleziona il tipo di turno desiderato'],
    [{ requestedDate: '' }, 'requestedDate: Seleziona la data desiderata'],
  ])('%j', async (change, text) => {
    const person = await enter(eight);
    const offeredShiftId = await buildShift(server.context, person, day, buildDuty('sede', '08:00', '16:00'));
    const body = { offeredShiftId, ...wanted };
    const answer = await person.callUntyped('POST /api/exchange-requests', { body: { ...body, ...change } });
    expect(saysOf(answer)).toEqual([400, invalid, text]);
    // nor by editing one that is open
    const open = await person.call('POST /api/exchange-requests', { body });
    const edited = await person.callUntyped('PUT /api/exchange-requests/:id', {
      params: { id: open.body.request.id },
      body: { ...body, ...change },
    });
    expect(saysOf(edited)).toEqual([400, invalid, text]);
  });

  test.each([
    [{ requestedDate: '2026-11-19' }, 'La data desiderata deve essere quella del turno offerto.'],
    [
      {},
      'Il turno dura 9 ore, il tuo contratto è di 8 ore: puoi scambiare solo turni che durano quanto le tue ore di contratto.',
    ],
  ])('for %j with a shift that is too long', async (change, message) => {
    const person = await enter(eight);
    const offeredShiftId = await buildShift(server.context, person, day, buildDuty('sede', '08:00', '17:00'));
    const body = { offeredShiftId, ...wanted, ...change };
    expect(saysOf(await person.call('POST /api/exchange-requests', { body }))).toEqual([400, message]);
    const count = sql`select 1 from exchange_requests where requester_id = ${person.id}`;
    expect(await server.database.many(count)).toEqual([]);
  });
});
