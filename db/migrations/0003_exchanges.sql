-- Swaps. A request offers duties; colleagues pre-accept with duties of their own; the requester confirms one.
-- Completing a swap consumes the shift rows of both sides and writes new ones: a row can be consumed once.
--
-- Duties are kept as JSON snapshots beside the live rows: an array of
-- {date, shiftId, workLocation, startTime, endTime, shiftType, isSplitShift, secondStartTime, secondEndTime}.

create table exchange_requests (
  id uuid primary key default gen_random_uuid(),
  worksite_id uuid not null,
  requester_id uuid not null,
  kind text not null constraint exchange_kind_known check (kind in ('turno', 'settimana', 'ferie')),
  status text not null default 'aperta'
    constraint exchange_status_known check (status in ('aperta', 'completata', 'rifiutata', 'annullata')),
  offered_shift_id uuid constraint exchange_offered_shift references shifts (id) on delete set null,
  offered_duties jsonb not null,
  -- copied from the offer so that lists need no join: the first day, its contract hours, when it begins
  offered_day date not null,
  requested_day date not null,
  requested_shift_type text
    constraint exchange_requested_type_known
      check (requested_shift_type in ('mattina', 'pomeriggio', 'sera', 'notte', 'seminotte')),
  requester_contract_hours smallint not null,
  requester_role text not null,
  message text constraint exchange_message_length check (length(message) <= 500),
  -- the instant at which the offer can no longer be swapped: the beginning of the earliest duty it touches
  expires_at timestamptz not null,
  close_reason text constraint exchange_close_reason_known check (
    close_reason in ('swapped_elsewhere', 'day_begun', 'shift_changed', 'owner_changed', 'nobody_left')
  ),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint exchange_of_a_colleague
    foreign key (requester_id, worksite_id) references users (id, worksite_id) on delete cascade,
  constraint exchange_open_has_shift check (status <> 'aperta' or offered_shift_id is not null),
  constraint exchange_closed_when_closed check ((status = 'aperta') = (closed_at is null)),
  constraint exchange_type_unless_holidays check (kind = 'ferie' or requested_shift_type is not null)
);

create unique index one_open_request_a_shift on exchange_requests (offered_shift_id) where status = 'aperta';
create index exchange_open_by_worksite_day on exchange_requests (worksite_id, requested_day) where status = 'aperta';
create index exchange_by_requester on exchange_requests (requester_id, status, updated_at desc, id);
create index exchange_open_by_expiry on exchange_requests (expires_at) where status = 'aperta';
create index exchange_by_shift on exchange_requests (offered_shift_id) where offered_shift_id is not null;

create table pre_acceptances (
  request_id uuid not null references exchange_requests (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  status text not null default 'offerta'
    constraint pre_acceptance_status_known check (status in ('offerta', 'scelta', 'ritirata', 'rifiutata', 'decaduta')),
  offered_shift_id uuid constraint pre_acceptance_shift references shifts (id) on delete set null,
  offered_duties jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint pre_acceptances_pkey primary key (request_id, user_id),
  constraint pre_acceptance_open_has_shift check (status <> 'offerta' or offered_shift_id is not null)
);

create unique index one_chosen_pre_acceptance on pre_acceptances (request_id) where status = 'scelta';
create index pre_acceptances_by_user on pre_acceptances (user_id, status, updated_at desc);
create index pre_acceptances_by_shift on pre_acceptances (offered_shift_id) where offered_shift_id is not null;

-- A colleague who said no, or took a pre-acceptance back.
create table exchange_rejections (
  request_id uuid not null references exchange_requests (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint exchange_rejections_pkey primary key (request_id, user_id)
);

create index exchange_rejections_by_user on exchange_rejections (user_id, created_at desc);

-- What happened, for both parties and for the record; survives the deletion of an account.
create table completed_swaps (
  id uuid primary key default gen_random_uuid(),
  request_id uuid constraint completed_swap_request references exchange_requests (id) on delete set null,
  worksite_id uuid not null references worksites (id) on delete cascade,
  kind text not null,
  requester_id uuid references users (id) on delete set null,
  accepter_id uuid references users (id) on delete set null,
  -- {firstName, lastName, email, role, contractHours, taxiLicense, phoneNumber} as they were
  requester_snapshot jsonb not null,
  accepter_snapshot jsonb not null,
  requester_gave jsonb not null,
  accepter_gave jsonb not null,
  exchange_day date not null,
  requested_at timestamptz not null,
  offered_at timestamptz not null,
  completed_at timestamptz not null default now(),
  constraint completed_swap_of_two check (requester_id <> accepter_id)
);

create unique index one_completion_a_request on completed_swaps (request_id) where request_id is not null;
create index completed_swaps_by_requester on completed_swaps (requester_id, completed_at desc, id);
create index completed_swaps_by_accepter on completed_swaps (accepter_id, completed_at desc, id);
create index completed_swaps_by_worksite on completed_swaps (worksite_id, completed_at desc);

-- One row for every shift row a swap consumed: the primary key is the promise that a duty is swapped once.
create table swapped_shifts (
  shift_id uuid not null,
  swap_id uuid not null references completed_swaps (id) on delete cascade,
  gave text not null constraint swapped_shift_side_known check (gave in ('requester', 'accepter')),
  day date not null,
  constraint one_completion_a_duty primary key (shift_id)
);

create index swapped_shifts_by_swap on swapped_shifts (swap_id);

alter table shifts add constraint shift_from_swap
  foreign key (from_swap_id) references completed_swaps (id) on delete set null;
