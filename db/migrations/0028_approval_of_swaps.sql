-- works with code from 0028
-- Earlier code does not know the types of notification that this names: all servers stop before it is applied.
--
-- A confirmed swap may wait for somebody's approval. Meanwhile the offer that was taken is reserved, with the duties that
-- would change hands: as long as it stands, so that whatever ends the offer ends the wait.

alter table users add column may_approve_swaps boolean not null default false;
create index users_who_approve on users (worksite_id) where may_approve_swaps;

alter table pre_acceptances
  add column reserved_since timestamptz,
  -- the first shift that changes hands begins, or can no longer be swapped
  add column reserved_until timestamptz,
  add column reserved_shift_ids uuid[],
  -- the approvers were reminded
  add column reminded_at timestamptz,
  add constraint pre_acceptance_reserved_wholly
    check (num_nulls(reserved_since, reserved_until, reserved_shift_ids) in (0, 3));

create unique index one_reserved_offer on pre_acceptances (request_id)
  where status = 'offerta' and reserved_until is not null;
create index reserved_offers on pre_acceptances (reserved_until, request_id)
  where status = 'offerta' and reserved_until is not null;
create index reserved_duties on pre_acceptances using gin (reserved_shift_ids)
  where status = 'offerta' and reserved_until is not null;

alter table notifications
  drop constraint notification_type_known,
  add constraint notification_type_known check (type in (
    'new_exchange_request', 'exchange_match', 'new_compatible_shift', 'request_pre_accepted', 'exchange_accepted',
    'exchange_completed', 'exchange_declined', 'exchange_rejected', 'shift_updated', 'impersonation', 'operation_reviewed',
    'rules_changed', 'approval_wanted', 'approval_refused'
  )),
  drop constraint notification_ending_known,
  add constraint notification_ending_known check (ending in (
    'completed', 'closed', 'withdrawn', 'expired', 'changed', 'answered', 'offer_gone', 'approval_over'
  ));
