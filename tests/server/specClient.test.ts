import { expect, test } from 'vitest';
import { buildUser } from '../../db/builders.ts';
import { cheapPasswords, testServer, testTaxiAccessCode } from '../support/server.ts';
import { type Fields, SpecClient } from '../support/specClient.ts';

// Everything that the specification describes, by its own paths, bodies and fields (section 7): whoever writes a client
// from it finds a server that answers.

const server = await testServer();
const origin = await server.listen();
const password = 'Turnario!2026';
const ceoAccount = { email: 'ceo@turnario.example', password };
await buildUser(server.context, {
  email: ceoAccount.email,
  role: 'admin',
  passwordHash: await cheapPasswords.hash(password),
});

/** The fields of each kind of row. */
const fields = {
  user: `id firstName lastName email role isActive createdAt worksiteId contractHours enableFlexibleShifts
    taxiLicense phoneNumber`,
  shift: `id date startTime endTime workLocation notes userId isSplitShift secondStartTime secondEndTime shiftType`,
  notification: 'id type title message isRead createdAt relatedRequestId',
  request: `id requesterId requesterName requesterContractHours requesterRole requesterWorksite offeredShiftId
    offeredShift requestedShiftType requestedDate acceptFlexibleDates message status createdAt responderId responderName
    userHasPreAccepted userHasRejected preAcceptanceCount preAcceptedBy tab`,
  completed: 'id partnerName partnerLicenseNumber partnerPhone exchangeDate completedAt',
  operation: 'id type code description status submittedAt reviewedAt userId user',
  worksite: 'id name description accessCode email isActive userCount',
};

function expectRow(value: unknown, kind: keyof typeof fields): void {
  expect(Object.keys(value as Fields)).toEqual(expect.arrayContaining(fields[kind].split(/\s+/)));
}

/** The one of a list with these values. */
function find(rows: readonly Fields[], wanted: Fields): Fields {
  const found = rows.find((row) => Object.entries(wanted).every(([name, value]) => row[name] === value));
  if (!found) throw new Error(`none with ${JSON.stringify(wanted)} in ${JSON.stringify(rows)}`);
  return found;
}

async function signIn(account: { email: string; password: string }): Promise<SpecClient> {
  const client = new SpecClient(origin);
  const session = await client.ask('POST', '/api/auth/login', { ...account, rememberMe: true });
  expect(Object.keys(session)).toEqual(expect.arrayContaining(['user', 'worksite']));
  return client;
}

async function createWorksite(name: string, accessCode: string): Promise<string> {
  const ceo = await signIn(ceoAccount);
  const body = { name, accessCode, description: 'Di prova', email: 'cantiere@example.it', isActive: true };
  const created = await ceo.ask('POST', '/api/ceo/worksites', body);
  expectRow(created, 'worksite');
  return String(created['id']);
}

interface Person {
  client: SpecClient;
  id: string;
  email: string;
}

/** A person of a worksite, found in the list that the form loads. */
async function register(
  firstName: string,
  worksiteName: string,
  code: string,
  more: Fields = {},
): Promise<Person> {
  const client = new SpecClient(origin);
  const worksite = find(await client.list('/api/worksites/available'), { name: worksiteName });
  const email = `${firstName}.${worksiteName.replaceAll(' ', '')}@example.it`.toLowerCase();
  const codes = { accessCode: code, worksiteAccessCode: code };
  const names = { email, password, firstName, lastName: 'Prova', role: 'operatore', contractHours: 8 };
  const payload = { ...names, worksiteId: worksite['id'], ...codes, acceptedTerms: true, ...more };
  const wrong = { ...payload, accessCode: 'SBAGLIATO', worksiteAccessCode: 'SBAGLIATO' };
  expect(await client.refusal('POST', '/api/auth/register', wrong)).toMatch(
    /Codice accesso non valido per il cantiere selezionato/,
  );
  const session = await client.ask('POST', '/api/auth/register', payload);
  expectRow(session['user'], 'user');
  expect(session).toMatchObject({ worksite: { name: worksiteName }, isImpersonating: false });
  expect(await client.refusal('POST', '/api/auth/register', payload)).toBe('409 Email già registrata');
  return { client, id: String((session['user'] as Fields)['id']), email };
}

