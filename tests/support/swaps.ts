import { deepEqual } from 'node:assert/strict';
import { buildDuty, buildShift, type UserDraft } from '../../db/builders.ts';
import type { Day } from '../../src/domain/calendar/day.ts';
import type { CreateExchange } from '../../src/domain/exchanges/schema.calls.ts';
import type { CompletedList } from '../../src/domain/exchanges/schema.completed.ts';
import {
  type ExchangeCounts,
  type ExchangeList,
  exchangeListSchema,
  exchangeRowSchema,
  type ExchangeRequest,
  type ExchangeTab,
} from '../../src/domain/exchanges/schema.ts';
import type { Notification } from '../../src/domain/notifications/schema.ts';
import type { Duty } from '../../src/domain/shifts/duty.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import type { Answer, Caller, Input } from './caller.ts';
import type { SignedInCaller, TestServer } from './server.ts';

/** The Friday after `testNow`: what is swapped is on this day unless a test says otherwise. */
export const swapDay: Day = '2026-11-20';

export const early: Duty = buildDuty('sede', '06:00', '14:00');
export const late: Duty = buildDuty('sede', '14:00', '22:00');

/** A signed-in person with one entry on `swapDay`. */
export interface OnDuty extends SignedInCaller {
  shiftId: string;
}

/** Makes a person, in a worksite of their own unless the draft names one, and their entry of `day`. */
export async function signInOnDuty(
  server: TestServer,
  duty: Duty,
  draft: UserDraft = {},
  { day = swapDay, notes = null }: { day?: Day; notes?: string | null } = {},
): Promise<OnDuty> {
  const person = await server.signIn(draft);
  return Object.assign(person, { shiftId: await buildShift(server.context, person, day, duty, notes) });
}

/** Of the two, hers alone. */
interface PairDraft {
  giulia?: UserDraft;
}

/** Giulia works early, Marco late, both in a worksite of their own unless her draft names one. */
export async function pair(server: TestServer, { giulia: draft }: PairDraft = {}) {
  const giulia = await signInOnDuty(server, early, { firstName: 'Giulia', lastName: 'Ferri', ...draft });
  const { worksiteId } = giulia;
  const marco = await signInOnDuty(server, late, { firstName: 'Marco', lastName: 'Bianchi', worksiteId });
  return { giulia, marco, worksiteId };
}

/** The same, and she has published. */
export async function published(server: TestServer, draft?: PairDraft) {
  const people = await pair(server, draft);
  return { ...people, requestId: await publishedId(people.giulia, people.giulia.shiftId) };
}

/** The same, and he has pre-accepted. */
export async function offered(server: TestServer, draft?: PairDraft) {
  const request = await published(server, draft);
  await offer(request.marco, request.requestId);
  return request;
}

/** What an action on a request answers: the request, or why not. */
export type SwapAnswer = Answer<{ request: ExchangeRequest }>;

/** What a call answers that must succeed. */
export async function done<Body>(answering: Promise<Answer<Body>>): Promise<Body> {
  const { status, text, body } = await answering;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body;
}

/** Publishes a shift of `swapDay` for an afternoon. */
export const publish = (
  person: Caller,
  offeredShiftId: string,
  draft: Partial<CreateExchange> = {},
): Promise<SwapAnswer> =>
  person.call('POST /api/exchange-requests', {
    body: { offeredShiftId, requestedShiftType: 'pomeriggio', requestedDate: swapDay, ...draft },
  });

/** The id of the request that an action answers; throws if it was refused. */
export const idOf = async (acting: Promise<SwapAnswer>): Promise<string> => (await done(acting)).request.id;

/** Publishes; answers the request's id. */
export const publishedId = (...publishing: Parameters<typeof publish>): Promise<string> =>
  idOf(publish(...publishing));

/** @param version of the request that they saw */
export const preAccept = (person: Caller, requestId: string, version?: string): Promise<SwapAnswer> =>
  person.call('POST /api/exchange-requests/:id/pre-accept', {
    params: { id: requestId },
    body: version === undefined ? undefined : { version },
  });

/** Pre-accepts; throws if it was refused. */
export const offer = async (person: Caller, requestId: string): Promise<void> =>
  void (await idOf(preAccept(person, requestId)));

/**
 * Confirms the named colleague's offer, or the only one.
 *
 * @param version of the offer that they saw
 */
export const confirm = (
  person: Caller,
  requestId: string,
  accepterUserId?: string,
  version?: string,
): Promise<SwapAnswer> =>
  person.call('POST /api/exchange-requests/:id/final-confirm', {
    params: { id: requestId },
    body: accepterUserId === undefined ? undefined : { accepterUserId, version },
  });

