-- works with code from 0030
-- Earlier code does not know the type of notification that this names: all servers stop before it is applied.
--
-- Rosters of a worksite: what was loaded, by whom, and what its people have made of it. A person's latest row of a day
-- counts, among rosters that were not undone.

alter table users add column may_load_shifts boolean not null default false;

alter table worksites
  add column roster_mode text not null default 'proposta'
    constraint worksite_roster_mode_known check (roster_mode in ('proposta', 'subito')),
  -- what the page that reads files has learned of this worksite's
  add column roster_legend jsonb,
  add column roster_layout jsonb;

create table rosters (
  id uuid primary key default gen_random_uuid(),
  worksite_id uuid not null references worksites (id) on delete cascade,
  loader_id uuid references users (id) on delete set null,
  title text not null,
  first_day date not null,
  last_day date not null,
  -- entered at once, not proposed
  is_entered boolean not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  -- two rosters may be of the same instant
  number bigint generated always as identity,
  constraint roster_days_in_order check (first_day <= last_day)
);
create index rosters_of_worksite on rosters (worksite_id, number);
create index rosters_of_loader on rosters (loader_id);
create index rosters_by_end on rosters (last_day);

create table roster_rows (
  roster_id uuid not null references rosters (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  day date not null,
  -- null: does not work, for whatever reason
  duty jsonb,
  status text not null constraint roster_row_status_known check (status in ('waiting', 'same', 'accepted', 'declined')),
  answered_at timestamptz,
  -- what it wrote, and what had stood there: by these it is taken back
  shift_id uuid,
  replaced jsonb,
  primary key (roster_id, user_id, day)
);
create index roster_rows_of_person on roster_rows (user_id, day);
create index waiting_roster_rows on roster_rows (user_id, day) where status = 'waiting';
create index roster_rows_with_replaced on roster_rows (roster_id) where replaced is not null;

alter table notifications
  drop constraint notification_type_known,
  add constraint notification_type_known check (type in (
    'new_exchange_request', 'exchange_match', 'new_compatible_shift', 'request_pre_accepted', 'exchange_accepted',
    'exchange_completed', 'exchange_declined', 'exchange_rejected', 'shift_updated', 'impersonation', 'operation_reviewed',
    'rules_changed', 'approval_wanted', 'approval_refused', 'roster_arrived'
  ));