/** Records one entry, with the body as section 7 lists it; no times: an absence. */
function record(
  { client, id: userId }: Person,
  date: string,
  times: string | null,
  workLocation = 'sede',
): Promise<Fields> {
  const [startTime, endTime] = times?.split('-') ?? [null, null];
  const parts = { notes: null, isSplitShift: false, secondStartTime: null, secondEndTime: null };
  return client.ask('POST', '/api/shifts', { date, startTime, endTime, workLocation, userId, ...parts });
}

const requests = '/api/exchange-requests';
const listRequests = ({ client }: Person): Promise<Fields[]> => client.list(requests);

const requestOf = (
  requester: Person,
  offeredShiftId: unknown,
  requestedDate: unknown,
  requestedShiftType: string,
) => ({
  requesterId: requester.id,
  offeredShiftId,
  requestedShiftType,
  requestedDate,
  acceptFlexibleDates: false,
  message: 'Ho una visita',
  status: 'aperta',
});

/** The id of the request that a person has just published: the first of their own. */
async function publish(person: Person, body: Fields): Promise<string> {
  server.clock.advance(60);
  await person.client.ask('POST', requests, body);
  const [request] = await listRequests(person);
  expectRow(request, 'request');
  const isNew = { requesterId: person.id, status: 'aperta', tab: 'mie', preAcceptanceCount: 0 };
  expect(request).toMatchObject(isNew);
  return String(request?.['id']);
}

/** Somebody pre-accepts, and the requester takes it. */
async function agree(requester: Person, colleague: Person, id: string): Promise<void> {
  await colleague.client.ask('POST', `${requests}/${id}/pre-accept`);
  const choice = { accepterUserId: colleague.id };
  await requester.client.ask('POST', `${requests}/${id}/final-confirm`, choice);
}

const day = '2026-11-20';
await createWorksite('Cantiere Uno', 'CODICE-UNO');
const join = (firstName: string): Promise<Person> => register(firstName, 'Cantiere Uno', 'CODICE-UNO');

test('session and profile', async () => {
  const { client, id, email } = await join('Anna');
  const nobody = new SpecClient(origin);
  const wrong = { email, password: 'Sbagliata1!' };
  expect(await nobody.refusal('POST', '/api/auth/login', wrong)).toMatch(/^401 /);
  expect((await nobody.send('GET', '/api/auth/user')).status).toBe(401);
  expect(await client.ask('GET', '/api/auth/user')).toMatchObject({ user: { id }, isImpersonating: false });
  const profile = { firstName: 'Anna', lastName: 'Ferri', contractHours: 6, enableFlexibleShifts: true };
  const refused = '403 Accesso non consentito - Dati non corretti';
  expect(await client.refusal('PATCH', `/api/users/${id}`, profile)).toBe(refused);
  const sent = { ...profile, accessCode: 'CODICE-UNO' };
  expect(await client.ask('PATCH', `/api/users/${id}`, sent)).toMatchObject({ user: profile });
  await client.ask('POST', '/api/auth/logout');
  expect((await client.send('GET', '/api/auth/user')).status).toBe(401);
});

test('shifts', async () => {
  const giulia = await join('Elena');
  const { client } = giulia;
  const created = await record(giulia, `${day}T00:00:00.000Z`, '06:00-14:00');
  expectRow(created, 'shift');
  expect(created).toMatchObject({ date: day, shiftType: 'mattina', userId: giulia.id });
  for (const [date, message] of [
    [day, '409 Hai già un turno in questa data'],
    ['2026-11-15', '400 Non puoi aggiungere turni per date passate. Seleziona oggi o una data futura.'],
  ] as const) {
    const body = { date, startTime: '06:00', endTime: '14:00', workLocation: 'sede', userId: giulia.id };
    expect(await client.refusal('POST', '/api/shifts', body)).toBe(message);
  }
  const holiday = await record(giulia, '2026-11-24', null, 'ferie');
  const [first] = await client.list('/api/shifts');
  const noted = { ...first, notes: 'Chiavi in portineria' };
  expect(await client.ask('PATCH', `/api/shifts/${String(first?.['id'])}`, noted)).toEqual(noted);
  const path = `/api/shifts/${String(holiday['id'])}`;
  const work = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' };
  expect(await client.ask('PATCH', path, work)).toMatchObject({ ...work, shiftType: 'mattina' });
  await client.ask('DELETE', path);
  for (const list of ['/api/shifts', '/api/calendar/shifts', '/api/user-shifts']) {
    const rows = await client.list(list);
    expect(rows).toHaveLength(1);
    expectRow(rows[0], 'shift');
  }
});

