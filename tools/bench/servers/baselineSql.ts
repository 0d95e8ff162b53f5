// The statements of the baseline server, as somebody would write them who needs nothing but this one answer.

const shiftColumns = `s.id, s.user_id as "userId", s.day::text as "date", s.work_location as "workLocation",
  s.start_time::text as "startTime", s.end_time::text as "endTime", s.shift_type as "shiftType",
  s.is_split_shift as "isSplitShift", s.second_start_time::text as "secondStartTime",
  s.second_end_time::text as "secondEndTime", s.notes`;

export const session = `
  select s.user_id as "userId" from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and s.expires_at > now() and u.is_active`;

export const month = `
  select ${shiftColumns} from shifts s where s.user_id = $1 and s.day between $2::date and $3::date order by s.day`;

const requestColumns = `r.id, r.requester_id, r.status, r.offered_duties, r.requested_day::text, r.requested_shift_type,
  r.message, r.expires_at, r.created_at, r.closed_at, r.close_reason`;

/** One page of each tab by the index that leads there: its rows, and nothing that a card shows beside them. */
export const tabs: Record<string, string> = {
  disponibili: `
    select ${requestColumns} from users u join exchange_requests r on r.worksite_id = u.worksite_id
    where u.id = $1 and r.status = 'aperta' and r.requester_id <> u.id and r.requested_day >= current_date
    order by r.requested_day limit 30`,
  'pre-accettati': `
    select ${requestColumns} from pre_acceptances p join exchange_requests r on r.id = p.request_id
    where p.user_id = $1 and p.status = 'offerta' order by r.requested_day limit 30`,
  mie: `
    select ${requestColumns} from exchange_requests r
    where r.requester_id = $1 and r.status = 'aperta' order by r.requested_day limit 30`,
  rifiutati: `
    select ${requestColumns} from exchange_requests r
    where r.requester_id = $1 and r.status = 'annullata' order by r.closed_at desc limit 30`,
  completati: `
    select ${requestColumns} from exchange_requests r
    where r.requester_id = $1 and r.status = 'completata' order by r.closed_at desc limit 30`,
};

export const notifications = `
  select id, type, person_id, facts, ending, is_read, created_at, related_request_id from notifications
  where user_id = $1 order by created_at desc, id desc limit 30`;

export const completed = `
  select id, kind, request_id, accepter_snapshot, exchange_day::text, completed_at, requester_gave, accepter_gave
  from completed_swaps where requester_id = $1 order by completed_at desc limit 30`;

/** As the product does, so that nobody swaps what is being entered. */
export const lockWorksite = `
  select id from worksites where id = (select worksite_id from users where id = $1) for no key update`;

export const insertShift = `
  insert into shifts (worksite_id, user_id, day, work_location, start_time, end_time, shift_type)
  select worksite_id, id, $2::date, 'sede', '06:00', '14:00', 'mattina' from users where id = $1 returning id`;

export const lockTwo = 'select id from shifts where id in ($1, $2) order by id for update';

/** Two rows exchange what they say. */
export const updateTwo = `
  update shifts s set start_time = o.start_time, end_time = o.end_time, shift_type = o.shift_type
  from shifts o where s.id in ($1, $2) and o.id in ($1, $2) and o.id <> s.id returning s.id`;
