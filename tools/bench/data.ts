import pg from 'pg';
import { termsVersion } from '../../src/domain/auth/termsVersion.ts';
import { addDays, type Day, dayInRome } from '../../src/domain/calendar/day.ts';
import type { InputOf } from '../../src/domain/call.ts';
import { createPasswordHasher } from '../../src/server/platform/passwordHasher.ts';

// The stored data: `fill` writes it in SQL, the cases pick from it by the same arithmetic.

export const crowd = 200; // people per worksite, numbered consecutively
/** Open requests in the first worksites; swaps are made in the others. */
export const openRequests = [60, 500] as const;

/** Days with entries, relative to today; everybody works six of seven days, alternating mornings and afternoons. */
const firstOffset = -50;
const lastOffset = 66;
const swappedFrom = 16; // open requests are for earlier days
/** From this offset on there are no entries. */
export const emptyOffset = 100;

export interface World {
  today: Day;
  people: number;
}

/** About 100 shifts per person; at least four worksites. */
export const worldOf = (shifts: number): World => ({
  today: dayInRome(new Date().toISOString()),
  people: crowd * Math.max(4, Math.round(shifts / 100 / crowd)),
});

export const cookieOf = (person: number): string => `turnario=bench-${person}`;
const password = 'Parola-di-prova-1';
export const signInOf = (person: number) => ({ email: `persona${person}@turnario.example`, password });

/** A well-formed UUID (version 4) that ascends with the number; people's ids use their numbers. */
export function idOf(number: number): string {
  const digits = number.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-4000-8000-000000000000`;
}
const sqlIdOf = (number: string): string =>
  `(lpad(to_hex(${number}), 12, '0') || '40008000000000000000')::uuid`;

const worksOn = (person: number, offset: number): boolean => (offset + person + 700) % 7 !== 0;

/** Two colleagues who can swap their shifts of a day, and the first one's request. */
export interface Pair {
  requester: number;
  accepter: number;
  request: InputOf<'POST /api/exchange-requests'>['body'];
}

/** All such pairs, each once, alternating between worksites, so that pairs of the same people are far apart. */
export function* swapPairs({ today, people }: World): Generator<Pair, undefined> {
  for (let offset = swappedFrom; offset < lastOffset; offset += 1) {
    for (let place = 0; place < crowd; place += 2) {
      for (let first = openRequests.length * crowd; first < people; first += crowd) {
        const [requester, accepter] = [first + place, first + place + 1];
        if (!worksOn(requester, offset) || !worksOn(accepter, offset)) continue;
        const request = {
          offeredShiftId: idOf((offset - firstOffset) * people + requester),
          requestedDate: addDays(today, offset),
          requestedShiftType: (offset + requester) % 2 === 0 ? 'pomeriggio' : 'mattina',
        } as const;
        yield { requester, accepter, request };
      }
    }
  }
}

/** Fills the empty tables: people with a session and shifts, open requests with offers. */
export async function fill(databaseUrl: string, world: World): Promise<void> {
  const hash = await (await createPasswordHasher()).hash(password);
  const statements = ['set statement_timeout = 0', peopleOf(world, hash)];
  for (let offset = firstOffset; offset <= lastOffset; offset += 10) {
    statements.push(shiftsOf(world, offset, Math.min(offset + 9, lastOffset)));
  }
  for (const [worksite, count] of openRequests.entries()) statements.push(requestsOf(world, worksite, count));
  statements.push('vacuum (analyze)'); // as after the nightly maintenance
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const peopleOf = ({ people, today }: World, hash: string): string => `
  insert into worksites (id, name, access_code, email, roster_mode)
  select ${sqlIdOf('n')}, 'Cantiere ' || n, 'CODICE-' || n, 'c' || n || '@turnario.example', 'subito'
  from generate_series(0, ${people / crowd - 1}) n;
  insert into users (id, worksite_id, email, first_name, last_name, role, password_hash, accepted_terms_version,
    accepted_terms_at, last_active_on, may_load_shifts)
  select ${sqlIdOf('n')}, ${sqlIdOf(`n / ${crowd}`)}, 'persona' || n || '@turnario.example', 'Persona', 'Numero' || n,
    'operatore', '${hash}', '${termsVersion}', now(), '${today}', n % ${crowd} = 0
  from generate_series(0, ${people - 1}) n;
  insert into sessions (token_hash, user_id, is_remembered, created_at, last_used_at, expires_at)
  select sha256(convert_to('bench-' || n, 'UTF8')), ${sqlIdOf('n')}, true, now(), now(), now() + interval '30 days'
  from generate_series(0, ${people - 1}) n`;

const shiftsOf = ({ people, today }: World, first: number, last: number): string => `
  insert into shifts (id, worksite_id, user_id, day, work_location, start_time, end_time, shift_type)
  select ${sqlIdOf(`(d - ${firstOffset})::bigint * ${people} + n`)}, ${sqlIdOf(`n / ${crowd}`)}, ${sqlIdOf('n')},
    '${today}'::date + d, 'sede', make_time(6 + 8 * late, 0, 0), make_time(14 + 8 * late, 0, 0),
    (array['mattina', 'pomeriggio'])[late + 1]
  from generate_series(${first}, ${last}) d, generate_series(0, ${people - 1}) n, lateral (select (d + n + 100) % 2 as late) l
  where (d + n + 700) % 7 <> 0`;

const duty = `jsonb_build_array(jsonb_build_object('date', s.day, 'shiftId', s.id, 'workLocation', 'sede',
  'startTime', to_char(s.start_time, 'HH24:MI'), 'endTime', to_char(s.end_time, 'HH24:MI'),
  'shiftType', s.shift_type, 'isSplitShift', false, 'secondStartTime', null, 'secondEndTime', null))`;

/** Spread over people and days, with two offers each. */
const requestsOf = ({ today }: World, worksite: number, count: number): string => `
  insert into exchange_requests (worksite_id, requester_id, kind, status, offered_shift_id, offered_duties,
    offered_day, requested_day, requested_shift_type, requester_contract_hours, requester_role, expires_at, created_at)
  select s.worksite_id, s.user_id, 'turno', 'aperta', s.id, ${duty}, s.day, s.day,
    case s.shift_type when 'mattina' then 'pomeriggio' else 'mattina' end, 8, 'operatore',
    (s.day + s.start_time) at time zone 'Europe/Rome', now() - interval '1 day'
  from shifts s
  where s.worksite_id = ${sqlIdOf(String(worksite))}
    and s.day between '${today}'::date + 2 and '${today}'::date + ${swappedFrom - 2}
  order by md5(s.id::text) limit ${count};
  insert into pre_acceptances (request_id, user_id, status, offered_shift_id, offered_duties)
  select r.id, s.user_id, 'offerta', s.id, ${duty}
  from exchange_requests r
    cross join lateral (select * from shifts c where c.worksite_id = r.worksite_id and c.day = r.requested_day
      and c.shift_type = r.requested_shift_type order by md5(c.id::text || r.id::text) limit 2) s
  where r.worksite_id = ${sqlIdOf(String(worksite))}`;