test('a swap from its publication to what follows it', async () => {
  const [giulia, marco, sara] = [await join('Giulia'), await join('Marco'), await join('Sara')];
  const hers = await record(giulia, day, '06:00-14:00');
  await record(marco, day, '14:00-22:00');
  await record(sara, day, '13:30-21:30', 'smart_working');
  const id = await publish(giulia, requestOf(giulia, hers['id'], day, 'pomeriggio'));
  const cardOf = async (person: Person): Promise<Fields> => find(await listRequests(person), { id });
  expect(await giulia.client.refusal('POST', requests, requestOf(giulia, hers['id'], day, 'sera'))).toBe(
    '409 Hai già una richiesta aperta per questo turno',
  );
  const {
    requesterId: _requester,
    status: _status,
    ...wish
  } = requestOf(giulia, hers['id'], day, 'pomeriggio');
  await giulia.client.ask('PUT', `${requests}/${id}`, { ...wish, message: 'Visita medica' });
  expect(await cardOf(marco)).toMatchObject({
    requesterName: 'Giulia Prova',
    requesterContractHours: 8,
    requesterRole: 'operatore',
    requesterWorksite: 'Cantiere Uno',
    offeredShift: { date: day, startTime: '06:00', endTime: '14:00', workLocation: 'sede' },
    message: 'Visita medica',
    userHasPreAccepted: false,
    userHasRejected: false,
    preAcceptedBy: [],
    tab: 'disponibili',
  });
  for (const { client } of [marco, sara]) await client.ask('POST', `${requests}/${id}/pre-accept`);
  const offered = { tab: 'pre-accettati', preAcceptanceCount: 2 };
  expect(await cardOf(marco)).toMatchObject({ ...offered, userHasPreAccepted: true, preAcceptedBy: [] });
  const own = await cardOf(giulia);
  expect(own).toMatchObject({ ...offered, status: 'aperta' });
  expect(find(own['preAcceptedBy'] as Fields[], { userId: marco.id })).toMatchObject({
    name: 'Marco Prova',
    contractHours: 8,
    role: 'operatore',
    offeredShift: { startTime: '14:00' },
  });
  // the requester refuses Sara's offer, Marco withdraws his and thinks again
  const cancel = `${requests}/${id}/cancel-pre-accept`;
  await giulia.client.ask('DELETE', cancel, { accepterUserId: sara.id });
  await marco.client.ask('DELETE', cancel);
  expect((await cardOf(giulia))['tab']).toBe('mie');
  await marco.client.ask('POST', `${requests}/${id}/reject`);
  expect(await cardOf(marco)).toMatchObject({ userHasRejected: true, tab: 'rifiutati' });
  await agree(giulia, marco, id);
  const parties = { responderId: marco.id, responderName: 'Marco Prova' };
  for (const person of [giulia, marco])
    expect(await cardOf(person)).toMatchObject({ ...parties, status: 'completata', tab: 'completati' });
  const [completed] = await giulia.client.list('/api/exchanges/completed');
  expectRow(completed, 'completed');
  const details = { exchangeDate: day, partnerPhone: null, partnerLicenseNumber: null };
  expect(completed).toMatchObject({ ...details, partnerName: 'Marco Prova' });

  // a swapped shift asks before it changes
  const [swapped] = await giulia.client.list('/api/shifts');
  expect(swapped).toMatchObject({ startTime: '14:00', endTime: '22:00', userId: giulia.id });
  const path = `/api/shifts/${String(swapped?.['id'])}`;
  const change = { startTime: '13:00', endTime: '21:00' };
  const asked = await giulia.client.send('PATCH', path, change);
  expect(asked).toMatchObject({
    status: 409,
    body: { requiresConfirmation: true, exchangeInfo: { exchangePartner: 'Marco Prova' } },
  });
  expect(asked.text).toContain('Non puoi modificare questo turno perché è stato scambiato');
  const override = { 'X-Override-Exchange': 'true' };
  expect(await giulia.client.ask('PATCH', path, change, override)).toMatchObject(change);
  const [given] = await marco.client.list('/api/shifts');
  await marco.client.ask('DELETE', `/api/shifts/${String(given?.['id'])}`, undefined, override);
  expect(await marco.client.list('/api/shifts')).toEqual([]);

  // a request is withdrawn
  const [changed] = await giulia.client.list('/api/shifts');
  const again = await publish(giulia, requestOf(giulia, changed?.['id'], day, 'sera'));
  await giulia.client.ask('DELETE', `${requests}/${again}`);
  expect((await listRequests(giulia)).map((row) => row['id'])).toEqual([id]);

  const listNews = (): Promise<Fields[]> => giulia.client.list('/api/notifications');
  for (const type of ['request_pre_accepted', 'exchange_rejected'])
    expectRow(find(await listNews(), { type }), 'notification');
  const told = find(await listNews(), { type: 'exchange_completed' });
  expect(told).toMatchObject({ relatedRequestId: id, isRead: false });
  await giulia.client.ask('PATCH', `/api/notifications/${String(told['id'])}/read`);
  expect(find(await listNews(), { id: told['id'] })).toMatchObject({ isRead: true });
  await giulia.client.ask('PATCH', '/api/notifications/mark-all-read');
  expect((await listNews()).every((one) => one['isRead'] === true)).toBe(true);
});

