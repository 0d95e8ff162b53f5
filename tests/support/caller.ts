import { deepEqual } from 'node:assert/strict';
import type { Day } from '../../src/domain/calendar/day.ts';
import type { BodyOf, Call, InputOf } from '../../src/domain/call.ts';
import type { CreateExchange } from '../../src/domain/exchanges/schema.calls.ts';
import {
  exchangeListSchema,
  exchangeRowSchema,
  type ExchangeRequest,
  type ExchangeTab,
} from '../../src/domain/exchanges/schema.ts';
import type { Notification } from '../../src/domain/notifications/schema.ts';
import type { Operation, OperationStatus } from '../../src/domain/operations/schema.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import type { App } from '../../src/server/platform/http/app.ts';
import type { Settings } from '../../src/server/platform/settings.ts';
import { type Answer, callsOf } from './calls.ts';
import { swapDay } from './duties.ts';

/** Calls the server as one person or without a session: any call of the contract, plus methods for the common ones. */
export type Caller = ReturnType<typeof callerOf>;

/**
 * @param token the session cookie's token; null for no session
 * @param acting the token of the cookie set when the CEO (whose own token is `token`) entered somebody's account
 */
export function callerOf(app: App, settings: Settings, token: string | null, acting: string | null = null) {
  const calls = callsOf(app, settings, token, acting);
  return { token, acting, ...calls, ...swapActs(calls), ...readings(calls), ...otherActs(calls) };
}

type Calls = ReturnType<typeof callsOf>;
/** The answer to an action on a request: the request, or a refusal. */
export type SwapAnswer = Answer<{ request: ExchangeRequest }>;

/** Returns the id of the request that an action answers with; throws if refused. */
export async function idOf(acting: Promise<SwapAnswer>): Promise<string> {
  const { status, text, body } = await acting;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body.request.id;
}

/** Binds a call whose path has an `:id`. */
const on =
  <C extends Call>({ call }: Calls, name: C) =>
  (id: string, body?: BodyOf<C>, headers?: Record<string, string>) =>
    call(name, ...([{ params: { id }, body, ...(headers && { headers }) }] as never));

const requests = '/api/exchange-requests';

/** Calls on the person's own shifts and on swap requests. */
function swapActs(calls: Calls) {
  const publish = (offeredShiftId: string, draft: Partial<CreateExchange> = {}): Promise<SwapAnswer> =>
    calls.call(`POST ${requests}`, {
      body: { offeredShiftId, requestedShiftType: 'pomeriggio', requestedDate: swapDay, ...draft },
    });
  const accept = on(calls, `POST ${requests}/:id/pre-accept`);
  const confirm = on(calls, `POST ${requests}/:id/final-confirm`);
  const cancel = on(calls, `DELETE ${requests}/:id/cancel-pre-accept`);
  const approve = on(calls, `POST ${requests}/:id/approve`);
  const refuse = on(calls, `POST ${requests}/:id/refuse-approval`);
  const remove = on(calls, 'DELETE /api/shifts/:id');
  return {
    changeShift: on(calls, 'PATCH /api/shifts/:id'),
    deleteShift: (id: string, headers?: Record<string, string>) => remove(id, undefined, headers),
    /** Publishes a shift of `swapDay` for an afternoon. */
    publish,
    /** Like `publish`, but returns the request's id and throws if refused. */
    publishedId: (...publishing: Parameters<typeof publish>): Promise<string> => idOf(publish(...publishing)),
    editRequest: on(calls, `PUT ${requests}/:id`),
    withdraw: on(calls, `DELETE ${requests}/:id`),
    reject: on(calls, `POST ${requests}/:id/reject`),
    /** @param version the version of the request that the person saw */
    preAccept: (id: string, version?: string) => accept(id, version === undefined ? undefined : { version }),
    /** Pre-accepts a `giorno` with one of the person's own shifts. */
    give: (id: string, shiftId?: string) => accept(id, shiftId === undefined ? undefined : { shiftId }),
    /** Pre-accepts; throws if refused. */
    offer: async (id: string): Promise<void> => void (await idOf(accept(id))),
    /** Confirms the named colleague's offer, or the only one. @param version the version of the offer that the person saw */
    confirm: (id: string, accepterUserId?: string, version?: string) =>
      confirm(id, accepterUserId === undefined ? undefined : { accepterUserId, version }),
    /** Withdraws the person's own offer, or declines the named colleague's. */
    takeBack: (id: string, accepterUserId?: string) =>
      cancel(id, accepterUserId ? { accepterUserId } : undefined),
    /** @param version the version of the swap that the person saw */
    approve: (id: string, version?: string) => approve(id, version === undefined ? undefined : { version }),
    refuseApproval: (id: string, given: { reason?: string; version?: string } = {}) =>
      refuse(id, { reason: 'Quel giorno serve Giulia', ...given }),
  };
}

