import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildWorksite } from '../../db/builders.ts';
import { termsVersion } from '../../src/domain/auth/termsVersion.ts';
import type { Notification } from '../../src/domain/notifications/schema.ts';
import { unsubscribeUrl } from '../../src/server/mail/unsubscribing.ts';
import { setApproval } from '../support/approvals.ts';
import { type Caller, callerOf } from '../support/caller.ts';
import { subscription } from '../support/pushService.ts';
import { rosterOf, unclaimedOf } from '../support/rosters.ts';
import { listRoutes } from '../support/routeList.ts';
import { testServer } from '../support/server.ts';
import {
  confirm,
  early,
  late,
  notificationsOf,
  offer,
  type OnDuty,
  publishedId,
  readCompleted,
  signInOnDuty,
  swap,
} from '../support/swaps.ts';

// Who may call what: every route of the server, taken from its own list, called by each kind of person about something
// of Giulia's, an operatore; each cell of the table on rows of its own. A new route needs a line in `calls`.

const server = await testServer();
const { context, database } = server;

const password = 'Turnario!2026';
const passwordHash = await context.passwords.hash(password);
const accessCode = 'CODICE-MATRICE';

/** The columns of the table, in this order. */
const callers = [
  'nobody',
  'Giulia',
  'team_leader',
  'reviewer',
  'approver',
  'admin',
  'CEO',
  'CEO as Giulia',
  'inactive',
  'stranger',
] as const;
type CallerKind = (typeof callers)[number];

interface World {
  worksite: { id: string; name: string; email: string };
  giulia: OnDuty;
  /** A colleague who could take Giulia's shift. */
  marco: OnDuty;
}

async function buildWorld(): Promise<World> {
  const worksite = await buildWorksite(context, { accessCode });
  const draft = { worksiteId: worksite.id, passwordHash };
  const giulia = await signInOnDuty(server, early, { ...draft, firstName: 'Giulia' });
  return { worksite, giulia, marco: await signInOnDuty(server, late, { ...draft, firstName: 'Marco' }) };
}

async function callerFor(kind: CallerKind, { worksite, giulia }: World): Promise<Caller> {
  const draft = { worksiteId: worksite.id, passwordHash };
  switch (kind) {
    case 'nobody':
      return server.nobody;
    case 'Giulia':
      return giulia;
    case 'team_leader':
      return server.signIn({ ...draft, role: 'team_leader' });
    case 'reviewer':
      return server.signIn({ ...draft, mayReviewCodes: true });
    case 'approver':
      return server.signIn({ ...draft, mayApproveSwaps: true });
    case 'admin':
      return server.signIn({ role: 'admin', passwordHash });
    case 'CEO':
      return server.signInCeo();
    case 'CEO as Giulia': {
      const ceo = await server.signInCeo();
      const entered = await ceo.call('POST /api/ceo/impersonate/:id', { params: { id: giulia.id } });
      return callerOf(server.app, context.settings, ceo.token, entered.cookies[0]!.value);
    }
    case 'inactive': {
      const person = await server.signIn(draft);
      await database.run(sql`update users set is_active = false where id = ${person.id}`);
      return person;
    }
    case 'stranger':
      return server.signIn({ passwordHash });
  }
}

/** The address in a mail of hers, within the server. */
function unsubscribePath({ id }: OnDuty): string {
  const { pathname, search } = new URL(unsubscribeUrl(context.settings, id, ['offers']));
  return pathname + search;
}

async function deviceOf(person: OnDuty): Promise<string> {
  await person.call('PUT /api/push/device', { body: subscription(crypto.randomUUID()) });
  const [device] = (await person.ask('GET /api/push')).devices;
  return device?.id ?? '';
}

type Target = { path: string; body?: object };
interface Call {
  /** What each of `callers` is answered. */
  statuses: string;
  /** Path and body; the route's own path and none where it is missing. */
  on?: (world: World) => Target | Promise<Target>;
}

const everybody = '200 200 200 200 200 200 200 200 200 200';
/** Anybody who is signed in. */
const signedIn = '401 200 200 200 200 200 200 200 401 200';
/** Anybody who is signed in as themselves. */
const inPerson = '401 200 200 200 200 200 200 403 401 200';
const anyAdmin = '401 403 403 403 403 200 200 403 401 403';
const approversOnly = '401 403 403 403 200 403 200 403 401 403';
const ceoOnly = '401 403 403 403 403 403 200 403 401 403';
/** The same with another status for those who may. */
const answering = (statuses: string, status: number): string => statuses.replaceAll('200', String(status));

