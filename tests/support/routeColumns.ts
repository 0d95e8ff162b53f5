import type { About } from './routeTargets.ts';

// What each kind of people is answered, in the order of `callers`.

/** What each of `callers` is answered, and about what; calls without a target are sent as the route reads. */
export type RouteCall = [statuses: string, on?: About];

export const everybody = '200 200 200 200 200 200 200 200 200 200';
/** Anybody who is signed in. */
export const signedIn = '401 200 200 200 200 200 200 200 401 200';
/** Anybody who is signed in as themselves. */
export const inPerson = '401 200 200 200 200 200 200 403 401 200';
/** Whoever has a calendar: administrators have none. */
export const withCalendar = '401 201 201 201 201 403 403 201 401 201';
/** Their owner, for whom a CEO may act; to all others they are not there. */
export const owner = '401 200 404 404 404 404 404 200 401 404';
export const ownerInPerson = '401 200 404 404 404 404 404 403 401 404';
export const ownAccount = '401 200 403 403 403 403 403 200 401 403';
export const ownAccountInPerson = '401 200 403 403 403 403 403 403 401 403';
export const anyMate = '401 200 200 200 200 404 404 200 401 404';
export const requester = '401 200 403 403 403 404 404 200 401 404';
export const reviewers = '401 403 403 200 403 403 200 403 401 403';
export const approvers = '401 403 403 403 200 403 200 403 401 403';
export const anyAdmin = '401 403 403 403 403 200 200 403 401 403';
export const ceoOnly = '401 403 403 403 403 403 200 403 401 403';
/** The same with another status for those who may. */
export const as = (status: number, statuses: string): string => statuses.replaceAll('200', String(status));
