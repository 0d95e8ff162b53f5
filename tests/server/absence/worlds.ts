import sql, { raw } from 'sql-template-tag';
import { buildDuty, buildShift, buildWorksite, type UserDraft } from '../../../db/builders.ts';
import { addDays, type Day } from '../../../src/domain/calendar/day.ts';
import type { AnyInput, Call } from '../../../src/domain/call.ts';
import { expireRequests } from '../../../src/server/exchanges/commands.expire.ts';
import { announce } from '../../../src/server/platform/events/hub.ts';
import { duties } from '../../support/days.ts';
import { type SignedInCaller, testNow, testTaxiAccessCode, type TestServer } from '../../support/server.ts';

// The same worksite four times: one person's day holds nothing, rest, holiday or illness, and everything else is alike.

/** A day by its place in the calendars; they begin on the Saturday before the first Monday, as taxi weeks do. */
export const dayAt = (place: number): Day => addDays('2026-11-21', place);

/** `M` `P` are named shifts of drivers. */
const letters = { ...duties, M: buildDuty('sede', '06:00', '13:00'), P: buildDuty('sede', '13:00', '20:00') };
const dutyOf = (letter: string) => Object.entries(letters).find(([name]) => name === letter)?.[1];

/** From now on rows get their ids in the order in which they come: what is listed by them stands in one order in all worlds. */
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
  /** What the worksite is set to; `rest` as JSON. */
  rules?: { rest?: string; approval?: string; roster?: 'subito' | 'proposta' };
  /** By name: a calendar from `dayAt(0)` on, a letter a day. */
  people: Record<string, string>;
  /** What is particular about some of them. */
  drafts?: Record<string, UserDraft>;
  /** Who works all Mondays to Fridays of half a year around, but for the days of their calendar. */
  regular?: readonly string[];
}

export interface World {
  server: TestServer;
  people: Record<string, SignedInCaller>;
  /** What each had on the days of their calendar, by `name place`. */
  shiftIds: Record<string, string>;
  /** Of requests, rosters and what else steps answered. */
  ids: Record<string, string>;
  events: Map<string, Set<string>>;
  /** Waits until everything announced so far has arrived. */
  arrived(): Promise<void>;
  close(): void;
}

/** What an earlier call made is removed. */
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

/** What people's screens are told; a last word to nobody of them says that all has arrived. */
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

/** Which calls ever answered with something. */
export const answered = new Set<Call>();

/** A call by one person, as `status body`; the first id that it answers is kept under the name. */
export async function callBy(world: World, by: string, name: Call, input: AnyInput, as?: string) {
  const person = world.people[by] as SignedInCaller;
  const { status, text, body } = await person.call(name, input as never);
  if (status < 300) answered.add(name);
  const { request, swaps } = (body ?? {}) as Partial<Record<'request' | 'swaps', unknown>>;
  const [thing] = [request ?? swaps ?? body].flat() as ({ id?: string } | undefined)[];
  if (as !== undefined && thing?.id) world.ids[as] = thing.id;
  return { status, line: `${by} ${name}: ${status} ${text}` };
}

/** What somebody does, or time. */
export interface Step {
  by: string | null;
  run: (world: World) => Promise<{ status: number; line: string }>;
}

/** A call with this body or query. @param thing what `:id` is of, or what the call makes */
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

/** What is offered has begun, and the job closes it; whoever looks then signs in again. */
export const expire: Step = {
  by: null,
  run: async ({ server, people }) => {
    server.clock.set(`${dayAt(7)}T23:30:00.000Z`);
    await expireRequests(server.context);
    for (const [name, person] of Object.entries(people)) people[name] = await server.signInAs(person);
    return { status: 200, line: '' };
  },
};
