import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { termsVersion } from '../../src/domain/auth/termsVersion.ts';
import { type Caller, callerOf } from '../support/caller.ts';
import { subscription } from '../support/pushService.ts';
import { listRoutes } from '../support/routeList.ts';
import {
  type About,
  accessCode,
  account,
  asking,
  batch,
  buildWorld,
  changedRequest,
  code,
  completed,
  day,
  device,
  aboutGiulia,
  invitation,
  loadedRoster,
  mailServer,
  month,
  news,
  offered,
  ofOwnShift,
  password,
  rotationKept,
  quiet,
  request,
  reviewedCode,
  roster,
  rotation,
  sending,
  shift,
  site,
  siteQuery,
  type Target,
  unclaimed,
  unsubscribing,
  waiting,
  wish,
  type World,
} from '../support/routeTargets.ts';
import { testServer } from '../support/server.ts';

// Who may call what: every route of the server, taken from its own list, called by each kind of person, each time on rows of
// its own. A new route needs a line in `routeCalls`.

const server = await testServer();
const { context, database } = server;
const passwordHash = await context.passwords.hash(password);

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

/** What each of `callers` is answered, and about what; calls without a target are sent as the route reads. */
type RouteCall = [statuses: string, on?: About];

const everybody = '200 200 200 200 200 200 200 200 200 200';
/** Anybody who is signed in. */
const signedIn = '401 200 200 200 200 200 200 200 401 200';
/** Anybody who is signed in as themselves. */
const inPerson = '401 200 200 200 200 200 200 403 401 200';
/** Whoever has a calendar: administrators have none. */
const withCalendar = '401 201 201 201 201 403 403 201 401 201';
/** Their owner, for whom a CEO may act; to all others they are not there. */
const owner = '401 200 404 404 404 404 404 200 401 404';
const ownerInPerson = '401 200 404 404 404 404 404 403 401 404';
const ownAccount = '401 200 403 403 403 403 403 200 401 403';
const ownAccountInPerson = '401 200 403 403 403 403 403 403 401 403';
const anyMate = '401 200 200 200 200 404 404 200 401 404';
const requester = '401 200 403 403 403 404 404 200 401 404';
const reviewers = '401 403 403 200 403 403 200 403 401 403';
const approvers = '401 403 403 403 200 403 200 403 401 403';
const anyAdmin = '401 403 403 403 403 200 200 403 401 403';
const ceoOnly = '401 403 403 403 403 403 200 403 401 403';
/** The same with another status for those who may. */
const as = (status: number, statuses: string): string => statuses.replaceAll('200', String(status));

