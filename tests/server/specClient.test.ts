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

const userFields = [
  'id',
  'firstName',
  'lastName',
  'email',
  'role',
  'isActive',
  'createdAt',
  'worksiteId',
  'contractHours',
  'enableFlexibleShifts',
  'taxiLicense',
  'phoneNumber',
];
const shiftFields = [
  'id',
  'date',
  'startTime',
  'endTime',
  'workLocation',
  'notes',
  'userId',
  'isSplitShift',
  'secondStartTime',
  'secondEndTime',
  'shiftType',
];
const notificationFields = ['id', 'type', 'title', 'message', 'isRead', 'createdAt', 'relatedRequestId'];
const requestFields = [
  'id',
  'requesterId',
  'requesterName',
  'requesterContractHours',
  'requesterRole',
  'requesterWorksite',
  'offeredShiftId',
  'offeredShift',
  'requestedShiftType',
  'requestedDate',
  'acceptFlexibleDates',
  'message',
  'status',
  'createdAt',
  'responderId',
  'responderName',
  'userHasPreAccepted',
  'userHasRejected',
  'preAcceptanceCount',
  'preAcceptedBy',
  'tab',
];
const completedFields = [
  'id',
  'partnerName',
  'partnerLicenseNumber',
  'partnerPhone',
  'exchangeDate',
  'completedAt',
];
const operationFields = [
  'id',
  'type',
  'code',
  'description',
  'status',
  'submittedAt',
  'reviewedAt',
  'userId',
  'user',
];
const worksiteFields = ['id', 'name', 'description', 'accessCode', 'email', 'isActive', 'userCount'];

function expectFields(value: unknown, names: readonly string[]): void {
  expect(Object.keys(value as Fields)).toEqual(expect.arrayContaining([...names]));
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
  expectFields(session, ['user', 'worksite']);
  return client;
}

async function createWorksite(name: string, accessCode: string): Promise<string> {
  const ceo = await signIn(ceoAccount);
  const body = { name, accessCode, description: 'Di prova', email: 'cantiere@example.it', isActive: true };
  const created = await ceo.ask('POST', '/api/ceo/worksites', body);
  expectFields(created, worksiteFields);
  return String(created['id']);
}

/** A person of a worksite, found in the list that the form loads. */
async function register(firstName: string, worksiteName: string, accessCode: string, more: Fields = {}) {
  const client = new SpecClient(origin);
  const worksite = find(await client.list('/api/worksites/available'), { name: worksiteName });
  expectFields(worksite, ['id', 'name', 'description']);
  const email = `${firstName.toLowerCase()}.${worksiteName.replaceAll(' ', '')}@example.it`.toLowerCase();
  const payload = {
    email,
    password,
    firstName,
    lastName: 'Prova',
    role: 'operatore',
    worksiteId: worksite['id'],
    contractHours: 8,
    accessCode,
    worksiteAccessCode: accessCode,
    acceptedTerms: true,
    ...more,
  };
  expect(
    await client.refusal('POST', '/api/auth/register', {
      ...payload,
      accessCode: 'SBAGLIATO',
      worksiteAccessCode: 'SBAGLIATO',
    }),
  ).toMatch(/Codice accesso non valido per il cantiere selezionato/);
  const session = await client.ask('POST', '/api/auth/register', payload);
  const user = session['user'] as Fields;
  expectFields(user, userFields);
  expect(session).toMatchObject({
    user: { firstName },
    worksite: { name: worksiteName },
    isImpersonating: false,
  });
  expect(await client.refusal('POST', '/api/auth/register', payload)).toBe('409 Email già registrata');
  return { client, id: String(user['id']), email };
}

/** The body of one entry, as section 7 lists it. */
const shiftOf = (
  userId: string,
  date: string,
  startTime: string | null,
  endTime: string | null,
  workLocation = 'sede',
) => ({
  date,
  startTime,
  endTime,
  workLocation,
  userId,
  notes: null,
  isSplitShift: false,
  secondStartTime: null,
  secondEndTime: null,
});

