import sql, { raw } from 'sql-template-tag';
import { buildDuty, buildShift, buildWorksite, type UserDraft } from '../../../db/builders.ts';
import { addDays, type Day } from '../../../src/domain/calendar/day.ts';
import type { Call, Rest } from '../../../src/domain/call.ts';
import { type Duty, taxiShifts } from '../../../src/domain/shifts/duty.ts';
import { announce } from '../../../src/server/platform/events/hub.ts';
import type { Input } from '../caller.ts';
import { type SignedInCaller, testNow, testTaxiAccessCode, type TestServer } from '../server.ts';

// The same worksite four times: one person's day holds nothing, rest, holiday or illness, and everything else is alike.

/** What stands on the day: nothing, `libero`, `ferie`, `malattia`. */
export type Absence = '.' | 'r' | 'f' | 'm';

const placeOf = { r: 'libero', f: 'ferie', m: 'malattia' } as const;

/** The Saturday before the first Monday of the calendars: taxi weeks begin on it. */
const saturday: Day = '2026-11-21';
/** A day by its place in the calendars. */
export const dayAt = (place: number): Day => addDays(saturday, place);

const named = (name: string): Duty => {
  const shift = taxiShifts.find((one) => one.name === name);
  if (!shift) throw new Error(name);
  return { ...buildDuty('sede', shift.startTime, shift.endTime), shiftType: shift.shiftType };
};

/** `E` 06–14, `L` 14–22, `M` `P` named shifts of drivers, `f` ferie. */
const dutyOf: Record<string, Duty> = {
  E: buildDuty('sede', '06:00', '14:00'),
  L: buildDuty('sede', '14:00', '22:00'),
  M: named('MATTINA'),
  P: named('POMERIGGIO'),
  f: buildDuty('ferie'),
};

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
  /** Of requests, rosters and what else steps answered. */
  ids: Record<string, string>;
  events: Map<string, Set<string>>;
  /** Waits until everything announced so far has arrived. */
  arrived(): Promise<void>;
  close(): void;
}

/** What an earlier call made is removed. */
export async function buildWorldOf(server: TestServer, plan: Plan): Promise<World> {
  server.clock.set(testNow);
  const { isTaxi = false, rules = {}, drafts = {}, regular = [] } = plan;
  await server.database.run(sql`delete from worksites where name = 'Deposito'`);
  await server.database.run(sql`delete from notifications`);
  const worksite = await buildWorksite(server.context, {
    name: 'Deposito',
    email: 'deposito@turnario.example',
    accessCode: isTaxi ? testTaxiAccessCode : 'DEPOSITO',
    variant: isTaxi ? 'taxi' : 'standard',
  });
  await server.database.run(sql`
    update worksites set rest_rules = ${rules.rest ?? null}::jsonb, swap_approval = ${rules.approval ?? 'automatica'},
      roster_mode = ${rules.roster ?? 'proposta'}
    where id = ${worksite.id}`);
  const people: Record<string, SignedInCaller> = {};
  for (const [name, letters] of Object.entries(plan.people)) {
    const draft = { firstName: name, lastName: 'Prova', email: `${name}@turnario.example` };
    const contract = { worksiteId: worksite.id, contractHours: isTaxi ? 7 : 8 };
    const person = await server.signIn({ ...contract, ...draft, ...drafts[name] });
    people[name] = person;
    for (const [place, letter] of letters.split('').entries()) {
      const duty = dutyOf[letter];
      if (duty) await buildShift(server.context, person, dayAt(place), duty);
    }
    if (regular.includes(name)) await workRegularly(server, person, letters.length);
  }
  return { server, people, ids: {}, ...(await listening(server, people)) };
}

async function workRegularly(
  { database }: TestServer,
  { id, worksiteId }: SignedInCaller,
  places: number,
): Promise<void> {
  await database.run(sql`
    insert into shifts (worksite_id, user_id, day, work_location, start_time, end_time, shift_type, created_at, updated_at)
    select ${worksiteId}, ${id}, day::date, 'sede', '06:00', '14:00', 'mattina', ${testNow}, ${testNow}
    from generate_series(${dayAt(-130)}::date, ${dayAt(130)}::date, '1 day') day
    where extract(isodow from day) < 6 and day::date not between ${dayAt(0)} and ${dayAt(places - 1)}`);
}

/** What people's screens are told; a last word to nobody of them says that all has arrived. */
async function listening({ context }: TestServer, people: World['people']) {
  const events = new Map<string, Set<string>>();
  const stops = Object.entries(people).map(([name, { id }]) =>
    context.events.subscribe(id, {
      changed: (lists) => void events.set(name, new Set([...(events.get(name) ?? []), ...lists])),
      missed: () => {
        throw new Error('events were missed');
      },
    }),
  );
  return {
    events,
    arrived: async () => {
      const nobody = crypto.randomUUID();
      const last = Promise.withResolvers<void>();
      const stop = context.events.subscribe(nobody, { changed: () => last.resolve(), missed: last.reject });
      await context.database.transaction(async (tx) => announce(tx, [nobody], ['session']));
      await last.promise;
      stop();
    },
    close: () => {
      for (const stop of stops) stop();
    },
  };
}

/** Which calls ever answered with something. */
export const answered = new Set<Call>();

/** What somebody does: a call, or time that passes. */
export interface Step {
  by: string | null;
  run: (world: World) => Promise<{ status: number; text: string }>;
}

/** A call by one person; `as` keeps the id that it answers. */
export const step = <C extends Call>(
  by: string,
  name: C,
  inputOf: (world: World) => Input<C> | Promise<Input<C>>,
  as?: string,
): Step => ({
  by,
  run: async (world) => {
    const person = world.people[by];
    if (!person) throw new Error(by);
    const answer = await person.call(name, ...([await inputOf(world)] as unknown as Rest<Input<C>>));
    const body = answer.body as Partial<Record<'request' | 'swaps', unknown>> | undefined;
    if (answer.status < 300) answered.add(name);
    const [thing] = [body?.request ?? body?.swaps ?? body].flat() as ({ id?: string } | undefined)[];
    if (as !== undefined && thing?.id) world.ids[as] = thing.id;
    return { status: answer.status, text: answer.text };
  },
});

/** The person puts this on a day, by the calls of their own screens, in place of what stands there. */
export async function putAbsence(world: World, name: string, day: Day, absence: Absence): Promise<number> {
  const person = world.people[name] as SignedInCaller;
  const [entry] = await person.ask('GET /api/calendar/shifts', { query: { from: day, to: day } });
  const body = absence === '.' ? null : { workLocation: placeOf[absence] };
  if (!entry) return body ? person.statusOf('POST /api/shifts', { body: { date: day, ...body } }) : 201;
  const target = { params: { id: entry.id }, headers: { 'x-override-exchange': 'true' } };
  return body
    ? person.statusOf('PATCH /api/shifts/:id', { ...target, body })
    : person.statusOf('DELETE /api/shifts/:id', target);
}
