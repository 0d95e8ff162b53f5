-- News of a roster that asks for nothing have a type of their own: 'roster_arrived' waits for an answer.
alter table notifications
  drop constraint notification_type_known,
  add constraint notification_type_known check (type in (
    'new_exchange_request', 'exchange_match', 'new_compatible_shift', 'request_pre_accepted', 'exchange_accepted',
    'exchange_completed', 'exchange_declined', 'exchange_rejected', 'shift_updated', 'impersonation', 'operation_reviewed',
    'rules_changed', 'approval_wanted', 'approval_refused', 'roster_arrived', 'roster_changed'
  ));
update notifications set type = 'roster_changed'
where type = 'roster_arrived'
  and (facts ->> 'fact' = 'roster_undone' or (facts ->> 'isEntered' = 'true' and facts ->> 'questions' = '0'));
