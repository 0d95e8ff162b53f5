import sql, { raw } from 'sql-template-tag';
import { buildDuty, buildShift, buildWorksite, type UserDraft } from '../../../db/builders.ts';
import { addDays, type Day } from '../../../src/domain/calendar/day.ts';
import type { AnyInput, Call } from '../../../src/domain/call.ts';
import { expireRequests } from '../../../src/server/exchanges/commands.expire.ts';
import { announce } from '../../../src/server/platform/events/hub.ts';
import { duties } from '../../support/days.ts';
import { type SignedInCaller, testNow, testTaxiAccessCode, type TestServer } from '../../support/server.ts';

// The worksite of the stories: runs differ only in one person's day.

/** A day by its index in the calendars, which start on the Saturday before the first Monday, like taxi weeks. */
export const dayAt = (place: number): Day => addDays('2026-11-21', place);

/** `M` and `P`: named shifts of drivers. */
const letters = { ...duties, M: buildDuty('sede', '06:00', '13:00'), P: buildDuty('sede', '13:00', '20:00') };
const dutyOf = (letter: string) => Object.entries(letters).find(([name]) => name === letter)?.[1];

/** Makes new ids ascending, so that lists sorted by id have the same order in every run. */
export const orderIds = ({ database }: TestServer): Promise<unknown> =>
  database.run(
    raw(`
    do $do$ declare place record; begin
      create sequence ids_in_order;
      create function next_id() returns uuid language sql as
        $id$ select ('00000000-0000-4000-8000-' || lpad(to_hex(nextval('ids_in_order')), 12, '0'))::uuid $id$;
      for place in select table_name, column_name from information_schema.columns
        where table_schema = 'public' and column_default like '%gen_random_uuid()%'
      loop
        execute format('alter table %I alter column %I set default next_id()', place.table_name, place.column_name);
      end loop;
    end $do$`),
  );

export interface Plan {
  isTaxi?: boolean;
  /** The worksite's settings; `rest` as JSON. */
  rules?: { rest?: string; approval?: string; roster?: 'subito' | 'proposta' };
  /** By name: a calendar from `dayAt(0)` on, one letter per day. */
  people: Record<string, string>;
  /** Further attributes of some people. */
  drafts?: Record<string, UserDraft>;
  /** People who work Monday to Friday for half a year around the days of their calendar. */
  regular?: readonly string[];
}

export interface World {
  server: TestServer;
  people: Record<string, SignedInCaller>;
  /** Entry ids by `name index`. */
  shiftIds: Record<string, string>;
  /** Ids of requests, rosters and other objects that steps created. */
  ids: Record<string, string>;
  events: Map<string, Set<string>>;
  /** Waits until all events so far have arrived. */
  arrived(): Promise<void>;
  close(): void;
}

/** Removes what an earlier call built. */
export async function buildWorldOf(server: TestServer, plan: Plan): Promise<World> {
  const { database, context, clock } = server;
  clock.set(testNow);
  const { isTaxi = false, rules = {}, drafts = {}, regular = [] } = plan;
  await database.run(sql`delete from worksites where name = 'Deposito'`);
  await database.run(sql`delete from notifications`);
  const { id: worksiteId } = await buildWorksite(context, {
    name: 'Deposito',
    email: 'deposito@turnario.example',
    accessCode: isTaxi ? testTaxiAccessCode : 'DEPOSITO',
    variant: isTaxi ? 'taxi' : 'standard',
  });
  await database.run(sql`
    update worksites set rest_rules = ${rules.rest ?? null}::jsonb, swap_approval = ${rules.approval ?? 'automatica'},
      roster_mode = ${rules.roster ?? 'proposta'}
    where id = ${worksiteId}`);
  const people: World['people'] = {};
  const shiftIds: World['shiftIds'] = {};
  for (const [name, calendar] of Object.entries(plan.people)) {
    const named = { firstName: name, lastName: 'Prova', email: `${name}@turnario.example` };
    const person = await server.signIn({
      worksiteId,
      contractHours: isTaxi ? 7 : 8,
      ...named,
      ...drafts[name],
    });
    people[name] = person;
    for (const [place, letter] of calendar.split('').entries()) {
      const duty = dutyOf(letter);
      if (duty) shiftIds[`${name} ${place}`] = await buildShift(context, person, dayAt(place), duty);
    }
    if (regular.includes(name)) await workRegularly(server, person, calendar.length);
  }
  return { server, people, shiftIds, ids: {}, ...listening(server, people) };
}