/** Reads swaps, shifts and notifications. */
function readings(calls: Calls) {
  const { ask } = calls;
  const readRequest = on(calls, `GET ${requests}/:id`);
  /** The first page, oldest first. */
  const notifications = async (): Promise<Notification[]> =>
    (await ask('GET /api/notifications/page')).notifications.toReversed();
  return {
    readRequest,
    readApproval: on(calls, `GET ${requests}/:id/approval`),
    /** The requests that wait for this person's approval. */
    awaited: async (): Promise<string[]> => {
      const { approvals, total } = await ask(`GET ${requests}/approvals`);
      if (total !== approvals.length) throw new Error(`${total} wait, ${approvals.length} are listed`);
      return approvals.map(({ id }) => id);
    },
    /** The cards of one page of a tab, each compared with its row, and the counts of all tabs. */
    readTab: async (tab: ExchangeTab, cursor?: string | null) => {
      const list = await ask(`GET ${requests}/page`, { query: { tab, ...(cursor && { cursor }) } });
      // the server sends the list without applying its schema
      deepEqual(exchangeListSchema.parse(list), list);
      const { requests: rows, ...page } = list;
      const cards: ExchangeRequest[] = [];
      const listed = new Map((await ask(`GET ${requests}`)).map((row) => [row.id, row]));
      for (const row of rows) {
        deepEqual(listed.get(row.id), row);
        const { body: card } = await readRequest(row.id);
        // only the card says so for an own request in which the viewer gives nothing
        const isMirrored = card.isMirrored && card.ownDuties.length > 0;
        deepEqual(exchangeRowSchema.parse({ ...card, isMirrored }), row);
        cards.push(card);
      }
      return { requests: cards, ...page, ...(await ask(`GET ${requests}/counts`)) };
    },
    readCompleted: (cursor?: string | null) =>
      ask('GET /api/exchanges/completed/page', { query: cursor ? { cursor } : {} }),
    /** The person's entry of a day, as the calendar returns it. */
    entryOn: async (day: Day = swapDay): Promise<Shift | undefined> =>
      (await ask('GET /api/calendar/shifts', { query: { from: day, to: day } }))[0],
    notifications,
    messages: async (): Promise<string[]> => (await notifications()).map(({ message }) => message),
    /** The types of the person's notifications, sorted. */
    notificationTypes: async (): Promise<string[]> =>
      (await notifications()).map(({ type }) => type).toSorted(),
    /** The notifications about requests that mirror one of the person's own. */
    matches: async (): Promise<Notification[]> =>
      (await notifications()).filter(({ type }) => type === 'exchange_match'),
  };
}

/** Operation codes, profiles, and what the CEO changes of people and worksites. */
function otherActs(calls: Calls) {
  const setStatus = on(calls, 'PATCH /api/ceo/users/:id/status');
  const review = on(calls, 'PATCH /api/operations/:id');
  const enterCode = (body: object = {}): Promise<Answer<Operation>> =>
    calls.callUntyped('POST /api/operations', { body: { type: 'OPP', code: 'OP12AB', ...body } });
  return {
    setActive: (id: string, isActive: boolean) => setStatus(id, { isActive }),
    permit: on(calls, 'PATCH /api/ceo/users/:id/permissions'),
    saveProfile: on(calls, 'PATCH /api/users/:id'),
    changeWorksite: on(calls, 'PATCH /api/ceo/worksites/:id'),
    enterCode,
    /** Like `enterCode`, but returns the code's id and throws if refused. */
    enteredCode: async (body: object = {}): Promise<string> => {
      const { status, text, body: code } = await enterCode(body);
      if (status !== 201) throw new Error(text);
      return code.id;
    },
    reviewCode: (id: string, status: OperationStatus, reason?: string | null) =>
      review(id, { status, reason }),
    reviewCodes: (ids: string[], status: 'approved' | 'rejected') =>
      calls.call('POST /api/operations/review', { body: { ids, status } }),
    listCodes: (query: InputOf<'GET /api/operations/page'>['query'] = {}) =>
      calls.ask('GET /api/operations/page', { query }),
  };
}