test('codes', async () => {
  const { client, id: userId } = await join('Paola');
  const enter = (body: Fields) => client.send('POST', '/api/operations', body);
  const { body: code } = await enter({ type: 'OPP', code: 'op12x', description: 'Turno di notte' });
  expectRow(code, 'operation');
  expect(code).toMatchObject({ code: 'OP12X', status: 'pending', reviewedAt: null, userId });
  expect((await enter({ type: 'OPP', code: '12' })).text).toContain('Errore formato OP');
  expect((await enter({ type: 'Case', code: '1a' })).text).toContain('Errore formato Case');
  const { body: other } = await enter({ type: 'Case', code: '77' });
  await client.ask('DELETE', `/api/operations/${String((other as Fields)['id'])}`);
  expect(await client.list('/api/operations')).toEqual([code]);
});

test('the taxi worksite: weeks, holidays, contact details', async () => {
  await createWorksite('Taxi Roma', testTaxiAccessCode);
  const enter = (firstName: string, taxiLicense: string) =>
    register(firstName, 'Taxi Roma', testTaxiAccessCode, { taxiLicense, phoneNumber: '+39 333 0101010' });
  const giulia = await enter('Giulia', '101');
  const marco = await enter('Marco', '202');
  const given = { contractHours: 7, role: 'operatore', taxiLicense: '101' };
  expect(await giulia.client.ask('GET', '/api/auth/user')).toMatchObject({ user: given });
  for (const [field, value] of [
    ['taxiLicense', '111'],
    ['phoneNumber', '+39 333 9999999'],
  ] as const) {
    const answer = await giulia.client.ask('PUT', '/api/auth/taxi-info', { field, value });
    expect(answer).toMatchObject({ user: { [field]: value } });
  }

  // Saturday and Sunday of one working week
  const days = ['2026-11-21', '2026-11-22'];
  let offered: Fields = {};
  for (const date of days) {
    offered = await record(giulia, date, '06:00-13:00');
    expect(await record(marco, date, '20:00-03:00')).toMatchObject({ shiftType: 'seminotte' });
  }
  await expect(record(giulia, '2026-11-23', '13:00-20:00')).rejects.toThrow(
    /400 .*Incompatibilità turni nella settimana lavorativa/,
  );
  const id = await publish(giulia, requestOf(giulia, offered['id'], days[1], 'seminotte'));
  expect(find(await listRequests(marco), { id })['tab']).toBe('disponibili');
  await agree(giulia, marco, id);
  expect((await giulia.client.list('/api/shifts')).map((row) => [row['date'], row['shiftType']])).toEqual(
    days.map((date) => [date, 'seminotte']),
  );
  expect(
    find(await marco.client.list('/api/exchanges/completed'), { partnerName: 'Giulia Prova' }),
  ).toMatchObject({ partnerLicenseNumber: '111', partnerPhone: '+39 333 9999999' });

  // 'Scambia Ferie': a week of holidays for a later one
  const week = (from: number) =>
    Array.from({ length: 7 }, (_, place) => `2026-12-${String(from + place).padStart(2, '0')}`);
  const [first, second] = [week(5), week(12)];
  let holiday: Fields = {};
  for (const date of first) {
    holiday = await record(giulia, date, null, 'ferie');
    await record(marco, date, '06:00-13:00');
  }
  for (const date of second) {
    await record(giulia, date, '13:00-20:00');
    await record(marco, date, null, 'ferie');
  }
  const { requestedShiftType: _type, ...wish } = requestOf(giulia, holiday['id'], second[0], '');
  await agree(giulia, marco, await publish(giulia, { ...wish, kind: 'ferie' }));
  const shifts = await giulia.client.list('/api/shifts');
  const places = second.map((date) => find(shifts, { date })['workLocation']);
  expect(places).toEqual(second.map(() => 'ferie'));
  expect((await giulia.client.send('GET', '/api/operations')).status).toBe(403);
});

