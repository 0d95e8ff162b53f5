import {
  exchangeListSchema,
  type ExchangeRequest,
  type ExchangeTab,
} from '../../src/domain/exchanges/schema.ts';
import { type Shift, shiftListSchema } from '../../src/domain/shifts/schema.ts';
import type { ApiClient } from './apiClient.ts';
import type { Person } from './people.ts';
import type { Run } from './run.ts';

/** A person's entries on the days of the file. */
export const readCalendar = (run: Run, { client }: Person): Promise<Shift[]> =>
  client.get(`/api/calendar/shifts?from=${run.monday}&to=${run.lastDay}`, shiftListSchema);

/** Everything a person has published, whatever became of it. */
export async function listOwnRequests({ id, client }: Person): Promise<ExchangeRequest[]> {
  const tabs: ExchangeTab[] = ['pre-accettati', 'mie', 'rifiutati', 'completati'];
  const requests: ExchangeRequest[] = [];
  for (const tab of tabs) requests.push(...(await listRequests(client, tab)));
  return requests.filter(({ requesterId }) => requesterId === id);
}

/** All pages of a tab. */
export async function listRequests(client: ApiClient, tab: ExchangeTab): Promise<ExchangeRequest[]> {
  const requests: ExchangeRequest[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ tab, ...(cursor !== null && { cursor }) });
    const page = await client.get(`/api/exchange-requests?${query}`, exchangeListSchema);
    requests.push(...page.requests);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return requests;
}