export const editRequest = (
  person: Caller,
  id: string,
  body: Input<'PUT /api/exchange-requests/:id'>['body'],
): Promise<SwapAnswer> => person.call('PUT /api/exchange-requests/:id', { params: { id }, body });

export const withdraw = (person: Caller, id: string) =>
  person.call('DELETE /api/exchange-requests/:id', { params: { id } });

/** Takes one's own offer back, or gives back that of the named colleague. */
export const takeBack = (person: Caller, id: string, accepterUserId?: string) =>
  person.call('DELETE /api/exchange-requests/:id/cancel-pre-accept', {
    params: { id },
    body: accepterUserId === undefined ? undefined : { accepterUserId },
  });

export const reject = (person: Caller, id: string) =>
  person.call('POST /api/exchange-requests/:id/reject', { params: { id } });

type Headers = Record<string, string>;

export const changeShift = (
  person: Caller,
  id: string,
  body: Input<'PATCH /api/shifts/:id'>['body'],
  headers?: Headers,
) => person.call('PATCH /api/shifts/:id', { params: { id }, body, ...(headers && { headers }) });

export const deleteShift = (person: Caller, id: string, headers?: Headers) =>
  person.call('DELETE /api/shifts/:id', { params: { id }, ...(headers && { headers }) });

/** Pre-accepts and confirms what was published; answers its id, throws if anything was refused. */
export async function complete(
  requester: Caller,
  accepter: SignedInCaller,
  requestId: string,
): Promise<string> {
  await offer(accepter, requestId);
  return idOf(confirm(requester, requestId, accepter.id));
}

/** Publishes for one, pre-accepts for the other, confirms; answers the request's id. */
export const swap = async (requester: OnDuty, accepter: OnDuty): Promise<string> =>
  complete(requester, accepter, await publishedId(requester, requester.shiftId));

/** The cards of a page of a tab, each held against its row; and the counts of all tabs. */
export async function readTab(
  person: Caller,
  tab: ExchangeTab,
  cursor?: string | null,
): Promise<Omit<ExchangeList, 'requests'> & ExchangeCounts & { requests: ExchangeRequest[] }> {
  const query = { tab, ...(cursor && { cursor }) };
  const list = await person.ask('GET /api/exchange-requests/page', { query });
  // the server sends it without its schema
  deepEqual(exchangeListSchema.parse(list), list);
  const { requests: rows, ...page } = list;
  const requests: ExchangeRequest[] = [];
  const listed = await person.ask('GET /api/exchange-requests');
  for (const row of rows) {
    deepEqual(
      listed.find(({ id }) => id === row.id),
      row,
    );
    const { body: card } = await readRequest(person, row.id);
    // of an own one, for which the viewer gives nothing, only the card says so
    const isMirrored = card.isMirrored && card.ownDuties.length > 0;
    deepEqual(exchangeRowSchema.parse({ ...card, isMirrored }), row);
    requests.push(card);
  }
  return { requests, ...page, ...(await person.ask('GET /api/exchange-requests/counts')) };
}

export const readRequest = (person: Caller, requestId: string): Promise<Answer<ExchangeRequest>> =>
  person.call('GET /api/exchange-requests/:id', { params: { id: requestId } });

export async function readCompleted(person: Caller, cursor?: string | null): Promise<CompletedList> {
  return person.ask('GET /api/exchanges/completed/page', { query: cursor ? { cursor } : {} });
}

/** A person's entry of a day as their calendar answers it, or undefined. */
export async function entryOf(person: Caller, day: Day = swapDay): Promise<Shift | undefined> {
  const answer = await person.call('GET /api/calendar/shifts', { query: { from: day, to: day } });
  return answer.body[0];
}

/** A person's notifications, oldest first; at most a page. */
export async function notificationsOf(person: Caller): Promise<Notification[]> {
  return (await person.ask('GET /api/notifications/page')).notifications.toReversed();
}

export const messagesOf = async (person: Caller): Promise<string[]> =>
  (await notificationsOf(person)).map(({ message }) => message);

/** What a person was told of requests that mirror their own. */
export async function matchesOf(person: Caller): Promise<Notification[]> {
  return (await notificationsOf(person)).filter(({ type }) => type === 'exchange_match');
}

/** The types of a person's notifications, sorted. */
export async function notificationTypesOf(person: Caller): Promise<string[]> {
  return (await notificationsOf(person)).map(({ type }) => type).toSorted();
}
