import { rosterOf, unclaimedOf } from '../../support/rosters.ts';
import { setApproval, swap } from '../../support/swaps.ts';
import { as, asking, by, type RouteCall, sending, site, type World } from './world.ts';

// Calls about shifts, rosters, swaps and codes, about an object of Giulia's that is created for each call.

const day = '2026-11-20';
const month = `from=${day}&to=${day}`;
const shift = { date: '2026-11-27', workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;
const rotation = {
  name: 'La mia',
  steps: [{ duty: { workLocation: 'libero' as const }, days: 1 }],
  startsOn: '2026-11-23',
};

const ofOwnShift = ({ giulia }: World) => ({ query: `offeredShiftId=${giulia.shiftId}` });
const wish = ({ giulia }: World) => ({
  body: { requestedShiftType: 'pomeriggio', requestedDate: day, offeredShiftId: giulia.shiftId },
});
const siteQuery =
  (query = '') =>
  ({ worksite }: World) => ({ query: `worksiteId=${worksite.id}${query}` });
const roster = ({ giulia, worksite }: World) => ({
  body: { worksiteId: worksite.id, ...rosterOf([[giulia, 'E']]) },
});
/** A roster person without an account. */
const unclaimed = async ({ server, giulia, worksite: { id: worksiteId } }: World) => {
  const ceo = await server.signInCeo();
  const body = { worksiteId, ...rosterOf([], unclaimedOf(['ROSSI M.', 'E'])) };
  await ceo.ask('POST /api/rosters', { body });
  const { waiting } = await ceo.ask('GET /api/rosters/unclaimed', { query: { worksiteId } });
  return { id: waiting[0]?.id, body: { userId: giulia.id } };
};

const request = async ({ giulia }: World) => ({ id: await giulia.publishedId(giulia.shiftId) });
const offered = async (world: World) => {
  const { id } = await request(world);
  await world.marco.offer(id);
  return { id, body: { accepterUserId: world.marco.id } };
};
const waiting = (body?: object) => async (world: World) => {
  await setApproval(world.server, world.worksite.id, 'sempre');
  const { id } = await offered(world);
  await world.giulia.confirm(id);
  return { id, body };
};
const completed = async ({ giulia, marco }: World) => {
  await swap(giulia, marco);
  return { id: (await giulia.readCompleted()).swaps[0]?.id };
};
const news = async (world: World) => {
  await offered(world);
  return { id: (await world.giulia.notifications())[0]?.id };
};

const code = (body?: object) => async (world: World) => ({ id: await world.giulia.enteredCode(), body });
const reviewedCode = async ({ server, giulia }: World) => {
  const id = await giulia.enteredCode();
  await (await server.signInCeo()).reviewCode(id, 'approved');
  return { id, body: { status: 'pending' } };
};

export const swapCalls: Record<string, RouteCall> = {
  'GET /api/calendar/shifts': [by.signedIn, asking(month)],
  'GET /api/calendar/team': [by.signedIn, asking(`day=${day}`)],
  'GET /api/calendar/feed': [by.inPerson],
  'POST /api/calendar/feed': ['401 201 201 201 201 403 403 403 401 201'],
  'DELETE /api/calendar/feed': [as(204, by.inPerson)],
  'GET /api/shifts': [by.signedIn],
  'GET /api/shifts/export': [by.signedIn, asking(`format=csv&${month}`)],
  'GET /api/user-shifts': [by.signedIn],
  'POST /api/shifts': [by.withCalendar, sending(shift)],
  'POST /api/shifts/bulk': [by.withCalendar, sending({ shifts: [shift] })],
  'DELETE /api/shifts/bulk/:id': [
    by.owner,
    async ({ giulia }) => ({
      id: (await giulia.ask('POST /api/shifts/bulk', { body: { shifts: [shift] } })).id,
    }),
  ],
  'PATCH /api/shifts/:id': [
    by.owner,
    (world) => ({ id: world.giulia.shiftId, body: { ...shift, date: day } }),
  ],
  'DELETE /api/shifts/:id': [as(204, by.owner), (world) => ({ id: world.giulia.shiftId })],
  'GET /api/shift-patterns': [by.signedIn],
  'POST /api/shift-patterns': [by.withCalendar, sending(rotation)],
  'DELETE /api/shift-patterns/:id': [
    as(204, by.owner),
    async ({ giulia }) => ({ id: (await giulia.ask('POST /api/shift-patterns', { body: rotation })).id }),
  ],

  'GET /api/rosters/setup': [by.ceo, siteQuery()],
  'GET /api/rosters/grid': [by.ceo, siteQuery(`&${month}`)],
  'GET /api/rosters/export': [by.ceo, siteQuery(`&format=csv&${month}`)],
  'GET /api/rosters': [by.ceo, siteQuery()],
  'POST /api/rosters/preview': [by.ceo, roster],
  'POST /api/rosters': [as(201, by.ceo), roster],
  'DELETE /api/rosters/:id': [
    as(204, by.ceo),
    async (world) => ({
      id: (await (await world.server.signInCeo()).ask('POST /api/rosters', roster(world))).id,
    }),
  ],
  'GET /api/rosters/unclaimed': [by.ceo, siteQuery()],
  'POST /api/rosters/unclaimed/:id/assign': [by.ceo, unclaimed],
  'GET /api/rosters/proposals': [by.signedIn],
  'POST /api/rosters/proposals/accept': [by.signedIn, sending({})],
  'POST /api/rosters/proposals/decline': [by.signedIn, sending({})],
  'POST /api/rosters/table': [by.inPerson, sending({ file: 'YTti' })],
  'GET /api/ceo/worksites/:id/invitations': [by.ceo, site()],
  'POST /api/ceo/worksites/:id/invitations': [as(201, by.ceo), site({})],
  'DELETE /api/ceo/worksites/:id/invitations': [as(204, by.ceo), site()],

  'GET /api/exchange-requests': [by.signedIn],
  'GET /api/exchange-requests/page': [by.signedIn],
  'GET /api/exchange-requests/counts': [by.signedIn],
  'GET /api/exchange-requests/waiting': [by.signedIn],
  'GET /api/exchange-requests/preview': [by.owner, ofOwnShift],
  'GET /api/exchange-requests/days': [by.owner, ofOwnShift],
  'GET /api/exchange-requests/holiday-weeks': [by.signedIn],
  'POST /api/exchange-requests': [as(201, by.owner), wish],
  'GET /api/exchange-requests/:id': [by.anyMate, request],
  'GET /api/exchange-requests/:id/rest': [by.anyMate, request],
  'PUT /api/exchange-requests/:id': [
    by.requester,
    async (world) => ({ ...(await request(world)), ...wish(world) }),
  ],
  'DELETE /api/exchange-requests/:id': [as(204, by.requester), request],
  // one's own request; other contract or role; no shift of one's own that day
  'POST /api/exchange-requests/:id/pre-accept': ['401 403 403 409 409 404 404 403 401 404', request],
  'DELETE /api/exchange-requests/:id/cancel-pre-accept': [by.requester, offered],
  'POST /api/exchange-requests/:id/final-confirm': [by.requester, offered],
  'POST /api/exchange-requests/:id/reject': ['401 403 200 200 200 404 404 403 401 404', request],
  'GET /api/exchange-requests/approvals': [by.approvers],
  'GET /api/exchange-requests/:id/approval': [by.approvers, waiting()],
  'POST /api/exchange-requests/:id/approve': [by.approvers, waiting()],
  'POST /api/exchange-requests/:id/refuse-approval': [by.approvers, waiting({ reason: 'Serve Giulia' })],
  'GET /api/exchanges/completed': [by.signedIn],
  'GET /api/exchanges/completed/page': [by.signedIn],
  'GET /api/exchanges/completed/:id': [by.owner, completed],

  'GET /api/notifications': [by.signedIn],
  'GET /api/notifications/page': [by.signedIn],
  'PATCH /api/notifications/mark-all-read': [as(204, by.signedIn)],
  'PATCH /api/notifications/:id/read': [as(204, by.owner), news],
  // event streams never end, so only refused callers are tested
  'GET /api/events': ['401 - - - - - - - 401 -'],

  'GET /api/operations': [by.signedIn],
  'GET /api/operations/page': [by.signedIn],
  'POST /api/operations': [as(201, by.signedIn), sending({ type: 'Case', code: '12345' })],
  'GET /api/operations/statistics': [by.signedIn],
  'GET /api/operations/export': [by.signedIn],
  'PATCH /api/operations/:id': [by.reviewers, code({ status: 'approved' })],
  'PATCH /api/operations/:id to pending': [by.ceo, reviewedCode],
  'POST /api/operations/review': [
    by.reviewers,
    async (world) => ({ body: { status: 'approved', ids: [await world.giulia.enteredCode()] } }),
  ],
  'DELETE /api/operations/:id': ['401 204 404 403 404 404 204 204 401 404', code()],
  'DELETE /api/ceo/operations/:id': [as(204, by.ceo), code()],
};
