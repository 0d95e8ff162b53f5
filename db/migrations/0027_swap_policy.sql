-- works with code from 0027
-- Earlier code does not know the type of notification that this names: all servers stop before it is applied.
--
-- What a worksite allows of swaps besides rest. Requests expire so many hours before what they offer begins.

alter table worksites
  add column swap_cutoff_hours smallint not null default 0
    constraint worksite_swap_cutoff_known check (swap_cutoff_hours between 0 and 168),
  -- null: all of the worksite's variant, also those to come
  add column swap_kinds text[]
    constraint worksite_swap_kinds_known check (swap_kinds <@ array['turno', 'settimana', 'ferie', 'giorno']),
  add column swap_approval text not null default 'automatica'
    constraint worksite_swap_approval_known check (swap_approval in ('automatica', 'automatica_senza_avvisi', 'sempre'));

alter table notifications
  drop constraint notification_type_known,
  add constraint notification_type_known check (type in (
    'new_exchange_request', 'exchange_match', 'new_compatible_shift', 'request_pre_accepted', 'exchange_accepted',
    'exchange_completed', 'exchange_declined', 'exchange_rejected', 'shift_updated', 'impersonation', 'operation_reviewed',
    'rules_changed'
  ));

update notifications
set type = 'rules_changed', facts = jsonb_build_object('fact', 'rules_changed', 'rest', facts -> 'mode')
where facts ->> 'fact' = 'rest_rules_changed';
