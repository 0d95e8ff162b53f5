import { addDays } from '../../../src/domain/calendar/day.ts';
import type { AnyInput, Call } from '../../../src/domain/call.ts';
import { contract } from '../../../src/domain/contract.ts';
import { exchangeTabs } from '../../../src/domain/exchanges/schema.ts';
import type { SignedInCaller } from '../server.ts';
import { answered, dayAt, type World } from './worlds.ts';

// Everything that a person can read, by the contract: a route that comes is read without being named here, unless it needs
// an input that is not known yet.

/** What no colleague, loader or approver reads: those of administrators, links in mails, and the stream, of which the events are looked at. */
const isForeign = (name: Call): boolean => /\/api\/(ceo|admin|events|openapi|unsubscribe)/.test(name);

export const readRoutes = (Object.keys(contract) as Call[])
  .filter((name) => name.startsWith('GET ') && !isForeign(name))
  .toSorted();

const span = { from: dayAt(0), to: dayAt(27) };

/** The inputs of a route; those without parameters are called with none. */
function inputsOf(name: Call, world: World, viewer: SignedInCaller, shifts: readonly string[]): AnyInput[] {
  const own = shifts.map((offeredShiftId) => ({ offeredShiftId }));
  const queries: Partial<Record<Call, Record<string, unknown>[]>> = {
    'GET /api/calendar/shifts': [span],
    'GET /api/calendar/team': Array.from({ length: 8 }, (_, place) => ({ day: addDays(dayAt(0), place) })),
    'GET /api/exchange-requests/page': exchangeTabs.flatMap((tab) => [{ tab }, { tab, as: 'rows' }]),
    'GET /api/exchange-requests/days': own,
    'GET /api/exchange-requests/holiday-weeks': [{}, ...own],
    'GET /api/exchange-requests/preview': own.flatMap((shift) => [
      shift,
      ...[dayAt(0), dayAt(7)].map((requestedDate) => ({ ...shift, kind: 'ferie', requestedDate })),
    ]),
    'GET /api/rosters/export': [{ ...span, format: 'csv' }],
    'GET /api/shifts': [span],
    'GET /api/shifts/export': [{ ...span, format: 'csv' }],
  };
  const asked = queries[name] ?? [{}];
  if (!name.includes('/:')) return asked.map((query) => ({ query }));
  const ids = name.includes('/users/') ? [viewer.id] : Object.values(world.ids);
  return ids.flatMap((id) => asked.map((query) => ({ params: { id, kind: 'csv' }, query })));
}

/** What shows calendars, swaps, rosters and news; the rest is of the account, and one person is enough to read it. */
const isOfOthers = (name: Call): boolean =>
  /\/api\/(exchange|roster|calendar|shifts|user-shifts|notif)/.test(name);

/** Everything that one person reads now, as `call: status body`. */
export async function readAll(world: World, name: string, isFirst: boolean): Promise<string[]> {
  const viewer = world.people[name] as SignedInCaller;
  const own = await viewer.ask('GET /api/calendar/shifts', { query: span });
  const shifts = own.map(({ id }) => id).slice(0, 2);
  const calls = readRoutes
    .filter((route) => isFirst || isOfOthers(route))
    .flatMap((route) => inputsOf(route, world, viewer, shifts).map((input) => [route, input] as const));
  return Promise.all(
    calls.map(async ([route, input]) => {
      const { status, text } = await viewer.callUntyped(route, input);
      if (status < 300) answered.add(route);
      return `${name} reads ${route} ${JSON.stringify(input)}: ${status} ${text}`;
    }),
  );
}

/** Ids and fingerprints by their order of appearance: nothing else is made alike. */
export function withoutIds(lines: readonly string[]): string[] {
  const names = new Map<string, string>();
  const nameOf = (id: string): string => {
    const known = names.get(id) ?? `#${names.size + 1}`;
    names.set(id, known);
    return known;
  };
  const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|"[0-9a-f]{16}"/g;
  return lines.map((line) => line.replace(id, nameOf));
}
