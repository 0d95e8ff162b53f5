import { termsVersion } from '../../../src/domain/auth/termsVersion.ts';
import { unsubscribeUrl } from '../../../src/server/mail/unsubscribing.ts';
import { adminCalls } from './calls.admin.ts';
import { swapCalls } from './calls.swaps.ts';
import { aboutGiulia, accessCode, as, by, password, type RouteCall, sending, type World } from './world.ts';

// Every route with a valid call, and who may make it.

const account = { firstName: 'Giulia', lastName: 'Ferri', contractHours: 8, accessCode };

/** The unsubscribe link of a mail to Giulia. */
const unsubscribing = ({ server, giulia: { id } }: World) => ({
  query: new URL(unsubscribeUrl(server.context.settings, id, ['offers'])).search.slice(1),
});
const invitation = async ({ server, worksite: { id } }: World) => {
  const ceo = await server.signInCeo();
  const { url } = await ceo.ask('POST /api/ceo/worksites/:id/invitations', { params: { id }, body: {} });
  return { body: { token: new URL(url).hash.slice(1) } };
};
const subscription = () => ({
  endpoint: `https://push.invalid/${crypto.randomUUID()}`,
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
});
const device = async ({ giulia }: World) => {
  await giulia.call('PUT /api/push/device', { body: subscription() });
  return { id: (await giulia.ask('GET /api/push')).devices[0]?.id };
};

const accountCalls: Record<string, RouteCall> = {
  'GET /healthz': [by.everybody],
  'GET /readyz': [by.everybody],
  'GET /api/worksites/available': [by.everybody],
  'GET /api/terms-contact': [by.everybody],
  'GET /api/unsubscribe': [by.everybody, unsubscribing],
  'POST /api/unsubscribe': [by.everybody, unsubscribing],
  'GET /api/openapi.json': [by.everybody],
  'POST /api/auth/login': [by.everybody, (world) => ({ body: { email: world.giulia.email, password } })],
  'POST /api/auth/logout': [as(204, by.everybody)],
  'POST /api/auth/register': [
    as(201, by.everybody),
    ({ worksite: { id: worksiteId } }) => {
      const email = `${crypto.randomUUID()}@turnario.example`;
      return { body: { ...account, email, password, worksiteId, acceptedTerms: true, role: 'operatore' } };
    },
  ],
  'POST /api/auth/request-password-link': [
    as(202, by.everybody),
    (world) => ({ body: { email: world.giulia.email } }),
  ],
  'POST /api/auth/invitation': [by.everybody, invitation],
  // no link is valid here; the link itself is the permission
  'POST /api/auth/set-password': [as(410, by.everybody), sending({ token: 'x'.repeat(43), password })],

  'GET /api/auth/user': [by.signedIn],
  'GET /api/auth/sessions': [by.inPerson],
  'DELETE /api/auth/sessions': [as(204, by.inPerson)],
  'DELETE /api/auth/sessions/:id': [
    as(204, by.ownerInPerson),
    (world) => ({ id: world.giulia.signedIn.sessionId }),
  ],
  // the CEO of these tests has no password
  'POST /api/auth/change-password': [
    '401 204 204 204 204 204 403 403 401 204',
    sending({ currentPassword: password, password: 'Altra!2026' }),
  ],
  'POST /api/auth/accept-terms': [by.inPerson, sending({ version: termsVersion })],
  // only for people of a taxi worksite
  'PUT /api/auth/taxi-info': [as(403, by.signedIn), sending({ field: 'taxiLicense', value: 'RM-1' })],
  'PATCH /api/users/:id': [by.ownAccount, aboutGiulia({ ...account, enableFlexibleShifts: false })],
  'DELETE /api/users/:id': [as(204, by.ownAccountInPerson), aboutGiulia({ password })],
  'GET /api/users/:id/swaps-at-stake': [by.ownAccount, aboutGiulia()],
  'GET /api/users/:id/data': [by.ownAccountInPerson, aboutGiulia()],

  'GET /api/push': [by.inPerson],
  'PUT /api/push/device': [as(204, by.inPerson), () => ({ body: subscription() })],
  'PUT /api/push/preferences': [
    as(204, by.inPerson),
    sending({ subjectsOff: [], quietFrom: '22:00', quietTo: '07:00', showsDetails: false }),
  ],
  'GET /api/mail-preferences': [by.inPerson],
  'PUT /api/mail-preferences': [as(204, by.inPerson), sending({ subjectsOff: ['offers'] })],
  'POST /api/push/devices/:id/test': [by.ownerInPerson, device],
  'DELETE /api/push/devices/:id': [as(204, by.ownerInPerson), device],
};

/** By method and path; a suffix after 'to' tells variants of a call apart. */
export const routeCalls = { ...accountCalls, ...swapCalls, ...adminCalls };