/** By method and address; what the body makes of a call follows after 'to'. */
const routeCalls: Record<string, RouteCall> = {
  'GET /healthz': [everybody],
  'GET /readyz': [everybody],
  'GET /api/worksites/available': [everybody],
  'GET /api/terms-contact': [everybody],
  'GET /api/unsubscribe': [everybody, unsubscribing],
  'POST /api/unsubscribe': [everybody, unsubscribing],
  'GET /api/openapi.json': [everybody],
  'POST /api/auth/login': [everybody, (world) => ({ body: { email: world.giulia.email, password } })],
  'POST /api/auth/logout': [as(204, everybody)],
  'POST /api/auth/register': [
    as(201, everybody),
    ({ worksite: { id: worksiteId } }) => {
      const email = `${crypto.randomUUID()}@turnario.example`;
      return { body: { ...account, email, password, worksiteId, acceptedTerms: true, role: 'operatore' } };
    },
  ],
  'POST /api/auth/request-password-link': [
    as(202, everybody),
    (world) => ({ body: { email: world.giulia.email } }),
  ],
  'POST /api/auth/invitation': [everybody, invitation],
  // the link is the permission
  'POST /api/auth/set-password': [as(410, everybody), sending({ token: 'x'.repeat(43), password })],

  'GET /api/auth/user': [signedIn],
  'GET /api/auth/sessions': [inPerson],
  'DELETE /api/auth/sessions': [as(204, inPerson)],
  'DELETE /api/auth/sessions/:id': [
    as(204, ownerInPerson),
    (world) => ({ id: world.giulia.signedIn.sessionId }),
  ],
  // the CEO of these tests has no password
  'POST /api/auth/change-password': [
    '401 204 204 204 204 204 403 403 401 204',
    sending({ currentPassword: password, password: 'Altra!2026' }),
  ],
  'POST /api/auth/accept-terms': [inPerson, sending({ version: termsVersion })],
  // one's own, in the taxi worksite
  'PUT /api/auth/taxi-info': [as(403, signedIn), sending({ field: 'taxiLicense', value: 'RM-1' })],
  'PATCH /api/users/:id': [ownAccount, aboutGiulia({ ...account, enableFlexibleShifts: false })],
  'DELETE /api/users/:id': [as(204, ownAccountInPerson), aboutGiulia({ password })],
  'GET /api/users/:id/swaps-at-stake': [ownAccount, aboutGiulia()],
  'GET /api/users/:id/data': [ownAccountInPerson, aboutGiulia()],

  'GET /api/calendar/shifts': [signedIn, asking(month)],
  'GET /api/calendar/team': [signedIn, asking(`day=${day}`)],
  'GET /api/calendar/feed': [inPerson],
  'POST /api/calendar/feed': ['401 201 201 201 201 403 403 403 401 201'],
  'DELETE /api/calendar/feed': [as(204, inPerson)],
  'GET /api/push': [inPerson],
  'PUT /api/push/device': [as(204, inPerson), () => ({ body: subscription(crypto.randomUUID()) })],
  'PUT /api/push/preferences': [as(204, inPerson), sending(quiet)],
  'GET /api/mail-preferences': [inPerson],
  'PUT /api/mail-preferences': [as(204, inPerson), sending({ subjectsOff: ['offers'] })],
  'POST /api/push/devices/:id/test': [ownerInPerson, device],
  'DELETE /api/push/devices/:id': [as(204, ownerInPerson), device],
  'GET /api/shifts': [signedIn],
  'GET /api/shifts/export': [signedIn, asking(`format=csv&${month}`)],
  'GET /api/user-shifts': [signedIn],
  'POST /api/shifts': [withCalendar, sending(shift)],
  'POST /api/shifts/bulk': [withCalendar, sending({ shifts: [shift] })],
  'GET /api/rosters/setup': [ceoOnly, siteQuery()],
  'GET /api/rosters/export': [ceoOnly, siteQuery(`&format=csv&${month}`)],
  'GET /api/rosters': [ceoOnly, siteQuery()],
  'POST /api/rosters/preview': [ceoOnly, roster],
  'POST /api/rosters': [as(201, ceoOnly), roster],
  'DELETE /api/rosters/:id': [as(204, ceoOnly), loadedRoster],
  'GET /api/rosters/unclaimed': [ceoOnly, siteQuery()],
  'POST /api/rosters/unclaimed/:id/assign': [ceoOnly, unclaimed],
  'GET /api/ceo/worksites/:id/invitations': [ceoOnly, site()],
  'POST /api/ceo/worksites/:id/invitations': [as(201, ceoOnly), site({})],
  'DELETE /api/ceo/worksites/:id/invitations': [as(204, ceoOnly), site()],
  'GET /api/rosters/proposals': [signedIn],
  'POST /api/rosters/proposals/accept': [signedIn, sending({})],
  'POST /api/rosters/proposals/decline': [signedIn, sending({})],
  'DELETE /api/shifts/bulk/:id': [owner, batch],
  'GET /api/shift-patterns': [signedIn],
  'POST /api/shift-patterns': [withCalendar, sending(rotation)],
  'DELETE /api/shift-patterns/:id': [as(204, owner), rotationKept],
  'POST /api/rosters/table': [inPerson, sending({ file: 'YTti' })],
  'PATCH /api/shifts/:id': [owner, (world) => ({ id: world.giulia.shiftId, body: { ...shift, date: day } })],
  'DELETE /api/shifts/:id': [as(204, owner), (world) => ({ id: world.giulia.shiftId })],

  'GET /api/exchange-requests': [signedIn],
  'GET /api/exchange-requests/page': [signedIn],
  'GET /api/exchange-requests/counts': [signedIn],
  'GET /api/exchange-requests/waiting': [signedIn],
  'GET /api/exchange-requests/preview': [owner, ofOwnShift],
  'GET /api/exchange-requests/days': [owner, ofOwnShift],
  'GET /api/exchange-requests/holiday-weeks': [signedIn],
  'POST /api/exchange-requests': [
    as(201, owner),
    (world) => ({ body: { ...wish, offeredShiftId: world.giulia.shiftId } }),
  ],
  'GET /api/exchange-requests/:id': [anyMate, request],
  'GET /api/exchange-requests/:id/rest': [anyMate, request],
  'PUT /api/exchange-requests/:id': [requester, changedRequest],
  'DELETE /api/exchange-requests/:id': [as(204, requester), request],
  // not one's own; another role; no shift of one's own on that day
  'POST /api/exchange-requests/:id/pre-accept': ['401 403 403 409 409 404 404 403 401 404', request],
  'DELETE /api/exchange-requests/:id/cancel-pre-accept': [requester, offered],
  'POST /api/exchange-requests/:id/final-confirm': [requester, offered],
  'POST /api/exchange-requests/:id/reject': ['401 403 200 200 200 404 404 403 401 404', request],
  'GET /api/exchange-requests/approvals': [approvers],
  // an administrator is no CEO; the CEO acts on any worksite
  'GET /api/exchange-requests/:id/approval': [approvers, waiting()],
  'POST /api/exchange-requests/:id/approve': [approvers, waiting()],
  'POST /api/exchange-requests/:id/refuse-approval': [approvers, waiting({ reason: 'Serve Giulia' })],
  'GET /api/exchanges/completed': [signedIn],
  'GET /api/exchanges/completed/page': [signedIn],
  'GET /api/exchanges/completed/:id': [owner, completed],

  'GET /api/notifications': [signedIn],
  'GET /api/notifications/page': [signedIn],
  'PATCH /api/notifications/mark-all-read': [as(204, signedIn)],
  'PATCH /api/notifications/:id/read': [as(204, owner), news],
  // an open stream has no end that a test could wait for: only those who get none
  'GET /api/events': ['401 - - - - - - - 401 -'],

  'GET /api/operations': [signedIn],
  'GET /api/operations/page': [signedIn],
  'POST /api/operations': [as(201, signedIn), sending({ type: 'Case', code: '12345' })],
  'GET /api/operations/statistics': [signedIn],
  'GET /api/operations/export': [signedIn],
  'PATCH /api/operations/:id': [reviewers, code({ status: 'approved' })],
  'PATCH /api/operations/:id to pending': [ceoOnly, reviewedCode],
  'POST /api/operations/review': [
    reviewers,
    async (world) => ({ body: { status: 'approved', ids: [(await code()(world)).id] } }),
  ],
  'DELETE /api/operations/:id': ['401 204 404 403 404 404 204 204 401 404', code()],

  'GET /api/email-config': [signedIn],
  'PUT /api/email-config': [ceoOnly, sending(mailServer)],
  'POST /api/test-exchange-email': [ceoOnly],
  'GET /api/ceo/mails': [ceoOnly, asking('status=failed')],
  'POST /api/ceo/mails/retry': [ceoOnly],
  'POST /api/ceo/mails/:id/retry': [as(404, ceoOnly), () => ({ id: crypto.randomUUID() })],

  'GET /api/admin/summary': [anyAdmin],
  'GET /api/admin/users': [anyAdmin],
  'GET /api/admin/users/page': [anyAdmin],
  'GET /api/admin/worksites': [anyAdmin],
  'GET /api/admin/shifts': [anyAdmin],
  'GET /api/admin/export/:kind': [anyAdmin, () => ({ id: 'shifts' })],

  'GET /api/ceo/attention': [ceoOnly],
  'GET /api/ceo/overview': [ceoOnly],
  'GET /api/ceo/upkeep': [ceoOnly],
  'POST /api/ceo/upkeep/trust-clock': [as(204, ceoOnly)],
  // nobody is idle there
  'POST /api/ceo/upkeep/agree-idle-accounts': [as(409, ceoOnly), sending({ count: 1 })],
  'GET /api/ceo/audit': [ceoOnly],
  'GET /api/ceo/audit/export': [ceoOnly],
  'GET /api/ceo/registrations': [ceoOnly],
  'GET /api/ceo/registrations/page': [ceoOnly],
  'GET /api/ceo/worksites': [ceoOnly],
  'POST /api/ceo/worksites': [
    as(201, ceoOnly),
    () => ({ body: { name: crypto.randomUUID(), accessCode, email: 'nuovo@turnario.example' } }),
  ],
  'PATCH /api/ceo/worksites/:id': [ceoOnly, site({ description: 'Nuova' })],
  'GET /api/ceo/worksites/:id/contents': [ceoOnly, site()],
  'DELETE /api/ceo/worksites/:id': [
    ceoOnly,
    (world) => ({ id: world.worksite.id, body: { confirmName: world.worksite.name } }),
  ],
  'DELETE /api/ceo/users/:id': [as(204, ceoOnly), aboutGiulia()],
  'PATCH /api/ceo/users/:id/status': [as(204, ceoOnly), aboutGiulia({ isActive: false })],
  'PATCH /api/ceo/users/:id/permissions': [as(204, ceoOnly), aboutGiulia({ mayReviewCodes: true })],
  'POST /api/ceo/impersonate/:id': [ceoOnly, aboutGiulia()],
  'POST /api/ceo/stop-impersonation': ['401 403 403 403 403 403 200 200 401 403'],
  'GET /api/ceo/operations': [ceoOnly],
  'GET /api/ceo/operations/page': [ceoOnly],
  'GET /api/ceo/operations/export': [ceoOnly],
  'DELETE /api/ceo/operations/:id': [as(204, ceoOnly), code()],
};

