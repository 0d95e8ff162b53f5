import { termsVersion } from '../../src/domain/auth/termsVersion.ts';
import type { Database } from '../../src/server/platform/database/database.ts';
import { futureDays, openRequestDays, pastDays, type World } from './world.ts';

// Rows by SQL: what people would have entered in weeks is there in seconds. The same on both engines.

/** Notifications a person has not deleted, and how many of them are unread. */
const notifications = { all: 10, unread: 2 };

/**
 * Fills an empty, migrated database with worksites, people who are signed in, their calendars, open requests, swaps of
 * the past and notifications.
 *
 * @param passwordHash of the password that everybody has
 */
export async function fillWorld(database: Database, world: World, passwordHash: string): Promise<void> {
  for (const text of [
    identifiers,
    peopleOf(world, passwordHash),
    calendarOf(world),
    requestsOf(world),
    pastOf(world),
  ]) {
    await database.transaction(async (tx) => {
      // what is written fits together: checking each reference would take most of the time
      await tx.script(
        `set local statement_timeout = 0; set local session_replication_role = replica; ${text}`,
      );
    });
  }
  await database.transaction((tx) => tx.script('set local statement_timeout = 0; analyze'));
}

const identifiers = `
  create function scale_id(what text) returns uuid language sql immutable parallel safe as $$
    select overlay(overlay(md5(what) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid
  $$;`;

const everybody = ({ worksites, people }: World): string =>
  `generate_series(1, ${worksites}) w cross join generate_series(1, ${people}) p`;

const peopleOf = (world: World, passwordHash: string): string => `
  insert into worksites (id, name, access_code, email)
    select scale_id('worksite ' || w), 'Cantiere ' || w, 'CODICE-' || w, 'cantiere@w' || w || '.example'
    from generate_series(1, ${world.worksites}) w;
  insert into users (id, worksite_id, email, password_hash, first_name, last_name, role, contract_hours,
      accepted_terms_at, accepted_terms_version, last_active_on)
    select scale_id('user ' || w || ' ' || p), scale_id('worksite ' || w), 'p' || p || '@w' || w || '.example',
      '${passwordHash}', 'Persona', 'Numero ' || p, 'operatore', 8, now(), '${termsVersion}', '${world.today}'
    from ${everybody(world)};
  insert into sessions (token_hash, user_id, is_remembered, expires_at)
    select sha256(convert_to('scale-' || w || '-' || p, 'UTF8')), scale_id('user ' || w || ' ' || p), true,
      now() + interval '30 days'
    from ${everybody(world)};`;

const works = '(p + d) % 5 + case when (p + d) % 5 < 0 then 5 else 0 end < 3';

const calendarOf = (world: World): string => `
  insert into shifts (id, worksite_id, user_id, day, work_location, start_time, end_time, shift_type)
    select scale_id('shift ' || w || ' ' || p || ' ' || d), scale_id('worksite ' || w),
      scale_id('user ' || w || ' ' || p), date '${world.today}' + d, 'sede',
      case p % 2 when 0 then time '06:00' else time '14:00' end,
      case p % 2 when 0 then time '14:00' else time '22:00' end,
      case p % 2 when 0 then 'mattina' else 'pomeriggio' end
    from ${everybody(world)} cross join generate_series(${-pastDays}, ${futureDays}) d
    where ${works};`;

/** A duty as requests keep it: of person `who` on day `d`. */
const dutyOf = (who: string): string => `
  jsonb_build_array(jsonb_build_object('shiftId', scale_id('shift ' || w || ' ' || ${who} || ' ' || d),
    'date', to_char(day, 'YYYY-MM-DD'), 'workLocation', 'sede',
    'startTime', case ${who} % 2 when 0 then '06:00' else '14:00' end,
    'endTime', case ${who} % 2 when 0 then '14:00' else '22:00' end,
    'shiftType', case ${who} % 2 when 0 then 'mattina' else 'pomeriggio' end,
    'isSplitShift', false, 'secondStartTime', null, 'secondEndTime', null))`;

/** The first who works mornings (afternoons) on day `d`. */
const firstWorking = (world: World, rest: 0 | 1): string =>
  `(select min(p) from generate_series(1, ${world.people}) p where p % 2 = ${rest} and ${works})`;

// every third day one, which is as many as the rosters have open at a time
const requestsOf = (world: World): string => `
  create temporary table open_requests on commit drop as
    select w, d, date '${world.today}' + d as day, ${firstWorking(world, 0)} as r, ${firstWorking(world, 1)} as a
    from generate_series(1, ${world.worksites}) w
    cross join generate_series(${openRequestDays.first}, ${openRequestDays.last}, 3) d;
  insert into exchange_requests (id, worksite_id, requester_id, kind, offered_shift_id, offered_duties, offered_day,
      requested_day, requested_shift_type, requester_contract_hours, requester_role, expires_at)
    select scale_id('request ' || w || ' ' || d), scale_id('worksite ' || w), scale_id('user ' || w || ' ' || r),
      'turno', scale_id('shift ' || w || ' ' || r || ' ' || d), ${dutyOf('r')}, day, day, 'pomeriggio', 8, 'operatore',
      (day + time '06:00') at time zone 'Europe/Rome'
    from open_requests;
  insert into pre_acceptances (request_id, user_id, offered_shift_id, offered_duties)
    select scale_id('request ' || w || ' ' || d), scale_id('user ' || w || ' ' || a),
      scale_id('shift ' || w || ' ' || a || ' ' || d), ${dutyOf('a')}
    from open_requests where d = ${openRequestDays.first};`;

const asTheyWere = `'{"role": "operatore", "contractHours": 8, "taxiLicense": null, "phoneNumber": null}'`;

/** A swap of each two neighbours, and what everybody has been told. */
const pastOf = (world: World): string => `
  create temporary table past_swaps on commit drop as
    select w, p as r, p + 1 as a, -p as d, date '${world.today}' - p as day
    from ${everybody(world)} where p % 2 = 0 and p < ${world.people};
  insert into completed_swaps (id, worksite_id, kind, requester_id, accepter_id, requester_snapshot, accepter_snapshot,
      requester_gave, accepter_gave, exchange_day, requested_at, offered_at, completed_at)
    select scale_id('swap ' || w || ' ' || r), scale_id('worksite ' || w), 'turno',
      scale_id('user ' || w || ' ' || r), scale_id('user ' || w || ' ' || a), ${asTheyWere}, ${asTheyWere},
      ${dutyOf('r')}, ${dutyOf('a')}, day, day::timestamptz, day::timestamptz, day::timestamptz
    from past_swaps;
  insert into notifications (user_id, type, person_id, facts, is_read, created_at)
    select scale_id('user ' || w || ' ' || p), 'new_exchange_request', scale_id('user ' || w || ' 2'),
      '{"fact": "request_published", "wanted": "pomeriggio", "offered": {"date": "2026-11-24", "workLocation": "sede",
        "startTime": "06:00", "endTime": "14:00", "shiftType": "mattina", "isSplitShift": false,
        "secondStartTime": null, "secondEndTime": null}}',
      n > ${notifications.unread}, now() - n * interval '1 day'
    from ${everybody(world)} cross join generate_series(1, ${notifications.all}) n;`;
