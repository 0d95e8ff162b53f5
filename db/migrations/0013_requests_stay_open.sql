-- A request stays open, whoever says no to it, until its shift begins. What it is closed as then is known since its last
-- change, and a closed account is a reason of its own.
alter table exchange_requests
  -- as of its last change: somebody said no or was refused, and nobody else could take it
  add column nobody_left boolean not null default false,
  -- its requester hears so once
  add column nobody_left_told boolean not null default false,
  drop constraint exchange_close_reason_known,
  add constraint exchange_close_reason_known check (close_reason in (
    'swapped_elsewhere', 'day_begun', 'shift_changed', 'owner_changed', 'owner_deactivated', 'nobody_left'
  ));

-- both were written at the same moment
update exchange_requests r set close_reason = 'owner_deactivated'
from audit_log a
where r.close_reason = 'owner_changed' and a.target_id = r.requester_id and a.action = 'user_deactivated'
  and a.at = r.closed_at;
