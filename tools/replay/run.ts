import type { Day } from '../../src/domain/calendar/day.ts';
import type { ExchangeList, ExchangeRow, ExchangeTab } from '../../src/domain/exchanges/schema.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import { ApiRefusal, type HttpClient } from '../http.ts';
import type { Person } from './people.ts';
import type { Roster } from './roster.ts';
import type { WantedSwap } from './wishes.ts';

export const emptyResult = () => ({
  shifts: 0,
  requests: 0,
  /** Wishes met by a swap, by its kind. */
  met: { turno: 0, giorno: 0 },
  swaps: 0,
  swapsOfThisRun: 0,
  /** Refused calls of this run, by code. */
  refusals: {} as Record<string, number>,
  traffic: { requests: 0 },
  /** Differences from the file. */
  problems: [] as string[],
});

/** A replay in progress. */
export interface Run {
  monday: Day;
  lastDay: Day;
  people: Person[];
  roster: Roster;
  wanted: WantedSwap[];
  result: ReturnType<typeof emptyResult>;
}

/** Whether the call succeeded; refusals are counted. */
export async function attempt({ refusals }: Run['result'], call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status >= 500) throw error;
    refusals[error.code] = (refusals[error.code] ?? 0) + 1;
    return false;
  }
}

/** A person's entries on the days of the file. */
export const readCalendar = (run: Run, { client }: Person): Promise<Shift[]> =>
  client.ask('GET /api/calendar/shifts', { query: { from: run.monday, to: run.lastDay } });

/** Everything that a person has published, in any state. */
export async function listOwnRequests({ id, client }: Person): Promise<ExchangeRow[]> {
  const tabs: ExchangeTab[] = ['pre-accettati', 'mie', 'rifiutati', 'completati'];
  const requests: ExchangeRow[] = [];
  for (const tab of tabs) requests.push(...(await listRequests(client, tab)));
  return requests.filter(({ requesterId }) => requesterId === id);
}

/** All pages of a tab. */
export async function listRequests(client: HttpClient, tab: ExchangeTab): Promise<ExchangeRow[]> {
  const requests: ExchangeRow[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { tab, ...(cursor !== undefined && { cursor }) };
    const page: ExchangeList = await client.ask('GET /api/exchange-requests/page', { query });
    requests.push(...page.requests);
    cursor = page.nextCursor;
  }
  return requests;
}