test('administration: lists, exports, worksites, people, codes, another’s account, mail', async () => {
  server.clock.advance(3600);
  const worksiteId = await createWorksite('Cantiere Due', 'CODICE-DUE');
  const giulia = await register('Giulia', 'Cantiere Due', 'CODICE-DUE');
  const shift = await record(giulia, day, '06:00-14:00');
  const code = await giulia.client.ask('POST', '/api/operations', { type: 'OPP', code: 'OP55' });
  const ceo = await signIn(ceoAccount);

  for (const path of ['/api/admin/users', '/api/ceo/registrations']) {
    const person = find(await ceo.list(path), { id: giulia.id });
    expectRow(person, 'user');
    expect(person).toMatchObject({ worksite: { name: 'Cantiere Due' }, isActive: true });
  }
  expect(find(await ceo.list('/api/admin/worksites'), { name: 'Cantiere Due' })['isActive']).toBe(true);
  const whose = { userFirstName: 'Giulia', userLastName: 'Prova', workLocation: 'sede' };
  expect(find(await ceo.list('/api/admin/shifts'), { id: shift['id'] })).toMatchObject(whose);
  for (const kind of ['users', 'shifts']) {
    const file = await ceo.send('GET', `/api/admin/export/${kind}`);
    expect(file.type).toMatch(/^text\/csv/);
    expect(file.text).toContain('Giulia');
  }

  const listed = find(await ceo.list('/api/ceo/worksites'), { id: worksiteId });
  expectRow(listed, 'worksite');
  expect(listed).toMatchObject({ accessCode: 'CODICE-DUE', userCount: 1 });
  const changed = { ...listed, description: 'Cambiato' };
  expect(await ceo.ask('PATCH', `/api/ceo/worksites/${worksiteId}`, changed)).toEqual(changed);

  const codePath = `operations/${String(code['id'])}`;
  expectRow(find(await ceo.list('/api/ceo/operations'), { id: code['id'] }), 'operation');
  const approved = { status: 'approved' };
  expect(await ceo.ask('PATCH', `/api/${codePath}`, approved)).toMatchObject(approved);
  expect((await giulia.client.send('DELETE', `/api/${codePath}`)).status).toBe(409);
  await ceo.ask('DELETE', `/api/ceo/${codePath}`);

  // another's account, and back
  const acting = { user: { id: giulia.id } };
  expect(await ceo.ask('POST', `/api/ceo/impersonate/${giulia.id}`)).toMatchObject(acting);
  expect(await ceo.ask('GET', '/api/auth/user')).toMatchObject({ ...acting, isImpersonating: true });
  expect(await ceo.list('/api/shifts')).toHaveLength(1);
  const back = { user: { email: ceoAccount.email }, isImpersonating: false };
  expect(await ceo.ask('POST', '/api/ceo/stop-impersonation')).toMatchObject(back);

  expect(await ceo.ask('POST', '/api/test-exchange-email', {})).toMatchObject({
    success: false,
    message: 'Inserisci email e password prima di testare',
  });

  const status = `/api/ceo/users/${giulia.id}/status`;
  await ceo.ask('PATCH', status, { isActive: false });
  const account = { email: giulia.email, password };
  expect(await new SpecClient(origin).refusal('POST', '/api/auth/login', account)).toBe(
    "403 Account disattivato. Contatta l'amministratore.",
  );
  await ceo.ask('PATCH', status, { isActive: true });
  await ceo.ask('DELETE', `/api/ceo/users/${giulia.id}`);
  expect((await ceo.list('/api/ceo/registrations')).map((row) => row['id'])).not.toContain(giulia.id);
  await ceo.ask('DELETE', `/api/ceo/worksites/${worksiteId}`);
  expect((await ceo.list('/api/ceo/worksites')).map((row) => row['id'])).not.toContain(worksiteId);
  await ceo.ask('POST', '/api/auth/logout');
});
