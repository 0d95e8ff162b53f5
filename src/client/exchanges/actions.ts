import type { QueryClient } from '@tanstack/react-query';
import type { ChangeExchange, CreateExchange, ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { HttpError } from '../http/httpError.ts';
import { request } from '../http/request.ts';
import type { Offer } from './offer.ts';

/** What an action answers: the request as it is now. */
export interface ActionAnswer {
  request: ExchangeRequest;
}

const pathOf = (id: string, action = ''): string => `/api/exchange-requests/${id}${action}`;

export const publishExchange = (body: CreateExchange): Promise<ActionAnswer> =>
  request('POST', '/api/exchange-requests', { body });

export const updateExchange = (id: string, body: ChangeExchange): Promise<ActionAnswer> =>
  request('PUT', pathOf(id), { body });

/** Withdraws an own request, or takes a closed one off the list. One that is gone already is as good as deleted. */
export async function deleteExchange(id: string): Promise<void> {
  await request<undefined>('DELETE', pathOf(id)).catch((error: unknown) => {
    if (!(error instanceof HttpError && error.code === 'not_found')) throw error;
  });
}

/** @param version of the request that the person saw */
export const preAcceptExchange = (id: string, version: string): Promise<ActionAnswer> =>
  request('POST', pathOf(id, '/pre-accept'), { body: { version } });

export const rejectExchange = (id: string): Promise<ActionAnswer> => request('POST', pathOf(id, '/reject'));

/** Takes the own pre-acceptance back. */
export const withdrawOffer = (id: string): Promise<ActionAnswer> =>
  request('DELETE', pathOf(id, '/cancel-pre-accept'));

/** Refuses a colleague's offer on an own request. */
export const refuseOffer = (id: string, accepterUserId: string): Promise<ActionAnswer> =>
  request('DELETE', pathOf(id, '/cancel-pre-accept'), { body: { accepterUserId } });

/**
 * Takes a colleague's offer. When the answer to a first try was lost, the second finds the request closed: if it was
 * this very swap that closed it, all is well.
 *
 * @param offer as the person saw it
 */
export async function confirmExchange(
  id: string,
  { userId: accepterUserId, version }: Pick<Offer, 'userId' | 'version'>,
): Promise<ActionAnswer> {
  try {
    return await request<ActionAnswer>('POST', pathOf(id, '/final-confirm'), {
      body: { accepterUserId, version },
    });
  } catch (error) {
    if (!(error instanceof HttpError && error.code === 'exchange_closed')) throw error;
    const closed = await request<ExchangeRequest>('GET', pathOf(id));
    if (closed.status !== 'completata' || closed.responderId !== accepterUserId) throw error;
    return { request: closed };
  }
}

const touched = [
  'exchange-requests',
  'exchange-request',
  'notifications',
  'calendar-shifts',
  'user-shifts',
  'completed',
];

/** After every action on a request: everything that shows requests, duties or news of them. */
export async function invalidateExchanges(client: QueryClient): Promise<void> {
  await Promise.all(touched.map((key) => client.invalidateQueries({ queryKey: [key] })));
}
