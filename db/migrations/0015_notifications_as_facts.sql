-- works with code from 0015
-- Earlier code stores sentences, which is what this ends: all servers stop before it is applied.
--
-- Notifications hold whom they are about and facts; their text is made when it is read. How the matter of one ended, and
-- when, is written in the transaction that ends it.

alter table notifications
  drop column title,
  drop column message,
  -- no foreign key: of who is gone the text says so, and a deletion has nothing to look for here
  add column person_id uuid,
  -- null: from the time of stored sentences; the type's general sentence is shown
  add column facts jsonb,
  add column over_at timestamptz,
  add column ending text constraint notification_ending_known check (
    ending in ('completed', 'closed', 'withdrawn', 'expired', 'changed', 'answered', 'offer_gone')
  ),
  add constraint notification_ends_somehow check ((over_at is null) = (ending is null)),
  -- nothing is left to do: it counts as read
  add constraint notification_read_when_over check (is_read or over_at is null);

-- what asked for something that cannot be done any more
update notifications n set is_read = true, over_at = coalesce(r.closed_at, now()),
  ending = case when r.id is null then 'withdrawn' when r.status = 'completata' then 'completed' else 'closed' end
from notifications asking left join exchange_requests r on r.id = asking.related_request_id
where asking.id = n.id and coalesce(r.status, '') <> 'aperta'
  and n.type in ('new_exchange_request', 'exchange_match', 'new_compatible_shift', 'request_pre_accepted');

-- the rows are written anew, so that nothing of the sentences stays in the table's file
alter table notifications alter column created_at type timestamptz using created_at + interval '0';