const day = '2026-11-20';
const shift = { date: '2026-11-27', workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;
const rotation = {
  name: 'La mia',
  steps: [{ duty: { workLocation: 'libero' as const }, days: 1 }],
  startsOn: '2026-11-23',
};
const wish = { requestedShiftType: 'pomeriggio', requestedDate: day } as const;
const id = crypto.randomUUID();

const ofGiulia =
  (before: string, after = '') =>
  ({ giulia }: World): Target => ({ path: `${before}/${giulia.id}${after}` });
const ofShift =
  (body?: object) =>
  ({ giulia }: World): Target => ({
    path: `/api/shifts/${giulia.shiftId}`,
    ...(body && { body }),
  });
const ofRequest =
  (after: string, body?: object) =>
  async ({ giulia }: World): Promise<Target> => ({
    path: `/api/exchange-requests/${await publishedId(giulia, giulia.shiftId)}${after}`,
    ...(body && { body }),
  });
const ofOffer =
  (after: string, body?: (world: World) => object) =>
  async (world: World): Promise<Target> => {
    const target = await ofRequest(after)(world);
    await offer(world.marco, target.path.split('/')[3]!);
    return { ...target, ...(body && { body: body(world) }) };
  };
const ofWaiting =
  (after: string, body?: object) =>
  async (world: World): Promise<Target> => {
    const { giulia, marco, worksite } = world;
    await setApproval(server, worksite.id, 'sempre');
    const target = await ofOffer(after, body && (() => body))(world);
    await confirm(giulia, target.path.split('/')[3]!, marco.id);
    return target;
  };
const codeOf = async ({ giulia }: World): Promise<string> => {
  const body = { type: 'Case', code: String(Math.floor(Math.random() * 1e9)) } as const;
  return (await giulia.ask('POST /api/operations', { body })).id;
};

const reviewedCodeOf = async (world: World): Promise<string> => {
  const code = await codeOf(world);
  const ceo = await server.signInCeo();
  await ceo.call('PATCH /api/operations/:id', { params: { id: code }, body: { status: 'approved' } });
  return code;
};

const rosterFor = (worksite: { id: string }, person: { id: string }) => ({
  worksiteId: worksite.id,
  ...rosterOf([[person, 'E']]),
});

/** Somebody of a roster without an account. */
const unclaimedAt = async ({ id: worksiteId }: { id: string }): Promise<string> => {
  const ceo = await server.signInCeo();
  await ceo.ask('POST /api/rosters', {
    body: { worksiteId, ...rosterOf([], unclaimedOf(['ROSSI M.', 'E'])) },
  });
  const { waiting } = await ceo.ask('GET /api/rosters/unclaimed', { query: { worksiteId } });
  return waiting[0]!.id;
};

/** By method and address; what the body makes of a call follows after 'to'. */
const calls: Record<string, Call> = {
  'GET /healthz': { statuses: everybody },
  'GET /readyz': { statuses: everybody },
  'GET /api/worksites/available': { statuses: everybody },
  'GET /api/terms-contact': { statuses: everybody },
  'GET /api/unsubscribe': {
    statuses: everybody,
    on: ({ giulia }) => ({ path: unsubscribePath(giulia) }),
  },
  'POST /api/unsubscribe': {
    statuses: everybody,
    on: ({ giulia }) => ({ path: unsubscribePath(giulia) }),
  },
  'GET /api/openapi.json': { statuses: everybody },
  'POST /api/auth/login': {
    statuses: everybody,
    on: ({ giulia }) => ({ path: '/api/auth/login', body: { email: giulia.email, password } }),
  },
  'POST /api/auth/logout': { statuses: answering(everybody, 204) },
  'POST /api/auth/register': {
    statuses: answering(everybody, 201),
    on: ({ worksite }) => ({
      path: '/api/auth/register',
      body: {
        email: `${crypto.randomUUID()}@turnario.example`,
        password,
        firstName: 'Nuova',
        lastName: 'Persona',
        worksiteId: worksite.id,
        acceptedTerms: true,
        role: 'operatore',
        contractHours: 8,
        accessCode,
      },
    }),
  },
  'POST /api/auth/request-password-link': {
    statuses: answering(everybody, 202),
    on: ({ giulia }) => ({ path: '/api/auth/request-password-link', body: { email: giulia.email } }),
  },
  'POST /api/auth/invitation': {
    statuses: everybody,
    on: async ({ worksite }) => {
      const ceo = await server.signInCeo();
      const params = { id: worksite.id };
      const { url } = await ceo.ask('POST /api/ceo/worksites/:id/invitations', { params, body: {} });
      return { path: '/api/auth/invitation', body: { token: new URL(url).hash.slice(1) } };
    },
  },
  // the link is the permission
  'POST /api/auth/set-password': {
    statuses: answering(everybody, 410),
    on: () => ({ path: '/api/auth/set-password', body: { token: 'x'.repeat(43), password } }),
  },

  'GET /api/auth/user': { statuses: signedIn },
  'GET /api/auth/sessions': { statuses: inPerson },
  'DELETE /api/auth/sessions': { statuses: answering(inPerson, 204) },
  'DELETE /api/auth/sessions/:id': {
    statuses: '401 204 404 404 404 404 404 403 401 404',
    on: ({ giulia }) => ({ path: `/api/auth/sessions/${giulia.signedIn.sessionId}` }),
  },
  'POST /api/auth/change-password': {
    // the CEO of these tests has no password
    statuses: '401 204 204 204 204 204 403 403 401 204',
    on: () => ({
      path: '/api/auth/change-password',
      body: { currentPassword: password, password: 'Altra!2026' },
    }),
  },
  'POST /api/auth/accept-terms': {
    statuses: inPerson,
    on: () => ({ path: '/api/auth/accept-terms', body: { version: termsVersion } }),
  },
  'PUT /api/auth/taxi-info': {
    // one's own, in the taxi worksite
    statuses: answering(signedIn, 403),
    on: () => ({ path: '/api/auth/taxi-info', body: { field: 'taxiLicense', value: 'RM-1' } }),
  },
  'PATCH /api/users/:id': {
    statuses: '401 200 403 403 403 403 403 200 401 403',
    on: ({ giulia }) => ({
      path: `/api/users/${giulia.id}`,
      body: {
        firstName: 'Giulia',
        lastName: 'Ferri',
        contractHours: 8,
        enableFlexibleShifts: false,
        accessCode,
      },
    }),
  },
  'DELETE /api/users/:id': {
    statuses: '401 204 403 403 403 403 403 403 401 403',
    on: ({ giulia }) => ({ path: `/api/users/${giulia.id}`, body: { password } }),
  },
  'GET /api/users/:id/swaps-at-stake': {
    statuses: '401 200 403 403 403 403 403 200 401 403',
    on: ofGiulia('/api/users', '/swaps-at-stake'),
  },
  'GET /api/users/:id/data': {
    statuses: '401 200 403 403 403 403 403 403 401 403',
    on: ofGiulia('/api/users', '/data'),
  },

  'GET /api/calendar/shifts': {
    statuses: signedIn,
    on: () => ({ path: `/api/calendar/shifts?from=${day}&to=${day}` }),
  },
  'GET /api/calendar/team': {
    statuses: signedIn,
    on: () => ({ path: `/api/calendar/team?day=${day}` }),
  },
  'GET /api/calendar/feed': { statuses: inPerson },
  'POST /api/calendar/feed': {
    // an admin has no calendar
    statuses: '401 201 201 201 201 403 403 403 401 201',
  },
  'DELETE /api/calendar/feed': { statuses: answering(inPerson, 204) },
  'GET /api/push': { statuses: inPerson },
  'PUT /api/push/device': {
    statuses: answering(inPerson, 204),
    on: () => ({ path: '/api/push/device', body: subscription(crypto.randomUUID()) }),
  },
  'PUT /api/push/preferences': {
    statuses: answering(inPerson, 204),
    on: () => ({
      path: '/api/push/preferences',
      body: { subjectsOff: [], quietFrom: '22:00', quietTo: '07:00', showsDetails: false },
    }),
  },
  'GET /api/mail-preferences': { statuses: inPerson },
  'PUT /api/mail-preferences': {
    statuses: answering(inPerson, 204),
    on: () => ({ path: '/api/mail-preferences', body: { subjectsOff: ['offers'] } }),
  },
  'POST /api/push/devices/:id/test': {
    statuses: '401 200 404 404 404 404 404 403 401 404',
    on: async ({ giulia }) => ({ path: `/api/push/devices/${await deviceOf(giulia)}/test` }),
  },
  'DELETE /api/push/devices/:id': {
    statuses: '401 204 404 404 404 404 404 403 401 404',
    on: async ({ giulia }) => ({ path: `/api/push/devices/${await deviceOf(giulia)}` }),
  },
  'GET /api/shifts': { statuses: signedIn },
  'GET /api/shifts/export': {
    statuses: signedIn,
    on: () => ({ path: `/api/shifts/export?format=csv&from=${day}&to=${day}` }),
  },
  'GET /api/user-shifts': { statuses: signedIn },
  'POST /api/shifts': {
    // an admin has no calendar
    statuses: '401 201 201 201 201 403 403 201 401 201',
    on: () => ({ path: '/api/shifts', body: shift }),
  },
  'POST /api/shifts/bulk': {
    statuses: '401 201 201 201 201 403 403 201 401 201',
    on: () => ({ path: '/api/shifts/bulk', body: { shifts: [shift] } }),
  },
  'GET /api/rosters/setup': {
    statuses: ceoOnly,
    on: ({ worksite }) => ({ path: `/api/rosters/setup?worksiteId=${worksite.id}` }),
  },
  'GET /api/rosters/export': {
    statuses: ceoOnly,
    on: ({ worksite }) => ({
      path: `/api/rosters/export?format=csv&from=${day}&to=${day}&worksiteId=${worksite.id}`,
    }),
  },
  'GET /api/rosters': {
    statuses: ceoOnly,
    on: ({ worksite }) => ({ path: `/api/rosters?worksiteId=${worksite.id}` }),
  },
  'POST /api/rosters/preview': {
    statuses: ceoOnly,
    on: ({ worksite, giulia }) => ({ path: '/api/rosters/preview', body: rosterFor(worksite, giulia) }),
  },
  'POST /api/rosters': {
    statuses: answering(ceoOnly, 201),
    on: ({ worksite, giulia }) => ({ path: '/api/rosters', body: rosterFor(worksite, giulia) }),
  },
  'DELETE /api/rosters/:id': {
    statuses: answering(ceoOnly, 204),
    on: async ({ worksite, giulia }) => {
      const ceo = await server.signInCeo();
      const loaded = await ceo.ask('POST /api/rosters', { body: rosterFor(worksite, giulia) });
      return { path: `/api/rosters/${loaded.id}` };
    },
  },
  'GET /api/rosters/unclaimed': {
    statuses: ceoOnly,
    on: ({ worksite }) => ({ path: `/api/rosters/unclaimed?worksiteId=${worksite.id}` }),
  },
  'POST /api/rosters/unclaimed/:id/assign': {
    statuses: ceoOnly,
    on: async ({ worksite, giulia }) => {
      const personId = await unclaimedAt(worksite);
      return { path: `/api/rosters/unclaimed/${personId}/assign`, body: { userId: giulia.id } };
    },
  },
  'GET /api/ceo/worksites/:id/invitations': {
    statuses: ceoOnly,
    on: ({ worksite }) => ({ path: `/api/ceo/worksites/${worksite.id}/invitations` }),
  },
  'POST /api/ceo/worksites/:id/invitations': {
    statuses: answering(ceoOnly, 201),
    on: ({ worksite }) => ({ path: `/api/ceo/worksites/${worksite.id}/invitations`, body: {} }),
  },
  'DELETE /api/ceo/worksites/:id/invitations': {
    statuses: answering(ceoOnly, 204),
    on: ({ worksite }) => ({ path: `/api/ceo/worksites/${worksite.id}/invitations` }),
  },
  'GET /api/rosters/proposals': { statuses: signedIn },
  'POST /api/rosters/proposals/accept': {
    statuses: signedIn,
    on: () => ({ path: '/api/rosters/proposals/accept', body: {} }),
  },
  'POST /api/rosters/proposals/decline': {
    statuses: signedIn,
    on: () => ({ path: '/api/rosters/proposals/decline', body: {} }),
  },
  'DELETE /api/shifts/bulk/:id': {
    statuses: '401 200 404 404 404 404 404 200 401 404',
    on: async ({ giulia }) => {
      const batch = await giulia.ask('POST /api/shifts/bulk', { body: { shifts: [shift] } });
      return { path: `/api/shifts/bulk/${batch.id}` };
    },
  },
  'GET /api/shift-patterns': { statuses: signedIn },
  'POST /api/shift-patterns': {
    statuses: '401 201 201 201 201 403 403 201 401 201',
    on: () => ({ path: '/api/shift-patterns', body: rotation }),
  },
  'DELETE /api/shift-patterns/:id': {
    statuses: '401 204 404 404 404 404 404 204 401 404',
    on: async ({ giulia }) => {
      const kept = await giulia.ask('POST /api/shift-patterns', { body: rotation });
      return { path: `/api/shift-patterns/${kept.id}` };
    },
  },
  'POST /api/rosters/table': {
    statuses: inPerson,
    on: () => ({ path: '/api/rosters/table', body: { file: 'YTti' } }),
  },
  'PATCH /api/shifts/:id': {
    statuses: '401 200 404 404 404 404 404 200 401 404',
    on: ofShift({ ...shift, date: day }),
  },
  'DELETE /api/shifts/:id': { statuses: '401 204 404 404 404 404 404 204 401 404', on: ofShift() },

  'GET /api/exchange-requests': { statuses: signedIn },
  'GET /api/exchange-requests/counts': { statuses: signedIn },
  'GET /api/exchange-requests/waiting': { statuses: signedIn },
  'GET /api/exchange-requests/preview': {
    statuses: '401 200 404 404 404 404 404 200 401 404',
    on: ({ giulia }) => ({
      path: `/api/exchange-requests/preview?offeredShiftId=${giulia.shiftId}&requestedShiftType=pomeriggio`,
    }),
  },
  'GET /api/exchange-requests/days': {
    statuses: '401 200 404 404 404 404 404 200 401 404',
    on: ({ giulia }) => ({ path: `/api/exchange-requests/days?offeredShiftId=${giulia.shiftId}` }),
  },
  'GET /api/exchange-requests/holiday-weeks': { statuses: signedIn },
  'POST /api/exchange-requests': {
    statuses: '401 201 404 404 404 404 404 201 401 404',
    on: ({ giulia }) => ({
      path: '/api/exchange-requests',
      body: { ...wish, offeredShiftId: giulia.shiftId },
    }),
  },
  'GET /api/exchange-requests/:id': {
    statuses: '401 200 200 200 200 404 404 200 401 404',
    on: ofRequest(''),
  },
  'GET /api/exchange-requests/:id/rest': {
    statuses: '401 200 200 200 200 404 404 200 401 404',
    on: ofRequest('/rest'),
  },
  'PUT /api/exchange-requests/:id': {
    statuses: '401 200 403 403 403 404 404 200 401 404',
    on: async (world) => ({
      ...(await ofRequest('')(world)),
      body: { ...wish, offeredShiftId: world.giulia.shiftId },
    }),
  },
  'DELETE /api/exchange-requests/:id': {
    statuses: '401 204 403 403 403 404 404 204 401 404',
    on: ofRequest(''),
  },
  // not one's own; another role; no shift of one's own on that day
  'POST /api/exchange-requests/:id/pre-accept': {
    statuses: '401 403 403 409 409 404 404 403 401 404',
    on: ofRequest('/pre-accept'),
  },
  'DELETE /api/exchange-requests/:id/cancel-pre-accept': {
    statuses: '401 200 403 403 403 404 404 200 401 404',
    on: ofOffer('/cancel-pre-accept', ({ marco }) => ({ accepterUserId: marco.id })),
  },
  'POST /api/exchange-requests/:id/final-confirm': {
    statuses: '401 200 403 403 403 404 404 200 401 404',
    on: ofOffer('/final-confirm', ({ marco }) => ({ accepterUserId: marco.id })),
  },
  'POST /api/exchange-requests/:id/reject': {
    statuses: '401 403 200 200 200 404 404 403 401 404',
    on: ofRequest('/reject'),
  },
  'GET /api/exchange-requests/approvals': { statuses: approversOnly },
  // an administrator is no CEO; the CEO acts on any worksite
  'GET /api/exchange-requests/:id/approval': { statuses: approversOnly, on: ofWaiting('/approval') },
  'POST /api/exchange-requests/:id/approve': { statuses: approversOnly, on: ofWaiting('/approve') },
  'POST /api/exchange-requests/:id/refuse-approval': {
    statuses: approversOnly,
    on: ofWaiting('/refuse-approval', { reason: 'Serve Giulia' }),
  },
  'GET /api/exchanges/completed': { statuses: signedIn },
  'GET /api/exchanges/completed/:id': {
    statuses: '401 200 404 404 404 404 404 200 401 404',
    on: async ({ giulia, marco }) => {
      await swap(giulia, marco);
      return { path: `/api/exchanges/completed/${(await readCompleted(giulia)).swaps[0]!.id}` };
    },
  },

  'GET /api/notifications': { statuses: signedIn },
  'PATCH /api/notifications/mark-all-read': { statuses: answering(signedIn, 204) },
  'PATCH /api/notifications/:id/read': {
    statuses: '401 204 404 404 404 404 404 204 401 404',
    on: async ({ giulia, marco }) => {
      await offer(marco, await publishedId(giulia, giulia.shiftId));
      const [news] = (await notificationsOf(giulia)) as [Notification];
      return { path: `/api/notifications/${news.id}/read` };
    },
  },
  // an open stream has no end that a test could wait for: only those who get none
  'GET /api/events': { statuses: '401 - - - - - - - 401 -' },

  'GET /api/operations': { statuses: signedIn },
  'POST /api/operations': {
    statuses: answering(signedIn, 201),
    on: () => ({ path: '/api/operations', body: { type: 'Case', code: '12345' } }),
  },
  'GET /api/operations/statistics': { statuses: signedIn },
  'GET /api/operations/export': { statuses: signedIn },
  'PATCH /api/operations/:id': {
    statuses: '401 403 403 200 403 403 200 403 401 403',
    on: async (world) => ({ path: `/api/operations/${await codeOf(world)}`, body: { status: 'approved' } }),
  },
  'PATCH /api/operations/:id to pending': {
    statuses: '401 403 403 403 403 403 200 403 401 403',
    on: async (world) => ({
      path: `/api/operations/${await reviewedCodeOf(world)}`,
      body: { status: 'pending' },
    }),
  },
  'POST /api/operations/review': {
    statuses: '401 403 403 200 403 403 200 403 401 403',
    on: async (world) => ({
      path: '/api/operations/review',
      body: { status: 'approved', ids: [await codeOf(world)] },
    }),
  },
  'DELETE /api/operations/:id': {
    statuses: '401 204 404 403 404 404 204 204 401 404',
    on: async (world) => ({ path: `/api/operations/${await codeOf(world)}` }),
  },

  'GET /api/email-config': { statuses: signedIn },
  'PUT /api/email-config': {
    statuses: ceoOnly,
    on: () => ({
      path: '/api/email-config',
      body: { account: 'invio@turnario.example', password: 'x', host: '127.0.0.1', port: 9, isTls: false },
    }),
  },
  'POST /api/test-exchange-email': { statuses: ceoOnly },
  'GET /api/ceo/mails': { statuses: ceoOnly, on: () => ({ path: '/api/ceo/mails?status=failed' }) },
  'POST /api/ceo/mails/retry': { statuses: ceoOnly },
  'POST /api/ceo/mails/:id/retry': {
    statuses: answering(ceoOnly, 404),
    on: () => ({ path: `/api/ceo/mails/${id}/retry` }),
  },

  'GET /api/admin/summary': { statuses: anyAdmin },
  'GET /api/admin/users': { statuses: anyAdmin },
  'GET /api/admin/worksites': { statuses: anyAdmin },
  'GET /api/admin/shifts': { statuses: anyAdmin },
  'GET /api/admin/export/:kind': { statuses: anyAdmin, on: () => ({ path: '/api/admin/export/shifts' }) },

  'GET /api/ceo/attention': { statuses: ceoOnly },
  'GET /api/ceo/overview': { statuses: ceoOnly },
  'GET /api/ceo/upkeep': { statuses: ceoOnly },
  'POST /api/ceo/upkeep/trust-clock': { statuses: answering(ceoOnly, 204) },
  'POST /api/ceo/upkeep/agree-idle-accounts': {
    // nobody is idle there
    statuses: answering(ceoOnly, 409),
    on: () => ({ path: '/api/ceo/upkeep/agree-idle-accounts', body: { count: 1 } }),
  },
  'GET /api/ceo/audit': { statuses: ceoOnly },
  'GET /api/ceo/audit/export': { statuses: ceoOnly },
  'GET /api/ceo/registrations': { statuses: ceoOnly },
  'GET /api/ceo/worksites': { statuses: ceoOnly },
  'POST /api/ceo/worksites': {
    statuses: answering(ceoOnly, 201),
    on: () => ({
      path: '/api/ceo/worksites',
      body: { name: crypto.randomUUID(), accessCode: 'NUOVO-2026', email: 'nuovo@turnario.example' },
    }),
  },
  'PATCH /api/ceo/worksites/:id': {
    statuses: ceoOnly,
    on: ({ worksite }) => ({ path: `/api/ceo/worksites/${worksite.id}`, body: { description: 'Nuova' } }),
  },
  'GET /api/ceo/worksites/:id/contents': {
    statuses: ceoOnly,
    on: ({ worksite }) => ({ path: `/api/ceo/worksites/${worksite.id}/contents` }),
  },
  'DELETE /api/ceo/worksites/:id': {
    statuses: ceoOnly,
    on: ({ worksite }) => ({
      path: `/api/ceo/worksites/${worksite.id}`,
      body: { confirmName: worksite.name },
    }),
  },
  'DELETE /api/ceo/users/:id': { statuses: answering(ceoOnly, 204), on: ofGiulia('/api/ceo/users') },
  'PATCH /api/ceo/users/:id/status': {
    statuses: answering(ceoOnly, 204),
    on: ({ giulia }) => ({ path: `/api/ceo/users/${giulia.id}/status`, body: { isActive: false } }),
  },
  'PATCH /api/ceo/users/:id/permissions': {
    statuses: answering(ceoOnly, 204),
    on: ({ giulia }) => ({ path: `/api/ceo/users/${giulia.id}/permissions`, body: { mayReviewCodes: true } }),
  },
  'POST /api/ceo/impersonate/:id': { statuses: ceoOnly, on: ofGiulia('/api/ceo/impersonate') },
  'POST /api/ceo/stop-impersonation': { statuses: '401 403 403 403 403 403 200 200 401 403' },
  'GET /api/ceo/operations': { statuses: ceoOnly },
  'GET /api/ceo/operations/export': { statuses: ceoOnly },
  'DELETE /api/ceo/operations/:id': {
    statuses: answering(ceoOnly, 204),
    on: async (world) => ({ path: `/api/ceo/operations/${await codeOf(world)}` }),
  },
};

/** Every route but the page's own files. */
const ownRoutes = (): string[] =>
  listRoutes(server.app).filter(
    (route) =>
      / \/(api\/|healthz|readyz)/.test(route) && !/^(HEAD|OPTIONS) /.test(route) && !route.includes('*'),
  );

test('every route of the server is in the table, and nothing else', () => {
  const routes = ownRoutes();
  expect(routes.length).toBeGreaterThan(60);
  const called = Object.keys(calls).map((call) => call.split(' to ')[0]);
  expect([...new Set(called)].toSorted()).toEqual(routes.toSorted());
});

/** The only CEO of these tests is signed in by all rows at once: what ends the CEO's sessions has the server to itself. */
const endsSessions = (route: string): boolean => route === 'DELETE /api/auth/sessions';
const rows = Object.entries(calls);

async function checkRow(route: string, { statuses, on }: Call): Promise<void> {
  const [method = '', pattern = ''] = route.split(' ');
  const expected = statuses.split(' ');
  const answered: string[] = [];
  for (const [at, kind] of callers.entries()) {
    if (expected[at] === '-') {
      answered.push('-');
      continue;
    }
    const world = await buildWorld();
    const { path, body } = (await on?.(world)) ?? { path: pattern };
    const caller = await callerFor(kind, world);
    const answer = await caller.callUntyped(`${method as 'GET'} ${path}`, { body });
    answered.push(String(answer.status));
  }
  const named = (list: string[]) => Object.fromEntries(callers.map((kind, at) => [kind, list[at]]));
  expect(named(answered)).toEqual(named(expected));
}

describe('a call is answered as the table says, alone', () => {
  test.each(rows.filter(([route]) => endsSessions(route)))('%s', checkRow);
});

describe.concurrent('a call is answered as the table says', () => {
  test.each(rows.filter(([route]) => !endsSessions(route)))('%s', checkRow);
});

test('an unknown address of the API is unknown to everybody', async () => {
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    expect((await server.nobody.callUntyped(`${method} /api/segreti`)).status).toBe(404);
  }
});
