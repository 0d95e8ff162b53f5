import type { Answer, Call } from './client.ts';
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

export function readCall(world: World, kind: ReadKind, person: Person): Call {
  // as many days as a month's grid shows, all of them with entries
  const from = dayAt(world, -pastDays);
  const to = dayAt(world, 41 - pastDays);
  const paths: Record<ReadKind, string> = {
    session: '/api/auth/user',
    month: `/api/calendar/shifts?from=${from}&to=${to}`,
    upcoming: '/api/user-shifts',
    completed: '/api/exchanges/completed',
    offers: '/api/exchange-requests?tab=pre-accettati',
    available: '/api/exchange-requests?tab=disponibili',
    notifications: '/api/notifications',
  };
  return { method: 'GET', path: paths[kind], token: tokenOf(person) };
}

/** Records the n-th shift that is still free. */
export function recordCall(world: World, n: number): Call {
  const { person, offset } = freeDayAt(world, n);
  const body = { date: dayAt(world, offset), workLocation: 'sede', startTime: '06:00', endTime: '14:00' };
  return { method: 'POST', path: '/api/shifts', token: tokenOf(person), body };
}

export const publishCall = (world: World, { requester, offset }: Exchange): Call => ({
  method: 'POST',
  path: '/api/exchange-requests',
  token: tokenOf(requester),
  body: {
    offeredShiftId: shiftId(requester, offset),
    requestedShiftType: 'pomeriggio',
    requestedDate: dayAt(world, offset),
  },
});

export const preAcceptCall = (requestId: string, accepter: Person): Call => ({
  method: 'POST',
  path: `/api/exchange-requests/${requestId}/pre-accept`,
  token: tokenOf(accepter),
});

export const confirmCall = (requestId: string, requester: Person, accepter: Person): Call => ({
  method: 'POST',
  path: `/api/exchange-requests/${requestId}/final-confirm`,
  token: tokenOf(requester),
  body: { accepterUserId: userId(accepter) },
});

export const markReadCall = (person: Person): Call => ({
  method: 'PATCH',
  path: '/api/notifications/mark-all-read',
  token: tokenOf(person),
});

export const signInCall = (person: Person): Call => ({
  method: 'POST',
  path: '/api/auth/login',
  token: null,
  body: { email: emailOf(person), password, rememberMe: true },
});

/** The request that `publishCall` has made. */
export const publishedId = ({ body }: Answer): string => (body as { request: { id: string } }).request.id;
