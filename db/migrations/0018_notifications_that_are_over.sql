-- News of a match ends with either of the two requests: found by its reader.
create index notifications_of_matches on notifications (user_id) where type = 'exchange_match' and over_at is null;

-- what code before this one left standing: answered, withdrawn and closed meanwhile
update notifications n set is_read = true, over_at = now(), ending = judged.ending
from (
  select a.id, case
    when r.status = 'completata' then 'completed'
    when r.close_reason = 'day_begun' then 'expired'
    when r.status <> 'aperta' then 'closed'
    when a.type in ('new_exchange_request', 'exchange_match') and (
      exists (select from exchange_rejections x where x.request_id = r.id and x.user_id = a.user_id)
      or exists (select from pre_acceptances p
        where p.request_id = r.id and p.user_id = a.user_id and p.status in ('offerta', 'rifiutata', 'ritirata'))
    ) then 'answered'
    when a.type = 'request_pre_accepted' and not exists (
      select from pre_acceptances p
      where p.request_id = r.id and p.status = 'offerta' and (a.person_id is null or p.user_id = a.person_id)
    ) then 'offer_gone'
  end as ending
  from notifications a join exchange_requests r on r.id = a.related_request_id
  where a.over_at is null
    and a.type in ('new_exchange_request', 'exchange_match', 'new_compatible_shift', 'request_pre_accepted')
) judged
where n.id = judged.id and judged.ending is not null;

-- their request was withdrawn
update notifications n set is_read = true, over_at = now(), ending = 'withdrawn'
where n.over_at is null and n.related_request_id is null
  and n.type in ('new_exchange_request', 'exchange_match', 'new_compatible_shift', 'request_pre_accepted');
