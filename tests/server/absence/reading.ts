import { addDays } from '../../../src/domain/calendar/day.ts';
import type { AnyInput, Call } from '../../../src/domain/call.ts';
import { contract } from '../../../src/domain/contract.ts';
import { exchangeTabs } from '../../../src/domain/exchanges/schema.ts';
import { callBy, dayAt, type World } from './worlds.ts';

// Every readable route of the contract. A new route is covered automatically unless it needs an input that is unknown here.

/** Excluded: administration, links in mails, the API description, and the event stream, whose events are checked separately. */
const isForeign = (name: Call): boolean => /\/api\/(ceo|admin|events|openapi|unsubscribe)/.test(name);
export const readRoutes = (Object.keys(contract) as Call[])
  .filter((name) => name.startsWith('GET ') && !isForeign(name))
  .toSorted();
/** Routes about calendars, swaps, rosters and notifications. The others concern the account: reading one person's is enough. */
const isOfOthers = (name: Call): boolean =>
  /\/api\/(exchange|roster|calendar|shifts|user-shifts|notif)/.test(name);

const span = { from: dayAt(0), to: dayAt(27) };
/** Queries by route; other routes are read without one. */
const queriesOf = (shifts: readonly object[]): Partial<Record<Call, object[]>> => ({
  'GET /api/calendar/shifts': [span],
  'GET /api/calendar/team': Array.from({ length: 8 }, (_, place) => ({ day: addDays(dayAt(0), place) })),
  'GET /api/exchange-requests/page': exchangeTabs.flatMap((tab) => [{ tab }, { tab, as: 'rows' }]),
  'GET /api/exchange-requests/days': [...shifts],
  'GET /api/exchange-requests/holiday-weeks': [{}, ...shifts],
  'GET /api/exchange-requests/preview': shifts.flatMap((shift) => [
    shift,
    ...[dayAt(0), dayAt(7)].map((requestedDate) => ({ ...shift, kind: 'ferie', requestedDate })),
  ]),
  'GET /api/rosters/export': [{ ...span, format: 'csv' }],
  'GET /api/rosters/grid': [span],
  'GET /api/shifts': [span],
  'GET /api/shifts/export': [{ ...span, format: 'csv' }],
});

/** Everything one person can read now, one line per call. */
export async function readAll(world: World, name: string, isFirst: boolean): Promise<string[]> {
  const viewer = world.people[name];
  const own = (await viewer?.ask('GET /api/calendar/shifts', { query: span })) ?? [];
  const queries = queriesOf(own.slice(0, 2).map(({ id }) => ({ offeredShiftId: id })));
  const calls = readRoutes.flatMap((route) => {
    if (!isFirst && !isOfOthers(route)) return [];
    const ids = route.includes('/users/') ? [viewer?.id] : Object.values(world.ids);
    const params = route.includes('/:') ? ids.map((id) => ({ params: { id, kind: 'csv' } })) : [{}];
    return params.flatMap((of) =>
      (queries[route] ?? [{}]).map((query) => ({ route, input: { ...of, query } })),
    );
  });
  return Promise.all(
    calls.map(async ({ route, input }) => {
      const { line } = await callBy(world, name, route, input as AnyInput);
      return `${JSON.stringify(input)} ${line}`;
    }),
  );
}

/** Replaces ids and fingerprints by their order of appearance. */
export function withoutIds(lines: readonly string[]): string[] {
  const names = new Map<string, string>();
  const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|"[0-9a-f]{16}"/g;
  const nameOf = (found: string): string => {
    if (!names.has(found)) names.set(found, `#${names.size}`);
    return names.get(found) ?? '';
  };
  return lines.map((line) => line.replace(id, nameOf));
}
