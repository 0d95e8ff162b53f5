import { deepEqual } from 'node:assert/strict';
import { buildDuty, buildShift, type UserDraft } from '../../db/builders.ts';
import type { Day } from '../../src/domain/calendar/day.ts';
import type { CreateExchange } from '../../src/domain/exchanges/schema.calls.ts';
import {
  exchangeListSchema,
  exchangeRowSchema,
  type ExchangeRequest,
  type ExchangeTab,
} from '../../src/domain/exchanges/schema.ts';
import type { Notification } from '../../src/domain/notifications/schema.ts';
import type { Duty } from '../../src/domain/shifts/duty.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import { type Answer, type Caller, callOn } from './caller.ts';
import type { SignedInCaller, TestServer } from './server.ts';

/** The Friday after `testNow`: what is swapped is on this day unless a test says otherwise. */
export const swapDay: Day = '2026-11-20';

export const early: Duty = buildDuty('sede', '06:00', '14:00');
export const late: Duty = buildDuty('sede', '14:00', '22:00');

export type OnDuty = Awaited<ReturnType<typeof signInOnDuty>>;

/** Makes a person, in a worksite of their own unless the draft names one, and their entry of `day`. */
export async function signInOnDuty(
  server: TestServer,
  duty: Duty,
  draft: UserDraft = {},
  { day = swapDay, notes = null }: { day?: Day; notes?: string | null } = {},
) {
  const person = await server.signIn(draft);
  return Object.assign(person, { shiftId: await buildShift(server.context, person, day, duty, notes) });
}

/** Giulia works early, Marco late, both in a worksite of their own unless her draft names one. */
export async function pair(server: TestServer, { giulia: draft }: { giulia?: UserDraft } = {}) {
  const giulia = await signInOnDuty(server, early, { firstName: 'Giulia', lastName: 'Ferri', ...draft });
  const { worksiteId } = giulia;
  const marco = await signInOnDuty(server, late, { firstName: 'Marco', lastName: 'Bianchi', worksiteId });
  return { giulia, marco, worksiteId };
}

/** The same, and she has published. */
export async function published(...pairing: Parameters<typeof pair>) {
  const people = await pair(...pairing);
  return { ...people, requestId: await publishedId(people.giulia, people.giulia.shiftId) };
}

/** The same, and he has pre-accepted. */
export async function offered(...pairing: Parameters<typeof pair>) {
  const request = await published(...pairing);
  await offer(request.marco, request.requestId);
  return request;
}

/** What an action on a request answers: the request, or why not. */
export type SwapAnswer = Answer<{ request: ExchangeRequest }>;

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
export async function idOf(acting: Promise<SwapAnswer>): Promise<string> {
  const { status, text, body } = await acting;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body.request.id;
}

/** Publishes; answers the request's id. */
export const publishedId = (...publishing: Parameters<typeof publish>): Promise<string> =>
  idOf(publish(...publishing));

export const sendPreAccept = callOn('POST /api/exchange-requests/:id/pre-accept');

/** @param version of the request that they saw */
export const preAccept = (person: Caller, id: string, version?: string): Promise<SwapAnswer> =>
  sendPreAccept(person, id, version === undefined ? undefined : { version });

/** Pre-accepts; throws if it was refused. */
export const offer = async (person: Caller, requestId: string): Promise<void> =>
  void (await idOf(preAccept(person, requestId)));

const sendConfirm = callOn('POST /api/exchange-requests/:id/final-confirm');

/**
 * Confirms the named colleague's offer, or the only one.
 *
 * @param version of the offer that they saw
 */
export const confirm = (
  person: Caller,
  id: string,
  accepterUserId?: string,
  version?: string,
): Promise<SwapAnswer> =>
  sendConfirm(person, id, accepterUserId === undefined ? undefined : { accepterUserId, version });

export const editRequest = callOn('PUT /api/exchange-requests/:id');
export const withdraw = callOn('DELETE /api/exchange-requests/:id');
export const reject = callOn('POST /api/exchange-requests/:id/reject');
export const readRequest = callOn('GET /api/exchange-requests/:id');
export const changeShift = callOn('PATCH /api/shifts/:id');
export const deleteShift = (person: Caller, id: string, headers?: Record<string, string>) =>
  callOn('DELETE /api/shifts/:id')(person, id, undefined, headers);

const sendCancel = callOn('DELETE /api/exchange-requests/:id/cancel-pre-accept');

/** Takes one's own offer back, or gives back that of the named colleague. */
export const takeBack = (person: Caller, id: string, accepterUserId?: string) =>
  sendCancel(person, id, accepterUserId === undefined ? undefined : { accepterUserId });

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
export async function readTab(person: Caller, tab: ExchangeTab, cursor?: string | null) {
  const query = { tab, ...(cursor && { cursor }) };
  const list = await person.ask('GET /api/exchange-requests/page', { query });
  // the server sends it without its schema
  deepEqual(exchangeListSchema.parse(list), list);
  const { requests: rows, ...page } = list;
  const requests: ExchangeRequest[] = [];
  const listed = new Map((await person.ask('GET /api/exchange-requests')).map((row) => [row.id, row]));
  for (const row of rows) {
    deepEqual(listed.get(row.id), row);
    const { body: card } = await readRequest(person, row.id);
    // of an own one, for which the viewer gives nothing, only the card says so
    const isMirrored = card.isMirrored && card.ownDuties.length > 0;
    deepEqual(exchangeRowSchema.parse({ ...card, isMirrored }), row);
    requests.push(card);
  }
  return { requests, ...page, ...(await person.ask('GET /api/exchange-requests/counts')) };
}

export const readCompleted = (person: Caller, cursor?: string | null) =>
  person.ask('GET /api/exchanges/completed/page', { query: cursor ? { cursor } : {} });

/** A person's entry of a day as their calendar answers it, or undefined. */
export const entryOf = async (person: Caller, day: Day = swapDay): Promise<Shift | undefined> =>
  (await person.ask('GET /api/calendar/shifts', { query: { from: day, to: day } }))[0];

/** A person's notifications, oldest first; at most a page. */
export const notificationsOf = async (person: Caller): Promise<Notification[]> =>
  (await person.ask('GET /api/notifications/page')).notifications.toReversed();

export const messagesOf = async (person: Caller): Promise<string[]> =>
  (await notificationsOf(person)).map(({ message }) => message);

/** What a person was told of requests that mirror their own. */
export const matchesOf = async (person: Caller): Promise<Notification[]> =>
  (await notificationsOf(person)).filter(({ type }) => type === 'exchange_match');

/** The types of a person's notifications, sorted. */
export const notificationTypesOf = async (person: Caller): Promise<string[]> =>
  (await notificationsOf(person)).map(({ type }) => type).toSorted();
