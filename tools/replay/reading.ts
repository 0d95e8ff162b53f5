import type { Day } from '../../src/domain/calendar/day.ts';
import type { CompletedList } from '../../src/domain/exchanges/schema.completed.ts';
import type { ExchangeList, ExchangeRow, ExchangeTab } from '../../src/domain/exchanges/schema.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import type { HttpClient } from '../http.ts';
import type { Person } from './people.ts';
import type { Run } from './run.ts';

/** A person's entries on the days of the file. */
export const readCalendar = (run: Run, { client }: Person): Promise<Shift[]> =>
  client.ask('GET /api/calendar/shifts', { query: { from: run.monday, to: run.lastDay } });

/** Everything a person has published, whatever became of it. */
export async function listOwnRequests({ id, client }: Person): Promise<ExchangeRow[]> {
  const tabs: ExchangeTab[] = ['pre-accettati', 'mie', 'rifiutati', 'completati'];
  const requests: ExchangeRow[] = [];
  for (const tab of tabs) requests.push(...(await listRequests(client, tab)));
  return requests.filter(({ requesterId }) => requesterId === id);
}

/** All pages of a tab. */
export async function listRequests(client: HttpClient, tab: ExchangeTab): Promise<ExchangeRow[]> {
  const requests: ExchangeRow[] = [];
  let cursor: string | null = null;
  do {
    const query = { tab, ...(cursor !== null && { cursor }) };
    const page: ExchangeList = await client.ask('GET /api/exchange-requests/page', { query });
    requests.push(...page.requests);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return requests;
}

/** The days that a person gave in swaps of days, and is free on. */
export async function listGivenDays({ client }: Person): Promise<Day[]> {
  const days: Day[] = [];
  let cursor: string | null = null;
  do {
    const page: CompletedList = await client.ask('GET /api/exchanges/completed/page', {
      query: cursor === null ? {} : { cursor },
    });
    const ofDays = page.swaps.filter(({ kind }) => kind === 'giorno');
    days.push(...ofDays.flatMap(({ gave }) => gave.map(({ date }) => date)));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return days;
}
