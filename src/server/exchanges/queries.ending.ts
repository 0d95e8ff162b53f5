import sql, { type Sql } from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';

// When open requests and standing offers end, in all worksites.

/** The instant of a local time; in a repeated hour the first, as in `instantInRome`. */
const inRome = (moment: Sql): Sql => sql`
  least((${moment}) at time zone 'Europe/Rome',
    (${moment} - interval '1 hour') at time zone 'Europe/Rome' + interval '1 hour')`;

const standingDayOffers = sql`
  exchange_requests r
  join worksites w on w.id = r.worksite_id
  join pre_acceptances p on p.request_id = r.id and p.status = 'offerta'
  where r.status = 'aperta' and r.kind = 'giorno'`;

/** When the shift of a colleague's offer `p` begins, minus the worksite's cut-off. */
const offerEnds = sql`
  (${inRome(sql`((p.offered_duties -> 0 ->> 'date')::date + (p.offered_duties -> 0 ->> 'startTime')::time)`)}
    - make_interval(hours => w.swap_cutoff_hours))`;

/** Swaps waiting for approval: request `r` and reserved offer `p`. */
const waitingOffers = sql`
  pre_acceptances p
  join exchange_requests r on r.id = p.request_id and r.status = 'aperta'
  where p.status = 'offerta' and p.reserved_until is not null`;

/** Worksites with an expired open request or standing offer. */
export async function listWorksitesWithExpired(database: Queryable, now: Instant): Promise<string[]> {
  const rows = await database.many<{ worksiteId: string }>(sql`
    select worksite_id from exchange_requests
    where status = 'aperta' and expires_at <= ${now}
    union
    select r.worksite_id from ${standingDayOffers} and ${offerEnds} <= ${now}
    union
    select r.worksite_id from ${waitingOffers} and p.reserved_until <= ${now}`);
  return rows.map((row) => row.worksiteId);
}

/** When the next open request, or standing offer in a `giorno`, expires; null if there is none. */
export async function findNextExpiry(database: Queryable, now: Instant): Promise<Instant | null> {
  const { next } = await database.one<{ next: Instant | null }>(sql`
    select least(
      (select min(expires_at) from exchange_requests where status = 'aperta' and expires_at > ${now}),
      (select min(${offerEnds}) from ${standingDayOffers} and ${offerEnds} > ${now}),
      (select min(p.reserved_until) from ${waitingOffers} and p.reserved_until > ${now})) as next`);
  return next;
}

/** All days the open requests of a worksite involve: offered, wanted, acceptable, and those of their offers. */
export async function listWatchedDays(tx: Transaction, worksiteId: string): Promise<ReadonlySet<Day>> {
  const rows = await tx.many<{ day: Day }>(sql`
    with open as materialized (
      select id, requested_day, acceptable_days, offered_week, wanted_week, offered_duties
      from exchange_requests where worksite_id = ${worksiteId} and status = 'aperta'
    )
    select requested_day as day from open
    union select unnest(acceptable_days) from open
    union select week + step from open, unnest(array[offered_week, wanted_week]) week, generate_series(0, 6) step
      where week is not null
    union select (held ->> 'date')::date from open, jsonb_array_elements(offered_duties) held
    union select (held ->> 'date')::date
      from pre_acceptances p, jsonb_array_elements(p.offered_duties) held
      where p.request_id = any(array(select id from open)) and p.status = 'offerta'`);
  return new Set(rows.map(({ day }) => day));
}