async function callerFor(
  kind: (typeof callers)[number],
  { worksite, giulia }: Pick<World, 'worksite' | 'giulia'>,
): Promise<Caller> {
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

/** Every route but the page's own files. */
const routes = listRoutes(server.app).filter(
  (route) =>
    / \/(api\/|healthz|readyz)/.test(route) && !/^(HEAD|OPTIONS) /.test(route) && !route.includes('*'),
);

test('every route of the server is in the table, and nothing else', () => {
  expect(routes.length).toBeGreaterThan(60);
  const called = Object.keys(routeCalls).map((call) => call.split(' to ')[0]);
  expect([...new Set(called)].toSorted()).toEqual(routes.toSorted());
});

const named = (statuses: readonly string[]) =>
  Object.fromEntries(callers.map((kind, at) => [kind, statuses[at]]));

const send = (caller: Caller, route: string, { id, query, body }: Target) => {
  const [method, pattern = ''] = route.split(' ');
  const path = pattern.replace(/:\w+/, id ?? '') + (query === undefined ? '' : `?${query}`);
  return caller.callUntyped(`${method} ${path}`, { body });
};

async function checkRow(route: string, [statuses, about]: RouteCall): Promise<void> {
  const expected = statuses.split(' ');
  const answered: string[] = [];
  for (const [at, kind] of callers.entries()) {
    const isAsked = expected[at] !== '-';
    const world = isAsked && (await buildWorld(server, passwordHash));
    if (!world) answered.push('-');
    else {
      const target = (await about?.(world)) ?? {};
      const answer = await send(await callerFor(kind, world), route, target);
      answered.push(String(answer.status));
    }
  }
  expect(named(answered)).toEqual(named(expected));
}

/** The only CEO of these tests is signed in by all rows at once: what ends the CEO's sessions has the server to itself. */
const endsSessions = ([route]: [string, RouteCall]): boolean => route === 'DELETE /api/auth/sessions';
const rows = Object.entries(routeCalls);

describe('a call is answered as the table says, alone', () => {
  test.each(rows.filter(endsSessions))('%s', checkRow);
});
describe.concurrent('a call is answered as the table says', () => {
  test.each(rows.filter((row) => !endsSessions(row)))('%s', checkRow);
});

test('an unknown address of the API is unknown to everybody', async () => {
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    expect((await server.nobody.callUntyped(`${method} /api/segreti`)).status).toBe(404);
  }
});

