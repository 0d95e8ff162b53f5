import { type Answer, bodyOfSuccess, type Sent, sentOf } from '../http.ts';
import {
  dayAt,
  emailOf,
  type Exchange,
  freeDayAt,
  pastDays,
  type Person,
  shiftId,
  tokenOf,
  userId,
  type World,
} from './world.ts';

/** What the page reads; the lists that events name among them. */
export const readKinds = [
  'session',
  'month',
  'upcoming',
  'completed',
  'offers',
  'available',
  'notifications',
] as const;
export type ReadKind = (typeof readKinds)[number];

/** What costs something each time. */
export const callKinds = [
  ...readKinds,
  'stream',
  'record',
  'publish',
  'preAccept',
  'confirm',
  'markRead',
  'signIn',
] as const;
export type CallKind = (typeof callKinds)[number];

/** Everybody's password in the world. */
export const password = 'Turnario!2026';

const cookieOf = (person: Person): { cookie: string } => ({ cookie: `turnario=${tokenOf(person)}` });

export function readCall(world: World, kind: ReadKind, person: Person): Sent {
  // as many days as a month's grid shows, all of them with entries
  const query = { from: dayAt(world, -pastDays), to: dayAt(world, 41 - pastDays) };
  const calls: Record<ReadKind, () => Sent> = {
    session: () => sentOf('GET /api/auth/user'),
    month: () => sentOf('GET /api/calendar/shifts', { query }),
    upcoming: () => sentOf('GET /api/user-shifts'),
    completed: () => sentOf('GET /api/exchanges/completed'),
    offers: () => sentOf('GET /api/exchange-requests', { query: { tab: 'pre-accettati' } }),
    available: () => sentOf('GET /api/exchange-requests', { query: { tab: 'disponibili' } }),
    notifications: () => sentOf('GET /api/notifications'),
  };
  return { ...calls[kind](), ...cookieOf(person) };
}

/** Records the n-th shift that is still free. */
export function recordCall(world: World, n: number): Sent {
  const { person, offset } = freeDayAt(world, n);
  const body = {
    date: dayAt(world, offset),
    workLocation: 'sede',
    startTime: '06:00',
    endTime: '14:00',
  } as const;
  return { ...sentOf('POST /api/shifts', { body }), ...cookieOf(person) };
}

export function publishCall(world: World, { requester, offset }: Exchange): Sent {
  const body = {
    offeredShiftId: shiftId(requester, offset),
    requestedShiftType: 'pomeriggio',
    requestedDate: dayAt(world, offset),
  } as const;
  return { ...sentOf('POST /api/exchange-requests', { body }), ...cookieOf(requester) };
}

export const preAcceptCall = (id: string, accepter: Person): Sent => ({
  ...sentOf('POST /api/exchange-requests/:id/pre-accept', { params: { id } }),
  ...cookieOf(accepter),
});

export function confirmCall(id: string, requester: Person, accepter: Person): Sent {
  const input = { params: { id }, body: { accepterUserId: userId(accepter) } };
  return { ...sentOf('POST /api/exchange-requests/:id/final-confirm', input), ...cookieOf(requester) };
}

export const markReadCall = (person: Person): Sent => ({
  ...sentOf('PATCH /api/notifications/mark-all-read'),
  ...cookieOf(person),
});

export const signInCall = (person: Person): Sent =>
  sentOf('POST /api/auth/login', { body: { email: emailOf(person), password, rememberMe: true } });

/** The request that `publishCall` has made. */
export const publishedId = (answer: Answer): string =>
  bodyOfSuccess('POST /api/exchange-requests', answer).request.id;