const requestOf = (
  requesterId: string,
  offeredShiftId: unknown,
  requestedDate: string,
  requestedShiftType: string,
) => ({
  requesterId,
  offeredShiftId,
  requestedShiftType,
  requestedDate,
  acceptFlexibleDates: false,
  message: 'Ho una visita',
  status: 'aperta',
});

const requestsOf = async (client: SpecClient): Promise<Fields[]> => client.list('/api/exchange-requests');

/** The id of the request that a person has just published: the first of their own. */
async function publish(person: { client: SpecClient; id: string }, body: Fields): Promise<string> {
  server.clock.advance(60);
  await person.client.ask('POST', '/api/exchange-requests', body);
  const [request] = await requestsOf(person.client);
  expectFields(request, requestFields);
  expect(request).toMatchObject({
    requesterId: person.id,
    status: 'aperta',
    tab: 'mie',
    preAcceptanceCount: 0,
  });
  return String(request?.['id']);
}

const tabOf = async (client: SpecClient, id: string): Promise<unknown> =>
  find(await requestsOf(client), { id })['tab'];

test('a worksite: session, shifts, swaps, notifications and codes', async () => {
  await createWorksite('Cantiere Uno', 'CODICE-UNO');
  const giulia = await register('Giulia', 'Cantiere Uno', 'CODICE-UNO');
  const marco = await register('Marco', 'Cantiere Uno', 'CODICE-UNO');
  const sara = await register('Sara', 'Cantiere Uno', 'CODICE-UNO');
  const day = '2026-11-20';

  // session
  expect(
    await new SpecClient(origin).refusal('POST', '/api/auth/login', {
      email: giulia.email,
      password: 'Sbagliata1!',
    }),
  ).toMatch(/^401 /);
  expect((await new SpecClient(origin).send('GET', '/api/auth/user')).status).toBe(401);
  expect(await giulia.client.ask('GET', '/api/auth/user')).toMatchObject({
    user: { id: giulia.id },
    isImpersonating: false,
  });

  // shifts
  const hers = await giulia.client.ask(
    'POST',
    '/api/shifts',
    shiftOf(giulia.id, `${day}T00:00:00.000Z`, '06:00', '14:00'),
  );
  expectFields(hers, shiftFields);
  expect(hers).toMatchObject({ date: day, shiftType: 'mattina', userId: giulia.id });
  expect(await giulia.client.refusal('POST', '/api/shifts', shiftOf(giulia.id, day, '06:00', '14:00'))).toBe(
    '409 Hai già un turno in questa data',
  );
  expect(
    (await giulia.client.send('POST', '/api/shifts', shiftOf(marco.id, '2026-11-23', '06:00', '14:00')))
      .status,
  ).toBe(403);
  expect(
    await giulia.client.refusal('POST', '/api/shifts', shiftOf(giulia.id, '2026-11-15', '06:00', '14:00')),
  ).toBe('400 Non puoi aggiungere turni per date passate. Seleziona oggi o una data futura.');
  expect(
    (await giulia.client.send('POST', '/api/shifts', shiftOf(giulia.id, '2026-11-23', '14:00', '06:00')))
      .body,
  ).toMatchObject({
    message: "L'orario di fine deve essere successivo all'orario di inizio",
  });
  const his = await marco.client.ask('POST', '/api/shifts', shiftOf(marco.id, day, '14:00', '22:00'));
  await sara.client.ask('POST', '/api/shifts', shiftOf(sara.id, day, '13:30', '21:30', 'smart_working'));
  const holiday = await giulia.client.ask(
    'POST',
    '/api/shifts',
    shiftOf(giulia.id, '2026-11-24', null, null, 'ferie'),
  );
  const [first] = await giulia.client.list('/api/shifts');
  const patched = await giulia.client.ask('PATCH', `/api/shifts/${String(first?.['id'])}`, {
    ...first,
    notes: 'Chiavi in portineria',
  });
  expect(patched).toEqual({ ...first, notes: 'Chiavi in portineria' });
  expect(
    await giulia.client.ask('PATCH', `/api/shifts/${String(holiday['id'])}`, {
      workLocation: 'sede',
      startTime: '06:00',
      endTime: '14:00',
    }),
  ).toMatchObject({ workLocation: 'sede', shiftType: 'mattina' });
  await giulia.client.ask('DELETE', `/api/shifts/${String(holiday['id'])}`);
  for (const path of ['/api/shifts', '/api/calendar/shifts', '/api/user-shifts']) {
    const rows = await giulia.client.list(path);
    expect(rows).toHaveLength(1);
    expectFields(rows[0], shiftFields);
  }

  // swaps
  const id = await publish(giulia, requestOf(giulia.id, hers['id'], day, 'pomeriggio'));
  expect(
    await giulia.client.refusal('POST', '/api/exchange-requests', {
      ...requestOf(giulia.id, hers['id'], day, 'sera'),
    }),
  ).toBe('409 Hai già una richiesta aperta per questo turno');
  expect(
    (
      await giulia.client.send(
        'POST',
        '/api/exchange-requests',
        requestOf(marco.id, his['id'], day, 'mattina'),
      )
    ).status,
  ).toBe(403);
  await giulia.client.ask('PUT', `/api/exchange-requests/${id}`, {
    offeredShiftId: hers['id'],
    requestedShiftType: 'pomeriggio',
    requestedDate: day,
    message: 'Visita medica',
  });
  const seen = find(await requestsOf(marco.client), { id });
  expect(seen).toMatchObject({
    requesterName: 'Giulia Prova',
    requesterContractHours: 8,
    requesterRole: 'operatore',
    requesterWorksite: 'Cantiere Uno',
    offeredShift: {
      date: day,
      startTime: '06:00',
      endTime: '14:00',
      workLocation: 'sede',
    },
    message: 'Visita medica',
    userHasPreAccepted: false,
    userHasRejected: false,
    preAcceptedBy: [],
    tab: 'disponibili',
  });
  await marco.client.ask('POST', `/api/exchange-requests/${id}/pre-accept`);
  await sara.client.ask('POST', `/api/exchange-requests/${id}/pre-accept`);
  expect(find(await requestsOf(marco.client), { id })).toMatchObject({
    userHasPreAccepted: true,
    preAcceptanceCount: 2,
    preAcceptedBy: [],
    tab: 'pre-accettati',
  });
  const own = find(await requestsOf(giulia.client), { id });
  expect(own).toMatchObject({ status: 'aperta', tab: 'pre-accettati', preAcceptanceCount: 2 });
  const offers = own['preAcceptedBy'] as Fields[];
  expect(find(offers, { userId: marco.id })).toMatchObject({
    name: 'Marco Prova',
    contractHours: 8,
    role: 'operatore',
    offeredShift: { startTime: '14:00' },
  });
  // the requester refuses Sara's offer, Marco withdraws his and thinks again
  await giulia.client.ask('DELETE', `/api/exchange-requests/${id}/cancel-pre-accept`, {
    accepterUserId: sara.id,
  });
  await marco.client.ask('DELETE', `/api/exchange-requests/${id}/cancel-pre-accept`);
  expect(await tabOf(marco.client, id)).toBe('rifiutati');
  expect(await tabOf(giulia.client, id)).toBe('mie');
  await marco.client.ask('POST', `/api/exchange-requests/${id}/reject`);
  expect(find(await requestsOf(marco.client), { id })).toMatchObject({
    userHasRejected: true,
    tab: 'rifiutati',
  });
  await marco.client.ask('POST', `/api/exchange-requests/${id}/pre-accept`);
  expect((await marco.client.send('POST', `/api/exchange-requests/${id}/final-confirm`)).status).toBe(403);
  await giulia.client.ask('POST', `/api/exchange-requests/${id}/final-confirm`, { accepterUserId: marco.id });
  for (const { client } of [giulia, marco]) {
    expect(find(await requestsOf(client), { id })).toMatchObject({
      status: 'completata',
      responderId: marco.id,
      responderName: 'Marco Prova',
      tab: 'completati',
    });
  }
  const [completed] = await giulia.client.list('/api/exchanges/completed');
  expectFields(completed, completedFields);
  expect(completed).toMatchObject({
    partnerName: 'Marco Prova',
    exchangeDate: day,
    partnerPhone: null,
    partnerLicenseNumber: null,
  });

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
  expect((asked.body as Fields)['message']).toMatch(
    /Non puoi modificare questo turno perché è stato scambiato/,
  );
  const override = { 'X-Override-Exchange': 'true' };
  const changed = await giulia.client.ask('PATCH', path, change, override);
  expect(changed).toMatchObject(change);
  const [given] = await marco.client.list('/api/shifts');
  const givenPath = `/api/shifts/${String(given?.['id'])}`;
  expect((await marco.client.send('DELETE', givenPath)).status).toBe(409);
  await marco.client.ask('DELETE', givenPath, undefined, override);
  expect(await marco.client.list('/api/shifts')).toEqual([]);

  // a request is withdrawn
  const again = await publish(giulia, requestOf(giulia.id, changed['id'], day, 'sera'));
  await giulia.client.ask('DELETE', `/api/exchange-requests/${again}`);
  expect((await requestsOf(giulia.client)).map((row) => row['id'])).toEqual([id]);

  // notifications
  const news = await giulia.client.list('/api/notifications');
  for (const one of news) expectFields(one, notificationFields);
  expect(news.map((one) => one['type'])).toEqual(
    expect.arrayContaining(['request_pre_accepted', 'exchange_rejected', 'exchange_completed']),
  );
  const told = find(news, { type: 'exchange_completed' });
  expect(told).toMatchObject({ relatedRequestId: id, isRead: false });
  await giulia.client.ask('PATCH', `/api/notifications/${String(told['id'])}/read`);
  expect(find(await giulia.client.list('/api/notifications'), { id: told['id'] })).toMatchObject({
    isRead: true,
  });
  await giulia.client.ask('PATCH', '/api/notifications/mark-all-read');
  expect((await giulia.client.list('/api/notifications')).every((one) => one['isRead'] === true)).toBe(true);

  // codes
  const code = await giulia.client.ask('POST', '/api/operations', {
    type: 'OPP',
    code: 'op12x',
    description: 'Turno di notte',
  });
  expectFields(code, operationFields);
  expect(code).toMatchObject({ code: 'OP12X', status: 'pending', reviewedAt: null, userId: giulia.id });
  expect((await giulia.client.send('POST', '/api/operations', { type: 'OPP', code: '12' })).text).toContain(
    'Errore formato OP',
  );
  expect((await giulia.client.send('POST', '/api/operations', { type: 'Case', code: '1a' })).text).toContain(
    'Errore formato Case',
  );
  const case1 = await giulia.client.ask('POST', '/api/operations', { type: 'Case', code: '77' });
  expect(
    (await giulia.client.send('PATCH', `/api/operations/${String(code['id'])}`, { status: 'approved' }))
      .status,
  ).toBe(403);
  await giulia.client.ask('DELETE', `/api/operations/${String(case1['id'])}`);
  expect(await giulia.client.list('/api/operations')).toEqual([code]);

  // profile
  const profile = { firstName: 'Giulia', lastName: 'Ferri', contractHours: 6, enableFlexibleShifts: true };
  expect(await giulia.client.refusal('PATCH', `/api/users/${giulia.id}`, profile)).toBe(
    '403 Accesso non consentito - Dati non corretti',
  );
  expect(
    await giulia.client.ask('PATCH', `/api/users/${giulia.id}`, { ...profile, accessCode: 'CODICE-UNO' }),
  ).toMatchObject({ user: profile });

  await giulia.client.ask('POST', '/api/auth/logout');
  expect((await giulia.client.send('GET', '/api/auth/user')).status).toBe(401);
});

