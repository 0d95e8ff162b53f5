import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Call } from './call.ts';
import { contract } from './contract.ts';

// Paths, bodies and fields of the specification (section 7), for clients written against it.

const user =
  'id firstName lastName email role isActive createdAt worksiteId contractHours enableFlexibleShifts taxiLicense phoneNumber';
const shift =
  'id date startTime endTime workLocation notes userId isSplitShift secondStartTime secondEndTime shiftType';
const request = `id requesterId requesterName requesterContractHours requesterRole requesterWorksite offeredShiftId offeredShift
  requestedShiftType requestedDate acceptFlexibleDates message status createdAt responderId responderName userHasPreAccepted
  userHasRejected preAcceptanceCount preAcceptedBy tab`;
const operation = 'id type code description status submittedAt reviewedAt userId user';
const worksite = 'id name description accessCode email isActive userCount';
const session = 'user worksite isImpersonating';

/** The fields of a call's answer; of a list's rows if it begins with `[]`. */
const answers: Partial<Record<Call, string>> = {
  'POST /api/auth/login': session,
  'POST /api/auth/register': session,
  'GET /api/auth/user': session,
  'PUT /api/auth/taxi-info': 'user',
  'PATCH /api/users/:id': 'user',
  'GET /api/worksites/available': '[] id name',
  'GET /api/shifts': `[] ${shift}`,
  'GET /api/calendar/shifts': `[] ${shift}`,
  'GET /api/user-shifts': `[] ${shift}`,
  'POST /api/shifts': shift,
  'PATCH /api/shifts/:id': shift,
  'GET /api/exchange-requests': `[] ${request}`,
  'GET /api/exchanges/completed':
    '[] id partnerName partnerLicenseNumber partnerPhone exchangeDate completedAt',
  'GET /api/notifications': '[] id type title message isRead createdAt relatedRequestId',
  'GET /api/operations': `[] ${operation}`,
  'POST /api/operations': operation,
  'PATCH /api/operations/:id': operation,
  'GET /api/ceo/operations': `[] ${operation}`,
  'GET /api/admin/users': `[] ${user} worksite`,
  'GET /api/ceo/registrations': `[] ${user} worksite`,
  'GET /api/admin/worksites': '[] name isActive',
  'GET /api/admin/shifts': '[] id userFirstName userLastName workLocation',
  'GET /api/ceo/worksites': `[] ${worksite}`,
  'POST /api/ceo/worksites': worksite,
  'PATCH /api/ceo/worksites/:id': worksite,
  'POST /api/ceo/impersonate/:id': session,
  'POST /api/ceo/stop-impersonation': session,
  'POST /api/test-exchange-email': 'success message',
};

type Json = { type?: string; items?: Json; anyOf?: Json[]; properties?: Record<string, Json> };
const jsonOf = (schema: z.ZodType, io: 'input' | 'output' = 'output'): Json =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;

test.each(Object.entries(answers))('%s returns the fields of the specification', (name, words) => {
  const [first, ...rest] = words.split(/\s+/);
  const schema = jsonOf(contract[name as Call].answer);
  const row = first === '[]' ? schema.items : schema;
  const fields = first === '[]' ? rest : [first, ...rest];
  expect(Object.keys(row?.properties ?? {})).toEqual(expect.arrayContaining(fields));
});

test('a session contains the whole user', () => {
  const { properties } = jsonOf(contract['GET /api/auth/user'].answer);
  expect(Object.keys(properties?.['user']?.properties ?? {})).toEqual(
    expect.arrayContaining(user.split(' ')),
  );
});

const id = crypto.randomUUID();
const names = { firstName: 'Anna', lastName: 'Ferri' };
const parts = { notes: null, isSplitShift: false, secondStartTime: null, secondEndTime: null };
const duty = { date: '2026-11-20T00:00:00.000Z', startTime: '06:00', endTime: '14:00', workLocation: 'sede' };
const site = {
  name: 'Cantiere',
  accessCode: 'CODICE-UNO',
  description: 'Di prova',
  email: 'cantiere@example.it',
};
const account = { email: 'anna@example.it', password: 'Turnario!2026' };
const wish = {
  offeredShiftId: id,
  requestedShiftType: 'pomeriggio',
  requestedDate: '2026-11-20',
  acceptFlexibleDates: false,
  message: 'Ho una visita',
};

/** The bodies of the specification, including fields sent back as read. */
const bodies: Partial<Record<Call, object>> = {
  'POST /api/auth/login': { ...account, rememberMe: true },
  'POST /api/auth/register': {
    ...account,
    ...names,
    role: 'operatore',
    contractHours: 8,
    worksiteId: id,
    acceptedTerms: true,
    accessCode: 'CODICE-UNO',
    worksiteAccessCode: 'CODICE-UNO',
    taxiLicense: '101',
    phoneNumber: '+39 333 0101010',
  },
  'PUT /api/auth/taxi-info': { field: 'taxiLicense', value: '111' },
  'PATCH /api/users/:id': {
    ...names,
    contractHours: 6,
    enableFlexibleShifts: true,
    accessCode: 'CODICE-UNO',
  },
  'POST /api/shifts': { ...duty, ...parts, userId: id },
  'PATCH /api/shifts/:id': { ...duty, ...parts, id, userId: id, shiftType: 'mattina' },
  'POST /api/exchange-requests': { ...wish, requesterId: id, status: 'aperta' },
  'PUT /api/exchange-requests/:id': wish,
  'DELETE /api/exchange-requests/:id/cancel-pre-accept': { accepterUserId: id },
  'POST /api/exchange-requests/:id/final-confirm': { accepterUserId: id },
  'POST /api/operations': { type: 'OPP', code: 'op12x', description: 'Turno di notte' },
  'PATCH /api/operations/:id': { status: 'approved' },
  'POST /api/ceo/worksites': { ...site, isActive: true },
  'PATCH /api/ceo/worksites/:id': { ...site, id, userCount: 1, isActive: true },
  'PATCH /api/ceo/users/:id/status': { isActive: false },
};

test.each(Object.entries(bodies))('%s accepts the body of the specification', (name, body) => {
  const { body: schema } = contract[name as Call] as { body?: z.ZodType };
  expect(schema?.safeParse(body).error).toBeUndefined();
});

test.each([
  'POST /api/auth/logout',
  'DELETE /api/users/:id',
  'DELETE /api/shifts/:id',
  'DELETE /api/exchange-requests/:id',
  'POST /api/exchange-requests/:id/pre-accept',
  'POST /api/exchange-requests/:id/reject',
  'PATCH /api/notifications/:id/read',
  'PATCH /api/notifications/mark-all-read',
  'DELETE /api/operations/:id',
  'DELETE /api/ceo/operations/:id',
  'GET /api/admin/export/:kind',
  'DELETE /api/ceo/users/:id',
  'DELETE /api/ceo/worksites/:id',
])('%s is a call', (name) => {
  expect(Object.keys(contract)).toContain(name);
});