async function workRegularly({ database }: TestServer, { id, worksiteId }: SignedInCaller, places: number) {
  await database.run(sql`
    insert into shifts (worksite_id, user_id, day, work_location, start_time, end_time, shift_type, created_at, updated_at)
    select ${worksiteId}, ${id}, day::date, 'sede', '06:00', '14:00', 'mattina', ${testNow}, ${testNow}
    from generate_series(${dayAt(-130)}::date, ${dayAt(130)}::date, '1 day') day
    where extract(isodow from day) < 6 and day::date not between ${dayAt(0)} and ${dayAt(places - 1)}`);
}

/** Records the events sent to people; `arrived` announces an event to an unknown person and waits for it. */
function listening({ context }: TestServer, people: World['people']) {
  const events: World['events'] = new Map();
  const missed = () => {
    throw new Error('events were missed');
  };
  const stops = Object.entries(people).map(([name, { id }]) =>
    context.events.subscribe(id, {
      changed: (lists) => void events.set(name, new Set([...(events.get(name) ?? []), ...lists])),
      missed,
    }),
  );
  const arrived = async () => {
    const nobody = crypto.randomUUID();
    const last = Promise.withResolvers<void>();
    const stop = context.events.subscribe(nobody, { changed: () => last.resolve(), missed: last.reject });
    await context.database.transaction(async (tx) => announce(tx, [nobody], ['session']));
    await last.promise;
    stop();
  };
  return { events, arrived, close: () => stops.forEach((stop) => stop()) };
}

/** Calls that succeeded at least once. */
export const answered = new Set<Call>();

/** Makes a call, returned as `status body`; keeps the first id of the answer under the name `as`. */
export async function callBy(world: World, by: string, name: Call, input: AnyInput, as?: string) {
  const person = world.people[by] as SignedInCaller;
  const { status, text, body } = await person.call(name, input as never);
  if (status < 300) answered.add(name);
  const { request, swaps } = (body ?? {}) as Partial<Record<'request' | 'swaps', unknown>>;
  const [thing] = [request ?? swaps ?? body].flat() as ({ id?: string } | undefined)[];
  if (as !== undefined && thing?.id) world.ids[as] = thing.id;
  return { status, line: `${by} ${name}: ${status} ${text}` };
}

/** A call by somebody, or the passing of time (`by` null). */
export interface Step {
  by: string | null;
  run: (world: World) => Promise<{ status: number; line: string }>;
}

/** A call with this body or query. @param thing the object that `:id` refers to, or that the call creates */
export const step = (by: string, name: Call, sent?: (world: World) => object, thing = 'request'): Step => ({
  by,
  run: (world) => {
    const isOfThing = name.includes('/:id');
    const input = {
      ...(isOfThing && { params: { id: world.ids[thing] ?? '' } }),
      ...(sent && { [name.startsWith('GET') ? 'query' : 'body']: sent(world) }),
    };
    return callBy(world, by, name, input, isOfThing ? undefined : thing);
  },
});

/** Moves the clock past the offered shift and runs the expiry job; everybody signs in again. */
export const expire: Step = {
  by: null,
  run: async ({ server, people }) => {
    server.clock.set(`${dayAt(7)}T23:30:00.000Z`);
    await expireRequests(server.context);
    for (const [name, person] of Object.entries(people)) people[name] = await server.signInAs(person);
    return { status: 200, line: '' };
  },
};