test('the taxi worksite: weeks, holidays, contact details', async () => {
  await createWorksite('Taxi Roma', testTaxiAccessCode);
  const enter = (firstName: string, taxiLicense: string) =>
    register(firstName, 'Taxi Roma', testTaxiAccessCode, { taxiLicense, phoneNumber: '+39 333 0101010' });
  const giulia = await enter('Giulia', '101');
  const marco = await enter('Marco', '202');
  expect(await giulia.client.ask('GET', '/api/auth/user')).toMatchObject({
    user: { contractHours: 7, role: 'operatore', taxiLicense: '101' },
  });
  expect(
    await giulia.client.ask('PUT', '/api/auth/taxi-info', { field: 'taxiLicense', value: '111' }),
  ).toMatchObject({ user: { taxiLicense: '111' } });
  expect(
    await giulia.client.ask('PUT', '/api/auth/taxi-info', { field: 'phoneNumber', value: '+39 333 9999999' }),
  ).toMatchObject({ user: { phoneNumber: '+39 333 9999999' } });

  // Saturday and Sunday of one working week
  const days = ['2026-11-21', '2026-11-22'];
  let offered: unknown;
  for (const date of days) {
    offered = (await giulia.client.ask('POST', '/api/shifts', shiftOf(giulia.id, date, '06:00', '13:00')))[
      'id'
    ];
    const night = await marco.client.ask('POST', '/api/shifts', shiftOf(marco.id, date, '20:00', '03:00'));
    expect(night).toMatchObject({ shiftType: 'seminotte' });
  }
  expect(
    await giulia.client.refusal('POST', '/api/shifts', shiftOf(giulia.id, '2026-11-23', '13:00', '20:00')),
  ).toMatch(/^400 Incompatibilità turni nella settimana lavorativa/);
  expect(
    (await giulia.client.send('POST', '/api/shifts', shiftOf(giulia.id, '2026-11-23', '06:00', '12:00')))
      .status,
  ).toBe(400);
  const id = await publish(giulia, requestOf(giulia.id, offered, days[1]!, 'seminotte'));
  expect(await tabOf(marco.client, id)).toBe('disponibili');
  await marco.client.ask('POST', `/api/exchange-requests/${id}/pre-accept`);
  await giulia.client.ask('POST', `/api/exchange-requests/${id}/final-confirm`, { accepterUserId: marco.id });
  expect((await giulia.client.list('/api/shifts')).map((row) => [row['date'], row['shiftType']])).toEqual(
    days.map((date) => [date, 'seminotte']),
  );
  expect(
    find(await marco.client.list('/api/exchanges/completed'), { partnerName: 'Giulia Prova' }),
  ).toMatchObject({ partnerLicenseNumber: '111', partnerPhone: '+39 333 9999999' });

  // 'Scambia Ferie': a week of holidays for a later one
  const week = (from: number) =>
    Array.from({ length: 7 }, (_, place) => `2026-12-${String(from + place).padStart(2, '0')}`);
  let holiday: unknown;
  for (const date of week(5))
    holiday = (await giulia.client.ask('POST', '/api/shifts', shiftOf(giulia.id, date, null, null, 'ferie')))[
      'id'
    ];
  for (const date of week(5))
    await marco.client.ask('POST', '/api/shifts', shiftOf(marco.id, date, '06:00', '13:00'));
  for (const date of week(12))
    await giulia.client.ask('POST', '/api/shifts', shiftOf(giulia.id, date, '13:00', '20:00'));
  for (const date of week(12))
    await marco.client.ask('POST', '/api/shifts', shiftOf(marco.id, date, null, null, 'ferie'));
  const holidays = await publish(giulia, {
    kind: 'ferie',
    requesterId: giulia.id,
    offeredShiftId: holiday,
    requestedDate: week(12)[0],
    message: null,
    status: 'aperta',
  });
  await marco.client.ask('POST', `/api/exchange-requests/${holidays}/pre-accept`);
  await giulia.client.ask('POST', `/api/exchange-requests/${holidays}/final-confirm`);
  const shifts = (await giulia.client.list('/api/shifts')).filter((row) =>
    week(12).includes(String(row['date'])),
  );
  expect(shifts.map((row) => row['workLocation'])).toEqual(week(12).map(() => 'ferie'));
  expect((await giulia.client.send('GET', '/api/operations')).status).toBe(403);
});

