import sql, { type Sql } from 'sql-template-tag';

/** Whether a person does not work on a day: what anybody else is told goes by this, since absence is theirs to know. */
const isUnworkedOn = (userId: Sql, day: Sql): Sql => sql`
  not exists (select from shifts x where x.user_id = ${userId} and x.day = ${day} and x.start_time is not null)`;

const offeredType = (request: Sql): Sql => sql`(${request}.offered_duties -> 0 ->> 'shiftType')`;

/** Whether `one` offers a day on which the requester of `other` would work and does not yet, and the type they look for. */
const offersWhatIsAsked = (one: Sql, other: Sql): Sql => sql`
  ${one}.requested_day = any(${other}.acceptable_days)
  and coalesce(${other}.requested_shift_type, ${offeredType(one)}) = ${offeredType(one)}
  and ${isUnworkedOn(sql`${other}.requester_id`, sql`${one}.requested_day`)}`;

/** Whether two requests of kind `giorno` offer each what the other asks for. */
const isDayMirror = (one: Sql, other: Sql): Sql => sql`
  (${offersWhatIsAsked(one, other)} and ${offersWhatIsAsked(other, one)})`;

/** Whether the reader of notification `n` and the requester of `r` still want what the other offers. */
export const isMirrored: Sql = sql`
  exists (
    select from exchange_requests own
    where own.requester_id = n.user_id and own.status = 'aperta' and own.kind = r.kind
      and case r.kind
        when 'giorno' then ${isDayMirror(sql`own`, sql`r`)}
        when 'ferie' then own.offered_week = r.wanted_week and own.wanted_week = r.offered_week
        else own.requested_day = r.requested_day
          or (own.wanted_week = r.wanted_week and own.wanted_week is not null)
      end
      and (r.kind in ('ferie', 'giorno') or (own.requested_shift_type = r.offered_duties -> 0 ->> 'shiftType'
        and r.requested_shift_type = own.offered_duties -> 0 ->> 'shiftType')))`;
