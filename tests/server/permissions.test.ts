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

/** The address in a mail of hers. */
const unsubscribing = ({ giulia }: World): Target => ({
  query: new URL(unsubscribeUrl(context.settings, giulia.id, ['offers'])).search.slice(1),
});

async function deviceOf(person: OnDuty): Promise<string> {
  await person.call('PUT /api/push/device', { body: subscription(crypto.randomUUID()) });
  const [device] = (await person.ask('GET /api/push')).devices;
  return device?.id ?? '';
}

/** What a call is about: what stands in its address for `:id`, what follows there, and what is sent. */
type Target = { id?: string; query?: string; body?: object };
/** What each of `callers` is answered, and about what; calls without a target are sent as the route reads. */
type Call = [statuses: string, on?: (world: World) => Target | Promise<Target>];

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

const ofGiulia = ({ giulia }: World): Target => ({ id: giulia.id });
const ofWorksite = ({ worksite }: World): Target => ({ id: worksite.id });
const ofShift = ({ giulia }: World): Target => ({ id: giulia.shiftId });
const ofRequest = async ({ giulia }: World) => ({ id: await publishedId(giulia, giulia.shiftId) });
const ofOffer = async (world: World) => {
  const target = await ofRequest(world);
  await offer(world.marco, target.id);
  return target;
};
const ofOfferOfMarco = async (world: World): Promise<Target> => ({
  ...(await ofOffer(world)),
  body: { accepterUserId: world.marco.id },
});
const ofWaiting = async (world: World): Promise<Target> => {
  await setApproval(server, world.worksite.id, 'sempre');
  const target = await ofOffer(world);
  await confirm(world.giulia, target.id, world.marco.id);
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
  'GET /healthz': [everybody],
  'GET /readyz': [everybody],
  'GET /api/worksites/available': [everybody],
  'GET /api/terms-contact': [everybody],
  'GET /api/unsubscribe': [everybody, unsubscribing],
  'POST /api/unsubscribe': [everybody, unsubscribing],
  'GET /api/openapi.json': [everybody],
  'POST /api/auth/login': [everybody, ({ giulia }) => ({ body: { email: giulia.email, password } })],
  'POST /api/auth/logout': [answering(everybody, 204)],
  'POST /api/auth/register': [
    answering(everybody, 201),
    ({ worksite }) => ({
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
  ],
  'POST /api/auth/request-password-link': [
    answering(everybody, 202),
    ({ giulia }) => ({ body: { email: giulia.email } }),
  ],
  'POST /api/auth/invitation': [
    everybody,
    async ({ worksite }) => {
      const ceo = await server.signInCeo();
      const params = { id: worksite.id };
      const { url } = await ceo.ask('POST /api/ceo/worksites/:id/invitations', { params, body: {} });
      return { body: { token: new URL(url).hash.slice(1) } };
    },
  ],
  // the link is the permission
  'POST /api/auth/set-password': [
    answering(everybody, 410),
    () => ({ body: { token: 'x'.repeat(43), password } }),
  ],

  'GET /api/auth/user': [signedIn],
  'GET /api/auth/sessions': [inPerson],
  'DELETE /api/auth/sessions': [answering(inPerson, 204)],
  'DELETE /api/auth/sessions/:id': [
    '401 204 404 404 404 404 404 403 401 404',
    ({ giulia }) => ({ id: giulia.signedIn.sessionId }),
  ],
  // the CEO of these tests has no password
  'POST /api/auth/change-password': [
    '401 204 204 204 204 204 403 403 401 204',
    () => ({ body: { currentPassword: password, password: 'Altra!2026' } }),
  ],
  'POST /api/auth/accept-terms': [inPerson, () => ({ body: { version: termsVersion } })],
  // one's own, in the taxi worksite
  'PUT /api/auth/taxi-info': [
    answering(signedIn, 403),
    () => ({ body: { field: 'taxiLicense', value: 'RM-1' } }),
  ],
  'PATCH /api/users/:id': [
    '401 200 403 403 403 403 403 200 401 403',
    ({ giulia }) => ({
      id: giulia.id,
      body: {
        firstName: 'Giulia',
        lastName: 'Ferri',
        contractHours: 8,
        enableFlexibleShifts: false,
        accessCode,
      },
    }),
  ],
  'DELETE /api/users/:id': [
    '401 204 403 403 403 403 403 403 401 403',
    ({ giulia }) => ({ id: giulia.id, body: { password } }),
  ],
  'GET /api/users/:id/swaps-at-stake': ['401 200 403 403 403 403 403 200 401 403', ofGiulia],
  'GET /api/users/:id/data': ['401 200 403 403 403 403 403 403 401 403', ofGiulia],

  'GET /api/calendar/shifts': [signedIn, () => ({ query: `from=${day}&to=${day}` })],
  'GET /api/calendar/team': [signedIn, () => ({ query: `day=${day}` })],
  'GET /api/calendar/feed': [inPerson],
  // an admin has no calendar
  'POST /api/calendar/feed': ['401 201 201 201 201 403 403 403 401 201'],
  'DELETE /api/calendar/feed': [answering(inPerson, 204)],
  'GET /api/push': [inPerson],
  'PUT /api/push/device': [answering(inPerson, 204), () => ({ body: subscription(crypto.randomUUID()) })],
  'PUT /api/push/preferences': [
    answering(inPerson, 204),
    () => ({ body: { subjectsOff: [], quietFrom: '22:00', quietTo: '07:00', showsDetails: false } }),
  ],
  'GET /api/mail-preferences': [inPerson],
  'PUT /api/mail-preferences': [answering(inPerson, 204), () => ({ body: { subjectsOff: ['offers'] } })],
  'POST /api/push/devices/:id/test': [
    '401 200 404 404 404 404 404 403 401 404',
    async ({ giulia }) => ({ id: await deviceOf(giulia) }),
  ],
  'DELETE /api/push/devices/:id': [
    '401 204 404 404 404 404 404 403 401 404',
    async ({ giulia }) => ({ id: await deviceOf(giulia) }),
  ],
  'GET /api/shifts': [signedIn],
  'GET /api/shifts/export': [signedIn, () => ({ query: `format=csv&from=${day}&to=${day}` })],
  'GET /api/user-shifts': [signedIn],
  // an admin has no calendar
  'POST /api/shifts': ['401 201 201 201 201 403 403 201 401 201', () => ({ body: shift })],
  'POST /api/shifts/bulk': ['401 201 201 201 201 403 403 201 401 201', () => ({ body: { shifts: [shift] } })],
  'GET /api/rosters/setup': [ceoOnly, ({ worksite }) => ({ query: `worksiteId=${worksite.id}` })],
  'GET /api/rosters/export': [
    ceoOnly,
    ({ worksite }) => ({ query: `format=csv&from=${day}&to=${day}&worksiteId=${worksite.id}` }),
  ],
  'GET /api/rosters': [ceoOnly, ({ worksite }) => ({ query: `worksiteId=${worksite.id}` })],
  'POST /api/rosters/preview': [ceoOnly, ({ worksite, giulia }) => ({ body: rosterFor(worksite, giulia) })],
  'POST /api/rosters': [
    answering(ceoOnly, 201),
    ({ worksite, giulia }) => ({ body: rosterFor(worksite, giulia) }),
  ],
  'DELETE /api/rosters/:id': [
    answering(ceoOnly, 204),
    async ({ worksite, giulia }) => {
      const ceo = await server.signInCeo();
      const loaded = await ceo.ask('POST /api/rosters', { body: rosterFor(worksite, giulia) });
      return { id: loaded.id! };
    },
  ],
  'GET /api/rosters/unclaimed': [ceoOnly, ({ worksite }) => ({ query: `worksiteId=${worksite.id}` })],
  'POST /api/rosters/unclaimed/:id/assign': [
    ceoOnly,
    async ({ worksite, giulia }) => ({ id: await unclaimedAt(worksite), body: { userId: giulia.id } }),
  ],
  'GET /api/ceo/worksites/:id/invitations': [ceoOnly, ofWorksite],
  'POST /api/ceo/worksites/:id/invitations': [
    answering(ceoOnly, 201),
    ({ worksite }) => ({ id: worksite.id, body: {} }),
  ],
  'DELETE /api/ceo/worksites/:id/invitations': [answering(ceoOnly, 204), ofWorksite],
  'GET /api/rosters/proposals': [signedIn],
  'POST /api/rosters/proposals/accept': [signedIn, () => ({ body: {} })],
  'POST /api/rosters/proposals/decline': [signedIn, () => ({ body: {} })],
  'DELETE /api/shifts/bulk/:id': [
    '401 200 404 404 404 404 404 200 401 404',
    async ({ giulia }) => {
      const batch = await giulia.ask('POST /api/shifts/bulk', { body: { shifts: [shift] } });
      return { id: batch.id! };
    },
  ],
  'GET /api/shift-patterns': [signedIn],
  'POST /api/shift-patterns': ['401 201 201 201 201 403 403 201 401 201', () => ({ body: rotation })],
  'DELETE /api/shift-patterns/:id': [
    '401 204 404 404 404 404 404 204 401 404',
    async ({ giulia }) => {
      const kept = await giulia.ask('POST /api/shift-patterns', { body: rotation });
      return { id: kept.id };
    },
  ],
  'POST /api/rosters/table': [inPerson, () => ({ body: { file: 'YTti' } })],
  'PATCH /api/shifts/:id': [
    '401 200 404 404 404 404 404 200 401 404',
    (world) => ({ ...ofShift(world), body: { ...shift, date: day } }),
  ],
  'DELETE /api/shifts/:id': ['401 204 404 404 404 404 404 204 401 404', ofShift],

  'GET /api/exchange-requests': [signedIn],
  'GET /api/exchange-requests/page': [signedIn],
  'GET /api/exchange-requests/counts': [signedIn],
  'GET /api/exchange-requests/waiting': [signedIn],
  'GET /api/exchange-requests/preview': [
    '401 200 404 404 404 404 404 200 401 404',
    ({ giulia }) => ({ query: `offeredShiftId=${giulia.shiftId}&requestedShiftType=pomeriggio` }),
  ],
  'GET /api/exchange-requests/days': [
    '401 200 404 404 404 404 404 200 401 404',
    ({ giulia }) => ({ query: `offeredShiftId=${giulia.shiftId}` }),
  ],
  'GET /api/exchange-requests/holiday-weeks': [signedIn],
  'POST /api/exchange-requests': [
    '401 201 404 404 404 404 404 201 401 404',
    ({ giulia }) => ({ body: { ...wish, offeredShiftId: giulia.shiftId } }),
  ],
  'GET /api/exchange-requests/:id': ['401 200 200 200 200 404 404 200 401 404', ofRequest],
  'GET /api/exchange-requests/:id/rest': ['401 200 200 200 200 404 404 200 401 404', ofRequest],
  'PUT /api/exchange-requests/:id': [
    '401 200 403 403 403 404 404 200 401 404',
    async (world) => ({
      ...(await ofRequest(world)),
      body: { ...wish, offeredShiftId: world.giulia.shiftId },
    }),
  ],
  'DELETE /api/exchange-requests/:id': ['401 204 403 403 403 404 404 204 401 404', ofRequest],
  // not one's own; another role; no shift of one's own on that day
  'POST /api/exchange-requests/:id/pre-accept': ['401 403 403 409 409 404 404 403 401 404', ofRequest],
  'DELETE /api/exchange-requests/:id/cancel-pre-accept': [
    '401 200 403 403 403 404 404 200 401 404',
    ofOfferOfMarco,
  ],
  'POST /api/exchange-requests/:id/final-confirm': [
    '401 200 403 403 403 404 404 200 401 404',
    ofOfferOfMarco,
  ],
  'POST /api/exchange-requests/:id/reject': ['401 403 200 200 200 404 404 403 401 404', ofRequest],
  'GET /api/exchange-requests/approvals': [approversOnly],
  // an administrator is no CEO; the CEO acts on any worksite
  'GET /api/exchange-requests/:id/approval': [approversOnly, ofWaiting],
  'POST /api/exchange-requests/:id/approve': [approversOnly, ofWaiting],
  'POST /api/exchange-requests/:id/refuse-approval': [
    approversOnly,
    async (world) => ({ ...(await ofWaiting(world)), body: { reason: 'Serve Giulia' } }),
  ],
  'GET /api/exchanges/completed': [signedIn],
  'GET /api/exchanges/completed/page': [signedIn],
  'GET /api/exchanges/completed/:id': [
    '401 200 404 404 404 404 404 200 401 404',
    async ({ giulia, marco }) => {
      await swap(giulia, marco);
      return { id: (await readCompleted(giulia)).swaps[0]!.id };
    },
  ],

  'GET /api/notifications': [signedIn],
  'GET /api/notifications/page': [signedIn],
  'PATCH /api/notifications/mark-all-read': [answering(signedIn, 204)],
  'PATCH /api/notifications/:id/read': [
    '401 204 404 404 404 404 404 204 401 404',
    async ({ giulia, marco }) => {
      await offer(marco, await publishedId(giulia, giulia.shiftId));
      const [news] = (await notificationsOf(giulia)) as [Notification];
      return { id: news.id };
    },
  ],
  // an open stream has no end that a test could wait for: only those who get none
  'GET /api/events': ['401 - - - - - - - 401 -'],

  'GET /api/operations': [signedIn],
  'GET /api/operations/page': [signedIn],
  'POST /api/operations': [answering(signedIn, 201), () => ({ body: { type: 'Case', code: '12345' } })],
  'GET /api/operations/statistics': [signedIn],
  'GET /api/operations/export': [signedIn],
  'PATCH /api/operations/:id': [
    '401 403 403 200 403 403 200 403 401 403',
    async (world) => ({ id: await codeOf(world), body: { status: 'approved' } }),
  ],
  'PATCH /api/operations/:id to pending': [
    '401 403 403 403 403 403 200 403 401 403',
    async (world) => ({ id: await reviewedCodeOf(world), body: { status: 'pending' } }),
  ],
  'POST /api/operations/review': [
    '401 403 403 200 403 403 200 403 401 403',
    async (world) => ({ body: { status: 'approved', ids: [await codeOf(world)] } }),
  ],
  'DELETE /api/operations/:id': [
    '401 204 404 403 404 404 204 204 401 404',
    async (world) => ({ id: await codeOf(world) }),
  ],

  'GET /api/email-config': [signedIn],
  'PUT /api/email-config': [
    ceoOnly,
    () => ({
      body: { account: 'invio@turnario.example', password: 'x', host: '127.0.0.1', port: 9, isTls: false },
    }),
  ],
  'POST /api/test-exchange-email': [ceoOnly],
  'GET /api/ceo/mails': [ceoOnly, () => ({ query: 'status=failed' })],
  'POST /api/ceo/mails/retry': [ceoOnly],
  'POST /api/ceo/mails/:id/retry': [answering(ceoOnly, 404), () => ({ id })],

  'GET /api/admin/summary': [anyAdmin],
  'GET /api/admin/users': [anyAdmin],
  'GET /api/admin/users/page': [anyAdmin],
  'GET /api/admin/worksites': [anyAdmin],
  'GET /api/admin/shifts': [anyAdmin],
  'GET /api/admin/export/:kind': [anyAdmin, () => ({ id: 'shifts' })],

  'GET /api/ceo/attention': [ceoOnly],
  'GET /api/ceo/overview': [ceoOnly],
  'GET /api/ceo/upkeep': [ceoOnly],
  'POST /api/ceo/upkeep/trust-clock': [answering(ceoOnly, 204)],
  // nobody is idle there
  'POST /api/ceo/upkeep/agree-idle-accounts': [answering(ceoOnly, 409), () => ({ body: { count: 1 } })],
  'GET /api/ceo/audit': [ceoOnly],
  'GET /api/ceo/audit/export': [ceoOnly],
  'GET /api/ceo/registrations': [ceoOnly],
  'GET /api/ceo/registrations/page': [ceoOnly],
  'GET /api/ceo/worksites': [ceoOnly],
  'POST /api/ceo/worksites': [
    answering(ceoOnly, 201),
    () => ({
      body: { name: crypto.randomUUID(), accessCode: 'NUOVO-2026', email: 'nuovo@turnario.example' },
    }),
  ],
  'PATCH /api/ceo/worksites/:id': [
    ceoOnly,
    ({ worksite }) => ({ id: worksite.id, body: { description: 'Nuova' } }),
  ],
  'GET /api/ceo/worksites/:id/contents': [ceoOnly, ofWorksite],
  'DELETE /api/ceo/worksites/:id': [
    ceoOnly,
    ({ worksite }) => ({ id: worksite.id, body: { confirmName: worksite.name } }),
  ],
  'DELETE /api/ceo/users/:id': [answering(ceoOnly, 204), ofGiulia],
  'PATCH /api/ceo/users/:id/status': [
    answering(ceoOnly, 204),
    ({ giulia }) => ({ id: giulia.id, body: { isActive: false } }),
  ],
  'PATCH /api/ceo/users/:id/permissions': [
    answering(ceoOnly, 204),
    ({ giulia }) => ({ id: giulia.id, body: { mayReviewCodes: true } }),
  ],
  'POST /api/ceo/impersonate/:id': [ceoOnly, ofGiulia],
  'POST /api/ceo/stop-impersonation': ['401 403 403 403 403 403 200 200 401 403'],
  'GET /api/ceo/operations': [ceoOnly],
  'GET /api/ceo/operations/page': [ceoOnly],
  'GET /api/ceo/operations/export': [ceoOnly],
  'DELETE /api/ceo/operations/:id': [answering(ceoOnly, 204), async (world) => ({ id: await codeOf(world) })],
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

async function checkRow(route: string, [statuses, on]: Call): Promise<void> {
  const [method = '', pattern = ''] = route.split(' ');
  const expected = statuses.split(' ');
  const answered: string[] = [];
  for (const [at, kind] of callers.entries()) {
    if (expected[at] === '-') {
      answered.push('-');
      continue;
    }
    const world = await buildWorld();
    const { id: wanted = '', query, body }: Target = (await on?.(world)) ?? {};
    const path = pattern.replace(/:\w+/, wanted) + (query === undefined ? '' : `?${query}`);
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