test('administration: lists, exports, worksites, people, codes, another’s account, mail', async () => {
  server.clock.advance(3600);
  const worksiteId = await createWorksite('Cantiere Due', 'CODICE-DUE');
  const giulia = await register('Giulia', 'Cantiere Due', 'CODICE-DUE');
  const shift = await giulia.client.ask(
    'POST',
    '/api/shifts',
    shiftOf(giulia.id, '2026-11-20', '06:00', '14:00'),
  );
  const code = await giulia.client.ask('POST', '/api/operations', { type: 'OPP', code: 'OP55' });
  const ceo = await signIn(ceoAccount);

  for (const path of [
    '/api/admin/users',
    '/api/admin/worksites',
    '/api/admin/shifts',
    '/api/ceo/worksites',
    '/api/ceo/registrations',
    '/api/ceo/operations',
  ]) {
    expect((await giulia.client.send('GET', path)).status).toBe(403);
    expect((await new SpecClient(origin).send('GET', path)).status).toBe(401);
  }
  for (const path of ['/api/admin/users', '/api/ceo/registrations']) {
    const person = find(await ceo.list(path), { id: giulia.id });
    expectFields(person, userFields);
    expect(person).toMatchObject({ worksite: { name: 'Cantiere Due' }, isActive: true });
  }
  expect(find(await ceo.list('/api/admin/worksites'), { name: 'Cantiere Due' })).toMatchObject({
    isActive: true,
  });
  expect(find(await ceo.list('/api/admin/shifts'), { id: shift['id'] })).toMatchObject({
    userFirstName: 'Giulia',
    userLastName: 'Prova',
    workLocation: 'sede',
  });
  for (const kind of ['users', 'shifts']) {
    const file = await ceo.send('GET', `/api/admin/export/${kind}`);
    expect(file.type).toMatch(/^text\/csv/);
    expect(file.text).toContain('Giulia');
  }

  const listed = find(await ceo.list('/api/ceo/worksites'), { id: worksiteId });
  expectFields(listed, worksiteFields);
  expect(listed).toMatchObject({ accessCode: 'CODICE-DUE', userCount: 1 });
  expect(
    await ceo.ask('PATCH', `/api/ceo/worksites/${worksiteId}`, { ...listed, description: 'Cambiato' }),
  ).toEqual({ ...listed, description: 'Cambiato' });
  expect(
    (await ceo.send('POST', '/api/ceo/worksites', { name: '', accessCode: 'X', email: 'no' })).status,
  ).toBe(400);

  expectFields(find(await ceo.list('/api/ceo/operations'), { id: code['id'] }), operationFields);
  expect(
    await ceo.ask('PATCH', `/api/operations/${String(code['id'])}`, { status: 'approved' }),
  ).toMatchObject({ status: 'approved' });
  expect((await giulia.client.send('DELETE', `/api/operations/${String(code['id'])}`)).status).toBe(409);
  await ceo.ask('DELETE', `/api/ceo/operations/${String(code['id'])}`);

  // another's account, and back
  const acting = await ceo.ask('POST', `/api/ceo/impersonate/${giulia.id}`);
  expect(acting).toMatchObject({ user: { id: giulia.id } });
  expect(await ceo.ask('GET', '/api/auth/user')).toMatchObject({
    user: { id: giulia.id },
    isImpersonating: true,
  });
  expect(await ceo.list('/api/shifts')).toHaveLength(1);
  expect(await ceo.ask('POST', '/api/ceo/stop-impersonation')).toMatchObject({
    user: { email: ceoAccount.email },
    isImpersonating: false,
  });

  const mail = await ceo.send('POST', '/api/test-exchange-email', {});
  expect(mail).toMatchObject({
    status: 200,
    body: { success: false, message: 'Inserisci email e password prima di testare' },
  });

  await ceo.ask('PATCH', `/api/ceo/users/${giulia.id}/status`, { isActive: false });
  expect((await giulia.client.send('GET', '/api/auth/user')).status).toBe(401);
  expect(
    await new SpecClient(origin).refusal('POST', '/api/auth/login', { email: giulia.email, password }),
  ).toBe("403 Account disattivato. Contatta l'amministratore.");
  await ceo.ask('PATCH', `/api/ceo/users/${giulia.id}/status`, { isActive: true });
  await ceo.ask('DELETE', `/api/ceo/users/${giulia.id}`);
  expect((await ceo.list('/api/ceo/registrations')).map((row) => row['id'])).not.toContain(giulia.id);
  await ceo.ask('DELETE', `/api/ceo/worksites/${worksiteId}`);
  expect((await ceo.list('/api/ceo/worksites')).map((row) => row['id'])).not.toContain(worksiteId);
  await ceo.ask('POST', '/api/auth/logout');
});