describe('an id of another worksite is answered as one that nobody has', async () => {
  const outsiders = Object.entries({
    'a worker': await server.signIn({ passwordHash }),
    'a reviewer': await server.signIn({ passwordHash, mayReviewCodes: true }),
    'an approver': await server.signIn({ passwordHash, mayApproveSwaps: true }),
    'a loader': await server.signIn({ passwordHash, mayLoadShifts: true }),
    'an administrator': await server.signIn({ passwordHash, role: 'admin' }),
  });
  const withId = rows.filter(([route]) => route.includes(' /api/') && route.includes(':id'));

  test.each(withId)('%s', async (route, [, about]) => {
    const target = (await about?.(await buildWorld(server, passwordHash))) ?? {};
    const statuses: number[] = [];
    for (const [who, caller] of outsiders) {
      const answerOf = async (id: string) => {
        // wrong passwords and codes are counted: not what is compared here
        await database.run(sql`delete from attempt_counters`);
        const { status, text } = await send(caller, route.split(' to ')[0]!, { ...target, id });
        return { status, text: text.replaceAll(id, '…') };
      };
      const unknown = await answerOf(crypto.randomUUID());
      statuses.push(unknown.status);
      expect(unknown.status, who).toBeGreaterThanOrEqual(400);
      expect(await answerOf(target.id ?? ''), who).toEqual(unknown);
    }
    // a wrong id does not hide behind a wrong body
    expect(statuses.some((status) => status !== 400)).toBe(true);
  });
});
